#!/usr/bin/env bash
# Builds the release and lays it out below a folder as it belongs under a prefix: packaging/linux/stage.sh DIR
set -euo pipefail
cd "$(dirname "$0")/../.."
tree=${1:?where to}
id=io.github.tablet_of_truth.tablet_of_truth

. packaging/release.sh
"${CARGO:-cargo}" build --profile shipped --locked

packaging/licences.sh "$packages/licences.txt"
manual=$packages/manual
rm -rf "$manual"
MANUAL_DIR=$manual "${CARGO:-cargo}" test --locked --test program manual

put() { install -D -m "$1" "$2" "$tree/$3"; }
rm -rf "$tree"
put 755 "${CARGO_TARGET_DIR:-target}/shipped/tablet-of-truth" bin/tablet-of-truth
put 644 packaging/linux/$id.desktop share/applications/$id.desktop
put 644 packaging/linux/$id.metainfo.xml share/metainfo/$id.metainfo.xml
put 644 packaging/linux/$id.mime.xml share/mime/packages/$id.xml
put 644 packaging/icons/tablet-of-truth.svg share/icons/hicolor/scalable/apps/tablet-of-truth.svg
for size in 16 24 32 48 64 128 256 512; do
  put 644 packaging/icons/tablet-of-truth-$size.png share/icons/hicolor/${size}x$size/apps/tablet-of-truth.png
done
for page in "$manual"/*.1; do
  put 644 "$page" "share/man/man1/$(basename "$page")"
done
put 644 "$manual"/tablet-of-truth.bash share/bash-completion/completions/tablet-of-truth
put 644 "$manual"/_tablet-of-truth share/zsh/site-functions/_tablet-of-truth
put 644 "$manual"/tablet-of-truth.fish share/fish/vendor_completions.d/tablet-of-truth.fish
for page in README.md CHANGELOG.md docs/manual.md docs/format.md docs/rules.md docs/statistics.md docs/exports.md "$packages/licences.txt"; do
  put 644 "$page" "share/doc/tablet-of-truth/$(basename "$page")"
done
for picture in docs/pictures/*.png; do
  put 644 "$picture" "share/doc/tablet-of-truth/pictures/$(basename "$picture")"
done
