#!/usr/bin/env bash
# Runs a command as on a machine with no font and no fontconfig, such as a bare Debian with Rust and a C compiler:
#   tests/without-fonts.sh cargo test
# With --fontconfig its library stays. Fontique 0.11 panics then, and so does the harness of the tests; the program does
# not:
#   tests/without-fonts.sh --fontconfig python3 tests/real_window/play.py target/debug/tablet-of-truth
set -euo pipefail

if [ -z "${WITHOUT_FONTS:-}" ]; then
  exec env WITHOUT_FONTS=1 unshare --user --map-root-user --mount -- "$0" "$@"
fi
if [ "$1" = --fontconfig ]; then
  shift
else
  for library in $(ldconfig -p | sed -n 's/.*libfontconfig\.so.* => //p'); do
    mount --bind /dev/null "$(readlink -f "$library")"
  done
fi
for folder in /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" "$HOME/.local/share/fonts"; do
  [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
done
exec "$@"
