#!/usr/bin/env bash
# Makes target/packages/tablet-of-truth-VERSION-windows-x86_64.zip, on Linux (Debian: gcc-mingw-w64-x86-64 and zip).
set -euo pipefail
cd "$(dirname "$0")/../.."
. packaging/release.sh
target=x86_64-pc-windows-gnu
for tool in x86_64-w64-mingw32-gcc x86_64-w64-mingw32-windres zip; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing: apt-get install gcc-mingw-w64-x86-64 zip" >&2
    exit 1
  }
done
rustup target add "$target"
# Without the time of the build in the head of the program.
export RUSTFLAGS="$RUSTFLAGS -C link-arg=-Wl,--no-insert-timestamp"
"${CARGO:-cargo}" build --release --locked --target "$target"
name=tablet-of-truth-$version-windows-x86_64
folder=$packages/$name
rm -rf "$folder" "$folder.zip"
mkdir -p "$folder"
cp "${CARGO_TARGET_DIR:-target}/$target/release/tablet-of-truth.exe" "$folder/"
rustc --edition 2024 --target "$target" --forbid unsafe_code -D warnings -C opt-level=s -C lto=fat -C codegen-units=1 \
  -C panic=abort -C strip=symbols -C link-arg=-Wl,--no-insert-timestamp \
  -o "$folder/tablet-of-truth.com" packaging/windows/terminal.rs
for page in README.md CHANGELOG.md LICENSE docs/manual.md; do
  sed 's/$/\r/' "$page" >"$folder/$(basename "${page%.md}").txt"
done
sed 's/$/\r/' ui/fonts/OFL.txt >"$folder/OFL.txt"
packaging/licences.sh "$folder/licences.txt"
sed -i 's/$/\r/' "$folder/licences.txt"
manual=$packages/manual
MANUAL_DIR=$manual "${CARGO:-cargo}" test --locked --test program manual
cp "$manual/_tablet-of-truth.ps1" "$folder/completions.ps1"
find "$folder" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
(cd "$packages" && find "$name" -type f | sort | zip -X -9 -q "$name.zip" -@)
rm -rf "$folder"
ls -l "$folder.zip"
