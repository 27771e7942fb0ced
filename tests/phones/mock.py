"""A tablet that is none: speaks the phones' protocol to the page, with tables that tests script; a bare phone.

It knows just enough of both games to move them on; the rules, and what a phone may not ask, are the program's matter.
"""
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
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "src/phones/page"
NAMES = ["Émilie", "Thomas", "Arnaud", "Anna"]
HOSTILE = ["<img src=x onerror=alert(1)>", "\u202eלאה\u202d אבג", "W" * 80, "{{name}} & \"quoted\" '",
           "</script><b>", "-1"]
TRUMPS = [{"name": "Dwarves", "colour": "red"}, {"name": "Elves", "colour": "green"}, None]
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
# What a change does at the table, and the number that comes with it.
STEPS = {"/bid": ("bid", "bid"), "/tricks": ("took", "tricks"), "/back": ("back",), "/bet": ("bet", "token"),
         "/show": ("hand", "hand")}


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
    # Said of one, as the program does; how many rounds there are, the page puts in itself.
    found["card"] = found["card"].replace("{n}", "1")
    return found


class Table:
    """What both games have."""

    rounds = cards = trump = None
    dealer, over = 0, False

    def __init__(self, names, total):
        self.names, self.totals, self.round, self.sheet = names, [total] * len(names), 1, []
        self.begin()

    def view(self, seat, seats):
        """What the phone of a seat sees, or one who looks on; which seats have phones."""
        rank = lambda at: 1 + sum(total > self.totals[at] for total in self.totals)
        players = [{"name": name, "initials": name.strip()[:1] or "?", "colour": at % 6, "total": self.totals[at],
                    "bid": None, "has_bid": False, "tricks": None, "phone": bool(seats[at]), "rank": rank(at),
                    **self.facts_of(at)} for at, name in enumerate(self.names)]
        you = None if seat is None else {"seat": seat, "bid": None, "tricks": None, "numbers": [], "tokens": [],
                                         "may_fold": False, **self.own(seat)}
        return {"game": self.game, "round": self.round, "rounds": self.rounds, "cards": self.cards, "phase": self.phase,
                "over": self.over, "trump": self.trump, "dealer": self.dealer, "turn": self.turn, "players": players,
                "sheet": self.sheet, "says": self.says(), "you": you}


class Wizard(Table):
    """A table of Wizard with open bids."""

    game = "wizard"

    def __init__(self, names=NAMES, rounds=15, cards=None):
        """One with so many cards in each round, or as many as its number."""
        self.rounds, self.deals = rounds, cards
        super().__init__(names, 0)

    def begin(self):
        count = len(self.names)
        self.cards, self.dealer, self.phase = self.deals or self.round, (self.round - 2) % count, "bidding"
        self.trump = TRUMPS[self.round % 3]
        self.order = [(self.dealer + 1 + at) % count for at in range(count)]
        self.bids, self.tricks = [None] * count, [None] * count

    @property
    def turn(self):
        waited_for = [seat for seat in self.order if self.bids[seat] is None and self.phase == "bidding"]
        return waited_for[0] if waited_for else None

    def refused(self, seat, bid):
        others = [bid for at, bid in enumerate(self.bids) if at != seat]
        adds_up = None not in others and sum(others) + bid == self.cards
        return f"{bid} is not allowed: the bids would add up to {self.cards}." if adds_up else None

    def bid(self, seat, bid):
        assert self.turn == seat
        self.bids[seat] = bid

    def changeable(self, seat):
        """Until the next one bids."""
        if self.phase == "playing":
            return self.tricks[seat] is not None
        return self.phase == "bidding" and [at for at in self.order if self.bids[at] is not None][-1:] == [seat]

    def play(self, *bids):
        """The scorekeeper enters the bids that are missing, and starts the tricks."""
        for bid in bids:
            self.bid(self.turn, bid)
        assert None not in self.bids
        self.phase = "playing"

    def took(self, seat, tricks):
        self.tricks[seat] = tricks

    def back(self, seat):
        (self.tricks if self.phase == "playing" else self.bids)[seat] = None

    def score(self, *tricks):
        """The scorekeeper enters all tricks, and scores the round."""
        assert sum(tricks) == self.cards, tricks
        cells = []
        for seat, (bid, tricks) in enumerate(zip(self.bids, tricks)):
            points = 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)
            self.totals[seat] += points
            cells.append({"total": self.totals[seat], "points": points, "bid": bid, "tricks": tricks})
        self.sheet.append({"round": self.round, "cells": cells})
        if self.round == self.rounds:
            self.over, self.phase, self.trump = True, "over", None
        else:
            self.round += 1
            self.begin()

    def facts_of(self, at):
        shown = {} if self.over else {"bid": self.bids[at], "tricks": self.tricks[at]}
        return {"has_bid": self.bids[at] is not None, **shown}

    def says(self):
        if self.over:
            return f"{self.names[self.totals.index(max(self.totals))]} wins"
        if self.turn is not None:
            return f"{self.names[self.turn]} bids"
        return "All have bid" if self.phase == "bidding" else "The tricks are played"

    def own(self, seat):
        asks, says = None, "Nothing to enter for you now"
        if self.turn == seat:
            asks, says = "bid", f"{self.names[seat]}, how many tricks will you take?"
        elif self.phase == "playing" and self.tricks[seat] is None:
            asks, says = "tricks", "How many tricks did you take?"
        numbers = [{"number": number, "refused": self.refused(seat, number) if asks == "bid" else None}
                   for number in range(self.cards + 1)] if asks else []
        return {"bid": self.bids[seat], "tricks": self.tricks[seat], "numbers": numbers, "asks": asks, "says": says,
                "can_take_back": self.changeable(seat)}


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

    def bet_all(self, *bets):
        for tokens in bets:
            for seat, token in enumerate(tokens):
                if token is not None:
                    self.bet(seat, token)

    def hand(self, seat, total):
        self.hands[seat] = total

    def facts_of(self, at):
        return {"tokens": self.tokens[at], "folded": False, "hand": self.hands[at]}

    def says(self):
        return f"{self.names[self.turn]} bets" if self.turn is not None else "Show your hands"

    def own(self, seat):
        shown = self.hands[seat] is not None
        own = {"asks": None, "says": self.says(), "can_take_back": shown}
        if self.turn == seat:
            taken = [tokens[self.bets] for tokens in self.tokens if len(tokens) > self.bets]
            tokens = [{"number": token, "refused": None}
                      for token in ((1, 2, 3, 4, 5, 6), (-1, 0, 1, 2, 3, 4))[self.bets] if token not in taken]
            own.update(asks="bet", tokens=tokens, may_fold=True, says=f"{self.names[seat]}, take a token or fold.")
        elif self.phase == "showdown" and not shown:
            own.update(asks="show", says="What is your hand worth?")
        return own


