#!/usr/bin/env python3
"""Plays in a headless Chromium what packaging/web/build.sh built: what the browser keeps is what was typed.

    python3 tests/web/play.py [FOLDER] [--pictures FOLDER]

Needs chromium and chromedriver (Debian: chromium, chromium-driver). Every key, click and touch is a real one; the page
is read by its storage, in which every session is a text, and by the accessibility tree.
"""
import collections
import json
import pathlib
import re
import shutil
import sys
import tempfile
import time

from browser import Server, asked, played
from program import Page, new_version

PLAYERS = ["Änna", "Bo", "Cleo"]
# How often Tab is pressed until the focus is on "New game", and on "Continue" where there is a game.
TABS = 6
FIRST = ([1, 0, 1], [0, 0, 1])


def elsewhere(code):
    """What the page says in a second tab, in this language."""
    script = (pathlib.Path(__file__).parents[2] / "packaging/web/page.js").read_text()
    return re.search(rf'^  "?{code}"?: {{.*?elsewhere: "(.*?)",$', script, re.M | re.S)[1]


def nothing_from_elsewhere(browser, server):
    """Every request so far went to the page's own server, and the browser refused nothing; how many there were."""
    wanted = []
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        # The browser's own new tab, which it may still be loading, asks for what it likes.
        if (message["method"] == "Network.requestWillBeSent"
                and not message["params"]["documentURL"].startswith("chrome")):
            wanted.append(message["params"]["request"]["url"])
    strangers = [url for url in wanted if not url.startswith((server.address, "blob:" + server.address, "data:"))]
    assert not strangers, strangers
    errors = [entry["message"] for entry in browser.log() if entry["level"] == "SEVERE"]
    assert not errors, errors
    return len(wanted)


def set_up(browser):
    """A game of three, by the keyboard alone."""
    browser.press(*["Tab"] * TABS, "Enter")
    time.sleep(0.5)
    for name in PLAYERS:
        browser.type(name)
        browser.press("Enter")
    # In the empty field it deals.
    browser.press("Enter")
    browser.wait("a session in the storage", browser.stored, 20)


def go_on(browser):
    browser.press(*["Tab"] * TABS, "Enter")
    time.sleep(0.5)


def first_visit(browser, server):
    """The page opens; each file is fetched once, though a worker keeps it, from its own server; nothing is refused."""
    started = browser.visit(server.address)
    assert not browser.stored()
    browser.picture("home-empty")
    browser.kept()
    fetched = collections.Counter(path.split("?")[0] for path in server.asked)
    for name in ("/tablet-of-truth_bg.wasm", "/tablet-of-truth.js", "/page.js", "/typing.js", "/page.css"):
        assert fetched[name] == 1, (name, fetched)
    return f"{started:.0f} ms to the program, {nothing_from_elsewhere(browser, server)} requests"


def a_round_by_keys(browser, server):
    """A game of three is set up and a round played by keys, with undo and redo: all is in the storage as typed."""
    set_up(browser)
    session = browser.only()
    assert [player["name"] for player in session["players"]] == PLAYERS, session["players"]
    assert session["first_dealer"] == 0, session
    # Bids begin left of the dealer; the last player's tricks are the rest.
    for keys, rounds in (
            (["0", "1", "1"], [([1, 0, 1], None)]), (["Enter", "0", "1"], [([1, 0, 1], [None, 0, 1])]),
            (["Enter"], [FIRST]), (["2"], [FIRST, ([None, None, 2], None)]),
            (["Control+z"], [FIRST]), (["Control+y"], [FIRST, ([None, None, 2], None)])):
        browser.press(*keys)
        browser.wait_rounds(*rounds)
        browser.picture(f"keys-{keys[0]}-{len(keys)}")


def offline(browser, server):
    """With the server stopped the page opens, the session is there, and goes on."""
    before = browser.stored()
    with server.away():
        # What the browser happens to have of its own accord does not count.
        browser.tools("Network.clearBrowserCache")
        started = browser.again()
        assert browser.stored() == before, "looking at it changes nothing"
        browser.picture("home-with-a-game")
        go_on(browser)
        browser.press("0", "1")
        browser.wait_rounds(FIRST, ([0, 1, 2], None))
    return f"{started:.0f} ms to the program"


