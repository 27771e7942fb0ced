#!/usr/bin/env python3
"""Evenings with the real program and real phones: its window under Xvfb, Chromiums at an address of the network.

    python3 tests/phones/evening.py BINARY [--only NAME…]

The binary is built with `--features slint/mcp`. The script makes a network of its own (`unshare -n`) with a private address; where it
may not, it takes the machine's, and says so.
"""
import argparse
import contextlib
import http.client
import json
import os
import pathlib
import random
import select
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "real_window"), str(HERE.parents[1] / "web")]
from browser import run_parts  # noqa: E402
from drive import App  # noqa: E402
from mock import Peer  # noqa: E402
from page import SAY, Phone, everywhere  # noqa: E402

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"]
F8 = "\uf70b"
ADDRESS = "192.168.77.1"
# Bids and tricks of two rounds by seat, and the totals; the bids of the second add up until the dealer, Ben, takes one more.
ROUNDS = [([1, 0, 1, 0], [0, 0, 1, 0], [-10, 20, 30, 20]), ([1, 1, 1, 0], [1, 0, 1, 0], [20, 10, 60, 40])]


def in_a_network():
    """Runs this script again in a network and on a screen of its own, with an address that is not loopback."""
    if "EVENING" not in os.environ:
        os.environ["EVENING"] = "screen"
        away = next((way for way in (["unshare", "-n"], ["unshare", "-rn"]) if not subprocess.run([*way, "true"], capture_output=True).returncode), None)
        if away:
            os.environ["EVENING"] = "network"
        else:
            print("No network of our own may be made here (unshare -n): the machine's address is used.", flush=True)
        os.execvp("xvfb-run", ["xvfb-run", "-a", "-s", "-screen 0 1920x1200x24 -noreset", *(away or []), sys.executable, *sys.argv])
    if os.environ.pop("EVENING") == "network":
        def ip(*words):
            return subprocess.run(["ip", *words], capture_output=True).returncode == 0
        ip("link", "set", "lo", "up")
        made = ip("link", "add", "wifi0", "type", "dummy") or ip("link", "add", "wifi0", "type", "veth", "peer", "name", "phones0")
        device = "wifi0" if made else "lo"
        ip("addr", "add", f"{ADDRESS}/24", "dev", device)
        ip("link", "set", device, "up")
        ip("link", "set", "phones0", "up")


# --- The tablet ---------------------------------------------------------------------------------------------------------------------


class Table(App):
    """The program with this game at the table, and a folder of its own."""

    def __init__(self, binary, folder, file):
        self.binary, self.folder = binary, pathlib.Path(folder)
        for place in ("CONFIG", "DATA", "CACHE", "STATE"):
            os.environ[f"XDG_{place}_HOME"] = str(self.folder / place.lower())
        super().__init__(binary, "--data-dir", str(self.folder / "sessions"), "--language", "en", opened=file)

    def start(self, *opened):
        super().start(*opened)
        self.size(1280, 1150)

    def let_in(self):
        """Opens the panel, reads the link and closes it again."""
        self.key(F8)
        self.wait("#")
        link = self.link()
        self.key(F8)
        return link

    def link(self):
        return next(label for label in self.labels() if label.startswith("http://") and "#" in label)

    def elements(self):
        """Those of the window, and all of the panel: the server tells of a thousand at most."""
        known = super().elements()
        for inside in ("Link::inside", "Guests::inside"):
            for handle in self.call("find_elements_by_id", windowHandle=self.window, elementsId=inside).get("elementHandles", []):
                known += self.call("get_element_tree", elementHandle=handle, maxElements=1000)["elements"]
        return [element for element in known if element.get("accessibleLabel")]

    def enter(self, name, what):
        """Enters for a player at the table, `bids 2` or `took 0`, by a tap on the player's line unless it is this player's turn."""
        wanted = f"{name} {what}"
        if not any(label.startswith(f"{name} {what.split()[0]} ") for label in self.labels()):
            self.click(next(label for label in self.labels() if label.startswith((f"{name}, total", f"{name}, bid "))))
        self.wait(wanted)
        self.click(next(label for label in self.labels() if label == wanted or label.startswith(f"{wanted}: ")))

    def waits(self, what, check, seconds=20):
        end = time.time() + seconds
        while not check():
            assert time.time() < end, f"{what} is not there; there are {self.labels()[:40]}"
            time.sleep(0.02)

    def file(self):
        return max((self.folder / "sessions").glob("*.json"), key=lambda file: file.stat().st_mtime)

    def session(self):
        """The session as it is on disk."""
        return json.loads(self.file().read_text())

    def scored(self):
        """What `tablet-of-truth score` makes of the file."""
        run = subprocess.run([self.binary, "score", self.file(), "--format", "json"], capture_output=True, check=True)
        return json.loads(run.stdout)

    def status(self, name):
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name))

    def processor(self):
        """Seconds of processor time of its threads so far, to the microsecond."""
        threads = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def listens(self):
        """The ports on which it listens, without that of the MCP server."""
        run = subprocess.run(["ss", "-Hltnp"], capture_output=True, check=True, text=True)
        mine = [line.split()[3] for line in run.stdout.splitlines() if f"pid={self.process.pid}," in line]
        return [port for port in mine if not port.endswith(f":{self.port}")]


