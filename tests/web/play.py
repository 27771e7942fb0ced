#!/usr/bin/env python3
"""Plays in a headless Chromium what packaging/web/build.sh built, and holds what the browser keeps against what was typed.

    python3 tests/web/play.py [FOLDER] [--pictures FOLDER]

Needs chromium and chromedriver (Debian: chromium, chromium-driver). Every key, click and touch is a real one; the page is
read by its storage, in which every session is a text, and by what a screen reader is told.
"""
import argparse
import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import tempfile
import time

from browser import Browser, Server

NAME = "tablet-of-truth/"
ELSEWHERE = {
    "en": "Tablet of Truth is open in another tab. It opens here as soon as that one is closed.",
    "de": "Tablet of Truth ist in einem anderen Tab offen. Sobald der geschlossen ist, öffnet es sich hier.",
    "fr": "Tablet of Truth est ouvert dans un autre onglet. Il s’ouvrira ici dès que celui-ci sera fermé.",
    "pt-BR": "O Tablet of Truth está aberto em outra aba. Ele abre aqui assim que a outra for fechada.",
}
PLAYERS = ["Änna", "Bo", "Cleo"]
# How often Tab is pressed until the focus is there.
TABS = {"new game": 6, "go on": 6}
SAVING = 20


def texts(browser):
    return browser.run("return Object.fromEntries(Object.entries(localStorage))")


def stored(browser):
    """The texts of the sessions in the browser's storage, by name."""
    inside = {name[len(NAME):]: text for name, text in texts(browser).items() if name.startswith(NAME)}
    return {name: text for name, text in inside.items() if "/" not in name and not name.startswith(".")}


def only(browser):
    found = list(stored(browser).values())
    assert len(found) == 1, f"one session, not {list(stored(browser))}"
    return json.loads(found[0])


def rounds(browser):
    """Bids and tricks of each round in which there are any."""
    found = [(entered["bids"], entered.get("tricks")) for entered in only(browser)["rounds"]]
    return [(bids, tricks) for bids, tricks in found if any(number is not None for number in bids)]


def wait_rounds(browser, *expected):
    """Waits until these are the rounds in the storage; tricks that are not known may be left out."""
    def known(entered):
        bids, tricks = entered
        return list(bids), list(tricks or [None] * 3)
    try:
        browser.wait("rounds", lambda: list(map(known, rounds(browser))) == list(map(known, expected)), SAVING)
    except AssertionError:
        raise AssertionError(f"{rounds(browser)} in the storage, typed was {expected}") from None


def wait_shown(browser):
    browser.wait("the program on the page", lambda: browser.run(
        "return document.getElementById('note').hidden && performance.getEntriesByName('shown').length > 0"), 90)
    time.sleep(0.5)
    return browser.run("return performance.getEntriesByName('shown')[0].startTime")


def wait_kept(browser, seconds=60):
    """Waits until all is kept for a visit without a network."""
    script = "const done = arguments[0]; navigator.serviceWorker.getRegistration().then((it) => done(it?.active?.state))"
    browser.wait("everything is kept", lambda: browser.later(script) == "activated", seconds)


def said(browser):
    return browser.run("return document.getElementById('note').hidden ? '' : document.getElementById('said').textContent")


class Play:
    def __init__(self, folder, pictures):
        self.folder, self.pictures, self.passed = pathlib.Path(folder), pictures, 0

    def picture(self, browser, name):
        time.sleep(0.5)
        return browser.picture(os.path.join(self.pictures, name + ".png") if self.pictures else None)

    def done(self, what):
        self.passed += 1
        print(f"ok  {what}", flush=True)

    def figure(self, what):
        print(f"    {what}", flush=True)


def nothing_from_elsewhere(browser, server):
    """Every request so far went to the page's own server, and the browser refused nothing."""
    asked = []
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        # The browser's own new tab, which it may still be loading, asks for what it likes.
        if message["method"] == "Network.requestWillBeSent" and not message["params"]["documentURL"].startswith("chrome"):
            asked.append(message["params"]["request"]["url"])
    strangers = [url for url in asked if not url.startswith((server.address, "blob:" + server.address, "data:"))]
    assert not strangers, strangers
    errors = [entry["message"] for entry in browser.log() if entry["level"] == "SEVERE"]
    assert not errors, errors
    return len(asked)


def set_up(browser):
    """A game of three, by the keyboard alone."""
    browser.press(*["Tab"] * TABS["new game"], "Enter")
    time.sleep(0.5)
    for name in PLAYERS:
        browser.type(name)
        browser.press("Enter")
    # In the empty field it deals.
    browser.press("Enter")
    browser.wait("a session in the storage", lambda: stored(browser), SAVING)


