#!/usr/bin/env bash
# Tries the Windows package under Wine: packaging/windows/try.sh FILE.zip OUT. In a new Wine folder it is unpacked, its icon and version
# are read, it answers in cmd.exe, and opens a session in its window (a picture goes to OUT).
set -euo pipefail
zip=$(realpath "${1:?which package}")
mkdir -p "${2:?where the picture goes}"
out=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
for tool in wine Xvfb xdotool import unzip wrestool x86_64-w64-mingw32-gcc; do
  if ! command -v "$tool" >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq wine wine64 xvfb xdotool imagemagick unzip icoutils gcc-mingw-w64-x86-64
  fi
done
place=$(mktemp -d /var/tmp/tablet-of-truth-wine.XXXXXX)
export WINEPREFIX=$place/wine WINEARCH=win64 WINEDEBUG=-all DISPLAY=":${DISPLAY_NUMBER:-178}"
Xvfb "$DISPLAY" -screen 0 1400x900x24 -nolisten tcp -noreset >"$out/xvfb.log" 2>&1 &
server=$!
clean() {
  wineserver -k 2>/dev/null || true
  kill "$server" 2>/dev/null || true
  rm -rf "$place"
}
trap clean EXIT
say() { printf '\n== %s\n' "$*"; }

unzip -q "$zip" -d "$place"
cd "$place"/tablet-of-truth-*
say "what it is"
file ./*.exe ./*.com
wrestool --list tablet-of-truth.exe
wrestool --extract --raw --type=16 tablet-of-truth.exe | iconv -f UTF-16LE -t UTF-8 -c | tr '\0' '\n' | grep -aE '^[ -~]{3,}$'
wrestool --extract --type=14 tablet-of-truth.exe >icon.ico && identify icon.ico | cut -d' ' -f3 | tr '\n' ' '
say "libraries it is linked to"
x86_64-w64-mingw32-objdump -p tablet-of-truth.exe | sed -n 's/.*DLL Name: //p' | sort | tr '\n' ' '

wineboot --init >"$out/wine.log" 2>&1
x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll "$here/bcryptprimitives.c" -ladvapi32
printf '%s' '{"players": ["Ana", "Bo", "Cy"], "first_dealer": 0, "rounds": [{"bids": [0, 1, 1], "tricks": [0, 0, 1]}, {"bids": [2, 0, 1]}]}' >game.json
printf '{' >broken.json
# What a person would type, each with the exit code it ended with.
cat >try.bat <<'BAT'
@echo off
tablet-of-truth --version
echo exit code %ERRORLEVEL%
tablet-of-truth --language de score game.json
echo exit code %ERRORLEVEL%
tablet-of-truth score broken.json
echo exit code %ERRORLEVEL%
type game.json | tablet-of-truth score --format csv - > scored.csv
echo exit code %ERRORLEVEL%
type scored.csv
BAT
say "in cmd.exe"
wine cmd /c try.bat 2>&1 | tr -d '\r'
say "its window"
wine tablet-of-truth.exe --data-dir games game.json >>"$out/wine.log" 2>&1 &
timeout 120 xdotool search --sync --onlyvisible --name 'Tablet of Truth' getwindowname
sleep 5
import -window root "$out/window.png"