@contextlib.contextmanager
def table(binary, names=NAMES, hands=None, bidding="open", **fields):
    """A table with a new game, from a file: Wizard, unless the fields say something else."""
    game = fields or {"first_dealer": 0, "rules": {"plus_minus_one": True, "bidding": bidding, **({"hands": hands} if hands else {})}}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "sessions", "first.json")
        file.parent.mkdir()
        file.write_text(json.dumps({"players": names, "rounds": [], **game}))
        with Table(binary, folder, file) as at:
            at.wait("Board for the players")
            yield at


@contextlib.contextmanager
def phones(link, names):
    """A phone for each name, each in its seat."""
    with contextlib.ExitStack() as stack:
        made = [stack.enter_context(Phone(link, ("390x844", "320x568")[at % 2])) for at in range(len(names))]
        for it, name in zip(made, names):
            it.sit(name)
        yield made


def totals(it):
    """The totals that a phone shows, by name."""
    rows = it.run("return [...document.querySelectorAll('#players > li')].map((it) => [it.querySelector('bdi').textContent, it.querySelector('.sum').textContent])")
    return {name: int(total.replace("−", "-")) for name, total in rows}


def asked(it, what):
    """Waits until numbers are offered under a heading with these words."""
    it.wait(f"“{what}”; there is {it.names('heading')}, “{it.line()}”",
            lambda: what in it.text("title") and not it.run("return document.getElementById('numbers').hidden"), 15)


# --- The evenings -------------------------------------------------------------------------------------------------------------------


def code(binary):
    """The link opens at the network's address: all names, no key in the address bar, nothing cut, a reload keeps the seat."""
    with table(binary) as at:
        link = at.let_in()
        host = urllib.parse.urlsplit(link).hostname
        assert not host.startswith("127."), host
        assert len(urllib.parse.urlsplit(link).fragment) == 22 and link == link[:link.index("#")].lower() + link[link.index("#"):], link
        with Phone(link) as it:
            assert list(totals(it)) == NAMES
            assert "#" not in it.run("return location.href"), it.run("return location.href")
            assert not it.run("return isSecureContext")
            everywhere(it, "who")
            it.sit("Cleo")
            everywhere(it, "seat")
            it.reload()
            it.shown()
            assert it.can("button", SAY["leave"]) and it.state()["seat"] == 2
            at.key(F8)
            at.wait("Cleo: phone is here")
            it.leave()
            at.wait("Cleo: free")
    return host


def wizard(binary, bidding="open"):
    """Two rounds of Wizard by four phones and the scorekeeper, who enters for one in each round."""
    names = NAMES[:4]
    with table(binary, names, bidding=bidding) as at, phones(at.let_in(), names) as four:
        for number, (bids, tricks, score) in enumerate(ROUNDS, 1):
            order = [(number + at) % 4 for at in range(4)]
            for place, seat in enumerate(order):
                if place == number:
                    at.enter(names[seat], f"bids {bids[seat]}")
                    at.wait("Saved")
                else:
                    asked(four[seat], "What do you bid?")
                    adds_up = bidding == "hidden" and (number, place) == (2, 3)
                    four[seat].enter(0 if adds_up else bids[seat])
                    if adds_up:
                        # The last one is asked for another.
                        asked(four[seat], "What do you bid?")
                        four[seat].enter(bids[seat])
                assert at.session()["rounds"][number - 1]["bids"][seat] == bids[seat]
                if bidding == "hidden" and place < 3:
                    covered(at, four, order[:place + 1])
            for it in four:
                it.wait("all bids", lambda: it.boxes() == [str(bid) for bid in bids], 15)
            at.click("Start the tricks")
            for place, seat in enumerate(order):
                if place == number:
                    at.enter(names[seat], f"took {tricks[seat]}")
                else:
                    asked(four[seat], "How many tricks")
                    four[seat].enter(tricks[seat])
            at.click(f"Score round {number}")
            for it in four:
                it.wait(f"the totals of round {number}", lambda: totals(it) == dict(zip(names, score)), 15)
        at.wait("Saved")
        assert [(it["bids"], it["tricks"]) for it in at.session()["rounds"][:2]] == [it[:2] for it in ROUNDS]
        assert at.scored()["rounds"][1]["totals"] == score, at.scored()["rounds"]


