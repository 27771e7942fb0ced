#!/usr/bin/env python3
"""A whole evening by the keyboard alone: set-up, rounds with Bomb and Cloud, a correction, undo, the end, the rematch, the
archive.

    xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" dbus-run-session -- /usr/bin/python3 tests/real_window/keyboard.py BINARY

Every key is pressed by xdotool on the real window. Where the focus is and what is shown is read from the accessibility tree.
"""
import os
import subprocess
import sys
import tempfile
import time

from gi.repository import GLib

from atspi import Atspi, Reader, ask_for_accessibility, start, turn


class Keyboard:
    def __init__(self, reader):
        self.reader, self.keys, self.longest = reader, 0, 0

    def press(self, *keys):
        for key in keys:
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True)
            self.keys += 1
        turn(0.08)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "15", text], check=True)
        self.keys += len(text)
        turn(0.15)

    def focused(self):
        for item in self.reader.tree():
            try:
                states = item.get_state_set()
                if states.contains(Atspi.StateType.FOCUSED):
                    return item.get_name() or ""
            except GLib.Error:
                continue
        return None

    def to(self, name):
        """Presses Tab until this control has the focus."""
        self.reader.wait(lambda: self.reader.find(name), f"a control {name!r}")
        on_the_way = []
        for _ in range(150):
            if self.focused() == name:
                self.longest = max(self.longest, len(on_the_way))
                return
            self.press("Tab")
            on_the_way.append(self.focused())
        raise RuntimeError(f"Tab does not reach {name!r}: {on_the_way}")

    def use(self, name, key="space"):
        self.to(name)
        self.press(key)

    def digits(self, *numbers):
        for number in numbers:
            self.press(str(number))

    def shows(self, words):
        self.reader.wait(lambda: self.reader.says(words), f"shown {words!r}")

    def totals(self, number, **totals):
        for name, total in totals.items():
            self.shows(f"Round {number}, {name}, total {total},")


def play(keys):
    keys.use("New game", "Return")
    keys.shows("Name of a player")
    for name in ("Anna", "Bo", "Cleo"):
        keys.type(name)
        keys.press("Return")
        keys.shows(f"Remove {name}")
    keys.use("Wizard")
    keys.use("25 years")
    keys.press("Escape")
    keys.use("Deal round 1", "Return")
    keys.shows("Round 1 of 20")

    keys.digits(0, 1, 1)
    keys.press("Return")
    keys.shows("Score round 1")
    keys.digits(0, 0)
    keys.press("Return")
    keys.totals(1, Anna=30, Bo=20, Cleo="−10")

    # Round 2 with the Bomb and with the Cloud for Cleo, who bids one, takes one, and now needs two.
    keys.digits(1, 1, 1)
    keys.press("Return")
    keys.shows("Score round 2")
    keys.use("Bomb: one trick to nobody")
    keys.digits(1)
    keys.use("Who took the Cloud?")
    keys.use("Cleo took the Cloud")
    keys.use("Bid +1")
    keys.use("Score round 2", "Return")
    keys.totals(2, Anna=20, Bo=10, Cleo="−20")
    keys.press("ctrl+z")
    keys.shows("Score round 2")
    keys.press("ctrl+y")
    keys.totals(2, Anna=20, Bo=10, Cleo="−20")

    keys.digits(1, 1, 2)
    keys.press("Return")
    keys.shows("Score round 3")
    keys.digits(1, 1)
    keys.press("Return")
    keys.totals(3, Anna=50, Bo=40, Cleo="−30")

    # Bo took the trick of round 1.
    keys.use("Correct round 1", "Return")
    keys.use("Bo, took 0")
    keys.digits(1)
    keys.use("Anna, took 1")
    keys.digits(0)
    keys.use("Save changes", "Return")
    keys.totals(3, Anna=10, Bo=10, Cleo="−30")

    keys.use("End the game early", "Return")
    keys.use("End the game", "Return")
    keys.shows("Anna and Bo led when the game ended")
    keys.use("Rematch", "Return")
    keys.shows("Round 1 of 20")

    keys.use("Archive")
    keys.to("Search players, notes, dates")
    keys.type("bo anna")
    keys.shows("2 of 2 sessions")
    keys.press("Down")
    keys.press("Down")
    keys.shows("Anna and Bo led with 10")
    keys.shows("Points by round")
    keys.press("Escape")


def main():
    binary = os.path.abspath(sys.argv[1])
    ask_for_accessibility()
    Atspi.init()
    with tempfile.TemporaryDirectory() as data:
        process = start(binary, data)
        began = time.time()
        try:
            reader = Reader(process)
            # There is no window manager under Xvfb to do this.
            subprocess.run(["xdotool", "search", "--sync", "--name", "Tablet of Truth", "windowfocus"], check=True, timeout=20)
            keys = Keyboard(reader)
            play(keys)
        finally:
            process.kill()
            process.wait()
        print(f"an evening by {keys.keys} keys, at most {keys.longest} times Tab to anything, in {time.time() - began:.0f} s")
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
