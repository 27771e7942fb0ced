#!/usr/bin/env bash
# Runs a command as on a machine with no font and no fontconfig, such as a bare Debian with Rust and a C compiler:
#   tests/without-fonts.sh cargo test
# (An empty fontconfig configuration does not do: with the library but without any font, fontique 0.11 panics.)
set -euo pipefail

if [ -z "${WITHOUT_FONTS:-}" ]; then
  exec env WITHOUT_FONTS=1 unshare --user --map-root-user --mount -- "$0" "$@"
fi
for library in $(ldconfig -p | sed -n 's/.*libfontconfig\.so.* => //p'); do
  mount --bind /dev/null "$(readlink -f "$library")"
done
for folder in /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" "$HOME/.local/share/fonts"; do
  [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
done
exec "$@"