def first_visit(play, browser, server):
    browser.open(server.address)
    started = wait_shown(browser)
    play.figure(f"first visit: {started:.0f} ms to the program")
    assert not stored(browser)
    play.picture(browser, "home-empty")
    wait_kept(browser)
    play.done(f"the page opens; {nothing_from_elsewhere(browser, server)} requests, all to its own server, and nothing refused")


def a_round_by_keys(play, browser):
    set_up(browser)
    session = only(browser)
    assert [player["name"] for player in session["players"]] == PLAYERS, session["players"]
    assert session["first_dealer"] == 0, session
    # Bids begin left of the dealer.
    browser.press("0", "1", "1")
    wait_rounds(browser, ([1, 0, 1], None))
    play.picture(browser, "bids")
    browser.press("Enter", "0", "1")
    wait_rounds(browser, ([1, 0, 1], [None, 0, 1]))
    play.picture(browser, "tricks")
    # The last player's tricks are the rest.
    browser.press("Enter")
    wait_rounds(browser, ([1, 0, 1], [0, 0, 1]))
    browser.press("2")
    wait_rounds(browser, ([1, 0, 1], [0, 0, 1]), ([None, None, 2], None))
    play.picture(browser, "table-wide")
    play.done("a game of three is set up and a round played by keys: players, bids and tricks are in the storage as typed")
    browser.press("Control+z")
    wait_rounds(browser, ([1, 0, 1], [0, 0, 1]))
    browser.press("Control+y")
    wait_rounds(browser, ([1, 0, 1], [0, 0, 1]), ([None, None, 2], None))
    play.done("undo and redo by keys are in the storage")


def go_on(browser):
    browser.press(*["Tab"] * TABS["go on"], "Enter")
    time.sleep(0.5)


def reload(play, browser):
    before = stored(browser)
    browser.reload()
    started = wait_shown(browser)
    play.figure(f"later visit: {started:.0f} ms to the program")
    assert stored(browser) == before, "looking at it changes nothing"
    play.picture(browser, "home-with-a-game")
    go_on(browser)
    browser.press("0")
    wait_rounds(browser, ([1, 0, 1], [0, 0, 1]), ([0, None, 2], None))
    play.done("after a reload the session is there and goes on")


def offline(play, browser, server):
    with server.away():
        # What the browser happens to have of its own accord does not count.
        browser.tools("Network.clearBrowserCache")
        browser.reload()
        started = wait_shown(browser)
        play.figure(f"visit without a network: {started:.0f} ms to the program")
        go_on(browser)
        browser.press("1")
        wait_rounds(browser, ([1, 0, 1], [0, 0, 1]), ([0, 1, 2], None))
        play.done("with the server stopped the page opens, and the session goes on")


def second_tab(play, browser, server):
    first = browser.tabs()[0]
    before = stored(browser)
    second = browser.new_tab()
    browser.switch(second)
    browser.open(server.address)
    browser.wait("the second tab says why it waits", lambda: said(browser) == ELSEWHERE["en"], 20)
    play.picture(browser, "second-tab")
    time.sleep(1)
    assert said(browser) == ELSEWHERE["en"]
    browser.press("1", "Enter")
    assert stored(browser) == before
    browser.switch(first)
    browser.close_tab()
    browser.switch(second)
    wait_shown(browser)
    go_on(browser)
    browser.press("Enter")
    play.done("a second tab is refused with the reason, and takes over once the first is closed")


def full(play, browser):
    """As many letters as go into the storage, so that nothing more does."""
    fill = """
        let size = 4 << 20, text = "", filled = 0;
        for (; size >= 1; size >>= 1) {
            for (;;) {
                try { localStorage.setItem("filler", text + "x".repeat(size)); text += "x".repeat(size); } catch { break; }
            }
        }
        return text.length;"""
    length = browser.run(fill)
    before = stored(browser)
    troubled = lambda: any("What you enter stays in memory" in it["told"].get("label", "") for it in browser.elements())
    assert not troubled()
    browser.press("0")
    time.sleep(0.6)
    browser.press("1")
    time.sleep(0.6)
    play.picture(browser, "full")
    assert stored(browser) == before, "nothing more went into the storage"
    browser.wait("the banner", troubled, 5)
    leaving = """
        const event = new Event("beforeunload", { cancelable: true });
        dispatchEvent(event);
        return event.defaultPrevented;"""
    assert browser.run(leaving), "nobody leaves without a question"
    browser.run("localStorage.removeItem('filler')")
    browser.press("1")
    wait_rounds(browser, ([1, 0, 1], [0, 0, 1]), ([0, 1, 2], [1, 1, 0]))
    browser.wait("the banner goes", lambda: not troubled(), 5)
    assert not browser.run(leaving)
    play.done(f"with the storage full (filled by {length} letters) a banner says so; what was tapped meanwhile is stored once there is room")


