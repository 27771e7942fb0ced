#!/usr/bin/env python3
"""Evenings with the real program and real phones: its window under Xvfb, six Chromiums at an address of the network.

    python3 tests/phones/evening.py BINARY [--short] [--pictures FOLDER] [--only NAME…]

The binary is built with `--features slint/mcp`. The script makes a network of its own (`unshare -n`) with a private address; where it
may not, it takes the machine's, and says so. Every total is compared with a recount of its own; figures are printed, no time is asserted.
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
from drive import App  # noqa: E402
from mock import Peer, words  # noqa: E402
from page import Phone, at_the_program, run  # noqa: E402

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"]
SAY = words("en")
F8, F11, ESCAPE = "\uf70b", "\uf70e", "\x1b"
ADDRESS = "192.168.77.1"


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
    """The program with a game at the table, and a folder of its own; at once with the game of this file."""

    def __init__(self, binary, folder, *file):
        self.binary, self.folder = binary, pathlib.Path(folder)
        for place in ("CONFIG", "DATA", "CACHE", "STATE"):
            os.environ[f"XDG_{place}_HOME"] = str(self.folder / place.lower())
        super().__init__(binary, "--data-dir", str(self.folder / "sessions"), "--language", "en", *map(str, file))
        self.size(1280, 1150)

    def size(self, width, height):
        """Gives the window a size, as nobody else does without a window manager."""
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(self.process.pid)], capture_output=True, check=True, text=True)
        for window in found.stdout.split():
            subprocess.run(["xdotool", "windowsize", "--sync", window, str(width), str(height)], timeout=10)

    def again(self):
        """Ends it by kill -9 and starts it again."""
        self.kill()
        return Table(self.binary, self.folder)

    def deal(self, names, game="Wizard", bids=None):
        self.wait("New game")
        self.click("New game", "Button")
        self.wait("Name of a player")
        for name in names:
            if not self.says(f"Remove {name}"):
                self.fill("Name of a player", name)
                self.key("\n")
        shown = next(name for name in ("The Last Wizard", "Wizard") if name in self.labels())
        self.click(shown, "ListItem")
        self.wait("The game")
        self.click(game, "RadioButton")
        if bids:
            self.click("House rules", "ListItem")
            self.wait(bids)
            self.click(bids, "RadioButton")
            self.click("Close", "Button")
        if self.says("The game"):
            self.click("Close", "Button")
        self.click("Deal round 1")
        self.wait("Phones at the table")

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

    def select(self, name):
        """Taps the line of a player, unless it is this player's turn."""
        if not any(label.startswith((f"{name} bids ", f"{name} took ", f"{name} takes ")) for label in self.labels()):
            self.click(next(label for label in self.labels() if label.startswith((f"{name}, total", f"{name}, bid ", f"{name} on space"))))

    def enter(self, name, what):
        """Enters for a player at the table: `bids 2`, `took 0`, `takes −1`."""
        self.select(name)
        wanted = f"{name} {what}"
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

    def open_round(self):
        """The last round of the file."""
        return self.session()["rounds"][-1]

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
def table(binary, names=NAMES, game="Wizard", bids=None, hands=None):
    """A table with a new game; one of these hands comes from a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "sessions", "first.json")
        if hands:
            file.parent.mkdir()
            file.write_text(json.dumps({"players": names, "first_dealer": 0, "rules": {"hands": hands}, "rounds": []}))
        made = Table(binary, folder, *([file] if hands else []))
        try:
            made.wait("Phones at the table") if hands else made.deal(names, game, bids)
            yield made
        finally:
            made.kill()


# --- The phones ---------------------------------------------------------------------------------------------------------------------


class Player(Phone):
    """A phone with a seat."""

    def seated(self, name):
        self.name = name
        self.sit(name)
        return self

    def tap(self, number):
        """Taps a number, and waits until the page says that it is kept. Returns how it waited for the answer, in seconds."""
        begun = time.time()
        self.press_named(str(number).replace("-", "−"))
        self.wait(f"an answer for {self.name}", lambda: not self.state().get("waits"), 20)
        took = time.time() - begun
        # The line changes once a second at most, so that of the number before may still stand there.
        self.hears(f"{number} is kept".replace("-", "−"))
        return took

    def asked(self, what, seconds=15):
        def there():
            heading = self.run("return [document.getElementById('title').textContent, document.getElementById('numbers').hidden]")
            return what in heading[0] and not heading[1]
        return self.wait(f"{self.name} is asked “{what}”; there is {self.names('heading')}, “{self.line()}”", there, seconds)

    def totals(self):
        """The totals that it shows, by name."""
        rows = self.run("return [...document.querySelectorAll('#players > li')].map((it) => [it.querySelector('bdi').textContent, it.querySelector('.sum').textContent])")
        return {name: int(total.replace("−", "-")) for name, total in rows}

    def waits_for(self, what, check, seconds=15):
        return self.wait(f"{self.name}: {what}", check, seconds)


@contextlib.contextmanager
def phones(link, names, sizes=("390x844", "320x568")):
    """A phone for each name, each in its seat."""
    made, errors = [], []
    try:
        for at, name in enumerate(names):
            made.append(Player(link, sizes[at % len(sizes)]))
            made[-1].seated(name)
        yield made
        errors = [error for it in made for error in it.errors()]
    finally:
        for it in made:
            it.close()
    assert not errors, errors


def picture(folder, of, name):
    if folder:
        of.picture(f"{folder}/{name}.png")


# --- The evenings -------------------------------------------------------------------------------------------------------------------


def code(binary, short, pictures):
    """The link opens at the network's address: all names within a second, no # in the address bar, a reload keeps the seat."""
    with table(binary) as at:
        link = at.let_in()
        host = urllib.parse.urlsplit(link).hostname
        assert not host.startswith("127."), host
        assert len(urllib.parse.urlsplit(link).fragment) == 22 and link == link[:link.index("#")].lower() + link[link.index("#"):], link
        phone = Player(None)
        try:
            begun = time.time()
            phone.open(link)
            phone.wait("all names", lambda: phone.run("return [...document.querySelectorAll('#players bdi')].map((it) => it.textContent)") == NAMES, 10)
            took = time.time() - begun
            assert "#" not in phone.run("return location.href"), phone.run("return location.href")
            assert not phone.run("return isSecureContext")
            phone.seated("Cleo")
            phone.reload()
            phone.shown()
            assert phone.can("button", SAY["leave"]) and phone.state()["seat"] == 2
            at.key(F8)
            at.wait("Cleo: phone is here")
            at.key(F8)
            assert not phone.errors(), phone.errors()
        finally:
            phone.close()
        at_the_program(link, pictures)
    return f"{host}, all names after {took * 1000:.0f} ms"


