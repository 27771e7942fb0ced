#!/usr/bin/env bash
# Checks the dependencies against deny.toml and looks for unused ones. Installs what it needs.
#     tests/dependencies.sh            the checks
#     tests/dependencies.sh --count    and their numbers, for docs/packages.md
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/target/tools
# Fixed versions, so that all machines give the same results; a debug build is quicker to make.
need() {
  if ! "$tools/bin/$1" --version 2>/dev/null | grep -qF "$2"; then
    cargo install --debug --locked --quiet --root "$tools" --target-dir "$tools/build" "$1@$2"
    rm -rf "$tools/build"
  fi
}
need cargo-deny 0.20.2
need cargo-machete 0.9.2

"$tools/bin/cargo-deny" --all-features check bans licenses sources
if "$tools/bin/cargo-deny" fetch db >/dev/null 2>&1; then
  "$tools/bin/cargo-deny" --all-features check advisories
else
  echo "The list of known faults cannot be fetched from here; docs/packages.md tells when it was last checked by hand."
fi
"$tools/bin/cargo-machete" .

if [ "${1:-}" = --count ]; then
  for target in x86_64-unknown-linux-gnu x86_64-pc-windows-gnu aarch64-apple-darwin wasm32-unknown-unknown; do
    # Without our own.
    count() {
      cargo tree --locked --target "$target" --prefix none --format '{p}' "$@" |
        sed 's/ (.*//; /^tablet-of-truth/d; /^$/d' | sort -u | wc -l
    }
    echo "$target: $(count --edges normal,no-proc-macro) crates in the program, $(count --edges normal,build) to build it," \
      "$(count --edges normal,build,dev) with the tests"
  done
fi
