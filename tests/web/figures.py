#!/usr/bin/env python3
"""Prints what the page costs a phone: bytes of the first visit, time until it can be used, memory, frames at rest.

    python3 tests/web/figures.py [FOLDER]
    npm install --no-save --prefix target/tools/lighthouse lighthouse
    python3 tests/web/figures.py [FOLDER] --lighthouse target/tools/lighthouse/node_modules/.bin/lighthouse

The server compresses as most do. "Usable" is the first picture of the program, after which a tap is taken.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import time

from browser import Browser, Server
from play import wait_kept, wait_shown

# Name, how much slower the processor, download in bytes a second, delay in milliseconds (Lighthouse's own).
LIMITS = [("no limits", 1, -1, 0), ("4 times slower, fast 4G", 4, 9e6 / 8, 60), ("6 times slower, slow 4G", 6, 1.6e6 / 8, 150)]
COUNT = """
    window.frames_ = 0;
    const ask = requestAnimationFrame;
    window.requestAnimationFrame = (act) => ask((now) => { window.frames_ += 1; act(now); });"""


def memory(browser):
    """What the page's own process has in memory, in MB."""
    most = 0
    for status in pathlib.Path("/proc").glob("[0-9]*/status"):
        try:
            command = status.with_name("cmdline").read_text()
            if browser.profile in command or "--type=renderer" in command and browser.profile in pathlib.Path(f"/proc/{parent(status)}/cmdline").read_text():
                if "--type=renderer" in command:
                    most = max(most, int(next(line for line in status.read_text().splitlines() if line.startswith("VmRSS")).split()[1]))
        except (OSError, StopIteration):
            pass
    return most / 1024


def parent(status):
    return next(line for line in status.read_text().splitlines() if line.startswith("PPid")).split()[1]


def lighthouse(program, folder):
    """Prints what Lighthouse says of a first visit, by a phone and by a desktop."""
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    for name, preset in (("phone", []), ("desktop", ["--preset=desktop"])):
        with Server(folder, compress=True) as server:
            told = subprocess.run(
                [program, server.address, "--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox", *preset,
                 "--only-categories=performance,accessibility,best-practices", "--max-wait-for-load=120000"],
                env={**os.environ, "CHROME_PATH": chromium}, stdout=subprocess.PIPE, check=True)
        report = json.loads(told.stdout)
        print(f"Lighthouse {report['lighthouseVersion']}, {name}:")
        for category in report["categories"].values():
            score = category["score"]
            print(f"  {category['title']}: {'none' if score is None else round(score * 100)}")
            for of in category["auditRefs"]:
                audit = report["audits"][of["id"]]
                if audit["score"] is not None and audit["score"] < 1 and of["weight"]:
                    print(f"    {audit['score']:.2f} {audit['title']} {audit.get('displayValue', '')}", flush=True)


def costs(folder):
    """Prints what a first and a later visit cost, without and with limits."""
    for name, slower, speed, delay in LIMITS:
        with Server(folder, compress=True) as server, Browser(size=(412, 915)) as browser:
            # A processor that is busy for long answers late.
            browser.ask("POST", "/timeouts", {"script": 110_000})
            browser.tools("Network.enable")
            browser.tools("Network.emulateNetworkConditions", offline=False, latency=delay, downloadThroughput=speed, uploadThroughput=speed)
            browser.tools("Emulation.setCPUThrottlingRate", rate=slower)
            browser.tools("Page.addScriptToEvaluateOnNewDocument", source=COUNT)
            browser.open(server.address)
            first = wait_shown(browser)
            wait_kept(browser, 120)
            sent = server.sent
            browser.reload()
            later = wait_shown(browser)
            if slower == 1:
                print(f"bytes of the first visit, and of what is kept for later ones: {sent / 1e6:.2f} MB")
                before = browser.run("return window.frames_")
                time.sleep(5)
                print(f"frames in 5 s at rest: {browser.run('return window.frames_') - before}")
                print(f"memory of the page: {memory(browser):.0f} MB")
            print(f"{name}: usable after {first / 1000:.1f} s, at a later visit after {later / 1000:.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default="target/web", type=pathlib.Path)
    parser.add_argument("--lighthouse", help="the program; what it says is printed in place of the rest")
    arguments = parser.parse_args()
    if arguments.lighthouse:
        lighthouse(arguments.lighthouse, arguments.folder)
    else:
        costs(arguments.folder)


if __name__ == "__main__":
    main()
