#!/usr/bin/env python3
"""Says how many sessions fit into a browser's storage, and how long the page takes to begin with all of them.

    cargo bench --bench generate -- DIR 2000
    python3 tests/web/room.py DIR [FOLDER]
"""
import pathlib
import sys
import time

from browser import Browser, Server
from play import NAME, stored, wait_shown


def main():
    sessions = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
    with Server(sys.argv[2] if len(sys.argv) > 2 else "target/web") as server, Browser() as browser:
        print(f"Chromium {browser.version}")
        browser.open(server.address)
        print(f"nothing stored: {wait_shown(browser):.0f} ms to the program")
        kept = size = 0
        while kept < len(sessions):
            texts = {NAME + file.name: file.read_text() for file in sessions[kept:kept + 50]}
            took = browser.run("""
                let took = 0;
                for (const [name, text] of Object.entries(arguments[0])) {
                    try { localStorage.setItem(name, text); took += 1; } catch { break; }
                }
                return took;""", texts)
            kept, size = kept + took, size + sum(len(text.encode()) for text in list(texts.values())[:took])
            if took < len(texts):
                break
        print(f"{kept} sessions of {size / kept:.0f} bytes on average fit" + ("" if kept < len(sessions) else ", and more would"))
        for _ in range(3):
            browser.reload()
            shown = wait_shown(browser)
            print(f"with them: {shown:.0f} ms to the program")
        before = len(stored(browser))
        browser.press("Control+2")
        time.sleep(2)
        browser.picture("/tmp/room.png")
        assert len(stored(browser)) == before == kept


if __name__ == "__main__":
    main()
