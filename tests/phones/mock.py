"""A tablet that is none: speaks the phones' protocol to the page, with tables that tests script; a bare phone.

It knows just enough of both games to move them on; the rules, and what a phone may not ask, are the program's matter.
"""
import contextlib
import html
import http.client
import http.server
import itertools
import json
import mimetypes
import pathlib
import re
import secrets
import socket
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
from browser import LocalServer  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "src/phones/page"
NAMES = ["Émilie", "Thomas", "Arnaud", "Anna"]
HOSTILE = ["<img src=x onerror=alert(1)>", "\u202eלאה\u202d אבג", "W" * 80, "{{name}} & \"quoted\" '",
           "</script><b>", "-1"]
TRUMPS = [{"name": "Dwarves", "colour": "red"}, {"name": "Elves", "colour": "green"}, None]


def words(language):
    """The page's words by their places, from the program's own table and the translators' files."""
    table = (ROOT / "src/phones/words.rs").read_text()
    found = {"language": language}
    texts = {}
    if language != "en":
        po = (ROOT / f"lang/{language.replace('-', '_')}/LC_MESSAGES/tablet-of-truth.po").read_text()
        entry = re.compile(r'(?:msgctxt "(.*)"\n)?msgid "(.*)"\n(?:msgid_plural ".*"\n)?msgstr(?:\[0\])? "(.*)"')
        texts = {(context, english): words for context, english, words in entry.findall(po)}
    line = re.compile(r'\("(\w+)",\s*text!\(\s*(?:"([^"]*)" => )?"([^"]*)"', re.S)
    for place, context, english in line.findall(table):
        found[place] = texts.get((context, english)) or english
    return found


class Table:
    """What both games have. The methods of a phone's changes have the names of their paths."""

    rounds = cards = trump = None
    dealer, over = 0, False

    def __init__(self, names, total):
        self.names, self.totals, self.round, self.sheet = names, [total] * len(names), 1, []
        self.begin()

    def view(self, seat, seats):
        """What the phone of a seat sees, or one who looks on; which seats have phones."""
        rank = lambda at: 1 + sum(total > self.totals[at] for total in self.totals)
        players = [{"name": name, "total": self.totals[at], "phone": bool(seats[at]), "rank": rank(at),
                    **self.facts_of(at)} for at, name in enumerate(self.names)]
        facts = ("game", "round", "rounds", "cards", "phase", "over", "trump", "dealer", "turn", "sheet")
        return {**{name: getattr(self, name) for name in facts}, "players": players, "says": self.says(),
                "you": None if seat is None else {"seat": seat, **self.own(seat)}}


class Wizard(Table):
    """A table of Wizard with open bids, and so many cards in each round."""

    game = "wizard"

    def __init__(self, names=NAMES, rounds=15, cards=5):
        self.rounds, self.cards = rounds, cards
        super().__init__(names, 0)

    def begin(self):
        count = len(self.names)
        self.dealer, self.phase, self.trump = (self.round - 2) % count, "bidding", TRUMPS[self.round % 3]
        self.order = [(self.dealer + 1 + at) % count for at in range(count)]
        self.bids, self.took = [None] * count, [None] * count

    @property
    def turn(self):
        return next((seat for seat in self.order if self.bids[seat] is None), None)

    def bid(self, seat, bid):
        assert self.turn == seat
        self.bids[seat] = bid

    def play(self, *bids):
        """The scorekeeper enters the bids that are missing, and starts the tricks."""
        for bid in bids:
            self.bid(self.turn, bid)
        self.phase = "playing"

    def tricks(self, seat, tricks):
        self.took[seat] = tricks

    def back(self, seat):
        (self.took if self.phase == "playing" else self.bids)[seat] = None

    def score(self, *tricks):
        """The scorekeeper enters all tricks, and scores the round."""
        cells = []
        for seat, (bid, took) in enumerate(zip(self.bids, tricks)):
            points = 20 + 10 * took if bid == took else -10 * abs(bid - took)
            self.totals[seat] += points
            cells.append({"total": self.totals[seat], "points": points, "bid": bid, "tricks": took})
        self.sheet.append({"round": self.round, "cells": cells})
        if self.round == self.rounds:
            self.over, self.phase = True, "over"
        else:
            self.round += 1
            self.begin()

    def facts_of(self, at):
        return {"has_bid": self.bids[at] is not None, "bid": self.bids[at], "tricks": self.took[at]}

    def says(self):
        if self.over:
            return f"{self.names[self.totals.index(max(self.totals))]} wins"
        return "All have bid" if self.turn is None else f"{self.names[self.turn]} bids"

    def number(self, bid):
        """A bid of the one whose turn it is."""
        adds_up = self.bids.count(None) == 1 and sum(filter(None, self.bids)) + bid == self.cards
        why = f"{bid} is not allowed: the bids would add up to {self.cards}."
        return {"number": bid, "refused": why if adds_up else None}

    def own(self, seat):
        bid, took, numbers = self.bids[seat], self.took[seat], range(self.cards + 1)
        # A bid can be changed until the next one is in.
        last = [at for at in self.order if self.bids[at] is not None][-1:] == [seat]
        own = {"bid": bid, "tricks": took, "says": "Nothing to enter for you now",
               "can_take_back": last if self.phase == "bidding" else took is not None}
        if self.turn == seat:
            own.update(asks="bid", says=f"{self.names[seat]}, how many tricks will you take?",
                       numbers=[self.number(number) for number in numbers])
        elif self.phase == "playing" and took is None:
            own.update(asks="tricks", says="How many tricks did you take?", numbers=[{"number": it} for it in numbers])
        return own


