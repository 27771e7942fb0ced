#!/usr/bin/env bash
# Makes target/packages/tablet-of-truth-VERSION-macos-MACHINE.zip with "Tablet of Truth.app" in it. Runs on macOS, with what is there.
# The app is signed for the machine's own sake only ("ad hoc"): whoever gets it opens it with a right click the first time.
set -euo pipefail
cd "$(dirname "$0")/../.."
. packaging/release.sh
export MACOSX_DEPLOYMENT_TARGET=11.0
"${CARGO:-cargo}" build --profile shipped --locked
app="$packages/Tablet of Truth.app"
rm -rf "$app"
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
cp "${CARGO_TARGET_DIR:-target}/shipped/tablet-of-truth" "$app/Contents/MacOS/"
sed "s/VERSION/$version/" packaging/macos/Info.plist >"$app/Contents/Info.plist"
plutil -lint "$app/Contents/Info.plist"
cp LICENSE ui/fonts/OFL.txt "$app/Contents/Resources/"
packaging/licences.sh "$app/Contents/Resources/licences.txt"
icons=$packages/tablet-of-truth.iconset
rm -rf "$icons"
mkdir "$icons"
for size in 16 32 128 256 512; do
  cp packaging/icons/tablet-of-truth-$size.png "$icons/icon_${size}x$size.png"
done
for size in 16 32 128 256; do
  cp packaging/icons/tablet-of-truth-$((size * 2)).png "$icons/icon_${size}x$size@2x.png"
done
iconutil --convert icns --output "$app/Contents/Resources/tablet-of-truth.icns" "$icons"
rm -rf "$icons"
codesign --force --sign - "$app"
zip=$packages/tablet-of-truth-$version-macos-$(uname -m).zip
rm -f "$zip"
ditto -c -k --keepParent "$app" "$zip"
rm -rf "$app"
ls -l "$zip"
