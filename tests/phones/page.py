#!/usr/bin/env python3
"""Plays the phones' page in a headless Chromium, at a tablet of its own, with faults and scripted tables.

    python3 tests/phones/page.py [--pictures FOLDER] [--only NAME…]
"""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
from browser import Browser, asked, axe, run_parts  # noqa: E402
from mock import HOSTILE, NAMES, LastWizard, Peer, Tablet, Wizard, words  # noqa: E402

SIZES = {"320x568": (320, 568), "390x844": (390, 844), "820x1180": (820, 1180)}
LARGE = {"webkit.webprefs.default_font_size": 32}
SAY = words("en")


class Phone(Browser):
    """A phone that has scanned the code."""

    def __init__(self, link, size="390x844", language="en", preferences=None):
        super().__init__(language, SIZES[size], preferences, touch=True)
        self.words = words(language)
        self.at_first("navigator.vibrate = (time) => (window.vibrated ??= []).push(time);")
        if link:
            self.visit(link)

    def shown(self):
        self.wait("the board", lambda: not self.run("return document.getElementById('players').hidden"), 10)

    def like(self, dark=True, contrast=False):
        self.prefer(color_scheme="dark" if dark else "light", contrast="more" if contrast else "no-preference")
        # A button's colour changes in 120 ms.
        time.sleep(0.2)

    def text(self, element):
        return self.run("return document.getElementById(arguments[0]).textContent", element)

    def texts(self, elements):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((it) => it.textContent)", elements)

    def line(self):
        return self.text("status")

    def hears(self, words, seconds=10):
        self.wait(lambda: f"“{words}”, but “{self.line()}”", lambda: words in self.line(), seconds)

    def is_back(self, seconds=5):
        lost = (SAY["lost"], SAY["unsent"], SAY["connecting"])
        self.wait("the connection", lambda: self.line() not in lost, seconds)

    def names(self, role):
        return [name for kind, name, _ in self.read_aloud() if kind == role]

    def can(self, role, name):
        """Whether it is there, and named exactly so."""
        return name in self.names(role)

    def comes(self, role, name):
        self.wait(lambda: f"{role} “{name}” in {self.names(role)}, “{self.line()}”", lambda: self.can(role, name), 10)

    def press_named(self, name, whole=True):
        """Activates the button of this name, as a screen reader does."""
        self.act_on("button", name, "this.focus(); this.click()", whole)

    def sit(self, name):
        self.press_named(name, whole=False)
        self.comes("button", self.words["leave"])

    def enter(self, number):
        """Presses a number, and waits until the page says that it is kept."""
        shown = str(number).replace("-", "−")
        self.press_named(shown)
        self.wait("an answer", lambda: not self.state().get("waits"), 20)
        # The line changes once a second at most, so that of the number before may still stand there.
        self.hears(self.words["kept"].replace("{number}", shown))

    def show(self, text):
        """Types what a hand is worth and shows it."""
        self.act_on("textbox", SAY["hand"], "this.focus(); this.value = ''", whole=True)
        self.tools("Input.insertText", text=str(text))
        self.press_named(SAY["show"])

    def leave(self):
        self.press_named(SAY["leave"])
        self.run("document.getElementById('go').click()")
        self.hears(SAY["left"])

    def state(self):
        return self.run("return JSON.parse(localStorage.getItem('tablet-of-truth-phone') ?? '{}')")

    def pressed(self):
        return self.texts("#numbers:not([hidden]) [aria-pressed=true]")

    def has_in_sight(self, *elements):
        """Waits until these are in the window, as far as fits."""
        seen = """const of = document.getElementById(arguments[0]).getBoundingClientRect();
            return of.height > 0 && of.top >= 0 && of.top + Math.min(of.height, 48) <= innerHeight"""
        self.wait(f"{elements} in sight", lambda: all(self.run(seen, element) for element in elements), 5)

    def boxes(self):
        """What stands for each player's bid."""
        return self.texts("#players .box")

    def __exit__(self, fault, *more):
        """Nothing was there that the browser had to complain about, but for what a cut connection brings."""
        errors = [it["message"] for it in self.log() if it["level"] == "SEVERE"]
        super().__exit__(fault, *more)
        assert fault or all("Failed to load resource" in error for error in errors), errors