class LastWizard(Table):
    """A table of The Last Wizard in its first round."""

    game = "last-wizard"

    def __init__(self, names=NAMES):
        super().__init__(names, 15)

    def begin(self):
        self.tokens, self.hands = [[] for _ in self.names], [None] * len(self.names)

    @property
    def bets(self):
        """How often everybody has bet."""
        return min(len(tokens) for tokens in self.tokens)

    @property
    def phase(self):
        return ("first_bet", "second_bet", "showdown")[self.bets]

    @property
    def turn(self):
        return [len(tokens) for tokens in self.tokens].index(self.bets) if self.bets < 2 else None

    def bet(self, seat, token):
        assert self.turn == seat
        self.tokens[seat].append(token)

    def bet_all(self, *tokens):
        """The scorekeeper enters tokens for those whose turn it is."""
        for token in tokens:
            self.bet(self.turn, token)

    def show(self, seat, hand):
        self.hands[seat] = hand

    def facts_of(self, at):
        return {"tokens": self.tokens[at], "hand": self.hands[at]}

    def says(self):
        return "Show your hands" if self.turn is None else f"{self.names[self.turn]} bets"

    def own(self, seat):
        own = {"says": self.says(), "can_take_back": self.hands[seat] is not None}
        if self.turn == seat:
            tokens = ((1, 2, 3, 4, 5, 6), (-1, 0, 1, 2, 3, 4))[self.bets]
            own.update(asks="bet", tokens=[{"number": token} for token in tokens], may_fold=True,
                       says=f"{self.names[seat]}, take a token or fold.")
        elif self.phase == "showdown" and self.hands[seat] is None:
            own.update(asks="show", says="What is your hand worth?")
        return own


