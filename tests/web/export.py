#!/usr/bin/env python3
"""Opens the web pages that a program exports in a headless Chromium: no text lies over another or is cut.

    python3 tests/web/export.py PROGRAM [--pictures FOLDER]

Needs chromium and chromedriver (Debian: chromium, chromium-driver).
"""
import json
import pathlib
import subprocess
import tempfile

from browser import Browser, asked

# Everything that can stand beside a round stands there at once: trump, two Bombs, other cards than the plan's.
SESSION = {
    "version": 2, "first_dealer": 0,
    "players": ["Anna", {"name": "Maximiliane-Katharina", "colour": 4, "sign": "moon"}, "Cleo", "Dieter", "Eva"],
    "rules": {"plus_minus_one": False, "special_cards": ["bomb", "cloud", "witch"], "hands": [3, 10, 12, 1]},
    "rounds": [
        {"bids": [1, 0, 1, 0, 2], "tricks": [0, 1, 1, 0, 0], "trump": "red", "bomb": True},
        {"bids": [10, 0, 0, 0, 0], "tricks": [0, 2, 2, 2, 2], "trump": "none", "bombs": 2},
        {"bids": [1, 3, 1, 0, 2], "tricks": [2, 3, 1, 0, 5], "trump": "green", "bomb": True,
         "cloud": {"player": 2, "change": -1}},
    ],
}

# Pairs of texts whose letters share a pixel, and texts that reach out of their cell.
LOOK = """
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || node.parentElement.closest(".spoken, svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 0.5) texts.push([node, box]);
  }
  const found = [];
  texts.forEach(([node, box], at) => {
    const cell = node.parentElement.closest("td, th")?.getBoundingClientRect();
    const out = cell && (box.left < cell.left - 0.5 || box.right > cell.right + 0.5);
    if (out) found.push(`"${node.data}" reaches out of its cell`);
    for (const [other, its] of texts.slice(at + 1)) {
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (node === other || high <= 3) continue;
      if (wide > 0.5) found.push(`"${node.data}" over "${other.data}"`);
      // Beside a round, words that touch read as one.
      if (node.parentElement.closest(".trump") && Math.abs(its.left - box.right) < 1) {
        found.push(`"${node.data}" touches "${other.data}"`);
      }
    }
  });
  return [texts.length, found];
"""


def main():
    """No text of the web page of a round with everything beside it lies over another, in each language and width."""
    program, failed = asked(place="target/debug/tablet-of-truth").place.resolve(), []
    with Browser() as browser, tempfile.TemporaryDirectory() as folder:
        session = pathlib.Path(folder, "session.json")
        session.write_text(json.dumps(SESSION))
        for language in ("en", "de", "fr", "pt-BR"):
            page = pathlib.Path(folder, f"{language}.html")
            subprocess.run([program, "export", session, "--to", "html", "--language", language, "--output", page],
                           check=True)
            # The last one is a sheet of A4 without its margins.
            for width, medium in ((360, "screen"), (500, "screen"), (1000, "screen"), (703, "print")):
                browser.size(width, 900)
                browser.tools("Emulation.setEmulatedMedia", media=medium)
                browser.open(page.as_uri())
                texts, found = browser.run(LOOK)
                assert texts > 60, f"{texts} texts on the page in {language}"
                failed += [f"{language}, {medium} of {width} px: {what}" for what in found]
                browser.picture(f"export-{language}-{width}-{medium}")
        assert not failed, "\n".join(failed)
    print(f"ok  {main.__doc__}")


main()