# --- What holds for every view --------------------------------------------------------------------------------------

# What is wrong, and how many texts there are: the page's width, what is out of sight to the side, what is cut, the
# sizes of targets, and the contrasts of texts.
LOOK = """
    const light = (colour) => {
        const [r, g, b] = colour.map((it) => (it /= 255) <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = parts(getComputedStyle(at).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let count = 0;
    for (let node; node = texts.nextNode();) {
        const element = node.parentElement;
        const unseen = element.closest(".unseen, script, template, noscript") || !element.getClientRects().length;
        if (!node.data.trim() || unseen) continue;
        const one = light(parts(getComputedStyle(element).color)), two = light(ground(element));
        const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
        if (contrast < arguments[0]) found.push(`contrast ${contrast}: ${node.data}`);
        count += 1;
    }
    // A browser with touch shows as much as there is: what is seen without that is the client's width.
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${scrollWidth} px in a window of ${clientWidth}`);
    const all = (which, what, wrong) => document.querySelectorAll(which).forEach((it) => {
        if (it.getClientRects().length && wrong(it, it.getBoundingClientRect()))
            found.push(`${what}: ${it.outerHTML.slice(0, 80)}`);
    });
    all("body *", "out of sight", (it, { left, right }) =>
        !it.closest(".unseen, dialog, template") && (right > clientWidth + 0.5 || left < -0.5));
    all("button, .box, .face, .points, #round", "cut", (it) =>
        it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).display !== "inline");
    all("button, input", "too small", (_, { width, height }) => Math.min(width, height) < 48);
    return [count, found];"""
NAMED = ("button", "textbox", "list", "dialog", "table", "region", "navigation", "group")


def holds(browser, what, least=4.5):
    """No sideways scrolling, targets large enough, contrast, and every control named."""
    texts, found = browser.run(LOOK, least)
    assert texts and not found, (what, texts, found)
    unnamed = [role for role, name, _ in browser.read_aloud() if role in NAMED and not name]
    assert not unnamed, (what, unnamed)


def everywhere(browser, what):
    """`holds`, by day and night, in ordinary and high contrast; at the usual size axe finds nothing, either."""
    for dark, name in ((True, "night"), (False, "day")):
        browser.like(dark, contrast=True)
        holds(browser, f"{what}, {name}, high contrast", 7)
        browser.like(dark)
        holds(browser, f"{what}, {name}")
        browser.picture(f"{what.replace(' ', '-')}-{name}")
        broken = what.startswith("390x844") and axe(browser, what)
        assert not broken, (what, broken)
    browser.like()


# --- The parts ------------------------------------------------------------------------------------------------------

