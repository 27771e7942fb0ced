#!/usr/bin/env bash
# Builds the page and plays on it in a headless Chromium: packaging/web/test.sh [--quick] [--pictures FOLDER].
# Installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
# CHROMIUM names another one than Debian's.
if ! command -v "${CHROMIUM:-chromium}" >/dev/null || ! command -v chromedriver >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq chromium chromium-driver
fi
quick=()
if [ "${1:-}" = --quick ]; then
  quick=(--quick)
  shift
fi
packaging/web/build.sh "${quick[@]}"
# What holds a page against the rules of accessibility; without npm that is left out.
if [ -z "${AXE:-}" ] && command -v npm >/dev/null; then
  axe=target/tools/axe-core
  [ -f $axe/node_modules/axe-core/axe.min.js ] || npm install --silent --no-save --prefix $axe axe-core@4
  export AXE=$axe/node_modules/axe-core/axe.min.js
fi
python3 tests/web/play.py target/web "$@"
python3 tests/phones/page.py "$@"
exec python3 tests/web/phones.py target/web "$@"
