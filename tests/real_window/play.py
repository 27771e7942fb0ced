#!/usr/bin/env python3
"""The real window, by real keys and a real mouse: a game is set up, played, killed by kill -9 and gone on with.

    xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" python3 tests/real_window/play.py BINARY

The binary is built with `--features slint/mcp`; what the window shows is read through it.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from drive import App

NAMES = ["Anna", "Bo", "Zoé"]


class Window(App):
    def __init__(self, binary, data):
        super().__init__(binary, "--data-dir", data)
        (self.id,) = self.windows()
        # There is no window manager under Xvfb to do this.
        self.hands("windowfocus", "--sync", self.id)

    def hands(self, *words):
        subprocess.run(["xdotool", *words], check=True, timeout=20)

    def press(self, *keys):
        for key in keys:
            self.hands("key", "--clearmodifiers", key)
            # The same key within 0.05 s would be taken for its bounce.
            time.sleep(0.06)

    def point(self, label, role=None):
        """Clicks in the middle of what is called so."""
        # A tap right after something else has appeared would be the second one of a double tap.
        time.sleep(0.35)
        self.wait(label)
        of = self.element(label, role)
        at = [str(round(of["absolutePosition"].get(side, 0) + of["size"][way] / 2))
              for side, way in (("x", "width"), ("y", "height"))]
        self.hands("mousemove", "--window", self.id, *at, "click", "1")

    def totals(self, number, *totals):
        for name, total in zip(NAMES, totals):
            self.wait(f"Round {number}, {name}, total {total},")


def play(binary, data):
    with Window(binary, data) as window:
        window.point("New game", "Button")
        window.wait("Name of a player")
        for name in NAMES:
            # xdotool gives é a key only for the time that it holds it.
            window.hands("type", "--delay", "60" if name.isascii() else "400", name)
            window.press("Return")
            window.wait(f"Remove {name}")
        # In the empty field it deals.
        window.press("Return")
        window.wait("Round 1 of 20")
        window.press("0", "1", "1", "Return")
        window.wait("Score round 1")
        window.press("0", "0", "Return")
        window.totals(1, "30", "20", "−10")
        window.press("ctrl+z")
        window.wait("Score round 1")
        window.press("ctrl+y")
        window.totals(1, "30", "20", "−10")
        window.press("1", "1")
        window.wait("Anna, total 30, bid 1")
        window.wait("Saved")
    with Window(binary, data) as window:
        window.wait("has not bid yet")
        window.size(800, 900)
        window.point("Continue")
        window.wait("Round 2 of 20")
        window.wait("Zoé, total −10, bid 1")
        for label in ("Bo bids 1", "Start the tricks", "Zoé took 1", "Anna took 1", "Score round 2"):
            window.point(label)
        window.wait("Round 3 of 20")
        window.wait("Saved")
    (file,) = pathlib.Path(data).glob("*.json")
    scored = subprocess.run([binary, "score", file, "--format", "json"], capture_output=True, check=True)
    assert json.loads(scored.stdout)["rounds"][1]["totals"] == [60, 10, 20], scored.stdout


def main():
    with tempfile.TemporaryDirectory() as data:
        play(os.path.abspath(sys.argv[1]), data)
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