def views():
    """Every view of both games in each language: nothing sideways, 48 px, contrast, names, questions in sight."""
    sizes = ("320x568", LARGE), ("390x844", LARGE), ("390x844", None)
    looks = [(language, *size) for language in ("en", "de", "fr", "pt-BR") for size in sizes]
    for language, size, preferences in (*looks, ("en", "320x568", None), ("en", "820x1180", None)):
        what = size + ("" if language == "en" else f" {language}") + (" large" if preferences else "")
        with Tablet(Wizard(cards=7)) as at, Phone(at.link, size, language, preferences) as it:
            def look(view):
                # What is the same in every language is not looked at in all lights.
                if language == "en":
                    return everywhere(it, f"{what} {view}")
                it.like()
                return holds(it, f"{what} {view}")
            shown = it.run("const it = document.documentElement; return [it.lang, getComputedStyle(it).fontSize]")
            assert shown[0] == language and (not preferences or shown[1] == "32px"), shown
            Peer(at.link).claim(0)
            it.has_in_sight("title")
            assert it.can("heading", it.words["who"]), it.names("heading")
            look("who")
            it.sit("Thomas")
            it.run("scrollTo(0, 0)")
            at.do("bid", 0, 2)
            it.hears(it.words["your_turn"])
            it.has_in_sight("title", "numbers")
            look("my turn")
            it.enter(3)
            look("bid kept")
            at.do("play", 1, 0)
            it.comes("heading", "How many tricks did you take?")
            it.enter(3)
            look("tricks")
            at.do("score", 1, 3, 3, 0)
            it.comes("button", it.words["sheet"])
            it.press_named(it.words["sheet"])
            assert it.can("columnheader", "Thomas") and it.can("rowheader", "1"), it.names("columnheader")
            look("sheet")
            it.press_named(it.words["close"])
            it.press_named(it.words["leave"])
            look("leave")
            it.press_named(it.words["stay"])
            at.deal(Wizard(rounds=20, cards=20, names=NAMES[:3]))
            at.do("bid", 0, 10)
            it.comes("button", "20")
            look("many")
            at.deal(LastWizard())
            at.do("bet", 0, 3)
            it.comes("button", it.words["fold"])
            look("tokens")
            at.do("bet_all", 1, 2, 4, -1, 4, 3, 1)
            it.comes("textbox", it.words["hand"])
            it.has_in_sight("title", "hand")
            assert it.texts("#players .up bdi") == ["Thomas"]
            lines = it.run("""const range = document.createRange();
                range.selectNodeContents(document.getElementById('show'));
                return new Set([...range.getClientRects()].map((it) => it.top)).size""")
            assert lines == 1, f"{what}: the button is broken into {lines} lines"
            everywhere(it, f"{what} showdown")
            at.deal(Wizard(rounds=1, cards=1))
            at.do("play", 1, 0, 1, 1)
            at.do("score", 0, 1, 0, 0)
            it.heard("heading", it.words["over"])
            look("over")


def refused_number():
    """A number that may not be bid is struck out, says why, and is never sent."""
    for size in ("320x568", "390x844"):
        with Tablet(Wizard(cards=3, names=NAMES[:3])) as at, Phone(at.link, size) as it:
            it.sit("Arnaud")
            at.do("bid", 0, 1)
            at.do("bid", 1, 1)
            it.hears(SAY["your_turn"])
            node = it.heard("button", "1", whole=True)
            facts = {fact["name"]: fact["value"].get("value") for fact in node["properties"]}
            assert facts.get("disabled"), facts
            assert "the bids would add up to 3" in node["description"]["value"], node.get("description")
            everywhere(it, f"{size} struck out")
            it.press_named("1")
            it.hears("1 is not allowed: the bids would add up to 3")
            assert not at.changes("/bid")
            it.enter(2)


def read_aloud():
    """What stands at each player is read aloud; a number is taken back or changed, and a hand is a whole number."""
    with Tablet(Wizard(cards=3, names=NAMES[:3])) as at, Phone(at.link) as it:
        assert it.can("heading", SAY["who"]) and it.can("list", SAY["players"]), it.read_aloud()
        it.sit("Thomas")
        at.do("bid", 0, 1)
        it.comes("heading", "Thomas, how many tricks will you take?")
        it.enter(2)
        it.press_named(SAY["back"])
        it.hears("taken back")
        it.enter(3)
        # Another number is taken without the way back.
        it.enter(1)
        read = lambda: " ".join(it.names("StaticText"))
        for part in ("Émilie", "plays first", "total 0", "bid 1", "no bid yet", "Trump:", "Elves"):
            assert part in read(), (part, read())
        at.do("play", 2)
        at.do("score", 1, 1, 1)
        it.comes("heading", "Round 2 of 15 · 3 cards")
        assert "total 30, in front" in read(), read()
        at.deal(LastWizard(NAMES[:3]))
        at.do("bet_all", 3, 1, 2, 2, -1, 4)
        it.show("fourteen")
        it.hears(SAY["whole"])
        it.show(14)
        it.hears("14 is kept")
        assert at.table.hands[1] == 14


