# shellcheck shell=bash disable=SC2034
# Read by the scripts beside it (". packaging/release.sh"): what makes a build the same on every machine.
# The folders of whoever builds are not in the program, and what is packed bears the time of the last commit.
home=${CARGO_HOME:-$HOME/.cargo}
RUSTFLAGS="--remap-path-prefix=$PWD=/source --remap-path-prefix=$home=/cargo"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
if [ -n "${CARGO_TARGET_DIR:-}" ]; then
  RUSTFLAGS="$RUSTFLAGS --remap-path-prefix=$CARGO_TARGET_DIR=/source/target"
fi
LC_ALL=C.UTF-8
TZ=UTC
umask 022
# build.rs leaves out what only the builder's own system can start.
TABLET_PACKAGE=1
export RUSTFLAGS SOURCE_DATE_EPOCH LC_ALL TZ TABLET_PACKAGE
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# The scripts leave what they make here.
packages=$PWD/target/packages
mkdir -p "$packages"