def mouse_and_touch(play, browser):
    browser.size(1280, 800)
    browser.press("Enter")
    time.sleep(0.6)
    before = rounds(browser)
    assert len(before) == 2, before
    # The first of the numbers below the players: Änna leads in round 3.
    browser.click(158, 544)
    wait_rounds(browser, *before, ([0, None, None], None))
    browser.size(400, 820, touch=True)
    time.sleep(0.6)
    play.picture(browser, "table-phone")
    # The second of the numbers, where a phone has it.
    browser.touch(104, 527)
    wait_rounds(browser, *before, ([0, 1, None], None))
    play.picture(browser, "touched-phone")
    play.done("a number by the mouse and one by touch, each where it is seen, are in the storage")
    browser.size(1280, 800)
    time.sleep(0.5)


def downloaded(play, browser, ending):
    def there():
        files = [file for file in pathlib.Path(browser.downloads).iterdir() if file.suffix == ending]
        return files[0] if files and files[0].stat().st_size else None
    file = browser.wait(f"a download {ending}", there, 20)
    return file.read_bytes()


def in_archive_menu(browser, menu, line):
    """Opens a line of the menu of the whole archive."""
    browser.press("Control+2")
    browser.tap(menu)
    browser.tap(line)
    time.sleep(0.6)


def handed_on(play, browser):
    browser.tools("Browser.setDownloadBehavior", behavior="allow", downloadPath=browser.downloads)
    browser.press("Control+2")
    time.sleep(0.5)
    browser.press("Down")
    time.sleep(0.5)
    play.picture(browser, "archive")
    browser.press("Control+p")
    time.sleep(0.5)
    play.picture(browser, "share")
    browser.tap("PDF")
    sheet = downloaded(play, browser, ".pdf")
    assert sheet.startswith(b"%PDF"), sheet[:20]
    browser.press("Escape")
    time.sleep(0.5)
    in_archive_menu(browser, "Import, backup, names, trash", "Save all as one file")
    play.picture(browser, "backup")
    browser.press("Enter")
    backup = json.loads(downloaded(play, browser, ".json"))
    session, inside = only(browser), backup["sessions"]
    assert backup["format"] == "tablet-of-truth-archive" and len(inside) == 1, backup
    assert inside[0]["rounds"] == session["rounds"] and inside[0]["id"] == session["id"]
    browser.press("Escape")
    play.done(f"a PDF of {len(sheet)} bytes and the whole archive are downloaded; what is in the archive is what is in the storage")
    return json.dumps(backup)


def elsewhere(play, server, backup):
    """The archive in one file is brought in on another computer, which speaks German and likes it dark."""
    with Browser("de") as browser:
        browser.prefer(dark=True)
        browser.open(server.address)
        wait_shown(browser)
        assert browser.run("return document.documentElement.lang") == "de"
        in_archive_menu(browser, "Einlesen, Sichern, Namen, Papierkorb", "Partien einlesen")
        play.picture(browser, "import-german")
        # A headless browser shows no dialog: the file is chosen as a dialog would.
        browser.run("""
            const text = arguments[0];
            HTMLInputElement.prototype.click = function () {
                if (this.type !== "file") { return; }
                const chosen = new DataTransfer();
                chosen.items.add(new File([text], "archive.json"));
                this.files = chosen.files;
                this.dispatchEvent(new Event("change"));
            };""", backup)
        browser.press("Enter")
        browser.wait("what is in the file", lambda: browser.find("1 Partie hinzufügen"))
        browser.press("Enter")
        browser.wait("the imported session", lambda: stored(browser), SAVING)
        assert only(browser)["rounds"] == json.loads(backup)["sessions"][0]["rounds"]
        play.picture(browser, "imported-german")
        browser.press("Escape", "Control+5")
        play.picture(browser, "settings-german")
        browser.size(400, 820, touch=True)
        play.picture(browser, "settings-phone")
        browser.press("Control+1")
        play.picture(browser, "home-phone")
        nothing_from_elsewhere(browser, server)
        play.done("another browser, in German, brings the archive in")


