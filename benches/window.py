#!/usr/bin/env python3
"""Measures the real window under an X server and prints figures: nothing here passes or fails.

    xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" python3 benches/window.py PROGRAM [PART…] [--rest SECONDS] [--archives DIR]

PART is any of
    start    from nothing to a painted window, and to its last picture
    taps     from a key, and from a click, to the painted change
    rest     processor and memory while nobody does anything
    evening  the same after ten games of twenty rounds, every number of them typed
    growth   start, memory, taps and search over archives of 100 to 10,000 sessions in DIR/100, DIR/1000, …
             (cargo bench --bench generate -- DIR/100 100)
Without one: all but growth. Needs libX11, libXtst and xdotool (Debian: xvfb and xdotool bring them along).
"""
import argparse
import ctypes
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

X = ctypes.CDLL("libX11.so.6")
XTEST = ctypes.CDLL("libXtst.so.6")
X.XOpenDisplay.restype = ctypes.c_void_p
X.XDefaultRootWindow.restype = ctypes.c_ulong
X.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
X.XGetImage.restype = ctypes.c_void_p
X.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_int] * 2 + [ctypes.c_uint] * 2 + [ctypes.c_ulong, ctypes.c_int]
X.XDestroyImage.argtypes = [ctypes.c_void_p]
X.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
X.XFlush.argtypes = [ctypes.c_void_p]
XTEST.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
XTEST.XTestFakeButtonEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
XTEST.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p] + [ctypes.c_int] * 3 + [ctypes.c_ulong]

BACKSPACE, RETURN, CONTROL = 0xFF08, 0xFF0D, 0xFFE3
WINDOW = (0, 0, 1280, 800)
# Where the table of four players has its first row and its number key 0, the result its rematch, and every page something that
# is painted at once.
FIRST_ROW, KEY_0, REMATCH, ANY_PAGE = (124, 140, 523, 48), (152, 608), (1200, 749), (200, 30, 400, 20)
GROWTH = (100, 1_000, 10_000)


class Image(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
                ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int),
                ("bytes_per_line", ctypes.c_int)]


class Screen:
    def __init__(self):
        self.display = X.XOpenDisplay(None)
        if not self.display:
            sys.exit("no X display: run this under xvfb-run")
        self.root = X.XDefaultRootWindow(self.display)

    def pixels(self, x, y, width, height):
        address = X.XGetImage(self.display, self.root, x, y, width, height, ctypes.c_ulong(-1).value, 2)
        image = ctypes.cast(address, ctypes.POINTER(Image)).contents
        data = ctypes.string_at(image.data, image.bytes_per_line * image.height)
        X.XDestroyImage(address)
        return data

    def key(self, keysym, held=None):
        codes = [X.XKeysymToKeycode(self.display, symbol) for symbol in (held, keysym) if symbol]
        for code in codes:
            XTEST.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            XTEST.XTestFakeKeyEvent(self.display, code, 0, 0)
        X.XFlush(self.display)

    def click(self, at):
        XTEST.XTestFakeMotionEvent(self.display, -1, at[0], at[1], 0)
        XTEST.XTestFakeButtonEvent(self.display, 1, 1, 0)
        XTEST.XTestFakeButtonEvent(self.display, 1, 0, 0)
        X.XFlush(self.display)

    def focus(self):
        command = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "Tablet of Truth", "windowfocus", "--sync"]
        subprocess.run(command, check=True, timeout=20)
        time.sleep(0.3)

    def wait(self, area, before, limit=10.0):
        """Waits for a change in there; how long it took, in milliseconds."""
        begin = time.perf_counter()
        while self.pixels(*area) == before:
            if time.perf_counter() - begin > limit:
                sys.exit("nothing was painted")
            time.sleep(0.0002)
        return (time.perf_counter() - begin) * 1000

    def painted(self, area, act):
        """Milliseconds from this act to a change in there."""
        before = self.pixels(*area)
        begin = time.perf_counter()
        act()
        self.wait(area, before)
        return (time.perf_counter() - begin) * 1000