def points(bid, took):
    return 20 + 10 * took if bid == took else -10 * abs(bid - took)


def facts(chance, cards, order, adds_up):
    """Bids and tricks of a round, by seat; bids that add up to the cards only where that is wanted."""
    seats = len(order)
    bids = [chance.randint(0, min(cards, 3)) for _ in range(seats)]
    dealer = order[-1]
    if adds_up:
        while sum(bids) > cards:
            bids[bids.index(max(bids))] -= 1
        bids[dealer] += cards - sum(bids)
    elif sum(bids) == cards:
        bids[dealer] += 1 if bids[dealer] < cards else -1
    tricks, left = [0] * seats, cards
    for seat in order[:-1]:
        tricks[seat] = chance.choice([min(left, bids[seat]), chance.randint(0, left)])
        left -= tricks[seat]
    tricks[dealer] = left
    return bids, tricks


def wizard(binary, short, pictures, bidding="Open"):
    """Six phones and the scorekeeper in turn play Wizard with open bids; every total is recounted."""
    rounds, chance, played, totals = (2 if short else 10), random.Random(30), [], [0] * 6
    begun = time.time()
    with table(binary, bids=bidding) as at, phones(at.let_in(), NAMES) as six:
        for number in range(1, rounds + 1):
            dealer = (number - 1) % 6
            order = [(dealer + 1 + step) % 6 for step in range(6)]
            adds_up = bidding == "Hidden" and number in (2, 6)
            bids, tricks = facts(chance, number, order, adds_up)
            # Hidden bids come in any order.
            in_turn = order if bidding == "Open" else chance.sample(order, 6)
            for place, seat in enumerate(in_turn):
                name, keeps = NAMES[seat], (seat + number) % 4 == 0
                if keeps:
                    at.enter(name, f"bids {bids[seat]}")
                    at.wait("Saved")
                else:
                    six[seat].asked("What do you bid?")
                    six[seat].tap(bids[seat])
                    assert at.open_round()["bids"][seat] == bids[seat], (number, name, at.open_round())
                if bidding == "Hidden" and place < 5:
                    covered(at, six, in_turn[:place + 1], in_turn[place + 1:])
            if adds_up:
                # The last one is asked for another, whoever entered the first.
                six[dealer].asked("What do you bid?")
                bids[dealer] += 1 if bids[dealer] < number else -1
                six[dealer].tap(bids[dealer])
                assert at.open_round()["bids"] == bids, at.open_round()
            if number == 2:
                picture(pictures, six[order[0]], f"{bidding.lower()}-bids")
            at.click("Start the tricks")
            for seat in order:
                if (seat + number) % 3 == 0:
                    at.enter(NAMES[seat], f"took {tricks[seat]}") if seat != order[-1] else None
                else:
                    six[seat].asked("How many tricks")
                    six[seat].tap(tricks[seat])
            if number == 2:
                picture(pictures, at, f"{bidding.lower()}-tricks-table")
                picture(pictures, six[order[0]], f"{bidding.lower()}-tricks")
            at.click(f"Score round {number}" + (" and end the game" if number == 10 else ""))
            played.append((bids, tricks))
            totals = [total + points(bid, took) for total, bid, took in zip(totals, bids, tricks)]
            for phone in six:
                phone.waits_for(f"totals {totals} of round {number}", lambda: phone.totals() == dict(zip(NAMES, totals)))
        if rounds == 10:
            for phone in six:
                phone.waits_for("the end", lambda: [name for name in phone.names("heading") if name.startswith(SAY["over"])])
            picture(pictures, six[0], f"{bidding.lower()}-over")
        at.wait("Saved") if rounds < 10 else at.wait("Final standings")
        file = [(it["bids"], it["tricks"]) for it in at.session()["rounds"][:rounds]]
        assert file == played, (file, played)
        assert at.scored()["rounds"][rounds - 1]["totals"] == totals, (at.scored()["rounds"][rounds - 1], totals)
    return f"{rounds} rounds, {totals}, {time.time() - begun:.0f} s"


