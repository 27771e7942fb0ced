#!/usr/bin/env python3
"""Measures what phones cost the real program, under an X server and in a network that it makes itself: nothing here passes or fails.

    python3 benches/phones.py PROGRAM [PART…] [--seconds SECONDS] [--thoughts THOUGHTS]

PROGRAM is built with `--features slint/mcp`. PART is any of
    flood    memory, key to paint, another phone's answers and new phones, while 800 connections of a stranger flood the door
    strangers    the same with 5,000 connections from 41 addresses, and 32 waits for news of a guest with the code from two
    asks     the same while a phone with a seat asks 1,000 times a second
    rest     processor and memory with six waiting phones, and without
    net      bids through a net that delays, cuts and resets (tests/phones/evening.py)
Without one: all. Times mean something only on a machine that does nothing else; ratios and memory do anyway.
"""
import argparse
import contextlib
import http.client
import multiprocessing
import os
import pathlib
import random
import re
import resource
import select
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "tests/phones")]
import evening  # noqa: E402
from mock import Peer  # noqa: E402
from window import Screen, say, taps_of  # noqa: E402

NAMES = evening.NAMES[:4]
# Who floods, who asks too much, and who only wants to look: not at the program's own address.
STRANGER, GREEDY, QUIET = "192.168.77.66", "192.168.77.67", "192.168.77.68"
STRANGERS, GUESTS = [f"192.168.77.{at}" for at in range(101, 142)], ["192.168.77.69", "192.168.77.70"]
# New phones: each try is another one's.
NEW = [f"192.168.77.{at}" for at in range(151, 191)]


def further_addresses():
    """Addresses of the network for several phones. At the loopback device, where the program offers none of them."""
    for address in (STRANGER, GREEDY, QUIET, *STRANGERS, *GUESTS, *NEW):
        subprocess.run(["ip", "addr", "add", f"{address}/32", "dev", "lo"], check=True)


# --- Those who ask too much, each a process of its own, which yields to the program: it would be on another machine ----------------


def request(link, key, body='{"after":0,"wait":0}'):
    host = urllib.parse.urlsplit(link).netloc
    return (f"POST /look HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}").encode()