class Program:
    """The program while it runs; killed at the end."""

    def __init__(self, binary, *arguments):
        environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="en")
        self.process = subprocess.Popen([binary, *arguments], env=environment, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        time.sleep(0.2)

    def memory(self):
        """Resident and proportional memory, in MB."""
        fields = {}
        with open(f"/proc/{self.process.pid}/smaps_rollup") as lines:
            for line in lines:
                name, _, value = line.partition(":")
                if value.endswith("kB\n"):
                    fields[name] = int(value.split()[0])
        return fields["Rss"] / 1024, fields["Pss"] / 1024

    def processor(self):
        """Processor time until now, in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def until_at_rest(self, limit=120.0):
        """Waits until the processor was not used for a second; the seconds until then, from now on."""
        begin = still = time.perf_counter()
        used = self.processor()
        while time.perf_counter() - still < 1.0 and time.perf_counter() - begin < limit:
            time.sleep(0.01)
            now = self.processor()
            if now != used:
                used, still = now, time.perf_counter()
        return still - begin


def game(folder, players):
    path = os.path.join(folder, "game.json")
    with open(path, "w") as file:
        json.dump({"players": players, "first_dealer": 0, "rounds": []}, file)
    return path


def say(what, figures, unit="ms", digits=1):
    figures = sorted(figures)
    high = figures[max(0, round(len(figures) * 0.99) - 1)]
    print(f"{what}: median {statistics.median(figures):.{digits}f} {unit}, 99 of 100 under {high:.{digits}f}, "
          f"worst {figures[-1]:.{digits}f} of {len(figures)}", flush=True)


def started(screen, binary, *arguments):
    """The running program, the milliseconds to its first painted pixels, and those to the last change within half a second."""
    before = screen.pixels(*ANY_PAGE)
    begin = time.perf_counter()
    program = Program(binary, *arguments)
    screen.wait(ANY_PAGE, before)
    first = (time.perf_counter() - begin) * 1000
    seen, until = [], time.perf_counter() + 0.5
    while time.perf_counter() < until:
        seen.append((screen.pixels(84, 0, 1196, 800), time.perf_counter() - begin))
    last = next(moment for picture, moment in seen if picture == seen[-1][0]) * 1000
    return program, first, last


def start(screen, binary, folder, runs=20):
    firsts, lasts = [], []
    for _ in range(runs):
        program, first, last = started(screen, binary, "--data-dir", folder, game(folder, ["Anna", "Ben", "Cleo", "Dora"]))
        with program:
            firsts.append(first)
            lasts.append(last)
    say("start to the first painted pixels", firsts, digits=0)
    say("start to the complete picture", lasts, digits=0)


def pause():
    """Waits as long as a burst of taps does. Pauses of one length would fall on one moment between two frames."""
    time.sleep(random.uniform(0.02, 0.05))


def taps_of(screen, count=200, rest=pause):
    """A bid of 0, taken back with Backspace, over and over: each is a tap that is painted and saved."""
    taps = []
    for tap in range(count):
        taps.append(screen.painted(FIRST_ROW, lambda: screen.key(BACKSPACE if tap % 2 else ord("0"))))
        rest()
    return taps


def taps(screen, binary, folder):
    with Program(binary, "--data-dir", folder, game(folder, ["Anna", "Ben", "Cleo", "Dora"])):
        screen.focus()
        say("key to painted change", taps_of(screen))
        clicks = []
        for _ in range(100):
            clicks.append(screen.painted(FIRST_ROW, lambda: screen.click(KEY_0)))
            pause()
            screen.painted(FIRST_ROW, lambda: screen.key(BACKSPACE))
            pause()
        say("click to painted change", clicks)


def rest_of(program, seconds):
    program.until_at_rest()
    used = program.processor()
    time.sleep(seconds)
    used = (program.processor() - used) * 1000
    resident, proportional = program.memory()
    print(f"at rest: {used:.0f} ms of processor in {seconds:.0f} s, {resident:.1f} MB resident ({proportional:.1f} MB "
          "proportional)", flush=True)


def rest(screen, binary, folder, seconds):
    with Program(binary, "--data-dir", folder, game(folder, ["Anna", "Ben", "Cleo", "Dora"])) as program:
        screen.focus()
        rest_of(program, seconds)


def evening(screen, binary, folder, seconds, games=10, rounds=20):
    with Program(binary, "--data-dir", folder, game(folder, ["Anna", "Ben", "Cleo"])) as program:
        screen.focus()
        typed = []

        def press(keysym, held=None):
            typed.append(screen.painted(WINDOW, lambda: screen.key(keysym, held)))
            # Somebody who types quickly; also, two changes of one key are one.
            time.sleep(0.02)

        for number in range(games):
            for _ in range(rounds):
                # Nobody bids or takes anything but the last player, whose tricks fill in by themselves.
                for key in "000":
                    press(ord(key))
                press(RETURN)
                for key in "00":
                    press(ord(key))
                press(RETURN)
            if number == 0:
                print(f"after one game: {program.memory()[0]:.1f} MB resident")
            if number + 1 < games:
                # A click sooner would be the second one of a double tap.
                time.sleep(0.5)
                screen.painted(WINDOW, lambda: screen.click(REMATCH))
                time.sleep(0.3)
        say(f"keys of {games} games of {rounds} rounds, each to a painted change", typed)
        rest_of(program, seconds)
        kept = [name for name in os.listdir(folder) if name.endswith(".json") and not name.startswith(".")]
        done = 0
        for name in kept:
            with open(os.path.join(folder, name)) as file:
                done += sum(len(round) > 0 for round in json.load(file).get("rounds", []))
        print(f"{len(kept)} sessions with {done} rounds are kept")


def growth(screen, binary, archives):
    for count in GROWTH:
        archive = os.path.join(archives, str(count))
        if not os.path.isdir(archive):
            print(f"{count} sessions: there is no {archive}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            opened = game(folder, ["Anna", "Ben", "Cleo", "Dora"])
            firsts, lasts = [], []
            for _ in range(5):
                program, first, last = started(screen, binary, "--data-dir", archive, opened)
                with program:
                    firsts.append(first)
                    lasts.append(last)
            begin = time.perf_counter()
            with Program(binary, "--data-dir", archive, opened) as program:
                program.until_at_rest()
                read = time.perf_counter() - begin - 1.0
                used, resident = program.processor(), program.memory()[0]
                screen.focus()
                tapped = taps_of(screen, 50)
                page = screen.painted(WINDOW, lambda: screen.key(ord("2"), CONTROL))
                program.until_at_rest()
                screen.key(ord("f"), CONTROL)
                time.sleep(0.5)
                letters = []
                for letter in "anna ben march":
                    letters.append(screen.painted(WINDOW, lambda: screen.key(0x20 if letter == " " else ord(letter))))
                    program.until_at_rest(3)
                before = program.processor()
                figures = screen.painted(WINDOW, lambda: screen.key(ord("3"), CONTROL))
                counted = program.until_at_rest()
                counting, after = program.processor() - before, program.memory()[0]
        print(f"{count} sessions: first pixels {statistics.median(firsts):.0f} ms, complete {statistics.median(lasts):.0f} ms, "
              f"all read and at rest {read:.2f} s ({used:.2f} s of processor), {resident:.1f} MB; "
              f"tap {statistics.median(tapped):.1f} ms (worst {max(tapped):.1f}); archive page {page:.0f} ms, "
              f"letter of the search {statistics.median(letters):.0f} ms (worst {max(letters):.0f}); "
              f"statistics page {figures:.0f} ms, counted and at rest {counted:.2f} s ({counting:.2f} s of processor), "
              f"{after:.1f} MB", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures the real window under an X server and prints figures.")
    parser.add_argument("program")
    parser.add_argument("part", nargs="*", help="start, taps, rest, evening, growth")
    parser.add_argument("--rest", type=float, default=60.0, help="seconds to look on while nobody does anything")
    parser.add_argument("--archives", default="/tmp/archives", help="where growth finds its archives")
    wanted = parser.parse_args()
    binary, parts = os.path.abspath(wanted.program), wanted.part or ["start", "taps", "rest", "evening"]
    screen = Screen()
    print(f"size of the program: {os.path.getsize(binary) / 1e6:.1f} MB")
    run = {
        "start": lambda folder: start(screen, binary, folder),
        "taps": lambda folder: taps(screen, binary, folder),
        "rest": lambda folder: rest(screen, binary, folder, wanted.rest),
        "evening": lambda folder: evening(screen, binary, folder, wanted.rest),
        "growth": lambda _: growth(screen, binary, wanted.archives),
    }
    for part in parts:
        if part not in run:
            sys.exit(f"there is no part {part!r}: {', '.join(run)}")
        print(f"-- {part}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            run[part](folder)


if __name__ == "__main__":
    main()