def covered(at, six, known, waiting):
    """While bids are hidden, no phone but its own and not the table's window has any; the sum is nowhere."""
    for phone in six:
        seat = NAMES.index(phone.name)
        phone.waits_for(f"{len(known)} bids in", lambda: f"{len(known)} of 6" in phone.run("return document.getElementById('count').textContent"))
        boxes = phone.run("return [...document.querySelectorAll('#players .box')].map((it) => it.textContent)")
        others = {boxes[other] for other in known if other != seat}
        assert others <= {"✓"} and all(boxes[other] == "·" for other in waiting if other != seat), (phone.name, boxes)
        assert phone.run("return document.getElementById('sum').textContent") == "", phone.name
    said = [label for label in at.labels() if any(label.startswith(f"{NAMES[seat]}, total") for seat in known)]
    assert len(said) == len(known) and not any(f", bid {number}" in label for label in said for number in range(11)), said


def hidden(binary, short, pictures):
    """The same with hidden bids: nothing of them anywhere before the last is in; bids that add up are asked for again."""
    return wizard(binary, short, pictures, "Hidden")


def moved(space, by):
    """Where a pawn stands after a move: a gain that begins on 1 to 7 counts twice."""
    return max(0, space + (2 * by if by > 0 and 1 <= space <= 7 else by))


