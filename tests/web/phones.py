#!/usr/bin/env python3
"""Plays the page as phones have it, in a headless Chromium: small, by touch, with a keyboard that composes words and
takes half of the page, with the system's way back.

    python3 tests/web/phones.py [FOLDER] [--pictures FOLDER] [--only NAME]

Each part opens a page of its own. Elements are found in the accessibility tree and touched where they are.
"""
import json
import os
import pathlib
import shutil
import tempfile
import time

from browser import Server, asked, axe, run_parts
from program import Page, new_version

# Without and with the keyboard.
SIZES = {"360x640": ((360, 640), (360, 380)), "412x915": ((412, 915), (412, 515)), "390x844": ((390, 844), (390, 508))}
NAMES = ["Anna", "Bob", "Émilie", "Dörte", "Çağla", "Frederike"]
NOT_LOADED = "The program could not be loaded. Are you connected? Load it again: what was kept of it is fetched anew."


class Phone(Page):
    """A phone, at the page of this server if one is given."""

    def __init__(self, server=None, size="412x915", preferences=None):
        super().__init__("en", SIZES[size][0], preferences, touch=True)
        self.name = size
        if server:
            self.visit(server.address)

    def keyboard(self, shown):
        self.size(*SIZES[self.name][1 if shown else 0], touch=True)
        time.sleep(0.2)

    def focused(self):
        return self.run("return document.activeElement.tagName")

    def names(self):
        return [label[len("Change "):] for label in self.labels() if label.startswith("Change ")]

    def field(self):
        return self.program("field")["text"]

    def steps(self):
        """How many steps back the program can take."""
        return self.run("return history.state?.steps ?? 0")

    def unkept(self):
        """Whether the message that the program is not kept is shown."""
        return any(label.startswith("This browser could not keep the program") for label in self.labels())

    def deal(self):
        self.tap("Deal round 1")
        self.wait("a game", self.stored)


def typed_names(server):
    """Six names by composition with the keyboard open, at each size; a slow tap deals."""
    for size in SIZES:
        with Phone(server, size) as phone:
            phone.set_up([])
            phone.keyboard(True)
            for at, name in enumerate(NAMES):
                phone.compose(name)
                assert phone.field() == name, (size, name, phone.field())
                phone.press("Enter")
                phone.wait(f"{name} at the table", lambda: len(phone.names()) == at + 1, 5)
            assert phone.names() == NAMES, (size, phone.names())
            phone.picture(f"names-{size}")
            assert phone.focused() == "INPUT", "the keyboard stays open"
            # A finger that rests on the button: the keyboard may only go once it is up.
            left, top, width, height = phone.find("Deal round 1")[0]["place"]
            at = {"x": left + width / 2, "y": top + height / 2}
            phone.tools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[at])
            time.sleep(0.4)
            assert phone.focused() == "INPUT", "the keyboard goes only with the finger"
            phone.tools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            phone.wait("a game of six", phone.stored, 5)
            assert [player["name"] for player in phone.only()["players"]] == NAMES
            phone.wait("the keyboard goes", lambda: phone.focused() != "INPUT", 5)
            phone.keyboard(False)
            phone.alive()


