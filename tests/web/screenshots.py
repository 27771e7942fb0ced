#!/usr/bin/env python3
"""Makes the pictures that a browser shows before the page is installed: packaging/web/screenshots.

    python3 tests/web/screenshots.py [FOLDER]
"""
import base64
import pathlib
import sys
import time

from browser import Browser, Server
from play import stored, wait_rounds, wait_shown

NAMES = ["Anna", "Ben", "Chloé", "David"]
# Bids and tricks by seat; the last round is being played.
ROUNDS = [([0, 1, 1, 0], [0, 1, 0, 0]), ([1, 0, 0, 2], [1, 0, 0, 1]), ([2, 1, 0, 1], [1, 1, 0, 1]), ([1, 2, 0, 0], [1, 2, 0, 1])]
SIZES = {"narrow": (412, 915), "wide": (1280, 800)}


def main():
    with Server(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target/web")) as server, Browser(size=SIZES["wide"]) as browser:
        out = pathlib.Path(__file__).parents[2] / "packaging/web/screenshots"
        out.mkdir(exist_ok=True)
        browser.prefer(dark=True)
        browser.open(server.address)
        wait_shown(browser)
        browser.size(*SIZES["narrow"], touch=True)
        browser.tap("New game")
        browser.wait("the name field", lambda: browser.find("Name of a player"))
        for name in NAMES:
            browser.type(name)
            browser.press("Enter")
        browser.press("Enter")
        browser.wait("a game", lambda: stored(browser))
        for number, (bids, tricks) in enumerate(ROUNDS):
            order = [(number + 1 + at) % 4 for at in range(4)]
            for seat in order:
                browser.tap(f"{NAMES[seat]} bids {bids[seat]}")
            if number == len(ROUNDS) - 1:
                break
            browser.tap("Start the tricks")
            for at, seat in enumerate(order[:-1]):
                if sum(tricks[before] for before in order[:at]) < number + 1:
                    browser.tap(f"{NAMES[seat]} took {tricks[seat]}")
            browser.tap(f"Score round {number + 1}")
            wait_rounds(browser, *ROUNDS[:number + 1])
        for name, size in SIZES.items():
            browser.size(*size)
            time.sleep(0.5)
            data = base64.b64decode(browser.tools("Page.captureScreenshot", format="webp", quality=80)["data"])
            (out / f"{name}.webp").write_bytes(data)
            print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
