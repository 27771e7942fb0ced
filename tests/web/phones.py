#!/usr/bin/env python3
"""Plays the page as phones have it, in a headless Chromium: small, by touch, with a keyboard that composes words and takes
half of the page, with the system's way back.

    python3 tests/web/phones.py [FOLDER] [--pictures FOLDER] [--only NAME]

Each part opens a page of its own. Elements are found by what a screen reader is told, and touched where they are.
"""
import argparse
import collections
import json
import os
import pathlib
import shutil
import tempfile
import time

from browser import Browser, Server, Skipped, axe, run_parts
from play import new_version, only, rounds, said, stored, wait_kept, wait_rounds, wait_shown

# Without and with the keyboard.
SIZES = {"360x640": ((360, 640), (360, 380)), "412x915": ((412, 915), (412, 515)), "390x844": ((390, 844), (390, 508))}
NAMES = ["Anna", "Bob", "Émilie", "Dörte", "Çağla", "Frederike"]


class Phone(Browser):
    def __init__(self, server, size="412x915", language="en"):
        super().__init__(language, SIZES[size][0], touch=True)
        self.name = size
        self.open(server.address)
        wait_shown(self)

    def keyboard(self, shown):
        self.size(*SIZES[self.name][1 if shown else 0], touch=True)
        time.sleep(0.2)

    def focused(self):
        return self.run("return document.activeElement.tagName")

    def alive(self):
        assert said(self) == "", said(self)

    def names(self):
        return [label[len("Change "):] for label in self.labels() if label.startswith("Change ")]

    def labels(self):
        return [element["told"].get("label", "") for element in self.elements()]

    def set_up(self, names):
        self.tap("New game")
        self.wait("the name field", lambda: self.find("Name of a player"))
        self.wait("the keys in it", lambda: self.program("field"))
        for name in names:
            self.compose(name)
            self.press("Enter")

    def deal(self):
        self.tap("Deal round 1")
        self.wait("a game", lambda: stored(self))


def typed_names(server, pictures):
    """Six names by composition with the keyboard open, at each size; a slow tap deals."""
    for size in SIZES:
        with Phone(server, size) as phone:
            phone.tap("New game")
            phone.wait("the keys in the name field", lambda: phone.program("field"))
            phone.keyboard(True)
            for at, name in enumerate(NAMES):
                phone.compose(name)
                got = phone.program("field")
                assert got and got["text"] == name, (size, name, got)
                phone.press("Enter")
                phone.wait(f"{name} at the table", lambda: len(phone.names()) == at + 1, 5)
            assert phone.names() == NAMES, (size, phone.names())
            phone.picture(f"{pictures}/names-{size}.png" if pictures else None)
            assert phone.focused() == "INPUT", "the keyboard stays open"
            # A finger that rests on the button: the keyboard may only go once it is up.
            left, top, width, height = phone.find("Deal round 1")[0]["place"]
            at = {"x": left + width / 2, "y": top + height / 2}
            phone.tools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[at])
            time.sleep(0.4)
            assert phone.focused() == "INPUT", "the keyboard goes only with the finger"
            phone.tools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            phone.wait("a game of six", lambda: stored(phone), 5)
            assert [player["name"] for player in only(phone)["players"]] == NAMES
            phone.wait("the keyboard goes", lambda: phone.focused() != "INPUT", 5)
            phone.keyboard(False)
            phone.alive()