def a_keyboards_ways(server):
    """Deleting without a key, completing a word, the hints to the keyboard, and a tap that rests."""
    with Phone(server) as phone:
        phone.set_up([])
        hints = phone.run("""const it = document.activeElement;
            return [it.autocapitalize, it.enterKeyHint, it.getAttribute('autocorrect'), it.spellcheck]""")
        assert hints == ["words", "next", "off", False], hints
        phone.compose("Annaa")
        phone.run("document.execCommand('delete')")
        assert phone.field() == "Anna", phone.field()
        # A word that is taken up again is mended, not written twice.
        phone.run("document.activeElement.setSelectionRange(0, 4); document.execCommand('insertText', false, 'Hanna')")
        assert phone.field() == "Hanna", phone.field()
        # While composing, the text stands alone: it is the field's, and no placeholder is there with it.
        phone.tools("Input.imeSetComposition", text=" M", selectionStart=2, selectionEnd=2)
        assert phone.field() == "Hanna M", phone.field()
        phone.picture("composing")
        phone.tools("Input.insertText", text=" M")
        phone.press("Backspace", "Backspace")
        assert phone.field() == "Hanna", phone.field()
        phone.press("Enter")
        phone.wait("the name at the table", lambda: phone.names() == ["Hanna"], 5)
        phone.compose("Bo")
        assert phone.field() == "Bo", phone.field()
        phone.tap("Close")
        # A finger that rests on the field: the keys come when it goes up, inside its event.
        phone.tap("New game")
        phone.wait("the field", lambda: phone.find("Name of a player"))
        phone.run("document.getElementById('canvas').focus()")
        phone.run("""
            window.inside = null;
            addEventListener("pointerup", () => { window.inside = document.activeElement.tagName; });""")
        phone.tap("Name of a player", rests=0.3)
        assert phone.run("return window.inside") == "INPUT", phone.run("return window.inside")


def full_screen(server):
    """The system takes the whole screen back while the board is shown, and a worker is refused: nothing stops."""
    with Phone(server) as phone:
        phone.size(1280, 800, touch=True)
        time.sleep(0.5)
        phone.set_up(NAMES[:3])
        phone.press("Enter")
        phone.wait("a game", phone.stored)
        phone.press("F11")
        phone.wait("the whole screen", lambda: phone.run("return Boolean(document.fullscreenElement)"), 10)
        phone.run("Document.prototype.exitFullscreen.call(document)")
        phone.wait("the table again", lambda: phone.find("Bob bids 0"), 10)
        phone.press("Escape")
        time.sleep(0.5)
        phone.alive()
        phone.run("Promise.reject(new TypeError('refused by the browser'))")
        time.sleep(0.3)
        phone.alive()


def way_back(server):
    """The browser's own way back takes the program's steps one by one, and loses nothing."""
    with Phone(server) as phone:
        steps = lambda count, what: phone.wait(f"{what}: {count}", lambda: phone.steps() == count, 5)
        back = lambda: phone.ask("POST", "/back")
        phone.set_up(NAMES[:3])
        phone.deal()
        phone.wait("the table", lambda: phone.find("Round 1 of 20"))
        phone.tap("Score sheet")
        steps(2, "the sheet")
        back()
        steps(1, "the sheet closed")
        phone.wait("the table again", lambda: phone.find("Round 1 of 20"), 5)
        # The second bid is typed: a 1 that waits for nothing is kept, too.
        phone.press("1")
        back()
        phone.wait("home", lambda: phone.find("New game"), 5)
        assert [bids for bids, _ in phone.rounds()] == [[None, 1, None]], phone.rounds()
        assert phone.steps() == 0
        for page, count in (("Rules", 1), ("Play", 0), ("Settings", 1)):
            phone.tap(page)
            steps(count, page)
        phone.again()
        steps(0, "home after a reload")
        phone.alive()
        back()
        phone.wait("another page", lambda: not phone.run("return location.href").startswith(server.address), 10)


def worker_refused(server):
    """Without a worker, or with one that cannot keep the program, the page plays on; that is said once, at home."""
    refusals = {
        "refused": "async () => { throw new DOMException('not here', 'SecurityError'); }",
        # As one that has no room: it is registered, and redundant before it is active.
        "not kept": """async () => ({ active: null, installing: {
            state: "installing",
            set onstatechange(changed) {
                setTimeout(() => { window.waited = true; this.state = "redundant"; changed(); }, 8000);
            },
        } })""",
    }
    for name, refusal in refusals.items():
        with Phone() as phone:
            phone.at_first(f"navigator.serviceWorker.register = {refusal};")
            phone.visit(server.address)
            if name == "not kept":
                phone.set_up(NAMES[:3])
                phone.deal()
                phone.wait("the worker gives up", lambda: phone.run("return window.waited"), 20)
                time.sleep(0.5)
                assert not phone.unkept(), "not over the table"
                phone.press("1", "Control+1")
            phone.wait("that the program is not kept", phone.unkept, 5)
            phone.picture(f"worker-{name}")
            phone.alive()
            phone.tap("OK")
            phone.wait("the message gone", lambda: not phone.unkept(), 5)
            phone.again()
            time.sleep(1)
            assert not phone.unkept(), "once"


