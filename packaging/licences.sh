#!/usr/bin/env bash
# Writes packaging/licences.txt anew: the licences of all crates in the program, which every package brings along. Takes some minutes.
# With --check it only says whether a crate is missing there.
set -euo pipefail
cd "$(dirname "$0")/.."
list=packaging/licences.txt
crates() {
  for target in x86_64-unknown-linux-gnu x86_64-pc-windows-gnu aarch64-apple-darwin wasm32-unknown-unknown; do
    cargo tree --locked --edges normal,no-proc-macro --target "$target" --prefix none --format '{p}'
  done | awk '$1 !~ /^tablet-of-truth/ { sub(/^v/, "", $2); print "  " $1 " " $2 }' | sort -u
}
if [ "${1:-}" = --check ]; then
  missing=$(comm -23 <(crates) <(grep -oE '^  [A-Za-z0-9_-]+ [0-9][^ ]*' "$list" | sort -u))
  if [ -n "$missing" ]; then
    printf 'Not in %s, which packaging/licences.sh writes anew:\n%s\n' "$list" "$missing" >&2
    exit 1
  fi
  exit
fi
if ! command -v cargo-about >/dev/null; then
  cargo install cargo-about --locked --features cli --version 0.9.3
fi
cargo about generate --locked --config packaging/about.toml packaging/about.hbs --output-file "$list"
# Slint's licence is its own, and cargo-about finds no text of it.
slint=$(cargo metadata --locked --format-version 1 | python3 -c '
import json, os, sys
print(next(os.path.dirname(p["manifest_path"]) for p in json.load(sys.stdin)["packages"] if p["name"] == "i-slint-core"))')
{
  printf '\n%s\nSlint\n\nUsed by:\n' "$(printf '=%.0s' {1..96})"
  crates | grep -E '^  (slint|slint-macros|i-slint-[a-z-]+) '
  printf '\n'
  cat "$slint/LICENSES/LicenseRef-Slint-Royalty-free-2.0.md"
} >>"$list"
sed -i 's/[[:space:]]*$//' "$list"
