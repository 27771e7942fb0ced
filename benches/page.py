#!/usr/bin/env python3
"""Prints what the page costs a phone: bytes of the first visit, time until it can be used, memory, frames at rest.

    python3 benches/page.py [FOLDER]
    cargo bench --bench generate -- DIR 2000
    python3 benches/page.py [FOLDER] --room DIR

The server compresses as most do. "Usable" is the first picture of the program, after which a tap is taken.
"""
import argparse
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/web"))
from browser import Server  # noqa: E402
from program import NAME, Page  # noqa: E402

# Name, how much slower the processor, download in bytes a second, delay in milliseconds (Lighthouse's own).
LIMITS = [("no limits", 1, -1, 0), ("4 times slower, fast 4G", 4, 9e6 / 8, 60),
          ("6 times slower, slow 4G", 6, 1.6e6 / 8, 150)]
COUNT = """
    window.frames_ = 0;
    const ask = requestAnimationFrame;
    window.requestAnimationFrame = (act) => ask((now) => { window.frames_ += 1; act(now); });"""


def memory(browser):
    """What the page's own process has in memory, in MB."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,rss=,args="], capture_output=True, text=True, check=True)
    processes = [line.split(None, 3) for line in listed.stdout.splitlines()]
    ours = {process[0] for process in processes if browser.profile in process[3]}
    return max(int(rss) for number, parent, rss, command in processes
               if "--type=renderer" in command and ours & {number, parent}) / 1024


def costs(folder):
    """Prints what a first and a later visit cost, without and with limits."""
    for name, slower, speed, delay in LIMITS:
        with Server(folder, compress=True) as server, Page(size=(412, 915)) as browser:
            # A processor that is busy for long answers late.
            browser.ask("POST", "/timeouts", {"script": 110_000})
            browser.tools("Network.enable")
            browser.tools("Network.emulateNetworkConditions", offline=False, latency=delay,
                          downloadThroughput=speed, uploadThroughput=speed)
            browser.tools("Emulation.setCPUThrottlingRate", rate=slower)
            browser.at_first(COUNT)
            first = browser.visit(server.address)
            browser.kept(120)
            sent = server.sent
            later = browser.again()
            if slower == 1:
                print(f"bytes of the first visit, and of what is kept for later ones: {sent / 1e6:.2f} MB")
                before = browser.run("return window.frames_")
                time.sleep(5)
                print(f"frames in 5 s at rest: {browser.run('return window.frames_') - before}")
                print(f"memory of the page: {memory(browser):.0f} MB")
            print(f"{name}: usable after {first / 1000:.1f} s, at a later visit after {later / 1000:.1f} s", flush=True)


def room(folder, archive):
    """Prints how many sessions fit into the storage, and how long the page takes to begin with all of them."""
    texts = {NAME + file.name: file.read_text() for file in sorted(archive.glob("*.json"))}
    with Server(folder) as server, Page() as browser:
        print(f"nothing stored: {browser.visit(server.address):.0f} ms to the program")
        kept = browser.run("""
            let kept = 0;
            for (const [name, text] of Object.entries(arguments[0])) {
                try { localStorage.setItem(name, text); kept += 1; } catch { break; }
            }
            return kept;""", texts)
        size = sum(len(text.encode()) for text in list(texts.values())[:kept]) / kept
        print(f"{kept} sessions of {size:.0f} bytes on average fit" + ("" if kept < len(texts) else ", and more would"))
        for _ in range(3):
            print(f"with them: {browser.again():.0f} ms to the program")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default="target/web", type=pathlib.Path)
    parser.add_argument("--room", type=pathlib.Path, help="an archive; how much of it fits is printed instead")
    arguments = parser.parse_args()
    if arguments.room:
        room(arguments.folder, arguments.room)
    else:
        costs(arguments.folder)


if __name__ == "__main__":
    main()