def covered(at, four, known):
    """While bids are hidden, no phone but its own and not the table's window has any; the sum is nowhere."""
    for own, it in enumerate(four):
        it.wait(f"{len(known)} bids in", lambda: f"{len(known)} of 4" in it.text("count"), 15)
        boxes = it.boxes()
        assert all(boxes[seat] == ("✓" if seat in known else "·") for seat in range(4) if seat != own), (own, boxes)
        assert it.text("sum") == "", own
    said = [label for label in at.labels() if any(label.startswith(f"{NAMES[seat]}, total") for seat in known)]
    assert len(said) == len(known) and not any(f", bid {number}" in label for label in said for number in range(3)), said


def hidden(binary):
    """The same with hidden bids: nothing of them anywhere before the last is in; bids that add up are asked for again."""
    wizard(binary, "hidden")


def last_wizard(binary):
    """A round of The Last Wizard by three phones: tokens, a fold, and hands that are typed."""
    names = NAMES[:3]
    with table(binary, names, game="last-wizard", version=2, first_player=0) as at, phones(at.let_in(), names) as three:
        for tokens in ((3, 1, 2), (-1, 2, None)):
            for it, token in zip(three, tokens):
                asked(it, "Take a token")
                if token is None:
                    it.press_named(SAY["fold"])
                    it.hears(SAY["fold_kept"])
                else:
                    it.enter(token)
        for it, hand in zip(three, (7, -4)):
            it.show(hand)
            it.hears(f"{hand} is kept".replace("-", "−"))
        at.click(next(label for label in at.labels() if label.startswith("Score round 1")))
        at.wait("Saved")
        for it in three:
            it.wait("the spaces of round 1", lambda: totals(it) == {"Anna": 17, "Ben": 12, "Cleo": 13}, 15)
        scored = {it["player"]: it["total"] for it in at.scored()["standings"]}
        assert scored == totals(three[0]), scored


def killed(binary):
    """kill -9 in the middle of hidden bids: the phones come back with their seats, bids are still hidden, undo works."""
    names = NAMES[:4]
    with table(binary, names, bidding="hidden") as at:
        link = at.let_in()
        with phones(link, names[:2]) as two:
            peers = [Peer(link).claim(seat) for seat in (2, 3)]
            two[0].enter(1)
            status, answer = peers[0].post("/bid", round=1, bid=1)
            assert status == 200, answer
            at.kill()
            for it in two:
                it.hears(SAY["lost"], 30)
            back = time.time()
            at.start()
            for it in two:
                it.wait("the connection", lambda: it.line() not in (SAY["lost"], SAY["unsent"], SAY["connecting"]), 30)
                assert it.can("button", SAY["leave"]), it.names("button")
            back = time.time() - back
            assert [it.boxes() for it in two] == [["1", "·", "✓", "·"], ["✓", "·", "✓", "·"]], [it.boxes() for it in two]
            view = peers[1].view()
            assert [it["bid"] for it in view["players"]] == [None] * 4 and view["you"]["bid"] is None, view
            assert [it["has_bid"] for it in view["players"]] == [True, False, True, False], view
            assert peers[0].view()["you"]["bid"] == 1, peers[0].view()["you"]
            at.wait("2 of 4 bids are in")
            assert not any(", bid 1" in label for label in at.labels()), at.labels()
            assert at.let_in() == link
            at.click("Undo")
            two[1].wait("the undone bid", lambda: two[1].boxes() == ["✓", "·", "·", "·"], 15)
            two[1].enter(0)
            assert at.session()["rounds"][-1]["bids"] == [1, 0, None, None], at.session()["rounds"]
    return f"both phones back {back:.1f} s after the start"