def a_keyboards_ways(server, pictures):
    """Deleting without a key, completing a word, the hints to the keyboard, and a tap that rests."""
    with Phone(server) as phone:
        phone.tap("New game")
        phone.wait("the keys in the name field", lambda: phone.program("field"))
        hints = phone.run("const it = document.activeElement; return [it.autocapitalize, it.enterKeyHint, it.getAttribute('autocorrect'), it.spellcheck]")
        assert hints == ["words", "next", "off", False], hints
        phone.compose("Annaa")
        phone.run("document.execCommand('delete')")
        assert phone.program("field")["text"] == "Anna", phone.program("field")
        # A word that is taken up again is mended, not written twice.
        phone.run("document.activeElement.setSelectionRange(0, 4); document.execCommand('insertText', false, 'Hanna')")
        assert phone.program("field")["text"] == "Hanna", phone.program("field")
        # While composing, the text stands alone: it is the field's, and no placeholder is there with it.
        phone.tools("Input.imeSetComposition", text=" M", selectionStart=2, selectionEnd=2)
        assert phone.program("field")["text"] == "Hanna M", phone.program("field")
        phone.picture(f"{pictures}/composing.png" if pictures else None)
        phone.tools("Input.insertText", text=" M")
        phone.press("Backspace", "Backspace")
        assert phone.program("field")["text"] == "Hanna", phone.program("field")
        phone.press("Enter")
        phone.wait("the name at the table", lambda: phone.names() == ["Hanna"], 5)
        phone.compose("Bo")
        assert phone.program("field")["text"] == "Bo", phone.program("field")
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


def full_screen(server, pictures):
    """The system takes the whole screen back while the board is shown, and a worker is refused: nothing stops."""
    with Phone(server) as phone:
        phone.size(1280, 800, touch=True)
        time.sleep(0.5)
        phone.set_up(NAMES[:3])
        phone.press("Enter")
        phone.wait("a game", lambda: stored(phone))
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
        # A real end is one.
        phone.run("const error = new WebAssembly.RuntimeError('unreachable'); dispatchEvent(new ErrorEvent('error', { error }));")
        phone.wait("the end", lambda: said(phone).startswith("The program has stopped"), 5)


def way_back(server, pictures):
    """The browser's own way back takes the program's steps one by one, and loses nothing."""
    with Phone(server) as phone:
        phone.set_up(NAMES[:3])
        phone.deal()
        phone.wait("the table", lambda: phone.find("Round 1 of 20"))
        phone.tap("Score sheet")
        phone.wait("the sheet", lambda: phone.program("tree") and phone.run("return history.state?.steps") == 2, 5)
        back = lambda: phone.ask("POST", "/back")
        back()
        phone.wait("the sheet closed", lambda: phone.run("return history.state?.steps") == 1, 5)
        phone.wait("the table again", lambda: phone.find("Round 1 of 20"), 5)
        # The second bid is typed: a 1 that waits for nothing is kept, too.
        phone.press("1")
        back()
        phone.wait("home", lambda: phone.find("New game"), 5)
        assert [bids for bids, _ in rounds(phone)] == [[None, 1, None]], rounds(phone)
        assert phone.run("return history.state?.steps ?? 0") == 0
        phone.tap("Rules")
        phone.wait("rules", lambda: phone.run("return history.state?.steps") == 1, 5)
        phone.tap("Play")
        phone.wait("no way back from home", lambda: phone.run("return history.state?.steps ?? 0") == 0, 5)
        phone.tap("Settings")
        phone.wait("settings", lambda: phone.run("return history.state?.steps") == 1, 5)
        phone.reload()
        wait_shown(phone)
        phone.wait("home after a reload", lambda: phone.run("return history.state?.steps ?? 0") == 0, 5)
        phone.alive()
        back()
        phone.wait("the page is left from home", lambda: not phone.run("return location.href").startswith(server.address), 10)


def worker_refused(server, pictures):
    """Without a worker, or with one that cannot keep the program, the page plays on; that is said once, at home."""
    refusals = {
        "refused": "navigator.serviceWorker.register = () => Promise.reject(new DOMException('not here', 'SecurityError'));",
        # As one that has no room: it is registered, and redundant before it is active.
        "not kept": """navigator.serviceWorker.register = async () => ({ active: null, installing: {
            state: "installing",
            set onstatechange(told) {
                setTimeout(() => { window.waited = true; this.state = "redundant"; told(); }, 8000);
            },
        } });""",
    }
    for name, refusal in refusals.items():
        with Browser(size=(412, 915)) as phone:
            words = "This browser could not keep the program"
            heard = lambda: [it for it in phone.elements() if it["told"].get("label", "").startswith(words)]
            phone.tools("Page.addScriptToEvaluateOnNewDocument", source=refusal)
            phone.open(server.address)
            wait_shown(phone)
            if name == "not kept":
                Phone.set_up(phone, NAMES[:3])
                Phone.deal(phone)
                phone.wait("the worker gives up", lambda: phone.run("return window.waited"), 20)
                time.sleep(0.5)
                assert not heard(), "not over the table"
                phone.press("1", "Control+1")
            phone.wait("that the program is not kept", heard, 5)
            phone.picture(f"{pictures}/worker-{name}.png" if pictures else None)
            assert said(phone) == "", said(phone)
            phone.tap("OK")
            phone.wait("the message gone", lambda: not heard(), 5)
            phone.reload()
            wait_shown(phone)
            time.sleep(1)
            assert not heard(), "once"


