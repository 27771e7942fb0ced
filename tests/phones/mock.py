"""A tablet that is none: speaks the phones' protocol in full, with tables that tests script, and a phone without a screen.

It knows just enough of both games to move them on; what the rules are is the program's matter.
"""
import http.client
import http.server
import itertools
import json
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
HOSTILE = ["<img src=x onerror=alert(1)>", "\u202eלאה\u202d אבג", "W" * 80, "{{name}} & \"quoted\" '", "</script><b>", "-1"]
TRUMPS = [{"name": "Dwarves", "colour": "red"}, {"name": "Elves", "colour": "green"}, None]
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                               "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store"}
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
FIELDS = {"/look": {"after": int, "wait": int}, "/claim": {"seat": int, "change": int}, "/bid": {"round": int, "bid": int, "change": int},
          "/tricks": {"round": int, "tricks": int, "change": int}, "/back": {"round": int, "change": int},
          "/bet": {"round": int, "token": int, "change": int},
          "/show": {"round": int, "hand": int, "change": int}, "/leave": {"change": int}}


class Refused(Exception):
    def __init__(self, reason, asked=False):
        super().__init__(reason)
        self.asked = asked


def words(language):
    """The page's words by their places, from the program's own table and the translators' files."""
    table = (ROOT / "src/phones/words.rs").read_text()
    found = {"language": language}
    said = {}
    if language != "en":
        po = (ROOT / f"lang/{language.replace('-', '_')}/LC_MESSAGES/tablet-of-truth.po").read_text()
        entry = re.compile(r'(?:msgctxt "(.*)"\n)?msgid "(.*)"\n(?:msgid_plural ".*"\n)?msgstr(?:\[0\])? "(.*)"')
        said = {(context, english): words for context, english, words in entry.findall(po)}
    line = re.compile(r'\("(\w+)",\s*text!\(\s*(?:"([^"]*)" => )?"([^"]*)"', re.S)
    for place, context, english in line.findall(table):
        found[place] = said.get((context, english)) or english
    # Said of one, as the program does; how many rounds there are, the page puts in itself.
    found["card"] = found["card"].replace("{n}", "1")
    return found


class Table:
    """What both games have."""

    def __init__(self, names, total):
        self.names, self.totals, self.round, self.sheet, self.over = names, [total] * len(names), 1, [], False
        self.begin()

    def turn_of(self, order, known):
        return next((seat for seat in order if known[seat] is None), None)

    def player(self, at, seats):
        return {"name": self.names[at], "initials": self.names[at].strip()[:1] or "?", "colour": at % 6, "total": self.totals[at], "bid": None,
                "has_bid": False, "tricks": None, "phone": bool(seats[at]), "rank": 1 + sum(total > self.totals[at] for total in self.totals)}