def reported_at_the_next_visit(server):
    """That a program which has stopped was not kept is reported at the next visit, and only then."""
    with Phone() as phone:
        shown_at = lambda: phone.run("return localStorage.getItem('tablet-of-truth-unkept')")
        phone.at_first("""
            navigator.serviceWorker.register = () => new Promise((_, refused) => {
                window.refuse = () => refused(new Error("no room"));
            });""")
        phone.visit(server.address)
        phone.run("""
            dispatchEvent(new ErrorEvent("error", { error: new WebAssembly.RuntimeError("unreachable") }));
            window.refuse();""")
        phone.says("The program has stopped", 5)
        time.sleep(0.5)
        assert shown_at() is None, shown_at()
        phone.again()
        phone.run("window.refuse()")
        phone.wait("that the program is not kept", phone.unkept, 5)
        assert shown_at() == "told", shown_at()


def damage(phone, file):
    """Spoils a file where the browser keeps it."""
    phone.later("""
        const [file, done] = arguments;
        caches.keys().then(async (names) => {
            for (const name of names) {
                const cache = await caches.open(name);
                // Only what this copy of the page keeps has its address.
                const found = await cache.match(file);
                if (found) {
                    await cache.put(file, new Response("damaged", { headers: found.headers }));
                }
            }
            done();
        });""", file)


def addresses(server):
    """On a host that sends index.html on to the folder, too, the page opens without a network, and only where it is."""
    for moved in ({}, {"/index.html": "/"}):
        with Server(server.folder, moved=moved) as own, Phone(own) as phone:
            read = lambda: phone.run("return document.body.innerText")
            phone.kept()
            phone.again()
            with own.away():
                phone.again()
            # With the worker running, a licence is read, and what is not there is not.
            phone.open(own.address + "OFL.txt")
            assert read().strip() and read().strip()[:80] in (own.folder / "OFL.txt").read_text(), read()[:200]
            phone.open(own.address + "nothing")
            assert "404" in read(), read()
            for address in ("index.html", "?from=home#there", ""):
                phone.visit(own.address + address)
            phone.alive()


def damaged_and_newer(server):
    """A damaged file is fetched again; with a newer version at the server they are never mixed, but mended."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "web"
        shutil.copytree(server.folder, folder)
        # The browser's own cache would mend it, too.
        with Server(folder, caching=False) as own, Phone(own) as phone:
            newer = lambda: phone.run("return globalThis.newer === true")
            phone.kept()
            for file in ("index.html", "page.js", "tablet-of-truth.js"):
                damage(phone, file)
                phone.again()
            phone.alive()
            new_version(folder, "tablet-of-truth.js", "globalThis.newer = true;")
            damage(phone, "tablet-of-truth.js")
            phone.reload()
            phone.says(NOT_LOADED)
            assert not newer(), "a file of the newer version ran in the old one"
            shown = phone.run("const it = document.getElementById('again'); return [it.hidden, it.textContent]")
            assert shown == [False, "Load again"], shown
            phone.picture("damaged")
            phone.press_again()
            phone.wait("the newer version", newer, 30)
            phone.shown()
            phone.alive()
            # Without the script that says all this the page is the network's, whole.
            phone.kept()
            new_version(folder, "page.js", "globalThis.newest = true;")
            damage(phone, "page.js")
            phone.again()
            assert phone.run("return globalThis.newest === true"), "the network's script"
            phone.alive()


def neighbours(server):
    """Copies of the page and a stranger's share one origin: a newer version or a repair of one leave others alone."""
    with tempfile.TemporaryDirectory() as place:
        # One copy is below another one.
        copies = [pathlib.Path(place) / name for name in ("cards", "cards-2", "cards/below")]
        for copy in copies:
            shutil.copytree(server.folder, copy)
        for copy in copies[1:]:
            new_version(copy)
        with Server(pathlib.Path(place), caching=False) as own, Phone() as phone:
            addresses = [own.address + str(copy.relative_to(place)) + "/" for copy in copies]
            state = lambda: phone.later("""
                const done = arguments[0];
                Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([names, workers]) =>
                    done([names.sort(), workers.map((it) => it.scope).sort()]));""")

            def without_a_network():
                with own.away():
                    for address in addresses:
                        phone.visit(address)
            for address in addresses:
                phone.visit(address)
                phone.kept()
            phone.later("""
                const done = arguments[0];
                const put = (cache) => cache.put("/a-stranger", new Response("kept"));
                caches.open("a-stranger").then(put).then(done);""")
            names, workers = state()
            assert len(names) == 4 and workers == sorted(addresses), (names, workers)
            without_a_network()
            with own.away():
                phone.visit(addresses[0])
                damage(phone, "tablet-of-truth_bg.wasm")
                phone.reload()
                phone.says(NOT_LOADED)
            phone.press_again()
            phone.shown()
            phone.kept()
            assert state() == [names, workers], (state(), names, workers)
            without_a_network()