class Tablet:
    """Serves a table to phones, can be away, and can swallow what it would have answered."""

    def __init__(self, table, host="127.0.0.1"):
        self.table, self.host, self.port, self.server = table, host, 0, None
        self.key = secrets.token_urlsafe(16)
        self.seats = [None] * len(table.names)
        self.revision, self.changed = 1, threading.Condition()
        # What came in as (path, body); the change that was answered last for whom; seats whose takeover is agreed to.
        self.asked, self.answered, self.agreed = [], {}, set()
        # How many answers to changes are not sent; how long a change takes; status that every request gets.
        self.swallow, self.slow, self.ill = 0, 0.0, None
        # Takes in every request and answers none. Why who only looks may not wait for news.
        self.still, self.crowd = False, None
        self.open = set()
        self.start()

    def start(self):
        tablet = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def setup(self):
                super().setup()
                tablet.open.add(self.connection)

            def finish(self):
                tablet.open.discard(self.connection)
                try:
                    super().finish()
                except OSError:
                    pass

            def reply(self, status, kind=None, data=b""):
                self.send_response(status)
                self.send_header("Content-Security-Policy", POLICY)
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
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return None
                status, body = answer
                return self.reply(status, "application/json", b"" if body is None else json.dumps(body).encode())

        http.server.ThreadingHTTPServer.allow_reuse_address = True
        self.server = http.server.ThreadingHTTPServer((self.host, self.port), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """No longer there: the socket is closed and every connection cut."""
        self.server.shutdown()
        self.server.server_close()
        for connection in list(self.open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    @property
    def link(self):
        return f"http://{self.host}:{self.port}/#{self.key}"

    def do(self, step, *arguments):
        """The scorekeeper does something at the table."""
        with self.changed:
            getattr(self.table, step)(*arguments)
            self.news()

    def news(self):
        self.revision += 1
        self.changed.notify_all()

    def release(self, seat):
        with self.changed:
            self.seats[seat] = None
            self.news()

    def deal(self, table):
        """Another game, with the same phones."""
        with self.changed:
            self.table = table
            self.seats = (self.seats + [None] * 6)[:len(table.names)]
            self.news()

    def new_code(self):
        with self.changed:
            self.key, self.seats = secrets.token_urlsafe(16), [None] * len(self.seats)
            self.news()

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
            # A claim has no seat yet: only the same one again is answered the same.
            who = self.seats[seat] if seat is not None else f"claim {body['change']}"
            if self.slow:
                self.changed.wait_for(lambda: False, self.slow)
            answer = self.change(path, body, seat, who)
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

    def change(self, path, body, seat, who):
        """Answers a change; the same one again is answered the same, unless it asked for a taken seat."""
        change, answer = self.answered.get(who, (0, None))
        if body["change"] == change and "asked" not in answer[1]:
            return answer
        if body["change"] < change:
            return 409, {"reason": "A later change came first."}
        wanted = body.get("seat")
        if path != "/claim":
            if path == "/leave":
                self.seats[seat] = None
            else:
                step, *fields = STEPS[path]
                getattr(self.table, step)(seat, *(body[name] for name in fields))
            self.news()
            answer = 200, {"revision": self.revision}
        elif self.seats[wanted] and wanted not in self.agreed:
            answer = 409, {"reason": "Somebody has this seat. The scorekeeper is asked.", "asked": True}
        else:
            self.agreed.discard(wanted)
            self.seats[wanted] = secrets.token_urlsafe(16)
            self.news()
            answer = 200, {"seat": wanted, "secret": self.seats[wanted]}
        self.answered[who] = (body["change"], answer)
        return answer

    def changes(self):
        return [(path, body) for path, body, _ in self.asked if path != "/look"]


class Peer:
    """A phone without a screen, for the other players: speaks the protocol to any tablet."""

    # No two of them claim a seat under the same number.
    numbers = itertools.count(1)

    def __init__(self, link, source=None):
        parts = urllib.parse.urlsplit(link)
        self.host, self.key, self.secret = parts.netloc, parts.fragment, None
        # The address it asks from, if not the usual one.
        self.source = source and (source, 0)

    def post(self, path, **body):
        if path != "/look":
            body.setdefault("change", next(Peer.numbers))
        connection = http.client.HTTPConnection(self.host, timeout=40, source_address=self.source)
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
