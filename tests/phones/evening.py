#!/usr/bin/env python3
"""Evenings with the real program and real phones: its window under Xvfb, Chromiums at an address of the network.

    python3 tests/phones/evening.py BINARY [--only NAME…]

The binary is built with `--features slint/mcp`.
"""
import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "real_window"), str(HERE.parents[1] / "web")]
from browser import asked, run_parts  # noqa: E402
from drive import App  # noqa: E402
from mock import Peer  # noqa: E402
from page import SAY, Phone  # noqa: E402

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"]
F8 = "\uf70b"


def in_a_network():
    """Runs this script again on a screen and in a network of its own, with an address that is not loopback."""
    if "EVENING" not in os.environ:
        os.environ["EVENING"] = "begun"
        screen = ["xvfb-run", "-a", "-s", "-screen 0 1920x1200x24 -noreset"]
        os.execvp(screen[0], [*screen, HERE.parents[1] / "own-network.sh", sys.executable, *sys.argv])


# --- The tablet -------------------------------------------------------------------------------------------------------


class Table(App):
    """The program with this game at the table, and a folder of its own."""

    def __init__(self, binary, folder, file):
        self.folder = pathlib.Path(folder)
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
        """Those of the window, and all of the panel: the server lists a thousand at most."""
        known = super().elements()
        for inside in ("Link::inside", "Guests::inside"):
            found = self.call("find_elements_by_id", windowHandle=self.window, elementsId=inside)
            for handle in found.get("elementHandles", []):
                known += self.call("get_element_tree", elementHandle=handle, maxElements=1000)["elements"]
        return [element for element in known if element.get("accessibleLabel")]

    def enter(self, name, what):
        """Enters for a player at the table, `bids 2` or `took 0`, after a tap on the line of who is not asked."""
        if not self.labelled(f"{name} {what.split()[0]} "):
            self.click(self.labelled(f"{name}, total", f"{name}, bid "))
        self.wait(f"{name} {what}")
        self.click(self.labelled(f"{name} {what}: ") or f"{name} {what}")

    def labelled(self, *starts):
        """What is called so, from its beginning."""
        return next((label for label in self.labels() if label.startswith(starts)), None)

    def session(self):
        """The session as it is on disk."""
        (file,) = (self.folder / "sessions").glob("*.json")
        return json.loads(file.read_text())

    def listens(self):
        """The ports on which it listens, without that of the MCP server."""
        run = subprocess.run(["ss", "-Hltnp"], capture_output=True, check=True, text=True)
        mine = [line.split()[3] for line in run.stdout.splitlines() if f"pid={self.process.pid}," in line]
        return [port for port in mine if not port.endswith(f":{self.port}")]


@contextlib.contextmanager
def table(binary, names=NAMES, hands=None, bidding="open", **fields):
    """A table with a new game, from a file: Wizard, unless the fields say something else."""
    rules = {"plus_minus_one": True, "bidding": bidding, **({"hands": hands} if hands else {})}
    game = fields or {"first_dealer": 0, "rules": rules}
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
    return {name: int(total.replace("−", "-"))
            for name, total in zip(it.texts("#players bdi"), it.texts("#players .sum"))}


def asks(it, what):
    """Waits until numbers are offered under a heading with these words."""
    it.wait(f"“{what}”; there is {it.names('heading')}, “{it.line()}”",
            lambda: what in it.text("title") and not it.run("return document.getElementById('numbers').hidden"), 15)


# --- The evenings -----------------------------------------------------------------------------------------------------


def covered(at, four, bids):
    """While bids are hidden, a phone has its own, and the table's window none; the sum is nowhere."""
    for own, it in enumerate(four):
        it.wait(f"{len(bids)} bids in", lambda: f"{len(bids)} of 4" in it.text("count"), 15)
        boxes = ["·"] * 4
        for seat, bid in bids.items():
            boxes[seat] = str(bid) if seat == own else "✓"
        assert it.boxes() == boxes, (own, it.boxes())
        assert it.text("sum") == "", own
    at.wait(f"{len(bids)} of 4 bids")
    labels = [at.labelled(f"{NAMES[seat]}, total") for seat in bids]
    assert not any(f", bid {number}" in label for label in labels for number in range(3)), labels


def killed(at, four):
    """Kills the program and starts it again; how long it takes until all phones are back, with their seats."""
    at.kill()
    for it in four:
        it.hears(SAY["lost"], 30)
    begun = time.time()
    at.start()
    for it in four:
        it.is_back(30)
        assert it.can("button", SAY["leave"]), it.names("button")
    return time.time() - begun


