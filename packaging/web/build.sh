#!/usr/bin/env bash
# Makes target/web: the program as a page, ready for any web server. --quick leaves out what makes it small, and the licences.
set -euo pipefail
cd "$(dirname "$0")/../.."
. packaging/release.sh
# Not "web": what runs while it is built would lie in target/web, which is removed below.
profile=page
quick=()
if [ "${1:-}" = --quick ]; then
  profile=release
  # Half of the time went into the window's code.
  quick=("--config=profile.release.package.tablet-of-truth-ui.opt-level=0")
fi
target=wasm32-unknown-unknown
built=${CARGO_TARGET_DIR:-target}/$target/$profile
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
# What turns the program into a page has to be of the same version as what is in it.
wanted=$(awk -F'"' '/^name = "wasm-bindgen"$/ { found = 1 } found && /^version/ { print $2; exit }' Cargo.lock)
bindgen=target/tools/bin/wasm-bindgen
if [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $wanted" ]; then
  install() { RUSTFLAGS='' "${CARGO:-cargo}" install --force --root target/tools "$@" "wasm-bindgen-cli@$wanted"; }
  # A mirror of the registry may lack the very newest of what it was released with.
  install --locked || install
fi
"${CARGO:-cargo}" build --locked --profile "$profile" "${quick[@]}" --target "$target" --bin tablet-of-truth
web=target/web
rm -rf "$web"
mkdir -p "$web"/{icons,screenshots}
"$bindgen" --remove-name-section --target web --no-typescript --out-dir "$web" "$built/tablet-of-truth.wasm"
cp packaging/web/{index.html,page.css,page.js,typing.js,mirror.js,manifest.webmanifest} "$web/"
cp packaging/icons/{tablet-of-truth{.svg,-128.png,-256.png,-512.png},touch-180.png,maskable-512.png} "$web/icons/"
cp packaging/web/screenshots/*.webp "$web/screenshots/"
cp LICENSE ui/fonts/OFL.txt "$web/"
if [ $profile = page ]; then packaging/licences.sh "$web/licences.txt"; fi
python3 - "$web" packaging/web/service-worker.js <<'PYTHON'
import base64, hashlib, json, pathlib, sys
web, worker = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
def hashed(data):
    return hashlib.sha384(data).digest()
# Licences, and what is shown before the page is installed, are not needed without a network.
files = sorted(path for path in web.rglob("*") if path.is_file() and path.suffix not in ("", ".txt", ".webp"))
version = hashed(b"".join(path.read_bytes() for path in files) + worker.read_bytes()).hex()[:16]
page = web / "index.html"
size = (web / "tablet-of-truth_bg.wasm").stat().st_size
page.write_text(page.read_text().replace("@VERSION@", version).replace("@SIZE@", str(size)))
known = {str(path.relative_to(web)): "sha384-" + base64.b64encode(hashed(path.read_bytes())).decode() for path in files}
text = worker.read_text().replace("@VERSION@", version).replace("@FILES@", json.dumps(known, indent=2))
(web / "service-worker.js").write_text(text)
PYTHON
find "$web" -type f -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
find "$web" -type f -printf '%9s %P\n' | sort -k2