def last_wizard(binary, short, pictures):
    """Six phones and the scorekeeper in turn play The Last Wizard; every space is recounted."""
    chance, spaces, most, begun, number = random.Random(31), [15] * 6, (2 if short else 10), time.time(), 0
    with table(binary, game="The Last Wizard") as at, phones(at.let_in(), NAMES) as six:
        over, looker = False, Peer(six[0].link)
        while not over and number < most:
            number += 1
            first = looker.view()["dealer"]
            order = [(first + step) % 6 for step in range(6)]
            tokens, folded, now = {seat: [] for seat in range(6)}, {}, list(spaces)
            for bet in (1, 2):
                for seat in [seat for seat in order if seat not in folded]:
                    name, keeps = NAMES[seat], (seat + number + bet) % 4 == 0
                    left = len([other for other in order if other not in folded])
                    if left > 2 and chance.random() < 0.2:
                        folded[seat] = bet
                    else:
                        tokens[seat].append(chance.choice([-1, 1, 2, 3, 4]))
                    if keeps:
                        # A mark that the scorekeeper has set stays, and may stand in the part before.
                        at.click("Second bet" if bet == 2 else "First bet")
                        at.select(name)
                        wanted = f"{name} folds" if seat in folded else f"{name} takes {str(tokens[seat][-1]).replace('-', '−')}"
                        at.wait(wanted)
                        at.click(next(label for label in at.labels() if label == wanted or label.startswith(f"{wanted}: ")))
                        at.wait("Saved")
                        continue
                    six[seat].asked("Take a token")
                    if seat in folded:
                        six[seat].press_named(SAY["fold"])
                        six[seat].waits_for("the answer", lambda: not six[seat].state().get("waits"))
                        six[seat].hears(SAY["fold_kept"])
                    else:
                        six[seat].tap(tokens[seat][-1])
                if bet == 1:
                    # A fold moves at once, in the order of the bets; who is alone in front gets nothing.
                    for seat in order:
                        if folded.get(seat) == 1:
                            alone = now.count(max(now)) == 1 and now[seat] == max(now)
                            now[seat] = moved(now[seat], 0 if alone else 1)
            stayed = [seat for seat in order if seat not in folded]
            hands = dict(zip(stayed, chance.sample(range(-5, 40), len(stayed))))
            for seat in stayed:
                six[seat].waits_for("the field for the hand", lambda: six[seat].can("textbox", SAY["hand"]))
                six[seat].act_on("textbox", SAY["hand"], "this.focus(); this.value = ''")
                six[seat].tools("Input.insertText", text=str(hands[seat]))
                six[seat].press_named(SAY["show"])
                six[seat].hears(f"{hands[seat]} is kept".replace("-", "−"))
            if number == 1:
                picture(pictures, six[stayed[0]], "last-wizard-showdown")
            ranked = sorted(stayed, key=lambda seat: -hands[seat])
            for seat in order:
                if folded.get(seat) == 2:
                    now[seat] = moved(spaces[seat], -tokens[seat][0])
                elif seat not in folded:
                    # The second best hand counts with five players and more.
                    place, own = ranked.index(seat), tokens[seat]
                    now[seat] = moved(spaces[seat], sum(own) if place == 0 else min(own) if place == 1 else -sum(own))
            spaces = now
            at.click(next(label for label in at.labels() if label.startswith(f"Score round {number}")))
            for phone in six:
                phone.waits_for(f"spaces {spaces} of round {number}", lambda: phone.totals() == dict(zip(NAMES, spaces)))
            over = max(spaces) >= 30 or min(spaces) == 0
        at.wait("Final standings") if over else at.wait("Saved")
        scored = {it["player"]: it["total"] for it in at.scored()["standings"]}
        assert scored == dict(zip(NAMES, spaces)), (scored, spaces)
        picture(pictures, six[0], "last-wizard-end")
    return f"{number} rounds{' to the end' if over else ''}, {spaces}, {time.time() - begun:.0f} s"


