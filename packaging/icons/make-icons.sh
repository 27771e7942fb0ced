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