def short_memory(server):
    """A device without memory for more: the page says what to do, and every tap that was kept is there afterwards."""
    with Phone(server) as phone:
        phone.set_up(NAMES[:3])
        phone.deal()
        phone.tap("Bob bids 1")
        phone.tap("Émilie bids 0")
        phone.wait_rounds(([None, 1, 0], None))
        # All the memory a page can have is taken; then the program wants more.
        phone.run("""
            const page = [...document.scripts].find((it) => it.src).src;
            const { initSync } = await import(page.replace("page.js", "tablet-of-truth.js"));
            const { memory } = initSync();
            for (let pages = 16384; pages >= 1; pages >>= 1) {
                try { for (;;) { memory.grow(pages); } } catch { }
            }
            setTimeout(() => tabletOfTruth.program.look("x".repeat(1 << 24)));""")
        phone.says("This device has no memory left for the page", 5)
        phone.picture("memory")
        phone.press_again()
        phone.shown()
        phone.wait_rounds(([None, 1, 0], None))
        phone.tap("Continue")
        phone.tap("Anna bids 1")
        phone.wait_rounds(([1, 1, 0], None))


def manifest(server):
    """The browser offers to install the page: its manifest has no errors, and each picture is there in its size."""
    with Phone(server) as phone:
        phone.tools("Page.enable")
        found = phone.tools("Page.getAppManifest")
        assert not found["errors"], found["errors"]
        phone.kept()
        # A window of its own is all that this browser misses.
        errors = [it["errorId"] for it in phone.tools("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert not [it for it in errors if it != "in-incognito"], errors
        manifest = json.loads(found["data"])
        assert len(manifest["short_name"]) <= 12, manifest["short_name"]
        assert {it.get("purpose", "any") for it in manifest["icons"]} == {"any", "maskable"}
        shown = manifest["screenshots"]
        assert [it["form_factor"] for it in shown] == ["narrow", "wide"] and all(it["label"] for it in shown), shown
        for it in [*shown, *manifest["icons"]]:
            if it["sizes"] != "any":
                size = phone.later("""
                    const [address, done] = arguments;
                    const picture = new Image();
                    picture.onload = () => done(`${picture.naturalWidth}x${picture.naturalHeight}`);
                    picture.onerror = () => done("not there");
                    picture.src = address;""", it["src"])
                assert size == it["sizes"], (it, size)
        for it in shown:
            assert (server.folder / it["src"]).stat().st_size < 100_000, it


def faults(server):
    """No storage, no WebGL, a surface that is taken away: each is said, with what to do, and nothing begins."""
    with Phone(preferences={"profile.default_content_setting_values.cookies": 2}) as phone:
        phone.open(server.address)
        phone.says("This browser lets the page keep nothing.")
        assert phone.run("return performance.getEntriesByName('shown').length") == 0
    with Phone() as phone:
        phone.at_first("HTMLCanvasElement.prototype.getContext = () => null;")
        phone.open(server.address)
        phone.says("This browser cannot draw the page", 10)
    with Phone(server) as phone:
        phone.run("""const context = document.getElementById('canvas').getContext('webgl2');
            context.getExtension('WEBGL_lose_context').loseContext()""")
        phone.says("The browser took the page’s drawing surface away", 10)
        phone.press_again()
        phone.shown()
        phone.alive()


def wishes(server):
    """What the system asks of every page is done: large text, strong contrast, no motion."""
    with Phone(server) as phone:
        height = phone.find("New game")[0]["place"][3]
        phone.prefer(contrast="more", reduced_motion="reduce")
        time.sleep(0.3)
        assert phone.run("return tabletOfTruth.wishes") == {"text": 1, "contrast": True, "still": True}
        phone.run("document.getElementById('measure').style.fontSize = '24px'; dispatchEvent(new Event('resize'))")
        phone.wait("larger text", lambda: phone.find("New game")[0]["place"][3] > height, 5)
        phone.picture("wishes")


def by_screen_reader(server):
    """A round by the accessibility tree alone, from the hidden first button on; changes are said, axe finds nothing."""
    with Phone(server) as phone:
        mirror = "return document.querySelector('#mirror + [role=status]')?.textContent ?? ''"

        def hears(words):
            # The page's own sentence is a live region, too, and is always there.
            phone.wait(f"“{words}” in the live region", lambda: phone.run(mirror).startswith(words), 5)

        def holds(where):
            broken = [it for it in axe(phone, where) if it[0] in ("serious", "critical")]
            assert not broken, (where, broken)
        there = lambda: phone.run("return Boolean(document.getElementById('mirror'))")
        assert phone.read_aloud()[1][0] in ("button", "generic") and not there(), "off until it is asked for"
        phone.act_on("button", "Turn the screen reader support on")
        phone.wait("the mirror", there, 20)
        phone.shown()
        holds("home")
        phone.act_on("button", "New game")
        for name in NAMES[:3]:
            phone.act_on("textbox", "Name of a player", "this.focus()")
            phone.tools("Input.insertText", text=name)
            phone.press("Enter")
            phone.heard("button", f"Change {name}")
        holds("set-up")
        focused = phone.run("return document.activeElement.id")
        assert focused == "keyboard", "the browser's focus is where the program's is"
        phone.act_on("button", "Deal round 1")
        phone.wait("a game", phone.stored, 10)
        phone.act_on("button", "Bob bids 0")
        phone.heard("button", "Bob, total 0, bid 0")
        holds("bids")
        phone.act_on("button", "Émilie bids 1")
        hears("0 is not allowed")
        phone.act_on("button", "Anna bids 1")
        phone.heard("button", "Anna, total 0, bid 1")
        phone.act_on("button", "Start the tricks")
        for took in ("Bob took 0", "Émilie took 0"):
            phone.act_on("button", took)
        phone.act_on("button", "Score round 1")
        phone.heard("StaticText", "Round 2 of 20")
        assert phone.rounds()[0] == ([1, 0, 1], [1, 0, 0]), phone.rounds()
        hears("Round 1 is scored. Totals: Anna 30")
        # Keys go on to the program from wherever the focus is shown.
        phone.press("2")
        phone.wait("a bid by a key", lambda: any(2 in bids for bids, _ in phone.rounds()[1:]), 5)
        # A move of the screen reader's focus is the program's, and it is on at the next visit, too.
        phone.act_on("button", "Undo", "this.focus()")
        phone.wait("the focus in the program", lambda: any(it["has_keys"] for it in phone.find("Undo")), 5)
        phone.again()
        phone.heard("button", "Continue")
        phone.alive()
        return None if os.environ.get("AXE") else "without axe, as AXE names no file of it"


PARTS = [typed_names, a_keyboards_ways, full_screen, way_back, worker_refused, reported_at_the_next_visit, addresses,
         damaged_and_newer, neighbours, short_memory, manifest, faults, wishes, by_screen_reader]

if __name__ == "__main__":
    arguments = asked(PARTS, "target/web")
    run_parts(PARTS, arguments.only, Server(arguments.place))