def killed(binary, short, pictures):
    """kill -9 in the middle of hidden bids: the phones come back with their seats, bids are still hidden, undo works."""
    names = NAMES[:4]
    with tempfile.TemporaryDirectory() as folder:
        at = Table(binary, folder)
        try:
            at.deal(names, bids="Hidden")
            link = at.let_in()
            with phones(link, names[:2]) as two:
                peers = [Peer(link).claim(seat) for seat in (2, 3)]
                two[0].tap(1)
                status, answer = peers[0].post("/bid", round=1, bid=1)
                assert status == 200, answer
                back = time.time()
                at = at.again()
                two[0].waits_for("an answer of the new program", lambda: answers(link), 30)
                served = time.time() - back
                for phone in two:
                    phone.waits_for("back", lambda: phone.line() not in (SAY["lost"], SAY["unsent"], SAY["connecting"]) and not phone.run("return document.querySelector('#players').hidden"), 30)
                    assert phone.can("button", SAY["leave"]), phone.names("button")
                again = time.time() - back
                boxes = [phone.run("return [...document.querySelectorAll('#players .box')].map((it) => it.textContent)") for phone in two]
                assert boxes == [["1", "·", "✓", "·"], ["✓", "·", "✓", "·"]], boxes
                view = peers[1].view()
                assert [it["bid"] for it in view["players"]] == [None] * 4 and view["you"]["bid"] is None, view
                assert [it["has_bid"] for it in view["players"]] == [True, False, True, False], view
                assert peers[0].view()["you"]["bid"] == 1, peers[0].view()["you"]
                at.wait("2 of 4 bids are in")
                assert not any(", bid 1" in label for label in at.labels()), at.labels()
                assert at.link() == link if any("#" in label for label in at.labels()) else at.let_in() == link
                at.click("Undo")
                two[1].waits_for("the undone bid", lambda: two[1].run("return [...document.querySelectorAll('#players .box')].map((it) => it.textContent)") == ["✓", "·", "·", "·"])
                two[1].tap(0)
                assert at.open_round()["bids"] == [1, 0, None, None], at.open_round()
        finally:
            at.kill()
    return f"served again {served:.1f} s after the kill, both phones back after {again:.1f} s"


def answers(link):
    try:
        return Peer(link).post("/look", after=0, wait=0)[0] == 200
    except OSError:
        return False


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


def torn_game(at, peers, hands, chance):
    """A game of these hands by phones in a torn net. Returns how many numbers were kept, and the totals."""
    kept, first, seats = 0, at.session()["first_dealer"], len(peers)

    def steps():
        return at.session().get("steps", [])

    def enter():
        """Enter at the table, on disk."""
        before = len(steps())
        at.key("\n")
        at.waits("the step of Enter", lambda: len(steps()) == before + 1)

    for number, cards in enumerate(hands, 1):
        dealer = (first + number - 1) % seats
        order = [(dealer + 1 + place) % seats for place in range(seats)]
        bids, tricks = facts(chance, cards, order, False)
        before, taken = len(steps()), []

        def keep(seat, path, **body):
            status, answer = peers[seat].insist(path, round=number, **body)
            assert status == 200, (number, seat, path, answer)
            taken.append({path.strip("/").replace("back", "bid"): [seat, *body.values()] if body else [seat, None]})
            # Said to be kept: it is on the disk.
            assert steps()[before:] == taken, (steps()[before:], taken)

        for seat in order:
            # Now and then a second thought.
            if chance.random() < 0.3 and seat != dealer:
                keep(seat, "/bid", bid=(bids[seat] + 1) % (cards + 1))
                keep(seat, "/back")
            keep(seat, "/bid", bid=bids[seat])
        kept += len(taken)
        enter()
        before, taken = len(steps()), []
        for seat in order:
            keep(seat, "/tricks", tricks=tricks[seat])
        kept += len(taken)
        enter()
        done = at.session()["rounds"][number - 1]
        assert (done["bids"], done["tricks"]) == (bids, tricks), (done, bids, tricks)
    return kept, at.scored()["rounds"][len(hands) - 1]["totals"]