def languages(play, server):
    """What the page itself says, where the program does not run yet."""
    for code in ("fr", "pt-BR", "pt-PT", "es"):
        with Browser(code) as browser:
            browser.open(server.address)
            wait_shown(browser)
            browser.switch(browser.new_tab())
            browser.open(server.address)
            expected = ELSEWHERE[{"pt-PT": "pt-BR", "es": "en"}.get(code, code)]
            browser.wait(f"the page in {code}", lambda: said(browser) == expected, 20)
    play.done("the page speaks French, Portuguese, and English to those whose language it lacks")


def denied(play, server):
    with Browser(preferences={"profile.default_content_setting_values.cookies": 2}) as browser:
        browser.open(server.address)
        browser.wait("why nothing can be kept", lambda: said(browser).startswith("This browser lets the page keep nothing."), 20)
        play.picture(browser, "denied")
        assert browser.run("return performance.getEntriesByName('shown').length") == 0
        play.done("where the browser stores nothing, the page says so and does not begin")


def new_version(folder, file="page.css", end="/* newer */"):
    """Makes of the page what a later build would be: another file, another hash, another version."""
    worker = folder / "service-worker.js"
    text = worker.read_text()
    version = re.search(r'VERSION = "(\w+)"', text)[1]
    newer = version + "x"
    text = text.replace(version, newer)
    for name, changed in (file, lambda was: f"{was}{end}\n"), ("index.html", lambda was: was.replace(version, newer)):
        (folder / name).write_text(changed((folder / name).read_text()))
        digest = base64.b64encode(hashlib.sha384((folder / name).read_bytes()).digest()).decode()
        text = re.sub(rf'("{re.escape(name)}": "sha384-)[^"]*', lambda found: found.group(1) + digest, text)
    worker.write_text(text)


def close_for(browser, seconds):
    """Closes the only tab; the browser goes on with an empty one."""
    old, = browser.tabs()
    new = browser.new_tab()
    browser.switch(old)
    browser.close_tab()
    browser.switch(new)
    time.sleep(seconds)


def update(play):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "web"
        shutil.copytree(play.folder, folder)
        with Server(folder) as server, Browser() as browser:
            browser.open(server.address)
            wait_shown(browser)
            state = """
                const done = arguments[0];
                navigator.serviceWorker.getRegistration().then(async (found) => {
                    // Asked of the oldest cache and not of the worker.
                    const styles = (await (await caches.match("page.css"))?.text()) ?? "";
                    done([found?.active?.state, Boolean(found?.waiting), (await caches.keys()).length, styles.includes("newer")]);
                });"""

            def is_state(*wanted):
                return browser.later(state) == list(wanted)
            browser.wait("the first version is kept", lambda: is_state("activated", False, 1, False), 60)
            set_up(browser)
            before = stored(browser)
            new_version(folder)
            browser.reload()
            wait_shown(browser)
            browser.wait("the new version waits beside the old one", lambda: is_state("activated", True, 2, False), 60)
            browser.reload()
            wait_shown(browser)
            assert is_state("activated", True, 2, False), "to load the page again changes nothing"
            # A browser takes a moment, longer on a busy machine, until it counts the old version's worker as idle.
            for pause in (2, 10, 30):
                close_for(browser, pause)
                browser.open(server.address)
                wait_shown(browser)
                if is_state("activated", False, 1, True):
                    break
            else:
                raise AssertionError("the new version never came")
            print(f"    the new version ran {pause} s after the tab was closed")
            assert stored(browser) == before
            # A file that was damaged on its way is not kept.
            (folder / "page.css").write_text("damaged")
            worker = folder / "service-worker.js"
            worker.write_text(worker.read_text().replace('VERSION = "', 'VERSION = "newest'))
            browser.reload()
            wait_shown(browser)
            time.sleep(3)
            assert is_state("activated", False, 1, True), "the version that is whole stays"
            play.done("a new version waits until the tab is closed, is there at the next visit and keeps the games; a damaged one never is")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default="target/web")
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    if arguments.pictures:
        os.makedirs(arguments.pictures, exist_ok=True)
    play = Play(arguments.folder, arguments.pictures)
    server = Server(play.folder)
    with Browser() as browser:
        browser.prefer(dark=False)
        print(f"Chromium {browser.version}", flush=True)
        try:
            first_visit(play, browser, server)
            a_round_by_keys(play, browser)
            reload(play, browser)
            offline(play, browser, server)
            second_tab(play, browser, server)
            full(play, browser)
            mouse_and_touch(play, browser)
            backup = handed_on(play, browser)
        except BaseException:
            play.picture(browser, "failed")
            raise
    elsewhere(play, server, backup)
    languages(play, server)
    denied(play, server)
    update(play)
    print(f"{play.passed} passed, 0 failed")


if __name__ == "__main__":
    main()