def hostile_names():
    """Names are text: markup, other directions, eighty wide letters."""
    with Tablet(Wizard(names=HOSTILE)) as at:
        for size, preferences in (("320x568", LARGE), ("390x844", None)):
            with Phone(at.link, size, preferences=preferences) as it:
                assert it.texts("#players bdi") == HOSTILE, it.texts("#players bdi")
                assert it.texts("main img, main b, main script") == []
                everywhere(it, f"{size} hostile")
                seat = 0 if preferences is None else 3
                it.run("document.querySelectorAll('#seats button')[arguments[0]].click()", seat)
                it.hears("You are \u2068" + HOSTILE[seat])
                at.do("bid", at.table.turn, 0)
                if at.table.turn == 1:
                    it.hears(f"\u2068{HOSTILE[1]}\u2069 bids")
                everywhere(it, f"{size} hostile seat")
                it.leave()


def key_and_reload():
    """No key in the address bar; a reload, a closed page, a second scan keep the seat; a new code says what to do."""
    with Tablet(Wizard()) as at, Phone(None) as it:
        it.open(at.address)
        it.hears(SAY["no_key"])
        it.visit(at.link)
        assert it.run("return location.href") == at.address
        it.sit("Anna")
        it.again()
        assert it.can("button", SAY["leave"])
        it.open("about:blank")
        it.visit(at.address)
        assert it.can("button", SAY["leave"]) and it.state()["seat"] == 3
        # The same code scanned again, and the way back, keep it, too.
        it.visit(at.link)
        assert it.can("button", SAY["leave"]) and "#" not in it.run("return location.href")
        assert it.run("return history.length") < 8
        with at.news():
            at.key, at.seats = "A" * 22, [None] * 4
        it.hears(SAY["invalid"])
        assert not axe(it, "invalid")
        it.press_named(SAY["again"])
        it.hears(SAY["invalid"])
        it.visit(at.link)
        it.comes("heading", SAY["who"])
        it.sit("Anna")


def seats():
    """A taken seat is asked for until the scorekeeper agrees; a released one says so; leaving asks first."""
    with Tablet(Wizard()) as at, Phone(at.link) as it:
        other = Peer(at.link).claim(0)
        it.wait("that it is taken", lambda: SAY["taken"] in it.heard("button", "Émilie")["name"]["value"], 5)
        it.press_named("Émilie", whole=False)
        it.hears("The scorekeeper is asked")
        everywhere(it, "390x844 asked")
        time.sleep(2.5)
        asked = [body["change"] for body in at.changes("/claim")][1:]
        assert len(asked) >= 2 and len(set(asked)) == 1, asked
        at.agreed.add(0)
        it.comes("button", SAY["leave"])
        assert other.post("/look", after=0, wait=0)[0] == 404
        with at.news():
            at.seats[0] = None
        it.hears(SAY["released"])
        it.sit("Arnaud")
        it.press_named(SAY["leave"])
        assert it.can("dialog", SAY["leave_asks"])
        it.press_named(SAY["stay"])
        assert at.seats[2]
        it.leave()
        assert not at.seats[2] and "secret" in it.state() and not it.state()["secret"]


def table_closed():
    """A table that was closed is said to be, also while nothing answers, and is back as soon as it is opened again."""
    with Tablet(Wizard()) as at, Phone(at.link) as it:
        it.sit("Thomas")
        at.do("bid", 0, 2)
        it.hears(SAY["your_turn"])
        with at.news():
            at.ill = 410
        it.hears(SAY["closed"])
        at.stop()
        assert not it.can("button", "4") and not it.can("button", SAY["leave"]) and it.can("button", SAY["again"])
        everywhere(it, "390x844 closed")
        it.press_named(SAY["again"])
        time.sleep(3)
        assert it.line() == SAY["closed"], it.line()
        at.ill = None
        at.start()
        it.press_named(SAY["again"])
        it.hears(SAY["your_turn"])
        assert it.can("button", "4") and it.can("button", SAY["leave"])


def too_many_look_on():
    """Who may not wait for news gets a message, still sees what is new, and can take a seat."""
    with Tablet(Wizard()) as at:
        at.crowd = "Too many are looking on."
        with Phone(at.link) as it:
            it.hears(at.crowd)
            everywhere(it, "390x844 crowd")
            at.do("bid", 0, 2)
            it.wait("the bid", lambda: it.boxes()[0] == "2", 8)
            assert it.line() == at.crowd
            it.sit("Thomas")
            it.hears(SAY["your_turn"])