def wizard(binary):
    """A round of hidden bids by four phones, with a kill -9; nothing listens before the first tap and after Stop."""
    names, bids, tricks = NAMES[:4], [1, 1, 0, 0], [0, 1, 0, 0]
    with table(binary, names, bidding="hidden") as at:
        assert at.listens() == [], at.listens()
        link = at.let_in()
        parts = urllib.parse.urlsplit(link)
        assert not parts.hostname.startswith("127."), link
        assert len(parts.fragment) == 22 and parts.netloc == parts.netloc.lower(), link
        assert [it for it in at.listens() if it.endswith(f":{parts.port}")] == at.listens() != [], at.listens()
        with phones(link, names) as four:
            assert "#" not in four[0].run("return location.href") and not four[0].run("return isSecureContext")
            four[1].enter(1)
            covered(at, four, {1: 1})
            four[3].enter(1)
            covered(at, four, {1: 1, 3: 1})
            back = killed(at, four)
            covered(at, four, {1: 1, 3: 1})
            assert at.let_in() == link
            at.click("Undo")
            covered(at, four, {1: 1})
            four[3].enter(0)
            assert at.session()["rounds"][-1]["bids"] == [None, 1, None, 0], at.session()["rounds"]
            four[2].enter(0)
            covered(at, four, {1: 1, 2: 0, 3: 0})
            # With the first of these the bids add up.
            for bid in (0, 1):
                asks(four[0], "What do you bid?")
                four[0].enter(bid)
            for it in four:
                it.wait("all bids", lambda: it.boxes() == [str(bid) for bid in bids], 15)
            at.click("Start the tricks")
            # The scorekeeper enters for one of them.
            for seat in (1, 2, 3, 0):
                if seat == 2:
                    at.enter(names[seat], f"took {tricks[seat]}")
                else:
                    asks(four[seat], "How many tricks")
                    four[seat].enter(tricks[seat])
            at.click("Score round 1")
            for it in four:
                it.wait("the totals", lambda: totals(it) == dict(zip(names, [-10, 30, 20, 20])), 15)
            at.wait("Saved")
            scored = at.session()["rounds"][0]
            assert (scored["bids"], scored["tricks"]) == (bids, tricks), scored
            at.key(F8)
            at.wait("Cleo: phone is here")
            at.click("New code")
            at.click("New code")
            for it in four:
                it.hears(SAY["invalid"], 15)
            assert at.link() != link
            at.click("Stop")
            at.until("a closed door", lambda: not at.listens())
    return f"{parts.hostname}, the phones back {back:.1f} s after the start"


def last_wizard(binary):
    """A round of The Last Wizard by three phones: tokens, a fold, and hands that are typed."""
    names = NAMES[:3]
    with table(binary, names, game="last-wizard", version=2, first_player=0) as at, phones(at.let_in(), names) as three:
        for tokens in ((3, 1, 2), (-1, 2, None)):
            for it, token in zip(three, tokens):
                asks(it, "Take a token")
                if token is None:
                    it.press_named(SAY["fold"])
                    it.hears(SAY["fold_kept"])
                else:
                    it.enter(token)
        for it, hand in zip(three, (7, -4)):
            it.show(hand)
            it.hears(f"{hand} is kept".replace("-", "−"))
        at.click(at.labelled("Score round 1"))
        for it in three:
            it.wait("the spaces of round 1", lambda: totals(it) == {"Anna": 17, "Ben": 12, "Cleo": 13}, 15)


class Torn(http.client.HTTPConnection):
    """A connection through a net that delays, cuts and resets."""

    chance, ends = random.Random(9), collections.Counter()

    def request(self, *given):
        fate = self.chance.choice(["passed"] * 5 + ["cut", "reset"])
        self.ends[fate] += 1
        self.resets, self.breaks = fate == "reset", fate != "passed"
        # How much of the request gets through; if that is all, the answer does not.
        self.left = self.chance.choice([0, self.chance.randint(1, 300), 10 ** 9]) if self.breaks else 10 ** 9
        super().request(*given)

    def send(self, data):
        time.sleep(self.chance.choice([0, 0, 0.01, 0.05, 0.2]))
        super().send(data[:self.left])
        self.left -= len(data)
        if self.left < 0:
            self.tear()

    def getresponse(self):
        if self.breaks:
            self.sock.recv(self.chance.randint(1, 200))
            self.tear()
        return super().getresponse()

    def tear(self):
        if self.resets:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()
        raise ConnectionError


def torn(binary, thoughts=5):
    """Through a net that delays, cuts and resets: what was said to be kept is in the file, exactly once."""
    names, taken, tries = NAMES[:4], [], 0
    with table(binary, names, hands=[3]) as at:
        link = at.let_in()
        peers = [Peer(link, through=Torn) for _ in names]

        def insist(peer, path, **body):
            """Sends a change until there is an answer, as the page does."""
            nonlocal tries
            status, body["change"] = None, next(Peer.numbers)
            while status in (None, 429):
                tries += 1
                time.sleep(0.05)
                with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                    status, answer = peer.post(path, **body)
            assert status == 200, (path, status, answer)
            return answer

        def keep(peer, path, **body):
            insist(peer, path, round=1, **body)
            taken.append({"bid": [peers.index(peer), body.get("bid")]})
            # Said to be kept: it is on the disk.
            assert at.session()["steps"] == taken, (at.session()["steps"], taken)
        for seat, peer in enumerate(peers):
            peer.secret = insist(peer, "/claim", seat=seat)["secret"]
        # The dealer bids last.
        for peer in (*peers[1:], peers[0]):
            for _ in range(thoughts):
                keep(peer, "/bid", bid=2)
                keep(peer, "/back")
            keep(peer, "/bid", bid=1)
    return f"{len(taken)} changes in {tries} tries, connections {dict(Torn.ends)}"


PARTS = [wizard, last_wizard, torn]

if __name__ == "__main__":
    wanted = asked(PARTS, "target/debug/tablet-of-truth")
    in_a_network()
    run_parts(PARTS, wanted.only, str(wanted.place.resolve()))