def second_tab(browser, server):
    """A second tab is refused with the reason, takes over when asked to, and hands back once it is closed."""
    first, before = browser.tabs()[0], browser.stored()
    second = browser.new_tab()
    browser.switch(second)
    browser.open(server.address)
    browser.says(elsewhere("en"))
    browser.picture("second-tab")
    time.sleep(1)
    browser.says(elsewhere("en"), 1)
    browser.press("1", "Enter")
    assert browser.stored() == before
    browser.press_again()
    browser.shown()
    browser.wait("the game", lambda: browser.find("Continue"), 10)
    browser.switch(first)
    browser.says(elsewhere("en"))
    browser.switch(second)
    browser.close_tab()
    browser.switch(first)
    browser.shown()
    assert browser.stored() == before
    go_on(browser)
    browser.press("Enter")


def full(browser, server):
    """With the storage full a banner says so; what was tapped meanwhile is stored once there is room."""
    length = browser.run("""
        let text = "";
        for (let size = 4 << 20; size >= 1; size >>= 1) {
            for (;;) {
                const more = text + "x".repeat(size);
                try { localStorage.setItem("filler", more); text = more; } catch { break; }
            }
        }
        return text.length;""")
    before = browser.stored()
    troubled = lambda: any("What you enter stays in memory" in label for label in browser.labels())
    leaving = """
        const event = new Event("beforeunload", { cancelable: true });
        dispatchEvent(event);
        return event.defaultPrevented;"""
    assert not troubled()
    for key in "01":
        browser.press(key)
        time.sleep(0.6)
    browser.picture("full")
    assert browser.stored() == before, "nothing more went into the storage"
    browser.wait("the banner", troubled, 5)
    assert browser.run(leaving), "nobody leaves without a question"
    browser.run("localStorage.removeItem('filler')")
    browser.press("1")
    browser.wait_rounds(FIRST, ([0, 1, 2], [1, 1, 0]))
    browser.wait("the banner goes", lambda: not troubled(), 5)
    assert not browser.run(leaving)
    return f"filled by {length} letters"


def by_mouse(browser, server):
    """A number by the mouse, where it is seen, is in the storage."""
    browser.press("Enter")
    time.sleep(0.6)
    before = browser.rounds()
    assert len(before) == 2, before
    # The first of the numbers below the players: Änna leads in round 3.
    browser.click(158, 544)
    browser.wait_rounds(*before, ([0, None, None], None))


def downloaded(browser, ending):
    def there():
        files = [file for file in pathlib.Path(browser.downloads).iterdir() if file.suffix == ending]
        return files[0] if files and files[0].stat().st_size else None
    return browser.wait(f"a download {ending}", there, 20).read_bytes()


def in_archive_menu(browser, menu, line):
    """Opens a line of the menu of the whole archive."""
    browser.press("Control+2")
    browser.tap(menu)
    browser.tap(line)
    time.sleep(0.6)


