#!/usr/bin/env bash
# Draws the app icon in all sizes from its two SVG files: the small one has less in it, so that it stays clear at 16 and 24.
# Needs rsvg-convert (Debian: librsvg2-bin) and ImageMagick.
set -euo pipefail
cd "$(dirname "$0")"
for size in 16 24 32; do
  rsvg-convert -w $size -h $size tablet-of-truth-small.svg -o tablet-of-truth-$size.png
done
for size in 48 64 128 256 512; do
  rsvg-convert -w $size -h $size tablet-of-truth.svg -o tablet-of-truth-$size.png
done
convert tablet-of-truth-{16,24,32,48,64,128,256}.png tablet-of-truth.ico

# For a page on a home screen: without transparent corners, and with all that matters inside the circle that a phone may cut out.
full() {
  sed -e 's|<rect x="8" y="8" width="240" height="240" rx="52"|<rect width="256" height="256"|' \
    -e "s|<path d=\"M62 214|<g transform=\"translate(128 128) scale($1) translate(-128 -132)\">&|" -e 's|</svg>|</g></svg>|' tablet-of-truth.svg
}
full 1 | rsvg-convert -w 180 -h 180 -o touch-180.png
full 0.8 | rsvg-convert -w 512 -h 512 -o maskable-512.png