def told_by_the_living(server, pictures):
    """A program that has stopped tells nobody that it was not kept: that is told at the next visit, and then not again."""
    with Browser(size=(412, 915)) as phone:
        heard = lambda: [it for it in phone.elements() if it["told"].get("label", "").startswith("This browser could not keep the program")]
        told = lambda: phone.run("return localStorage.getItem('tablet-of-truth-unkept')")
        phone.tools("Page.addScriptToEvaluateOnNewDocument", source="""
            navigator.serviceWorker.register = () => new Promise((_, refused) => { window.refuse = () => refused(new Error("no room")); });""")
        phone.open(server.address)
        wait_shown(phone)
        phone.run("const error = new WebAssembly.RuntimeError('unreachable'); dispatchEvent(new ErrorEvent('error', { error })); window.refuse();")
        phone.wait("the end", lambda: said(phone).startswith("The program has stopped"), 5)
        time.sleep(0.5)
        assert told() is None, told()
        phone.reload()
        wait_shown(phone)
        phone.run("window.refuse()")
        phone.wait("that the program is not kept", heard, 5)
        assert told() == "told", told()


def fetched_once(server, pictures):
    """The first visit fetches each file once, though the worker keeps all of them."""
    server.asked.clear()
    with Phone(server) as phone:
        wait_kept(phone)
        asked = collections.Counter(path.split("?")[0] for path in server.asked)
        for name in ("/tablet-of-truth_bg.wasm", "/tablet-of-truth.js", "/page.js", "/typing.js", "/page.css"):
            assert asked[name] == 1, (name, asked)


def kept(phone):
    """Waits until the worker keeps the page."""
    phone.wait("everything is kept", lambda: phone.run("return Boolean(navigator.serviceWorker.controller)"), 60)


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


def damaged_cache(server, pictures):
    """A kept file that was damaged is fetched anew; of the program itself the page says so, and mends it when asked."""
    # The browser's own cache would mend it, too.
    with Server(server.folder, caching=False) as server, Phone(server) as phone:
        kept(phone)
        with server.away():
            damage(phone, "tablet-of-truth_bg.wasm")
            phone.reload()
            phone.wait("that it could not be loaded", lambda: said(phone).startswith("The program could not be loaded"), 20)
        phone.run("document.getElementById('again').click()")
        wait_shown(phone)
        kept(phone)
        for file in ("index.html", "page.js", "tablet-of-truth.js"):
            damage(phone, file)
            phone.reload()
            wait_shown(phone)
        phone.alive()


def redirecting_host(server, pictures):
    """A host that sends index.html on to the folder, as many do: the page opens again, with and without a network."""
    with Server(server.folder, moved={"/index.html": "/"}) as server, Phone(server) as phone:
        kept(phone)
        phone.reload()
        wait_shown(phone)
        with server.away():
            phone.reload()
            wait_shown(phone)
        phone.alive()


def other_addresses(server, pictures):
    """With the worker running, the page answers at its own addresses only: a licence is read, and what is not there is not."""
    with Phone(server) as phone:
        kept(phone)
        phone.open(server.address + "OFL.txt")
        read = phone.run("return document.body.innerText")
        assert read.strip() and read.strip()[:80] in (server.folder / "OFL.txt").read_text(), read[:200]
        phone.open(server.address + "nothing")
        assert "404" in phone.run("return document.body.innerText"), phone.run("return document.body.innerText")
        for address in ("index.html", "?from=home#there", ""):
            phone.open(server.address + address)
            wait_shown(phone)
        phone.alive()


