"""The program as a page in a browser: what it stores, says and shows."""
import base64
import hashlib
import json
import re
import time

from browser import Browser

NAME = "tablet-of-truth/"


class Page(Browser):
    """A browser for the page; elements are found by the accessibility tree."""

    def shown(self):
        """Waits for the program; after how many milliseconds it was shown."""
        self.wait("the program on the page", lambda: self.run(
            "return document.getElementById('note').hidden && performance.getEntriesByName('shown').length > 0"), 90)
        time.sleep(0.5)
        return self.run("return performance.getEntriesByName('shown')[0].startTime")

    def kept(self, seconds=60):
        """Waits until the worker keeps all for a visit without a network."""
        self.wait("everything is kept", lambda: self.run("return Boolean(navigator.serviceWorker.controller)"), seconds)

    def message(self):
        """What the page itself says where the program is not shown."""
        script = "return document.getElementById('note').hidden ? '' : document.getElementById('message').textContent"
        return self.run(script)

    def says(self, words, seconds=20):
        self.wait(lambda: f"“{words}”, but “{self.message()}”", lambda: self.message().startswith(words), seconds)

    def alive(self):
        assert self.message() == "", self.message()

    def press_again(self):
        """Presses the button below what the page says."""
        self.run("document.getElementById('again').click()")

    def stored(self):
        """The texts of the sessions in the browser's storage, by name."""
        texts = self.run("return Object.fromEntries(Object.entries(localStorage))")
        inside = {name[len(NAME):]: text for name, text in texts.items() if name.startswith(NAME)}
        return {name: text for name, text in inside.items() if "/" not in name and not name.startswith(".")}

    def only(self):
        found = list(self.stored().values())
        assert len(found) == 1, f"one session, not {list(self.stored())}"
        return json.loads(found[0])

    def rounds(self):
        """Bids and tricks of each round in which there are any."""
        found = [(entered["bids"], entered.get("tricks")) for entered in self.only()["rounds"]]
        return [(bids, tricks) for bids, tricks in found if any(number is not None for number in bids)]

    def wait_rounds(self, *expected):
        """Waits until these are the rounds in the storage; tricks that are not known may be left out."""
        def known(entered):
            return [(list(bids), list(tricks or [None] * 3)) for bids, tricks in entered]
        self.wait(lambda: f"{expected} in the storage, but {self.rounds()}",
                  lambda: known(self.rounds()) == known(expected), 20)

    def program(self, question, text=""):
        """What the program answers to the page."""
        return self.run("return JSON.parse(tabletOfTruth.program[arguments[0]](arguments[1]))", question, text)

    def elements(self):
        """All nodes of the accessibility tree, parents first."""
        def within(element):
            yield element
            for inner in element.get("inside", []):
                yield from within(inner)
        return list(within(self.program("tree")))

    def labels(self):
        return [element["properties"].get("label", "") for element in self.elements()]

    def find(self, label):
        """The elements with exactly this label."""
        return [element for element in self.elements() if element["properties"].get("label") == label]

    def tap(self, label, rests=0.06):
        """Taps what is called so and can be pressed or written into, in its middle."""
        def there():
            return [element for element in self.find(label) if element["can"]["press"] or element["can"]["write"]]
        left, top, width, height = self.wait(f"“{label}” on the page", there)[0]["place"]
        # A tap right after something else has appeared would be the second one of a double tap.
        time.sleep(0.35)
        self.touch(left + width / 2, top + height / 2, rests)

    def compose(self, text):
        """Types as a phone's keyboard does: a word that grows letter by letter, and is taken as a whole."""
        for end in range(1, len(text) + 1):
            self.tools("Input.imeSetComposition", text=text[:end], selectionStart=end, selectionEnd=end)
        self.tools("Input.insertText", text=text)

    def set_up(self, names):
        """Opens the set-up by a tap, and types these names as on a phone."""
        self.tap("New game")
        self.wait("the name field", lambda: self.find("Name of a player"))
        self.wait("the keys in it", lambda: self.program("field"))
        for name in names:
            self.compose(name)
            self.press("Enter")


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
