#!/bin/sh
# Installs Tablet of Truth below a prefix: ./install.sh [PREFIX], ~/.local without one. ./install.sh --uninstall [PREFIX] removes
# just what that brought. With DESTDIR set the files go below that folder, and nothing else is touched.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
uninstall=
if [ "${1:-}" = --uninstall ]; then
  uninstall=yes
  shift
fi
prefix=${1:-${HOME:?say where to: ./install.sh PREFIX}/.local}
case $prefix in
  -*) fail "there is no option $prefix" ;;
  /*) ;;
  *) fail "the prefix must be a whole path that begins with /: $prefix" ;;
esac
# It is written into the .desktop file, where other letters have a meaning.
case $prefix in
  *[!A-Za-z0-9/._+@~-]*) fail "the prefix has a letter that a .desktop file cannot hold: $prefix" ;;
esac
to=${DESTDIR:-}$prefix
cd "$here"
files=$(find bin share -type f)

for file in $files; do
  if [ -n "$uninstall" ]; then
    rm -f "$to/$file"
    # Folders that are empty now; the others are somebody's.
    (cd "$to" 2>/dev/null && rmdir -p "$(dirname "$file")" 2>/dev/null) || true
  else
    mkdir -p "$to/$(dirname "$file")"
    # A new file in place of the old one: the old one may be running.
    rm -f "$to/$file"
    case $file in
      # The desktop may not look for programs in this prefix.
      *.desktop) sed "s|^Exec=tablet-of-truth|Exec=$prefix/bin/tablet-of-truth|" "$file" >"$to/$file" ;;
      *) cp "$file" "$to/$file" ;;
    esac
  fi
done

# The desktop's lists of programs and file types, where somebody keeps them.
list() {
  if command -v "$1" >/dev/null; then
    "$@" >/dev/null 2>&1 || echo "install.sh: $1 did not work; the desktop may notice the change later only" >&2
  fi
}
# Lists that nobody else has anything in go, too, and their folders: unlist FOLDER LIST…
unlist() {
  (cd "$prefix/$1" && shift && rm -f "$@")
  (cd "$prefix" && rmdir -p "$1" 2>/dev/null) || true
}
if [ -z "${DESTDIR:-}" ]; then
  programs=$prefix/share/applications
  types=$prefix/share/mime
  if [ -d "$programs" ]; then
    list update-desktop-database "$programs"
    if [ -z "$(find "$programs" -type f ! -name mimeinfo.cache)" ]; then unlist share/applications mimeinfo.cache; fi
  fi
  if [ -d "$types" ]; then
    mkdir -p "$types/packages"
    list update-mime-database "$types"
    if rmdir "$types/packages" 2>/dev/null; then
      find "$types" -mindepth 1 -type d -empty -delete
      unlist share/mime aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version XMLnamespaces
    fi
  fi
fi

if [ -n "$uninstall" ]; then
  echo "Tablet of Truth is gone from $to. Your games are where they were."
else
  echo "Tablet of Truth is in $to. Start it from the desktop's menu, or with $prefix/bin/tablet-of-truth"
fi
