#!/usr/bin/env bash
# Tortures the program and prints what it survived: tests/torture/run.sh [--short] [--seed N] [--report FILE] [--only KIND].
# Installs what it needs: strace injects and records, libfiu shortens writes, faketime sets clocks back.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "$(id -u)" = 0 ] && { ! command -v strace || ! command -v fiu-run || ! command -v faketime; } >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq strace fiu-utils faketime
fi
# Small disks are mounted in a namespace of their own, which ends with this program.
own=()
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then own=(unshare -m); fi
# BUILD: the flags that .ci/run builds everything with.
read -ra build <<<"${BUILD:-}"
exec "${own[@]}" cargo test "${build[@]}" --test torture -- "$@"
