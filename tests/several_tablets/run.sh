#!/usr/bin/env bash
# An organiser and four tablets over real Syncthing: tests/several_tablets/run.sh [BINARY] [--short] [--seed N].
# Installs what it needs: syncthing. Without a binary, target/debug/tablet-of-truth is taken, or built.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v syncthing >/dev/null; then
  if [ "$(id -u)" != 0 ] || ! apt-get update -qq || ! apt-get install -y -qq --no-install-recommends syncthing; then
    echo "Syncthing is not here and cannot be installed: apt-get install syncthing" >&2
    exit 2
  fi
fi
binary=target/debug/tablet-of-truth
if [ $# -gt 0 ] && [ "${1#--}" = "$1" ]; then binary=$1; shift; fi
# BUILD: the flags that .ci/run builds everything with.
read -ra build <<<"${BUILD:-}"
[ -x "$binary" ] || cargo build "${build[@]}"
export PYTHONDONTWRITEBYTECODE=1
exec tests/own-network.sh python3 tests/several_tablets/play.py "$binary" "$@"