class Tablet(LocalServer):
    """Serves a table to phones, can be away, and can swallow what it would have answered."""

    def __init__(self, table):
        self.key, self.seats = secrets.token_urlsafe(16), [None] * len(table.names)
        self.table, self.revision, self.changed = table, 1, threading.Condition()
        # What came in as (path, body); the change that was answered last for whom; seats whose takeover is agreed to.
        self.asked, self.answered, self.agreed = [], {}, set()
        # How many answers to changes are not sent; how long a change takes; status that every request gets.
        self.swallow, self.slow, self.ill = 0, 0.0, None
        # Takes in every request and answers none. Why who only looks may not wait for news.
        self.still, self.crowd = False, None
        tablet = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def reply(self, status, kind=None, data=b""):
                self.send_response(status)
                if kind:
                    self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                file = PAGE / {"/": "index.html"}.get(self.path, self.path[1:])
                if file.parent != PAGE or not file.is_file():
                    return self.reply(404)
                data = file.read_bytes()
                if file.name == "index.html":
                    # The browser's own language comes first, as it is in LANGUAGES.
                    texts = words(self.headers["Accept-Language"].split(",")[0])
                    data = re.sub(r"\{\{(\w+)\}\}", lambda it: html.escape(texts[it[1]]), data.decode()).encode()
                return self.reply(200, f"{mimetypes.guess_type(file)[0]}; charset=utf-8", data)

            def do_POST(self):
                data = self.rfile.read(int(self.headers["Content-Length"] or 0))
                while tablet.still:
                    time.sleep(0.02)
                if tablet.ill:
                    return self.reply(tablet.ill)
                answer = tablet.post(self.path, self.headers["Authorization"], json.loads(data))
                if answer is None:
                    self.close_connection = True
                    return self.connection.shutdown(socket.SHUT_RDWR)
                status, body = answer
                return self.reply(status, "application/json", b"" if body is None else json.dumps(body).encode())

        super().__init__(Handler)

    @property
    def link(self):
        return f"{self.address}#{self.key}"

    @contextlib.contextmanager
    def news(self):
        """A change of the table, of which waiting phones get the news."""
        with self.changed:
            yield
            self.revision += 1
            self.changed.notify_all()

    def do(self, step, *arguments):
        """The scorekeeper does something at the table."""
        with self.news():
            getattr(self.table, step)(*arguments)

    def deal(self, table):
        """Another game, with the same phones."""
        with self.news():
            self.table = table
            self.seats = (self.seats + [None] * 6)[:len(table.names)]

    def seat_of(self, shown):
        """Whom it shows to be: a seat, None for one who looks; or the fault."""
        key, _, secret = shown.removeprefix("Bearer ").partition(".")
        if key != self.key or (secret and secret not in self.seats):
            raise KeyError
        return self.seats.index(secret) if secret else None

    def post(self, path, shown, body):
        with self.changed:
            try:
                seat = self.seat_of(shown)
                self.asked.append((path, body, time.time()))
                if path == "/look":
                    return self.look(shown, seat, **body)
            except KeyError:
                return 404, None
            if self.slow:
                self.changed.wait_for(lambda: False, self.slow)
            answer = self.change(path, seat, **body)
            if self.swallow:
                self.swallow -= 1
                return None
            return answer

    def look(self, shown, seat, after, wait):
        if self.crowd and seat is None and wait:
            return 409, {"reason": self.crowd}
        self.changed.wait_for(lambda: self.revision != after, wait)
        # The key or the seat may have gone meanwhile.
        view = self.table.view(self.seat_of(shown), self.seats)
        return 200, {"revision": self.revision, **({} if self.revision == after else {"view": view})}

    def change(self, path, own, change, round=None, **fields):
        """Answers a change; the same one again is answered the same, unless it asked for a taken seat."""
        # A claim has no seat yet: only the same one again is answered the same.
        who = f"claim {change}" if own is None else self.seats[own]
        last, answer = self.answered.get(who, (0, None))
        if change == last and "asked" not in answer[1]:
            return answer
        if change < last:
            return 409, {"reason": "A later change came first."}
        if path == "/claim":
            answer = self.claim(**fields)
        else:
            with self.news():
                if path == "/leave":
                    self.seats[own] = None
                else:
                    getattr(self.table, path[1:])(own, **fields)
            answer = 200, {"revision": self.revision}
        self.answered[who] = (change, answer)
        return answer

    def claim(self, seat):
        if self.seats[seat] and seat not in self.agreed:
            return 409, {"reason": "Somebody has this seat. The scorekeeper is asked.", "asked": True}
        with self.news():
            self.agreed.discard(seat)
            self.seats[seat] = secrets.token_urlsafe(16)
        return 200, {"seat": seat, "secret": self.seats[seat]}

    def changes(self, of=None):
        """The changes that were asked for, or those of one kind."""
        return [body for path, body, _ in self.asked if path == of or not of and path != "/look"]


class Peer:
    """A phone without a screen, for the other players: speaks the protocol to any tablet."""

    # No two of them claim a seat under the same number.
    numbers = itertools.count(1)

    def __init__(self, link, source="", through=http.client.HTTPConnection):
        """One that asks from another address than the usual one, or through other connections."""
        parts = urllib.parse.urlsplit(link)
        self.host, self.key, self.secret = parts.netloc, parts.fragment, None
        self.connect = lambda: through(self.host, timeout=40, source_address=(source, 0))

    def post(self, path, **body):
        if path != "/look":
            body.setdefault("change", next(Peer.numbers))
        connection = self.connect()
        shown = f"Bearer {self.key}" + (f".{self.secret}" if self.secret else "")
        headers = {"Content-Type": "application/json", "Authorization": shown}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, json.loads(data) if data else None

    def claim(self, seat):
        status, body = self.post("/claim", seat=seat)
        assert status == 200, (status, body)
        self.secret = body["secret"]
        return self

    def view(self):
        status, body = self.post("/look", after=0, wait=0)
        assert status == 200, status
        return body["view"]