def handed_on(browser, server):
    """A PDF and the whole archive are downloaded; another browser, dark and in German, brings the archive in."""
    browser.tools("Browser.setDownloadBehavior", behavior="allow", downloadPath=browser.downloads)
    for key in ("Control+2", "Down", "Control+p"):
        browser.press(key)
        time.sleep(0.5)
        browser.picture(f"archive-{key}")
    browser.tap("PDF")
    sheet = downloaded(browser, ".pdf")
    assert sheet.startswith(b"%PDF"), sheet[:20]
    browser.press("Escape")
    time.sleep(0.5)
    in_archive_menu(browser, "Import, backup, names, trash", "Save all as one file")
    browser.picture("backup")
    browser.press("Enter")
    backup = json.loads(downloaded(browser, ".json"))
    session, inside = browser.only(), backup["sessions"]
    assert backup["format"] == "tablet-of-truth-archive" and len(inside) == 1, backup
    assert inside[0]["rounds"] == session["rounds"] and inside[0]["id"] == session["id"]
    with Page("de") as other:
        other.prefer(color_scheme="dark")
        other.visit(server.address)
        assert other.run("return document.documentElement.lang") == "de"
        in_archive_menu(other, "Einlesen, Sichern, Namen, Papierkorb", "Partien einlesen")
        # A headless browser shows no dialog: the file is chosen as a dialog would.
        other.run("""
            const text = arguments[0];
            HTMLInputElement.prototype.click = function () {
                if (this.type !== "file") { return; }
                const chosen = new DataTransfer();
                chosen.items.add(new File([text], "archive.json"));
                this.files = chosen.files;
                this.dispatchEvent(new Event("change"));
            };""", json.dumps(backup))
        other.press("Enter")
        other.wait("what is in the file", lambda: other.find("1 Partie hinzufügen"))
        other.press("Enter")
        other.wait("the imported session", other.stored, 20)
        assert other.only()["rounds"] == session["rounds"]
        other.picture("imported-german")
        nothing_from_elsewhere(other, server)
    return f"a PDF of {len(sheet)} bytes"


def languages(server):
    """The page speaks French, Portuguese, and English to those whose language it lacks."""
    for code, spoken in {"fr": "fr", "pt-BR": "pt-BR", "pt-PT": "pt-BR", "es": "en"}.items():
        with Page(code) as browser:
            browser.visit(server.address)
            browser.switch(browser.new_tab())
            browser.open(server.address)
            browser.says(elsewhere(spoken))


def close_for(browser, seconds):
    """Closes the only tab; the browser goes on with an empty one."""
    old, = browser.tabs()
    new = browser.new_tab()
    browser.switch(old)
    browser.close_tab()
    browser.switch(new)
    time.sleep(seconds)


def update(server):
    """A new version waits until the tab is closed, then is there and keeps the games; a damaged one never is."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "web"
        shutil.copytree(server.folder, folder)
        with Server(folder) as own, Page() as browser:
            def is_state(*wanted):
                return browser.later("""
                    const done = arguments[0];
                    navigator.serviceWorker.getRegistration().then(async (found) => {
                        // Asked of the oldest cache and not of the worker.
                        const styles = (await (await caches.match("page.css"))?.text()) ?? "";
                        const count = (await caches.keys()).length;
                        done([found?.active?.state, Boolean(found?.waiting), count, styles.includes("newer")]);
                    });""") == list(wanted)
            browser.visit(own.address)
            browser.wait("the first version is kept", lambda: is_state("activated", False, 1, False), 60)
            set_up(browser)
            before = browser.stored()
            new_version(folder)
            browser.again()
            browser.wait("the new version waits beside the old one", lambda: is_state("activated", True, 2, False), 60)
            browser.again()
            assert is_state("activated", True, 2, False), "to load the page again changes nothing"
            # A browser takes a moment, longer on a busy machine, until it counts the old version's worker as idle.
            for pause in (2, 10, 30):
                close_for(browser, pause)
                browser.visit(own.address)
                if is_state("activated", False, 1, True):
                    break
            else:
                raise AssertionError("the new version never came")
            assert browser.stored() == before
            # A file that was damaged on its way is not kept.
            (folder / "page.css").write_text("damaged")
            worker = folder / "service-worker.js"
            worker.write_text(worker.read_text().replace('VERSION = "', 'VERSION = "newest'))
            browser.again()
            time.sleep(3)
            assert is_state("activated", False, 1, True), "the version that is whole stays"
            return f"the new version ran {pause} s after the tab was closed"


def main():
    server = Server(asked(place="target/web").place)
    with Page() as browser:
        browser.prefer(color_scheme="light")
        print(f"Chromium {browser.version}", flush=True)
        # Each goes on where the one before has ended.
        for part in (first_visit, a_round_by_keys, offline, second_tab, full, by_mouse, handed_on):
            if not played(part, browser, server):
                browser.picture("failed")
                sys.exit(1)
    sys.exit(not all([played(part, server) for part in (languages, update)]))


if __name__ == "__main__":
    main()
