#!/usr/bin/env python3
"""Measures the real window under an X server and prints figures: nothing here passes or fails.

    xvfb-run -a -s "-screen 0 1920x1200x24" python3 benches/window.py target/release/tablet-of-truth

Needs xdotool, libX11 and libXtst (Debian: xvfb and xdotool bring them along). Prints the time from start to a
painted window, from a key to a painted change, the memory, and the processor time at rest.
"""
import ctypes
import json
import os
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
X.XDestroyImage = ctypes.CDLL("libX11.so.6").XDestroyImage
X.XDestroyImage.argtypes = [ctypes.c_void_p]
X.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
X.XFlush.argtypes = [ctypes.c_void_p]
XTEST.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]


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

    def key(self, keysym):
        code = X.XKeysymToKeycode(self.display, keysym)
        XTEST.XTestFakeKeyEvent(self.display, code, 1, 0)
        XTEST.XTestFakeKeyEvent(self.display, code, 0, 0)
        X.XFlush(self.display)

    def focus(self):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Tablet"], capture_output=True, text=True)
        subprocess.run(["xdotool", "windowfocus", "--sync", found.stdout.split()[-1]], check=True)

    def wait(self, area, before, limit=10):
        start = time.perf_counter()
        while self.pixels(*area) == before:
            if time.perf_counter() - start > limit:
                sys.exit("nothing was painted")
            time.sleep(0.0002)


def memory(pid):
    fields = {}
    with open(f"/proc/{pid}/smaps_rollup") as lines:
        for line in lines:
            name, _, value = line.partition(":")
            if value.endswith("kB\n"):
                fields[name] = int(value.split()[0])
    return fields["Rss"] / 1024, fields["Pss"] / 1024


def processor(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    binary = os.path.abspath(sys.argv[1])
    rest = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    screen = Screen()
    environment = dict(os.environ)
    area = (200, 30, 400, 20)
    with tempfile.TemporaryDirectory() as folder:
        game = os.path.join(folder, "game.json")
        with open(game, "w") as file:
            json.dump({"players": ["Anna", "Ben", "Cleo", "Dora"], "first_dealer": 0, "rounds": []}, file)
        starts, complete = [], []
        whole = (84, 0, 1196, 800)
        for run in range(12):
            before = screen.pixels(*area)
            begin = time.perf_counter()
            program = subprocess.Popen([binary, "--data-dir", folder, game], env=environment, stderr=subprocess.DEVNULL)
            screen.wait(area, before)
            starts.append((time.perf_counter() - begin) * 1000)
            # The first picture may still be followed by another: when is the last one there?
            seen = []
            until = time.perf_counter() + 0.5
            while time.perf_counter() < until:
                seen.append((screen.pixels(*whole), time.perf_counter() - begin))
            complete.append(next(moment for picture, moment in seen if picture == seen[-1][0]) * 1000)
            if run < 11:
                time.sleep(0.2)
                program.kill()
                program.wait()
                time.sleep(0.2)
        print(f"start to painted window: median {statistics.median(starts):.0f} ms, worst {max(starts):.0f} ms of {len(starts)}")
        print(f"start to the complete picture: median {statistics.median(complete):.0f} ms, worst {max(complete):.0f} ms")
        time.sleep(1)
        screen.focus()
        time.sleep(0.3)
        taps, line = [], (124, 200, 523, 56)
        # A bid of 0, taken back with Backspace, over and over: each is a tap that is painted and saved.
        for tap in range(200):
            before = screen.pixels(*line)
            begin = time.perf_counter()
            screen.key(0x30 if tap % 2 == 0 else 0xFF08)
            screen.wait(line, before)
            taps.append((time.perf_counter() - begin) * 1000)
            time.sleep(0.03)
        print(f"key to painted change: median {statistics.median(taps):.1f} ms, worst {max(taps):.1f} ms of {len(taps)}")
        time.sleep(1)
        rss, pss = memory(program.pid)
        used = processor(program.pid)
        time.sleep(rest)
        print(f"resident memory: {rss:.1f} MB (proportional {pss:.1f} MB)")
        print(f"processor at rest: {(processor(program.pid) - used) * 1000:.0f} ms in {rest:.0f} s")
        print(f"size of the program: {os.path.getsize(binary) / 1e6:.1f} MB")
        program.kill()
        program.wait()


if __name__ == "__main__":
    main()