def torn(binary, short, pictures, games=200):
    """Through a net that delays, cuts and resets: what was said to be kept is in the file, exactly once."""
    hands, names, chance, kept, times, begun = [1, 2, 3], NAMES[:4], random.Random(9), 0, [], time.time()
    games = 1 if short else games
    with table(binary, names, hands=hands) as at:
        net = Net(at.let_in(), 9)
        try:
            peers = []
            for seat in range(4):
                peers.append(Stubborn(net.link))
                status, body = peers[-1].insist("/claim", seat=seat)
                assert status == 200, (seat, status, body)
                peers[-1].secret = body["secret"]
            with contextlib.ExitStack() as stack:
                # A page that never arrived can show nothing.
                net.bad = False
                looker = Player(net.link)
                looker.name = "who looks on"
                stack.callback(looker.close)
                memory = at.status("VmRSS")
                for game in range(1, games + 1):
                    net.bad = True
                    more, totals = torn_game(at, peers, hands, chance)
                    kept += more
                    net.bad = False
                    back, totals = time.time(), dict(zip(names, totals))
                    # What a browser tells its pages when the Wi-Fi is back.
                    looker.run("dispatchEvent(new Event('online'))")
                    looker.waits_for(f"the newest state of game {game}, {totals}", lambda: looker.totals() == totals, 20)
                    times.append(time.time() - back)
                    if game % 20 == 0:
                        print(f"    {game} games after {time.time() - begun:.0f} s", flush=True)
                    if game < games:
                        before = at.file()
                        at.click("Rematch")
                        at.waits(f"game {game + 1}", lambda: at.file() != before)
                memory = at.status("VmRSS") - memory
        finally:
            net.close()
    times.sort()
    return (f"{games} games, {kept} bids and tricks in {Stubborn.tries} tries, connections {net.done}; the newest state after the net was good: "
            f"median {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s; {memory} kB more memory; {time.time() - begun:.0f} s")


def off(binary, short, pictures):
    """Nothing listens before the tap and after Stop; an old key opens nothing; what six waiting phones cost."""
    with table(binary) as at:
        assert at.listens() == [], at.listens()
        link = at.let_in()
        port = urllib.parse.urlsplit(link).port
        assert [it for it in at.listens() if it.endswith(f":{port}")] == at.listens() != [], at.listens()
        time.sleep(3)
        memory, processor, still = at.status("VmRSS"), at.processor(), (5 if short else 30)
        time.sleep(still)
        alone = at.processor() - processor
        with phones(link, NAMES) as six:
            time.sleep(3)
            processor = at.processor()
            time.sleep(still)
            busy, more = at.processor() - processor, at.status("VmRSS") - memory
            at.key(F8)
            at.wait("Finn: phone is here")
            picture(pictures, at, "panel-six")
            at.click("New code")
            at.click("New code")
            at.wait("Finn: free")
            new = at.link()
            assert new != link
            for phone in six:
                phone.hears(SAY["invalid"], 15)
            assert Peer(link).post("/look", after=0, wait=0) == (404, None)
            assert Peer(new).view()["players"][0]["name"] == NAMES[0]
            at.click("Stop")
            end = time.time()
            at.waits("a closed door", lambda: not at.listens(), 10)
            stopped = time.time() - end
            assert not [file for file in at.folder.rglob("phones.json")], "the room's file is left"
    return f"in {still} s {alone * 1000:.0f} ms of processor without phones, {busy * 1000:.0f} ms with six; {more} kB more memory; closed {stopped * 1000:.0f} ms after Stop"


PARTS = [code, wizard, hidden, last_wizard, killed, torn, off]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--short", action="store_true", help="few rounds, for each change")
    parser.add_argument("--pictures")
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS], metavar="NAME", nargs="+")
    arguments = parser.parse_args()
    in_a_network()
    if arguments.pictures:
        os.makedirs(arguments.pictures, exist_ok=True)
    run(PARTS, arguments.only, os.path.abspath(arguments.binary), arguments.short, arguments.pictures)


if __name__ == "__main__":
    main()
