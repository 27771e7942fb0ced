#!/usr/bin/env python3
"""Makes the pictures that a browser shows before the page is installed: packaging/web/screenshots.

    python3 tests/web/screenshots.py [FOLDER]
"""
import base64
import json
import pathlib
import time

from browser import Server, asked
from program import NAME, Page

# The last round is being played.
SESSION = {"version": 2, "players": ["Anna", "Ben", "Chloé", "David"], "first_dealer": 0,
           "rules": {"plus_minus_one": True}, "rounds": [
    {"bids": [0, 1, 1, 0], "tricks": [0, 1, 0, 0]}, {"bids": [1, 0, 0, 2], "tricks": [1, 0, 0, 1]},
    {"bids": [2, 1, 0, 1], "tricks": [1, 1, 0, 1]}, {"bids": [1, 2, 0, None]}]}
SIZES = {"narrow": (412, 915), "wide": (1280, 800)}


def main():
    out = pathlib.Path(__file__).parents[2] / "packaging/web/screenshots"
    out.mkdir(exist_ok=True)
    with Server(asked(place="target/web").place) as server, Page(size=SIZES["narrow"], touch=True) as browser:
        browser.prefer(color_scheme="dark")
        browser.visit(server.address)
        browser.run("localStorage.setItem(arguments[0], arguments[1])", NAME + "game.json", json.dumps(SESSION))
        browser.again()
        browser.tap("Continue")
        browser.tap("David bids 0")
        for name, size in SIZES.items():
            browser.size(*size)
            time.sleep(0.5)
            data = base64.b64decode(browser.tools("Page.captureScreenshot", format="webp", quality=80)["data"])
            (out / f"{name}.webp").write_bytes(data)
            print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