class Wizard(Table):
    """A table of Wizard with open bids."""

    def __init__(self, names=NAMES, rounds=15, cards=lambda number: number):
        self.rounds, self.deals = rounds, cards
        super().__init__(names, 0)

    def begin(self):
        count = len(self.names)
        self.cards, self.dealer, self.phase = self.deals(self.round), (self.round - 2) % count, "bidding"
        self.order = [(self.dealer + 1 + at) % count for at in range(count)]
        self.bids, self.tricks = [None] * count, [None] * count

    @property
    def turn(self):
        return None if self.over or self.phase != "bidding" else self.turn_of(self.order, self.bids)

    def refused(self, seat, bid):
        others = [self.bids[at] for at in range(len(self.names)) if at != seat]
        if None not in others and sum(others) + bid == self.cards:
            return f"{bid} is not allowed: the bids would add up to {self.cards}."
        return None

    def bid(self, seat, bid):
        if self.turn != seat:
            raise Refused("It is not your turn.")
        if self.refused(seat, bid):
            raise Refused(self.refused(seat, bid))
        self.bids[seat] = bid

    def changeable(self, seat):
        """Until the next one bids."""
        if self.phase == "playing":
            return self.tricks[seat] is not None
        later = self.order[self.order.index(seat) + 1:]
        return self.phase == "bidding" and self.bids[seat] is not None and all(self.bids[at] is None for at in later)

    def play(self):
        """The scorekeeper starts the tricks."""
        assert None not in self.bids
        self.phase = "playing"

    def took(self, seat, tricks):
        if self.phase != "playing" or self.tricks[seat] is not None:
            raise Refused("No tricks are asked for.")
        self.tricks[seat] = tricks

    def back(self, seat):
        if not self.changeable(seat):
            raise Refused("The round has gone on.")
        (self.tricks if self.phase == "playing" else self.bids)[seat] = None

    def score(self):
        assert None not in self.tricks and sum(self.tricks) == self.cards, self.tricks
        cells = []
        for seat, (bid, tricks) in enumerate(zip(self.bids, self.tricks)):
            points = 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)
            self.totals[seat] += points
            cells.append({"total": self.totals[seat], "points": points, "bid": bid, "tricks": tricks})
        self.sheet.append({"round": self.round, "cells": cells})
        if self.round == self.rounds:
            self.over, self.phase = True, "over"
        else:
            self.round += 1
            self.begin()

    def view(self, seat, seats):
        players = [self.player(at, seats) for at in range(len(self.names))]
        for at, player in enumerate(players):
            player["has_bid"] = self.bids[at] is not None
            if not self.over:
                player.update(bid=self.bids[at], tricks=self.tricks[at])
        says = (f"{self.names[self.totals.index(max(self.totals))]} wins" if self.over else f"{self.names[self.turn]} bids" if self.turn is not None
                else "All have bid" if self.phase == "bidding" else "The tricks are played")
        view = {"game": "wizard", "round": self.round, "rounds": self.rounds, "cards": self.cards, "phase": self.phase, "over": self.over,
                "trump": None if self.over else TRUMPS[self.round % 3], "dealer": self.dealer, "turn": self.turn, "players": players,
                "sheet": self.sheet, "says": says, "you": None}
        if seat is not None:
            asks = "bid" if self.turn == seat else "tricks" if self.phase == "playing" and self.tricks[seat] is None else None
            numbers = [{"number": number, "refused": self.refused(seat, number) if asks == "bid" else None} for number in range(self.cards + 1)] if asks else []
            view["you"] = {"seat": seat, "bid": self.bids[seat], "tricks": self.tricks[seat], "numbers": numbers, "asks": asks, "tokens": [],
                           "may_fold": False, "can_take_back": self.changeable(seat),
                           "says": f"{self.names[seat]}, how many tricks will you take?" if asks == "bid" else "How many tricks did you take?" if asks else "Nothing to enter for you now"}
        return view


