#!/usr/bin/env bash
# Measures the real window under an X server of its own and prints figures: benches/window.sh [--profile NAME] [PART…].
# The parts are those of benches/window.py; growth makes its archives in target/archives first. Installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=release
if [ "${1:-}" = --profile ]; then
  profile=$2
  shift 2
fi
if ! command -v xvfb-run >/dev/null || ! command -v xdotool >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq xvfb xdotool
fi
target=${CARGO_TARGET_DIR:-$PWD/target}
if [ "$profile" = shipped ]; then . packaging/release.sh; fi
cargo build --profile "$profile"
archives=$target/archives
if [[ " $* " == *" growth "* ]]; then
  for count in 100 1000 10000; do
    # Made beside it: one that is not whole is not taken for one that is.
    if [ ! -d "$archives/$count" ]; then
      rm -rf "$archives/$count.part"
      cargo bench --quiet --bench generate -- "$archives/$count.part" "$count"
      mv "$archives/$count.part" "$archives/$count"
    fi
  done
fi
exec xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" python3 benches/window.py "$target/$profile/tablet-of-truth" "$@" --archives "$archives"
