#!/usr/bin/env bash
# Makes target/packages/tablet-of-truth_VERSION_MACHINE.deb with cargo-deb, which this installs where it is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
. packaging/release.sh
if ! command -v cargo-deb >/dev/null; then
  cargo install cargo-deb --locked --version 3.8.0
fi
tree=$packages/tree
packaging/linux/stage.sh "$tree"
# zsh looks here for what packages bring.
mkdir -p "$tree/share/zsh/vendor-completions"
mv "$tree"/share/zsh/site-functions/* "$tree/share/zsh/vendor-completions/"
rmdir "$tree/share/zsh/site-functions"
# Debian's name for it.
mv "$tree/share/doc/tablet-of-truth/CHANGELOG.md" "$tree/share/doc/tablet-of-truth/changelog"
gzip -9n "$tree/share/doc/tablet-of-truth/changelog"
cargo deb --no-build --profile shipped --no-strip --output "$packages"
rm -rf "$tree"