class Net:
    """A way to the program that delays, cuts and resets."""

    def __init__(self, link, seed):
        parts = urllib.parse.urlsplit(link)
        self.to, self.chance, self.bad, self.done = (parts.hostname, parts.port), random.Random(seed), True, {"passed": 0, "cut": 0, "reset": 0}
        self.socket = socket.create_server((parts.hostname, 0), backlog=64)
        self.host = f"{parts.hostname}:{self.socket.getsockname()[1]}"
        self.link = f"http://{self.host}/#{parts.fragment}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(connection,), daemon=True).start()

    def carry(self, near):
        far = None
        fate = self.chance.choice(["passed"] * 5 + ["cut", "reset"]) if self.bad else "passed"
        # Where it breaks: on the way there, or only the answer.
        breaks = self.chance.choice([0, self.chance.randint(1, 300), 10 ** 9]), self.chance.choice([0, self.chance.randint(0, 200)])
        try:
            far = socket.create_connection(self.to, timeout=40)
            sent = {near: 0, far: 0}
            while True:
                for one in select.select([near, far], [], [], 40)[0]:
                    data = one.recv(65536)
                    if not data:
                        return
                    if self.bad:
                        time.sleep(self.chance.choice([0, 0, 0.01, 0.05, 0.2]))
                    other, most = (far, breaks[0]) if one is near else (near, breaks[1])
                    if fate != "passed" and sent[one] + len(data) > most:
                        other.sendall(data[:max(0, most - sent[one])])
                        if fate == "reset":
                            near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        return
                    sent[one] += len(data)
                    # The program is asked under its own address only.
                    other.sendall(data.replace(self.host.encode(), f"{self.to[0]}:{self.to[1]}".encode()) if one is near else data)
        except OSError:
            pass
        finally:
            self.done[fate] += 1
            for one in (near, far):
                if one:
                    one.close()

    def close(self):
        self.socket.close()


class Stubborn(Peer):
    """A phone without a screen that sends a change until there is an answer, as the page does."""

    tries = 0

    def insist(self, path, **body):
        body["change"] = next(Peer.numbers)
        while True:
            Stubborn.tries += 1
            try:
                return self.post(path, **dict(body))
            except (OSError, ValueError, http.client.HTTPException):
                time.sleep(0.05)


def torn(binary, games=1):
    """Through a net that delays, cuts and resets: what was said to be kept is in the file, exactly once."""
    names, chance, kept, begun = NAMES[:4], random.Random(9), 0, time.time()
    with table(binary, names, hands=[3]) as at:
        net = Net(at.let_in(), 9)
        peers = [Stubborn(net.link) for _ in names]
        for seat, peer in enumerate(peers):
            status, body = peer.insist("/claim", seat=seat)
            assert status == 200, (seat, status, body)
            peer.secret = body["secret"]
        # A page that never arrived can show nothing.
        net.bad = False
        with Phone(net.link) as looker:
            for game in range(games):
                net.bad, taken, dealer = True, [], at.session()["first_dealer"]

                def keep(seat, path, **body):
                    status, answer = peers[seat].insist(path, round=1, **body)
                    assert status == 200, (seat, path, answer)
                    taken.append({"bid": [seat, *(body.values() or [None])]})
                    # Said to be kept: it is on the disk.
                    assert at.session()["steps"] == taken, (at.session()["steps"], taken)

                for seat in [(dealer + place) % 4 for place in range(1, 5)]:
                    # Now and then a second thought.
                    while seat != dealer and chance.random() < 0.7:
                        keep(seat, "/bid", bid=0)
                        keep(seat, "/back")
                    keep(seat, "/bid", bid=1)
                kept += len(taken)
                net.bad = False
                # What a browser tells its pages when the Wi-Fi is back.
                looker.run("dispatchEvent(new Event('online'))")
                looker.wait(f"the bids of game {game + 1}", lambda: looker.boxes() == ["1"] * 4, 20)
                at.key("\n")
                at.wait("Score round 1")
                for key in "21\n":
                    at.key(key)
                at.wait("Rematch")
                if game + 1 < games:
                    before = at.file()
                    at.click("Rematch")
                    at.waits(f"game {game + 2}", lambda: at.file() != before)
        net.close()
    return f"{games} games, {kept} changes in {Stubborn.tries} tries, connections {net.done}; {time.time() - begun:.0f} s"


def off(binary):
    """Nothing listens before the tap and after Stop; an old key opens nothing."""
    with table(binary) as at:
        assert at.listens() == [], at.listens()
        link = at.let_in()
        port = urllib.parse.urlsplit(link).port
        assert [it for it in at.listens() if it.endswith(f":{port}")] == at.listens() != [], at.listens()
        with phones(link, NAMES[-1:]) as (it,):
            at.key(F8)
            at.wait("Finn: phone is here")
            at.click("New code")
            at.click("New code")
            at.wait("Finn: free")
            new = at.link()
            assert new != link
            it.hears(SAY["invalid"], 15)
            assert Peer(link).post("/look", after=0, wait=0) == (404, None)
            assert Peer(new).view()["players"][0]["name"] == NAMES[0]
            at.click("Stop")
            at.waits("a closed door", lambda: not at.listens(), 10)
            assert not [*at.folder.rglob("phones.json")], "the room's file is left"


PARTS = [code, wizard, hidden, last_wizard, killed, torn, off]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS], metavar="NAME", nargs="+")
    arguments = parser.parse_args()
    in_a_network()
    run_parts(PARTS, arguments.only, os.path.abspath(arguments.binary))


if __name__ == "__main__":
    main()