# What the page says where it cannot begin, and on its button, in each language.
DAMAGED = {
    "en": ("The program could not be loaded. Are you connected? Load it again: what was kept of it is fetched anew.", "Load again"),
    "de": ("Das Programm konnte nicht geladen werden. Bist du verbunden? Lade neu: Was davon aufbewahrt war, wird neu geholt.", "Neu laden"),
    "fr": ("Le programme n’a pas pu être chargé. Êtes-vous connecté ? Rechargez : ce qui en était gardé sera téléchargé à nouveau.", "Recharger"),
    "pt-BR": ("Não foi possível carregar o programa. Você está conectado? Recarregue: o que estava guardado dele será buscado de novo.", "Recarregar"),
}


def damaged_and_newer(server, pictures):
    """A kept file is damaged and the server has a newer version: the two are never mixed; the page says so in each language and mends it."""
    for language, (sentence, button) in DAMAGED.items():
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place) / "web"
            shutil.copytree(server.folder, folder)
            with Server(folder, caching=False) as own, Phone(own, language=language) as phone:
                newer = lambda: phone.run("return globalThis.newer === true")
                kept(phone)
                new_version(folder, "tablet-of-truth.js", "globalThis.newer = true;")
                damage(phone, "tablet-of-truth.js")
                phone.reload()
                phone.wait("that it could not be loaded", lambda: said(phone) == sentence, 20)
                assert not newer(), "a file of the newer version ran in the old one"
                shown = phone.run("const it = document.getElementById('again'); return [it.hidden, it.textContent]")
                assert shown == [False, button], shown
                phone.picture(f"{pictures}/damaged-{language}.png" if pictures else None)
                phone.run("document.getElementById('again').click()")
                phone.wait("the newer version", newer, 30)
                wait_shown(phone)
                phone.alive()
                # Without the script that says all this the page is the network's, whole.
                if language == "en":
                    kept(phone)
                    new_version(folder, "page.js", "globalThis.newest = true;")
                    damage(phone, "page.js")
                    phone.reload()
                    wait_shown(phone)
                    assert phone.run("return globalThis.newest === true"), "the network's script"
                    phone.alive()


def neighbours(server, pictures):
    """Two copies of the page and a stranger's page share one origin: a newer version and a repair of one leave the others alone."""
    with tempfile.TemporaryDirectory() as place:
        copies = [pathlib.Path(place) / name for name in ("cards", "cards-2")]
        for copy in copies:
            shutil.copytree(server.folder, copy)
        # A copy below the other one.
        shutil.copytree(server.folder, copies[0] / "below")
        copies.append(copies[0] / "below")
        for copy in copies[1:]:
            new_version(copy)
        with Server(pathlib.Path(place), caching=False) as own, Browser(size=(412, 915)) as phone:
            addresses = [own.address + str(copy.relative_to(place)) + "/" for copy in copies]
            state = lambda: phone.later("""
                const done = arguments[0];
                Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([names, workers]) =>
                    done([names.sort(), workers.map((it) => it.scope).sort()]));""")
            for address in addresses:
                phone.open(address)
                wait_shown(phone)
                kept(phone)
            phone.later("""
                const done = arguments[0];
                caches.open("a-stranger").then((cache) => cache.put("/a-stranger", new Response("kept"))).then(() => done());""")
            names, workers = state()
            assert len(names) == 4 and workers == sorted(addresses), (names, workers)
            with own.away():
                for address in addresses:
                    phone.open(address)
                    wait_shown(phone)
                phone.open(addresses[0])
                wait_shown(phone)
                damage(phone, "tablet-of-truth_bg.wasm")
                phone.reload()
                phone.wait("that it could not be loaded", lambda: said(phone).startswith("The program could not be loaded"), 20)
            phone.run("document.getElementById('again').click()")
            wait_shown(phone)
            kept(phone)
            assert state() == [names, workers], (state(), names, workers)
            with own.away():
                for address in addresses:
                    phone.open(address)
                    wait_shown(phone)


