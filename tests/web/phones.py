#!/usr/bin/env python3
"""Plays the page as phones have it, in a headless Chromium: small, by touch, with a keyboard that composes words and takes
half of the page, with the system's way back.

    python3 tests/web/phones.py [FOLDER] [--pictures FOLDER] [--only NAME]

Each part opens a page of its own. Elements are found by what a screen reader is told, and touched where they are.
"""
import argparse
import collections
import os
import pathlib
import sys
import time

from browser import Browser, Server
from play import only, rounds, said, stored, wait_shown

# Without and with the keyboard.
SIZES = {"360x640": ((360, 640), (360, 380)), "412x915": ((412, 915), (412, 515)), "390x844": ((390, 844), (390, 508))}
NAMES = ["Anna", "Bob", "Émilie", "Dörte", "Çağla", "Frederike"]


class Phone(Browser):
    def __init__(self, server, size="412x915", language="en"):
        super().__init__(language, SIZES[size][0] if isinstance(size, str) else size)
        self.name, self.server = size, server
        whole = SIZES[size][0] if isinstance(size, str) else size
        self.tools("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.size(*whole, touch=True)
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
        phone = Phone(server, size)
        try:
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
        finally:
            phone.close()


def a_keyboards_ways(server, pictures):
    """Deleting without a key, completing a word, the hints to the keyboard, and a tap that rests."""
    phone = Phone(server)
    try:
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
        phone.tap("Add")
        phone.wait("the name at the table", lambda: phone.names() == ["Hanna"], 5)
        phone.compose("Bo")
        assert phone.program("field")["text"] == "Bo", phone.program("field")
        phone.tap("Back")
        # A finger that rests on the field: the keys come when it goes up, inside its event.
        phone.tap("New game")
        phone.wait("the field", lambda: phone.find("Name of a player"))
        phone.run("document.getElementById('canvas').focus()")
        phone.run("""
            window.inside = null;
            addEventListener("pointerup", () => { window.inside = document.activeElement.tagName; });""")
        phone.tap("Name of a player", rests=0.3)
        assert phone.run("return window.inside") == "INPUT", phone.run("return window.inside")
    finally:
        phone.close()


def full_screen(server, pictures):
    """The system takes the whole screen back while the board is shown, and a worker is refused: nothing stops."""
    phone = Phone(server)
    try:
        phone.size(1280, 800, touch=True)
        time.sleep(0.5)
        phone.set_up(NAMES[:3])
        phone.press("Enter")
        phone.wait("a game", lambda: stored(phone))
        phone.press("F11")
        phone.wait("the whole screen", lambda: phone.run("return Boolean(document.fullscreenElement)"), 10)
        phone.run("Document.prototype.exitFullscreen.call(document)")
        phone.wait("the table again", lambda: phone.find("Board for the players"), 10)
        phone.press("Escape")
        time.sleep(0.5)
        phone.alive()
        phone.run("Promise.reject(new TypeError('refused by the browser'))")
        time.sleep(0.3)
        phone.alive()
        # A real end is one.
        phone.run("const error = new WebAssembly.RuntimeError('unreachable'); dispatchEvent(new ErrorEvent('error', { error }));")
        phone.wait("the end", lambda: said(phone).startswith("The program has stopped"), 5)
    finally:
        phone.close()


def way_back(server, pictures):
    """The browser's own way back takes the program's steps one by one, and loses nothing."""
    phone = Phone(server)
    try:
        before = phone.run("return history.length")
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
    finally:
        phone.close()


def worker_refused(server, pictures):
    """Without a worker the page plays on."""
    phone = Browser(size=(412, 915))
    try:
        phone.tools("Page.addScriptToEvaluateOnNewDocument", source="""
            navigator.serviceWorker.register = () => Promise.reject(new DOMException("not here", "SecurityError"));""")
        phone.open(server.address)
        wait_shown(phone)
        time.sleep(1)
        assert said(phone) == "", said(phone)
    finally:
        phone.close()


def fetched_once(server, pictures):
    """The first visit fetches each file once, though the worker keeps all of them."""
    server.asked.clear()
    phone = Phone(server)
    try:
        phone.wait("everything is kept", lambda: phone.ask("POST", "/execute/async", {
            "script": "const done = arguments[0]; navigator.serviceWorker.getRegistration().then((it) => done(it?.active?.state))",
            "args": []}) == "activated", 60)
        asked = collections.Counter(path.split("?")[0] for path in server.asked)
        for name in ("/tablet-of-truth_bg.wasm", "/tablet-of-truth.js", "/page.js", "/typing.js", "/page.css"):
            assert asked[name] == 1, (name, asked)
    finally:
        phone.close()


def use_it_here(server, pictures):
    """The second tab takes the program over, with what was tapped in the first."""
    phone = Phone(server)
    try:
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
    finally:
        phone.close()


def little_room(server, pictures):
    """Pictures of set-up, table and home at seven sizes, upright and sideways, to be looked at; only with --pictures."""
    for size in ((320, 568), (360, 640), (390, 844), (412, 915), (820, 1180), (640, 360), (915, 412)) if pictures else ():
        phone = Phone(server, size)
        try:
            phone.set_up(["Bob", "Anna", "Cleo"])
            phone.picture(f"{pictures}/setup-{size[0]}x{size[1]}.png")
            phone.press("Enter")
            phone.wait("a game", lambda: stored(phone))
            phone.press("0", "1", "1", "Enter", "0")
            time.sleep(0.4)
            phone.picture(f"{pictures}/table-{size[0]}x{size[1]}.png")
            phone.press("Control+1")
            phone.wait("home", lambda: phone.find("Continue"))
            phone.picture(f"{pictures}/home-{size[0]}x{size[1]}.png")
            phone.alive()
        finally:
            phone.close()


def faults(server, pictures):
    """No WebGL, a surface that is taken away, a damaged program: each is said, with what to do."""
    phone = Browser(size=(412, 915))
    try:
        phone.tools("Page.addScriptToEvaluateOnNewDocument", source="HTMLCanvasElement.prototype.getContext = () => null;")
        phone.open(server.address)
        phone.wait("why nothing is drawn", lambda: said(phone).startswith("This browser cannot draw the page"), 10)
    finally:
        phone.close()
    phone = Phone(server)
    try:
        phone.run("document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()")
        phone.wait("that the surface is gone", lambda: said(phone).startswith("The browser took the page’s drawing surface away"), 10)
        phone.run("document.getElementById('again').click()")
        wait_shown(phone)
        # A file that was damaged where the browser keeps it: loaded again, it is fetched anew.
        phone.wait("everything is kept", lambda: phone.run("return Boolean(navigator.serviceWorker.controller)"), 60)
        phone.ask("POST", "/execute/async", {"args": [], "script": """
            const done = arguments[0];
            caches.keys().then(async ([name]) => {
                const cache = await caches.open(name);
                await cache.put("tablet-of-truth_bg.wasm", new Response("damaged", { headers: { "Content-Type": "application/wasm" } }));
                done();
            });"""})
        phone.reload()
        phone.wait("that it could not be loaded", lambda: said(phone).startswith("The program could not be loaded"), 20)
        phone.run("document.getElementById('again').click()")
        wait_shown(phone)
        phone.alive()
    finally:
        phone.close()


def wishes(server, pictures):
    """What the system asks of every page is done: large text, strong contrast, no motion."""
    phone = Phone(server)
    try:
        height = phone.find("New game")[0]["place"][3]
        phone.tools("Emulation.setEmulatedMedia", features=[{"name": "prefers-contrast", "value": "more"}, {"name": "prefers-reduced-motion", "value": "reduce"}])
        time.sleep(0.3)
        assert phone.run("return tabletOfTruth.wishes") == {"text": 1, "contrast": True, "still": True}
        phone.run("document.getElementById('measure').style.fontSize = '24px'; dispatchEvent(new Event('resize'))")
        phone.wait("larger text", lambda: phone.find("New game")[0]["place"][3] > height, 5)
        phone.picture(f"{pictures}/wishes.png" if pictures else None)
    finally:
        phone.close()


def by_screen_reader(server, pictures):
    """A round by the browser's accessibility tree alone, from the hidden first button on; axe finds nothing serious."""
    phone = Phone(server)
    try:
        assert phone.read_aloud()[1][0] in ("button", "generic") and not phone.run("return document.getElementById('mirror')"), "off until it is asked for"
        phone.act_on("button", "Turn the screen reader support on")
        phone.wait("the mirror", lambda: phone.run("return Boolean(document.getElementById('mirror'))"), 20)
        wait_shown(phone)
        axe(phone, "home")
        phone.act_on("button", "New game")
        for at, name in enumerate(NAMES[:3]):
            phone.act_on("textbox", "Name of a player", "this.focus()")
            phone.tools("Input.insertText", text=name)
            phone.press("Enter")
            phone.heard("button", f"Change {name}")
        assert phone.run("return document.activeElement.id") == "keyboard", "the browser's focus is where the program's is"
        axe(phone, "set-up")
        phone.act_on("button", "Deal round 1")
        phone.wait("a game", lambda: stored(phone), 10)
        for bid in ("Bob bids 0", "Émilie bids 1", "Anna bids 1"):
            phone.act_on("button", bid)
        phone.heard("button", "Anna, total 0, bid 1")
        axe(phone, "bids")
        phone.act_on("button", "Start the tricks")
        for took in ("Bob took 0", "Émilie took 0"):
            phone.act_on("button", took)
        phone.act_on("button", "Score round 1")
        phone.heard("group", "Round 2 of 20")
        assert rounds(phone)[0] == ([1, 0, 1], [1, 0, 0]), rounds(phone)
        # Keys go on to the program from wherever the focus is shown; what changes is said.
        phone.press("2")
        phone.wait("a bid by a key", lambda: any(2 in bids for bids, _ in rounds(phone)[1:]), 5)
        assert phone.run("return document.querySelectorAll('[role=status]').length") >= 1
        # A move of the screen reader's focus is the program's, and it is on at the next visit, too.
        phone.act_on("button", "Undo", "this.focus()")
        phone.wait("the focus in the program", lambda: any(it["has_keys"] for it in phone.find("Undo")), 5)
        phone.reload()
        wait_shown(phone)
        phone.heard("button", "Continue")
        phone.alive()
    finally:
        phone.close()


def axe(phone, where):
    """Holds the page against axe, whose file AXE names."""
    file = os.environ.get("AXE")
    if file:
        phone.run(pathlib.Path(file).read_text() + "; window.axe = axe;")
        broken = phone.ask("POST", "/execute/async", {"args": [], "script": """
            const done = arguments[0];
            axe.run(document).then(({ violations }) => done(violations.map((it) => [it.impact, it.id, it.nodes[0].html])));"""})
        assert not [it for it in broken if it[0] in ("serious", "critical")], (where, broken)


PARTS = [typed_names, a_keyboards_ways, full_screen, way_back, worker_refused, fetched_once, use_it_here, little_room, faults, wishes, by_screen_reader]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default="target/web")
    parser.add_argument("--pictures")
    parser.add_argument("--only")
    arguments = parser.parse_args()
    if arguments.pictures:
        os.makedirs(arguments.pictures, exist_ok=True)
    server = Server(pathlib.Path(arguments.folder))
    failed = 0
    for part in PARTS:
        if arguments.only in (None, part.__name__):
            begun = time.time()
            try:
                part(server, arguments.pictures)
                print(f"ok  {part.__doc__.split(chr(10))[0]} ({time.time() - begun:.0f} s)", flush=True)
            except Exception as error:
                failed += 1
                print(f"FAILED  {part.__name__}: {type(error).__name__}: {error}", flush=True)
    sys.exit(f"{failed} failed" if failed else 0)


if __name__ == "__main__":
    main()
