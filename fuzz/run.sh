#!/usr/bin/env bash
# Fuzzes everything that is read: fuzz/run.sh [SECONDS for each target, 20] [TARGET…]. Exits with 1 at any finding.
# What is found on the way is left in target/fuzz/TARGET; `RUSTC_BOOTSTRAP=1 cargo fuzz cmin TARGET` takes from there what is
# worth keeping. Installs what it needs: cargo-fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20}
shift || true
targets=("$@")
if [ $# = 0 ]; then targets=(session import settings arguments phones); fi

tools=${CARGO_TARGET_DIR:-$PWD/target}/tools
export PATH=$tools/bin:$PATH
command -v cargo-fuzz >/dev/null || cargo install --debug --quiet --locked --root "$tools" cargo-fuzz
# The program's own settings and language are nobody's business here.
export LC_ALL=C CARGO_HOME=${CARGO_HOME:-$HOME/.cargo} RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
export HOME=/nowhere-of-tablet-of-truth-fuzz

# The sanitizers are for nightly compilers only; this lets the one that builds all the rest have them, too.
export RUSTC_BOOTSTRAP=1
cargo fuzz build
failed=0
for target in "${targets[@]}"; do
  found=target/fuzz/$target
  mkdir -p "$found"
  # The command line prints help; what the others print is a finding.
  mask=0
  if [ "$target" = arguments ]; then mask=3; fi
  if ! output=$(cargo fuzz run "$target" "$found" "fuzz/corpus/$target" -- -max_total_time="$seconds" -max_len=16384 \
    -rss_limit_mb=1024 -timeout=20 -print_final_stats=1 -close_fd_mask=$mask 2>&1); then
    tail -60 <<<"$output"
    failed=1
  fi
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' <<<"$output")
  memory=$(sed -n 's/^stat::peak_rss_mb: *//p' <<<"$output")
  covered=$(sed -n 's/.* cov: \([0-9]*\) ft: \([0-9]*\) .*/\1 edges, \2 features/p' <<<"$output" | tail -1)
  echo "$target: ${executions:-no} executions, ${covered:-nothing} covered, peak ${memory:-?} MB, $(if grep -q '^artifact_prefix\|Test unit written' <<<"$output"; then echo "A FINDING"; else echo "no finding"; fi)"
done
exit $failed