class LastWizard(Table):
    """A table of The Last Wizard in its first round."""

    def __init__(self, names=NAMES):
        super().__init__(names, 15)

    def begin(self):
        self.phase = "first_bet"
        self.facts = [{"round_token": None, "square_token": None, "hand": None} for _ in self.names]

    def field(self):
        return {"first_bet": "round_token", "second_bet": "square_token"}.get(self.phase)

    @property
    def turn(self):
        return self.turn_of(range(len(self.names)), [fact[self.field()] for fact in self.facts]) if self.field() else None

    def tokens(self):
        used = [fact[self.field()] for fact in self.facts]
        return [token for token in ([1, 2, 3, 4, 5, 6] if self.phase == "first_bet" else [-1, 0, 1, 2, 3, 4]) if token not in used]

    def on(self):
        if self.field() and self.turn is None:
            self.phase = {"first_bet": "second_bet", "second_bet": "showdown"}[self.phase]

    def bet(self, seat, token):
        if self.turn != seat or token not in self.tokens():
            raise Refused("It is not your turn, or the token is not there.")
        self.facts[seat][self.field()] = token
        self.on()

    def bet_all(self, *bets):
        for tokens in bets:
            for seat, token in enumerate(tokens):
                if token is not None:
                    self.bet(seat, token)

    def hand(self, seat, total):
        if self.phase != "showdown":
            raise Refused("Hands are not shown now.")
        self.facts[seat]["hand"] = total

    def view(self, seat, seats):
        players = [{**self.player(at, seats), "tokens": [fact[name] for name in ("round_token", "square_token") if fact[name] is not None],
                    "folded": False, "hand": fact["hand"]} for at, fact in enumerate(self.facts)]
        says = f"{self.names[self.turn]} bets" if self.turn is not None else "Show your hands"
        view = {"game": "last-wizard", "round": self.round, "rounds": None, "cards": None, "phase": self.phase, "over": self.over, "trump": None,
                "dealer": 0, "turn": self.turn, "players": players, "sheet": self.sheet, "says": says, "you": None}
        if seat is not None:
            mine, shown = self.turn == seat, self.facts[seat]["hand"] is not None
            shows = self.phase == "showdown" and not shown
            view["you"] = {"seat": seat, "bid": None, "tricks": None, "numbers": [], "asks": "bet" if mine else "show" if shows else None,
                           "tokens": [{"number": token, "refused": None} for token in self.tokens()] if mine else [], "may_fold": mine,
                           "can_take_back": shown,
                           "says": f"{self.names[seat]}, take a token or fold." if mine else "What is your hand worth?" if shows else says}
        return view


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
                for name, value in HEADERS.items():
                    self.send_header(name, value)
                if kind:
                    self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                file = {"/": "index.html"}.get(self.path, self.path[1:])
                if file not in ("index.html", "page.js", "page.css", "icon.svg"):
                    return self.reply(404)
                data = (PAGE / file).read_bytes()
                if file == "index.html":
                    wanted = (self.headers["Accept-Language"] or "en").split(",")[0].split(";")[0]
                    language = next((known for known in ("de", "fr", "pt-BR") if known.split("-")[0] == wanted.split("-")[0]), "en")
                    escaped = {place: said.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;") for place, said in words(language).items()}
                    data = re.sub(r"\{\{(\w+)\}\}", lambda place: escaped[place[1]], data.decode()).encode()
                self.reply(200, TYPES[pathlib.Path(file).suffix], data)

            def do_POST(self):
                data = self.rfile.read(int(self.headers["Content-Length"] or 0))
                while tablet.still:
                    time.sleep(0.02)
                if tablet.ill:
                    return self.reply(tablet.ill)
                answer = tablet.post(self.path, self.headers["Authorization"] or "", self.headers["Content-Type"], data)
                if answer is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return None
                status, body = answer
                return self.reply(status, "application/json" if body is not None else None, b"" if body is None else json.dumps(body).encode())

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

    def post(self, path, shown, kind, data):
        with self.changed:
            try:
                seat = self.seat_of(shown)
            except KeyError:
                return 404, None
            try:
                body = json.loads(data)
                fields = FIELDS[path]
                assert kind == "application/json" and len(data) <= 2048 and set(body) == set(fields)
                assert all(type(body[name]) is kind for name, kind in fields.items())
            except (ValueError, KeyError, AssertionError):
                return 400, None
            self.asked.append((path, body, seat, time.time()))
            if path == "/look":
                if self.crowd and seat is None and body["wait"]:
                    return 409, {"reason": self.crowd}
                self.changed.wait_for(lambda: self.revision != body["after"], body["wait"])
                try:
                    seat = self.seat_of(shown)
                except KeyError:
                    return 404, None
                if self.revision == body["after"]:
                    return 200, {"revision": self.revision}
                return 200, {"revision": self.revision, "view": self.table.view(seat, self.seats)}
            # A claim has no seat yet: only the same one again is answered the same.
            who = self.seats[seat] if seat is not None else f"claim {body['change']}"
            if self.slow:
                self.changed.wait_for(lambda: False, self.slow)
            answer = self.change(path, body, seat, who)
            if self.swallow:
                self.swallow -= 1
                return None
            return answer

    def change(self, path, body, seat, who):
        change, answer = self.answered.get(who, (0, None))
        if body["change"] == change and not (answer[0] == 409 and answer[1].get("asked")):
            return answer
        if body["change"] < change:
            return 409, {"reason": "A later change came first."}
        try:
            answer = 200, self.made(path, body, seat)
            self.news()
            answer[1].update({"revision": self.revision} if path not in ("/claim", "/leave") else {})
        except Refused as refused:
            answer = 409, {"reason": str(refused), **({"asked": True} if refused.asked else {})}
        self.answered[who] = (body["change"], answer)
        return answer

    def made(self, path, body, seat):
        if path == "/claim":
            wanted = body["seat"]
            if not 0 <= wanted < len(self.seats) or seat is not None:
                raise Refused("There is no such seat.")
            if self.seats[wanted] and wanted not in self.agreed:
                raise Refused("Somebody has this seat. The scorekeeper is asked.", asked=True)
            self.agreed.discard(wanted)
            self.seats[wanted] = secrets.token_urlsafe(16)
            return {"seat": wanted, "secret": self.seats[wanted]}
        if seat is None:
            raise Refused("Take a seat first.")
        if path == "/leave":
            self.seats[seat] = None
            return {}
        if body["round"] != self.table.round:
            raise Refused("That was another round.")
        step = {"/bid": ("bid", "bid"), "/tricks": ("took", "tricks"), "/back": ("back",), "/bet": ("bet", "token"), "/show": ("hand", "hand")}[path]
        getattr(self.table, step[0])(seat, *(body[name] for name in step[1:]))
        return {}

    def changes(self):
        return [(path, body) for path, body, _, _ in self.asked if path != "/look"]


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
        connection.request("POST", path, json.dumps(body), {
            "Content-Type": "application/json", "Authorization": f"Bearer {self.key}" + (f".{self.secret}" if self.secret else "")})
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
