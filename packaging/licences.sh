#!/usr/bin/env bash
# Writes the licences of all crates in the program, which every package brings along: packaging/licences.sh FILE. Takes some minutes.
set -euo pipefail
list=$(realpath "${1:?where to}")
cd "$(dirname "$0")/.."
about=target/tools/bin/cargo-about
if ! "$about" --version 2>/dev/null | grep -qF 0.9.3; then
  RUSTFLAGS='' cargo install --debug --locked --quiet --features cli --root target/tools cargo-about@0.9.3
fi
"$about" generate --locked --config packaging/about.toml packaging/about.hbs --output-file "$list"
# Slint's licence is its own, and cargo-about finds no text of it.
slint=$(cargo metadata --locked --format-version 1 | python3 -c '
import json, os, sys
print(next(os.path.dirname(p["manifest_path"]) for p in json.load(sys.stdin)["packages"] if p["name"] == "i-slint-core"))')
{
  printf '\n%s\nSlint\n\nUsed by:\n' "$(printf '=%.0s' {1..96})"
  cargo tree --locked --edges normal,no-proc-macro --target all --prefix none --format '{p}' |
    awk '$1 ~ /^(slint|slint-macros|i-slint-[a-z-]+)$/ { sub(/^v/, "", $2); print "  " $1 " " $2 }' | sort -u
  printf '\n'
  cat "$slint/LICENSES/LicenseRef-Slint-Royalty-free-2.0.md"
} >>"$list"
sed -i 's/[[:space:]]*$//' "$list"