def flood(link, count, addresses, over, done):
    """So many connections of strangers: idle, with half a request, and with one that drips in; each again when closed."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 500, max(count + 500, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    parts = urllib.parse.urlsplit(link)
    half = request(link, "A" * 22)[:-8]
    opened, held, waits = 0, {}, select.poll()
    while not over.is_set():
        for _ in range(min(100, count - len(held))):
            one = socket.socket()
            one.bind((addresses[opened % len(addresses)], 0))
            one.setblocking(False)
            one.connect_ex((parts.hostname, parts.port))
            held[one.fileno()] = [one, opened % 3, 0]
            waits.register(one, select.POLLIN | (select.POLLOUT if opened % 3 else 0))
            opened += 1
        for number, events in waits.poll(0):
            one, kind, sent = held[number]
            gone = bool(events & (select.POLLERR | select.POLLHUP))
            try:
                if events & select.POLLOUT and not gone:
                    sent += one.send(half[:len(half) // 2] if kind == 1 else half[sent:sent + 1])
                    held[number][2] = sent
                    if kind == 1 or sent == len(half):
                        waits.modify(one, select.POLLIN)
                if events & select.POLLIN:
                    gone = not one.recv(512)
            except OSError:
                gone = True
            if gone:
                waits.unregister(one)
                one.close()
                del held[number]
        time.sleep(0.03)
    done.put(f"{opened} connections of strangers")


def wait_much(link, count, addresses, over, done):
    """A guest with the code who waits for news so many times, each again when answered or closed."""
    os.nice(10)
    parts = urllib.parse.urlsplit(link)
    held, opened, revision = [], 0, 0
    while not over.is_set():
        for one in select.select(held, [], [], 0)[0]:
            with contextlib.suppress(OSError):
                answer = one.recv(65536)
                if answer:
                    revision = int(next(iter(re.findall(rb'"revision":(\d+)', answer)), revision))
                    continue
            held.remove(one)
            one.close()
        for _ in range(count - len(held)):
            with contextlib.suppress(OSError):
                one = socket.create_connection((parts.hostname, parts.port), 5, (addresses[opened % len(addresses)], 0))
                one.sendall(request(link, parts.fragment, f'{{"after":{revision},"wait":25}}'))
                one.setblocking(False)
                held.append(one)
            opened += 1
        time.sleep(0.05)
    done.put(f"{opened} waits of a guest")


def ask_much(link, key, over, done):
    """A phone with a seat that asks 1,000 times a second, and connects again where it is refused."""
    os.nice(10)
    parts, asks = urllib.parse.urlsplit(link), request(link, key)
    answers, sent, begun, one, buffer = {}, 0, time.perf_counter(), None, b""
    while not over.is_set():
        due = int((time.perf_counter() - begun) * 1000) - sent
        if due <= 0:
            time.sleep(0.001)
            continue
        try:
            if one is None:
                one, buffer = socket.create_connection((parts.hostname, parts.port), 5, (GREEDY, 0)), b""
            one.sendall(asks)
            while b"\r\n\r\n" not in buffer:
                more = one.recv(65536)
                if not more:
                    raise OSError
                buffer += more
            head, _, buffer = buffer.partition(b"\r\n\r\n")
            status = int(head.split()[1])
            length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
            while len(buffer) < length:
                buffer += one.recv(65536)
            buffer = buffer[length:]
            closes = b"connection: close" in head.lower()
        except OSError:
            status, closes = "closed", True
        if closes and one:
            one.close()
            one = None
        sent += 1
        answers[status] = answers.get(status, 0) + 1
    done.put({"asks": sent, "a second": round(sent / (time.perf_counter() - begun)), **answers})


class Background:
    """Something whose thread runs as long as a part of the benchmark."""

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


class Quiet(Background):
    """A phone at another address that looks once in a while, and how long each answer took, in milliseconds."""

    def __init__(self, link):
        self.peer, self.times, self.failed, self.over = Peer(link, QUIET), [], 0, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def look(self):
        while not self.over.wait(0.1):
            begun = time.perf_counter()
            try:
                self.peer.view()
                self.times.append((time.perf_counter() - begun) * 1000)
            except (OSError, AssertionError, ValueError):
                self.failed += 1

    def say(self, what):
        say(f"{what}, a look of another phone", self.times)
        print(f"{what}, looks of another phone that failed: {self.failed} of {self.failed + len(self.times)}", flush=True)


class Newcomers(Background):
    """New phones, one a second, each from an address of its own: whether they get the page within ten seconds, and how fast."""

    def __init__(self, link):
        self.host, self.times, self.tries, self.over = urllib.parse.urlsplit(link).netloc, [], 0, threading.Event()
        self.thread = threading.Thread(target=self.come, daemon=True)

    def come(self):
        while not self.over.wait(1):
            begun, self.tries = time.perf_counter(), self.tries + 1
            with contextlib.suppress(OSError, http.client.HTTPException):
                phone = http.client.HTTPConnection(self.host, timeout=10, source_address=(NEW[self.tries % len(NEW)], 0))
                phone.request("GET", "/")
                if phone.getresponse().read().endswith(b"</html>\n"):
                    self.times.append((time.perf_counter() - begun) * 1000)
                phone.close()

    def say(self, what):
        print(f"{what}, new phones that got the page: {len(self.times)} of {self.tries}", flush=True)
        if self.times:
            say(f"{what}, the page of a new phone", self.times)


# --- The parts ----------------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def at_the_table(binary):
    """The program with four players where window.py expects its rows, its screen, and the link."""
    with evening.table(binary, NAMES, hands=[1, 2, 3]) as at:
        at.size(1280, 800)
        link, screen = at.let_in(), Screen()
        screen.focus()
        yield at, screen, link


def taps(screen, count=100):
    """Keys to painted changes, of somebody who does not hurry: two that are painted at once would be no change."""
    return taps_of(screen, count, lambda: time.sleep(random.uniform(0.1, 0.2)))


def memory(at):
    lines = pathlib.Path(f"/proc/{at.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def processor(at):
    """Seconds of processor time of its threads so far, to the microsecond."""
    threads = pathlib.Path(f"/proc/{at.process.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def under(what, binary, seconds, *workers):
    """Key to paint, memory, another phone's answers and new phones before, while and after these workers do their worst."""
    with at_the_table(binary) as (at, screen, link):
        seat = Peer(link, GREEDY).claim(3)
        taps(screen, 20)
        with Quiet(link) as quiet:
            before, still = memory(at), taps(screen)
        say(f"{what}, before: key to painted change", still)
        quiet.say(f"{what}, before")
        over, done = multiprocessing.Event(), multiprocessing.Queue()
        given = [[f"{seat.key}.{seat.secret}" if it is None else it for it in given] for _, *given in workers]
        processes = [multiprocessing.Process(target=worker, args=(link, *of_it, over, done), daemon=True) for (worker, *_), of_it in zip(workers, given)]
        for process in processes:
            process.start()
        begun, used, during, high = time.perf_counter(), processor(at), [], 0
        with Quiet(link) as quiet, Newcomers(link) as newcomers:
            while time.perf_counter() < begun + seconds:
                during += taps(screen, 20)
                high = max(high, memory(at))
        took, used = time.perf_counter() - begun, processor(at) - used
        over.set()
        print(f"{what}, in {took:.0f} s: {', '.join(str(done.get()) for _ in processes)}", flush=True)
        for process in processes:
            process.join()
        say(f"{what}, meanwhile: key to painted change", during)
        print(f"{what}, key to painted change: median {statistics.median(during) / statistics.median(still):.2f} times that before", flush=True)
        quiet.say(f"{what}, meanwhile")
        newcomers.say(f"{what}, meanwhile")
        time.sleep(5)
        print(f"{what}, resident memory: {before:.1f} MB before, {high:.1f} MB at most ({high - before:+.1f}), {memory(at):.1f} MB five seconds "
              f"later; processor {used / took * 100:.0f} % of one core, keys included", flush=True)