def short_memory(server, pictures):
    """A device without memory for more: the page says what to do, and every tap that was kept is there afterwards."""
    with Phone(server) as phone:
        phone.set_up(NAMES[:3])
        phone.deal()
        phone.tap("Bob bids 1")
        phone.tap("Émilie bids 0")
        wait_rounds(phone, ([None, 1, 0], None))
        # All the memory a page can have is taken; then the program wants more.
        phone.run("""
            const { initSync } = await import([...document.scripts].find((it) => it.src).src.replace("page.js", "tablet-of-truth.js"));
            const { memory } = initSync();
            for (let pages = 16384; pages >= 1; pages >>= 1) {
                try { for (;;) { memory.grow(pages); } } catch { }
            }
            setTimeout(() => tabletOfTruth.program.look("x".repeat(1 << 24)));""")
        phone.wait("that there is no memory", lambda: said(phone).startswith("This device has no memory left for the page"), 5)
        phone.picture(f"{pictures}/memory.png" if pictures else None)
        phone.run("document.getElementById('again').click()")
        wait_shown(phone)
        wait_rounds(phone, ([None, 1, 0], None))
        phone.tap("Continue")
        phone.tap("Anna bids 1")
        wait_rounds(phone, ([1, 1, 0], None))


def manifest(server, pictures):
    """The browser offers to install the page: its manifest has no errors, and each picture is there in its size."""
    with Phone(server) as phone:
        phone.tools("Page.enable")
        told = phone.tools("Page.getAppManifest")
        assert not told["errors"], told["errors"]
        kept(phone)
        # A window of its own is all that this browser misses.
        errors = [it["errorId"] for it in phone.tools("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert not [it for it in errors if it != "in-incognito"], errors
        manifest = json.loads(told["data"])
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


def use_it_here(server, pictures):
    """The second tab takes the program over, with what was tapped in the first."""
    with Phone(server) as phone:
        phone.set_up(NAMES[:3])
        phone.deal()
        first = phone.tabs()[0]
        second = phone.new_tab()
        phone.switch(second)
        phone.open(server.address)
        phone.wait("the second tab waits", lambda: said(phone).startswith("Tablet of Truth is open in another tab"), 10)
        phone.run("document.getElementById('again').click()")
        wait_shown(phone)
        phone.wait("the game", lambda: phone.find("New game"), 10)
        phone.switch(first)
        phone.wait("the first tab waits", lambda: said(phone).startswith("Tablet of Truth is open in another tab"), 10)
        assert len(stored(phone)) == 1


def faults(server, pictures):
    """No WebGL, a surface that is taken away: each is said, with what to do."""
    with Browser(size=(412, 915)) as phone:
        phone.tools("Page.addScriptToEvaluateOnNewDocument", source="HTMLCanvasElement.prototype.getContext = () => null;")
        phone.open(server.address)
        phone.wait("why nothing is drawn", lambda: said(phone).startswith("This browser cannot draw the page"), 10)
    with Phone(server) as phone:
        phone.run("document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()")
        phone.wait("that the surface is gone", lambda: said(phone).startswith("The browser took the page’s drawing surface away"), 10)
        phone.run("document.getElementById('again').click()")
        wait_shown(phone)
        phone.alive()


def wishes(server, pictures):
    """What the system asks of every page is done: large text, strong contrast, no motion."""
    with Phone(server) as phone:
        height = phone.find("New game")[0]["place"][3]
        phone.tools("Emulation.setEmulatedMedia", features=[{"name": "prefers-contrast", "value": "more"}, {"name": "prefers-reduced-motion", "value": "reduce"}])
        time.sleep(0.3)
        assert phone.run("return tabletOfTruth.wishes") == {"text": 1, "contrast": True, "still": True}
        phone.run("document.getElementById('measure').style.fontSize = '24px'; dispatchEvent(new Event('resize'))")
        phone.wait("larger text", lambda: phone.find("New game")[0]["place"][3] > height, 5)
        phone.picture(f"{pictures}/wishes.png" if pictures else None)


def read_to(phone):
    """Turns the mirror on as a screen reader does, by the hidden first button."""
    phone.act_on("button", "Turn the screen reader support on")
    phone.wait("the mirror", lambda: phone.run("return Boolean(document.getElementById('mirror'))"), 20)
    wait_shown(phone)


def type_read(phone, names):
    """Types names into the field of the set-up, as a screen reader finds it."""
    phone.act_on("button", "New game")
    for name in names:
        phone.act_on("textbox", "Name of a player", "this.focus()")
        phone.tools("Input.insertText", text=name)
        phone.press("Enter")
        phone.heard("button", f"Change {name}")


def by_screen_reader(server, pictures):
    """A round by the browser's accessibility tree alone, from the hidden first button on, with what changes said."""
    with Phone(server) as phone:
        # The page's own sentence is a live region, too, and is always there.
        hears = lambda words: phone.wait(f"“{words}” in the live region", lambda: (
            phone.run("return document.querySelector('#mirror + [role=status]')?.textContent ?? ''").startswith(words)), 5)
        assert phone.read_aloud()[1][0] in ("button", "generic") and not phone.run("return document.getElementById('mirror')"), "off until it is asked for"
        read_to(phone)
        type_read(phone, NAMES[:3])
        assert phone.run("return document.activeElement.id") == "keyboard", "the browser's focus is where the program's is"
        phone.act_on("button", "Deal round 1")
        phone.wait("a game", lambda: stored(phone), 10)
        for bid in ("Bob bids 0", "Émilie bids 1"):
            phone.act_on("button", bid)
        hears("0 is not allowed")
        phone.act_on("button", "Anna bids 1")
        phone.heard("button", "Anna, total 0, bid 1")
        phone.act_on("button", "Start the tricks")
        for took in ("Bob took 0", "Émilie took 0"):
            phone.act_on("button", took)
        phone.act_on("button", "Score round 1")
        phone.heard("StaticText", "Round 2 of 20")
        assert rounds(phone)[0] == ([1, 0, 1], [1, 0, 0]), rounds(phone)
        hears("Round 1 is scored. Totals: Anna 30")
        # Keys go on to the program from wherever the focus is shown.
        phone.press("2")
        phone.wait("a bid by a key", lambda: any(2 in bids for bids, _ in rounds(phone)[1:]), 5)
        # A move of the screen reader's focus is the program's, and it is on at the next visit, too.
        phone.act_on("button", "Undo", "this.focus()")
        phone.wait("the focus in the program", lambda: any(it["has_keys"] for it in phone.find("Undo")), 5)
        phone.reload()
        wait_shown(phone)
        phone.heard("button", "Continue")
        phone.alive()


def rules_of_accessibility(server, pictures):
    """axe finds nothing serious on what a screen reader is told at home, in the set-up and at the table."""
    if not os.environ.get("AXE"):
        raise Skipped("AXE names no file of axe-core")

    def holds(where):
        broken = [it for it in axe(phone, where) if it[0] in ("serious", "critical")]
        assert not broken, (where, broken)

    with Phone(server) as phone:
        read_to(phone)
        holds("home")
        type_read(phone, NAMES[:3])
        holds("set-up")
        phone.act_on("button", "Deal round 1")
        phone.act_on("button", "Bob bids 0")
        phone.heard("button", "Bob, total 0, bid 0")
        holds("bids")


PARTS = [typed_names, a_keyboards_ways, full_screen, way_back, worker_refused, told_by_the_living, fetched_once, redirecting_host,
         other_addresses, damaged_cache, damaged_and_newer, neighbours, short_memory, use_it_here, manifest, faults, wishes,
         by_screen_reader, rules_of_accessibility]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default="target/web")
    parser.add_argument("--pictures")
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS], metavar="NAME", nargs="+")
    arguments = parser.parse_args()
    run_parts(PARTS, arguments.only, Server(pathlib.Path(arguments.folder)), arguments.pictures)


if __name__ == "__main__":
    main()