def lost_and_back():
    """A lost connection is said, the newest state shown within a second of its return; a tap meanwhile arrives once."""
    with Tablet(Wizard()) as at, Phone(at.link) as it:
        it.sit("Thomas")
        at.do("bid", 0, 2)
        it.hears(SAY["your_turn"])
        at.stop()
        it.hears(SAY["lost"], 15)
        everywhere(it, "390x844 lost")
        it.press_named("4")
        it.hears(SAY["unsent"])
        assert not it.pressed(), "not kept before the tablet says so"
        at.table.bids[0] = 3
        at.revision = 1
        at.start()
        it.hears("4 is kept", 10)
        assert it.pressed() == ["4"] and at.table.bids[1] == 4
        it.wait("what was changed meanwhile", lambda: it.boxes()[0] == "3", 5)
        assert len(at.changes("/bid")) == 1
        # Coming back to the page asks at once.
        at.stop()
        it.hears(SAY["lost"], 15)
        at.table.bids[0] = 1
        at.start()
        back = time.time()
        it.run("dispatchEvent(new Event('online'))")
        it.wait("the newest state", lambda: it.boxes()[0] == "1", 5)
        assert time.time() - back < 1, time.time() - back
        waits = [body["wait"] for path, body, when in at.asked if path == "/look" and when > back]
        assert waits[0] == 0, waits
        # A tablet that answers with something else is one that does not answer.
        at.ill = 500
        it.run("dispatchEvent(new Event('online'))")
        it.hears(SAY["lost"], 10)
        at.ill = None
        it.run("document.dispatchEvent(new Event('visibilitychange'))")
        it.is_back()


def retried():
    """An answer that is lost is asked for again with the same number: kept exactly once, and shown so only then."""
    with Tablet(Wizard()) as at, Phone(at.link) as it:
        at.swallow = 1
        it.sit("Émilie")
        claims = [body["change"] for body in at.changes("/claim")]
        assert len(claims) == 2 and len(set(claims)) == 1, claims
        at.swallow = 2
        it.enter(2)
        bids = at.changes("/bid")
        assert len(bids) == 3 and all(body == bids[0] for body in bids), bids
        it.hears("You can still change it")
        # Slow: on its way is not kept.
        at.slow = 1.5
        it.press_named("5")
        time.sleep(0.7)
        assert it.pressed() == [] and it.texts("#numbers [aria-busy=true]") == ["5"]
        it.hears("5 is kept")
        at.slow = 0
        # A reload in the middle sends it again, under the same number.
        at.swallow = 10
        it.press_named("3")
        it.wait("a first try", lambda: at.swallow < 10, 5)
        it.reload()
        at.swallow = 0
        it.shown()
        it.wait("the bid", lambda: it.pressed() == ["3"], 10)
        assert len({body["change"] for body in at.changes("/bid") if body["bid"] == 3}) == 1
        # A second thought takes the place of what is still on its way.
        it.press_named(SAY["back"])
        it.hears("taken back")
        at.slow = 1
        it.press_named("0")
        time.sleep(0.3)
        at.slow = 0
        it.enter(1)
        assert at.table.bids[0] == 1
        numbers = [body["change"] for body in at.changes()]
        assert numbers == sorted(numbers), "numbers rise"
        it.again()
        it.enter(2)
        assert at.changes()[-1]["change"] > numbers[-1]


def line_at_most_once_a_second():
    """The line that is read out changes at most once a second, and not at all while nothing happens."""
    with Tablet(Wizard(cards=9)) as at, Phone(at.link) as it:
        it.sit("Thomas")
        it.hears("Émilie bids")
        # Timed where the page writes; an observer, which a busy machine calls late, sees that nothing else does.
        it.run("""window.changes = [], window.seen = 0;
            const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
            const line = document.getElementById('status');
            Object.defineProperty(line, 'textContent', { get() { return text.get.call(this); },
                set(words) { changes.push(performance.now()); text.set.call(this, words); } });
            new MutationObserver((them) => seen += them.filter((it) => it.addedNodes.length).length)
                .observe(line, { childList: true, characterData: true, subtree: true });""")
        for bid in range(9):
            at.do("bid", 0, bid)
            time.sleep(0.13)
            at.do("back", 0)
            time.sleep(0.13)
        time.sleep(3)
        changes = it.run("return changes")
        assert it.run("return seen") == len(changes)
        gaps = [two - one for one, two in zip(changes, changes[1:])]
        assert len(changes) >= 2 and min(gaps) >= 990, gaps
        before = len(changes)
        time.sleep(4)
        assert len(it.run("return changes")) == before
        lives = it.texts("[role=status], [role=alert], [role=log], [aria-live]")
        assert lives == [it.line()], lives
        return f"{len(changes)} changes, {min(gaps):.0f} ms apart at least"


