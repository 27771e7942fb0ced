#!/usr/bin/env bash
# Makes target/packages/tablet-of-truth-VERSION-linux-MACHINE.tar.xz: the program, and a script that installs it. The same sources
# and compiler make the same bytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
. packaging/release.sh
name=tablet-of-truth-$version-linux-$(uname -m)
folder=$packages/$name
packaging/linux/stage.sh "$folder"
install -m 755 packaging/linux/install.sh "$folder/install.sh"
install -m 644 LICENSE "$folder/LICENSE"
install -m 644 ui/fonts/OFL.txt "$folder/OFL.txt"
install -m 644 packaging/linux/INSTALL "$folder/INSTALL"
tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu \
  --directory="$packages" "$name" | xz -9 --threads=1 >"$folder.tar.xz"
rm -rf "$folder"
ls -l "$folder.tar.xz"