class Waiting:
    """A phone with a seat that waits for news, as the page does."""

    def __init__(self, link, seat):
        self.peer, self.over = Peer(link).claim(seat), False
        threading.Thread(target=self.wait, daemon=True).start()

    def wait(self):
        revision = 0
        while not self.over:
            with contextlib.suppress(OSError):
                revision = self.peer.post("/look", after=revision, wait=25 if revision else 0)[1]["revision"]


def rest(binary, seconds, pairs=3):
    """Processor and memory with six waiting phones, and without, by turns: each time it is another table."""
    figures = {0: [], 6: []}
    grown = []
    for _ in range(pairs):
        for count in figures:
            with evening.table(binary) as at:
                link = at.let_in()
                time.sleep(4)
                before = memory(at)
                waiting = [Waiting(link, seat) for seat in range(count)]
                time.sleep(4)
                used = processor(at)
                time.sleep(seconds)
                figures[count].append((processor(at) - used) * 1000)
                if count:
                    grown.append(memory(at) - before)
                for it in waiting:
                    it.over = True
    alone, six = (statistics.median(figures[count]) for count in figures)
    for count, all_of_them in figures.items():
        print(f"at rest, {count} phones: {', '.join(f'{it:.1f}' for it in all_of_them)} ms of processor in {seconds} s each", flush=True)
    print(f"at rest, six phones: {six - alone:+.1f} ms of processor in {seconds} s by the medians, {six / alone:.2f} times that without; "
          f"{', '.join(f'{it:+.2f}' for it in grown)} MB of memory", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures what phones cost the real program.")
    parser.add_argument("program")
    parser.add_argument("part", nargs="*", help="flood, strangers, asks, rest, net")
    parser.add_argument("--seconds", type=int, default=60, help="how long each flood lasts; half of it is looked at at rest")
    parser.add_argument("--thoughts", type=int, default=50, help="second thoughts of each player through the torn net")
    wanted = parser.parse_args()
    evening.in_a_network()
    further_addresses()
    binary = str(pathlib.Path(wanted.program).resolve())
    run = {
        "flood": lambda: under("flood", binary, wanted.seconds, (flood, 800, [STRANGER])),
        "strangers": lambda: under("strangers", binary, wanted.seconds, (flood, 5000, STRANGERS), (wait_much, 32, GUESTS)),
        "asks": lambda: under("asks", binary, wanted.seconds, (ask_much, None)),
        "rest": lambda: rest(binary, wanted.seconds // 2),
        "net": lambda: print(f"net: {evening.torn(binary, wanted.thoughts)}", flush=True),
    }
    for part in wanted.part or run:
        if part not in run:
            sys.exit(f"there is no part {part!r}: {', '.join(run)}")
        print(f"-- {part}", flush=True)
        run[part]()


if __name__ == "__main__":
    main()