def line_keeps_up():
    """“Connecting…” goes with the first view, and a number that is kept makes room for what the round asks next."""
    with Tablet(LastWizard(NAMES[:3])) as at, Phone(at.link) as it:
        it.reload()
        shown = "return document.getElementById('players').hidden ? 0 : performance.now()"
        begun = it.wait("the board", lambda: it.run(shown), 10)
        it.wait(f"whose turn it is; “{it.line()}”", lambda: it.line() != SAY["connecting"], 5)
        connecting = it.run("return performance.now()") - begun
        assert connecting < 500, f"“Connecting…” stands for {connecting:.0f} ms after the board is shown"
        # A tablet that takes in what is asked and says nothing is lost, and not for ever still being connected to.
        at.still = True
        it.reload()
        begun = time.time()
        it.hears(SAY["connecting"])
        it.hears(SAY["lost"], 15)
        silent = time.time() - begun
        assert silent < 5, f"silence is reported after {silent:.1f} s"
        at.still = False
        it.shown()
        it.is_back(2)
        # The next bet is one's own, too.
        it.sit("Thomas")
        with at.news():
            at.table.tokens = [[3, 1], [], [2]]
        it.hears(SAY["your_turn"])
        it.enter(4)
        kept = time.time()
        it.hears(SAY["your_turn"])
        stood = time.time() - kept
        assert 0.7 < stood < 2.5, f"“4 is kept” stood for {stood:.1f} s of one's turn"
    # What ended the part of the round is said, and no longer than it is news.
    with Tablet(Wizard(cards=3, names=NAMES[:3])) as at, Phone(at.link) as it:
        it.sit("Thomas")
        at.do("bid", 0, 1)
        it.hears(SAY["your_turn"])
        it.enter(1)
        kept = time.time()
        at.do("play", 0)
        it.wait("what is played", lambda: "is kept" not in it.line(), 10)
        assert time.time() - kept < 2.5, f"“1 is kept” stood for {time.time() - kept:.1f} s"
        return (f"“Connecting…” for {connecting:.0f} ms, silence reported after {silent:.1f} s, "
                f"“kept” for {stood:.1f} s of one's turn")


def focus_and_turn():
    """The focus stays where it is while the view changes, or goes on at the heading; one's turn is felt once."""
    with Tablet(Wizard(cards=4)) as at, Phone(at.link) as it:
        it.sit("Thomas")
        focused = lambda: it.run("return document.activeElement.id || document.activeElement.textContent")
        assert focused() == "title", focused()
        assert it.run("return window.vibrated ?? []") == []
        at.do("bid", 0, 1)
        it.hears(SAY["your_turn"])
        assert it.run("return vibrated") == [200]
        it.act_on("button", "2", "this.focus()")
        same = it.run("window.held = document.activeElement; return held.textContent")
        it.enter(2)
        assert it.run("return document.activeElement === held") and same == "2"
        for seat in (2, 3):
            at.do("bid", seat, 0)
        it.wait("no numbers", lambda: it.run("return document.getElementById('numbers').hidden"), 5)
        assert focused() == "title"
        assert it.run("return vibrated") == [200]
        assert it.run("return document.querySelector('meta[name=viewport]').content").find("maximum-scale") < 0


PARTS = [views, refused_number, read_aloud, hostile_names, key_and_reload, seats, table_closed, too_many_look_on,
         lost_and_back, retried, line_at_most_once_a_second, line_keeps_up, focus_and_turn]

if __name__ == "__main__":
    run_parts(PARTS, asked(PARTS).only)
