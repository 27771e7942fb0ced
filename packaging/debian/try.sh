#!/usr/bin/env bash
# Tries a package where nothing else is: packaging/debian/try.sh FILE.deb OUT. As root. In a bare Debian made by debootstrap the package
# is installed with what it depends on and no more, answers, opens a session in its window (a picture goes to OUT), and is purged.
# Whatever it leaves behind is printed, and is a failure.
set -euo pipefail
deb=$(realpath "${1:?which package}")
mkdir -p "${2:?where the picture goes}"
out=$(realpath "$2")
suite=${SUITE:-bookworm}
for tool in debootstrap Xvfb xdotool import; do
  if ! command -v "$tool" >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq debootstrap xvfb xdotool imagemagick
  fi
done

root=$(mktemp -d /var/tmp/tablet-of-truth-root.XXXXXX)
chmod 755 "$root"
server=
clean() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  for mounted in proc tmp/.X11-unix; do umount "$root/$mounted" 2>/dev/null || true; done
  rm -rf --one-file-system "$root"
}
trap clean EXIT
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
say() { printf '\n== %s\n' "$*"; }
# Every file, folder and link but what the package manager keeps for itself.
files() { (cd "$root" && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/log -o -path ./var/cache \) -prune -o -print | sort); }

say "a bare $suite"
debootstrap --variant=minbase "$suite" "$root" >"$out/debootstrap.log"
mount -t proc proc "$root/proc"
inside apt-get update -qq
cp "$deb" "$root/var/cache/package.deb"

say "the libraries it depends on, without the package"
depends=$(dpkg-deb --field "$deb" Depends | sed 's/([^)]*)//g; s/,/ /g')
# shellcheck disable=SC2086
inside apt-get install -y -qq --no-install-recommends $depends >"$out/apt.log" 2>&1
files >"$out/before"

say "installed"
inside apt-get install -y -qq --no-install-recommends /var/cache/package.deb >>"$out/apt.log" 2>&1
inside dpkg -s tablet-of-truth | grep -E '^(Status|Version|Installed-Size|Depends)'
if inside dpkg --verify tablet-of-truth; then echo "every file is as packed"; fi
inside tablet-of-truth --version

say "a session is scored and shown"
install -d "$root/root/games"
printf '%s' '{"format": "tablet-of-truth", "players": ["Ana", "Bo", "Cy"], "first_dealer": 0, "rounds": [{"bids": [0, 1, 1], "tricks": [0, 0, 1]}, {"bids": [2, 0, 1]}]}' >"$root/root/games/game.json"
inside tablet-of-truth score /root/games/game.json
number=${DISPLAY_NUMBER:-177}
Xvfb ":$number" -screen 0 1280x800x24 -nolisten tcp -noreset >"$out/xvfb.log" 2>&1 &
server=$!
sleep 2
mkdir -p "$root/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
inside env DISPLAY=":$number" LD_DEBUG=libs LD_DEBUG_OUTPUT=/root/loaded \
  timeout 15 tablet-of-truth --data-dir /root/games /root/games/game.json >"$out/window.log" 2>&1 &
window=$!
export DISPLAY=":$number"
timeout 60 xdotool search --sync --onlyvisible --class tablet_of_truth getwindowname
sleep 3
import -window root "$out/window.png"
# Nobody closes it: the end of its time does.
wait "$window" || true
say "opened at run time, beyond what the program is linked to"
grep -ohE 'calling init: .*' "$root"/root/loaded.* | sed 's/calling init: //' | sort -u
grep -ohE 'find library=[^ ]+' "$root"/root/loaded.* | sed 's/find library=//' | sort -u | while read -r wanted; do
  grep -q "calling init: .*/$wanted" "$root"/root/loaded.* || echo "looked for, not found: $wanted"
done

say "what it wrote outside of the folder it was given"
rm -rf "$root/root/games" "$root"/root/loaded.*
umount "$root/tmp/.X11-unix"
rmdir "$root/tmp/.X11-unix"
files >"$out/after-use"
comm -13 "$out/before" "$out/after-use" | grep -vxFf <(inside dpkg -L tablet-of-truth | sed 's/^/./') || echo "nothing"

say "purged"
inside apt-get purge -y -qq tablet-of-truth >>"$out/apt.log" 2>&1
files >"$out/after"
if left=$(comm -13 "$out/before" "$out/after") && [ -n "$left" ]; then
  echo "left behind:"
  echo "$left"
  exit 1
fi
echo "nothing is left behind"
