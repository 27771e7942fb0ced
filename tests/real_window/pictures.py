#!/usr/bin/env python3
"""Writes the pictures of the manual, docs/pictures, from the real window.

    xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" python3 tests/real_window/pictures.py BINARY

The binary is built with `--features slint/mcp`. ImageMagick reduces the pictures to 64 colours.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from drive import App

ROUNDS = 15
ESCAPE = "\x1b"
PEOPLE = [{"name": name, "id": f"{at:08}-0000-4000-8000-000000000000", "colour": at}
          for at, name in enumerate(["Anna", "Ben", "Cleo", "Dora", "Emil"])]


def write(folder, file, **fields):
    path = pathlib.Path(folder, file)
    path.write_text(json.dumps(fields))
    return path


def wizard(data, number, people, rounds=ROUNDS):
    chance, played = random.Random(number), []
    for cards in range(1, rounds + 1):
        tricks = [0] * 4
        for _ in range(cards):
            tricks[chance.randrange(4)] += 1
        bids = [took if chance.random() < 0.6 else min(cards, took + 1) for took in tricks]
        # Plus/Minus One binds the dealer.
        bids[(cards - 1) % 4] += sum(bids) == cards
        played.append({"bids": bids, "tricks": tricks})
    return write(
        data, f"game-{number}.json", id=f"{number:08}-0000-4000-8000-000000000001", rounds=played, first_dealer=0,
        started=f"2026-{1 + number % 12:02}-{7 + number:02}T20:15:00+01:00", place="Café Zeitlos", players=people,
        rules={"plus_minus_one": True, "special_cards": ["bomb", "cloud"]},
    )


def last_wizard(data):
    first = [{"round_token": 2, "square_token": 4, "rank": "best"}, {"fold": 1}, {"round_token": 3, "fold": 2}]
    second = [{"fold": 1}, {"round_token": 4, "square_token": 1, "rank": "best"}, {"round_token": 2, "fold": 2}]
    return write(
        data, "track.json", game="last-wizard", version=2, id="00000020-0000-4000-8000-000000000001", first_player=0,
        started="2026-11-20T20:15:00+01:00", players=PEOPLE[:3], rounds=[{"facts": first}, {"facts": second}],
    )


def tournament(data):
    """Sixteen people in the second of three rounds: two tables have a result."""
    names = "Anna Ben Cleo Dora Emil Finn Greta Hugo Ida Jan Kim Lena Max Nora Otto Paul".split()

    def table(at, players, points=None):
        results = {"results": [{"points": some, "met": 6} for some in points]} if points else {}
        return {"table": "ABCD"[at], "players": players, "first_dealer": 0, **results}

    first = [table(at, [4 * at + seat for seat in (1, 2, 3, 4)], [260, 190, 120, 50 - 10 * at]) for at in range(4)]
    later = [table(at, [at + seat for seat in (1, 5, 9, 13)], [240, 210, 90, 60] if at < 2 else None)
             for at in range(4)]
    write(
        data, "open.tournament.json", format="tablet-of-truth-tournament", version=1, name="Saarlouis open",
        id="0b6f3c1e-0000-4000-8000-000000000000", date="2026-11-28", settings={"rounds": 3, "minutes": 45},
        players=[{"number": at, "name": name} for at, name in enumerate(names, 1)],
        rounds=[{"tables": first}, {"tables": later}],
    )


def main():
    binary = os.path.abspath(sys.argv[1])
    folder = pathlib.Path(__file__).parents[2] / "docs/pictures"
    folder.mkdir(exist_ok=True)

    def picture(app, name):
        path = folder / f"{name}.png"
        app.picture(path)
        subprocess.run(["convert", path, "+dither", "-colors", "64", "-strip", f"PNG8:{path}"], check=True)
        print(f"{path.name}: {path.stat().st_size} bytes")

    def theme(app, name):
        app.click("Settings", "Tab")
        app.click(name, "RadioButton")
        app.click("Play", "Tab")

    with tempfile.TemporaryDirectory() as data:
        pathlib.Path(data, ".tablet").mkdir()
        write(data, ".tablet/settings.json", language="en", theme="night")
        chance = random.Random(5)
        for number in range(11):
            wizard(data, number, chance.sample(PEOPLE, 4))
        with App(binary, "--data-dir", data, wizard(data, 11, PEOPLE[:4], 6)) as app:
            app.wait("Round 7 of 15")
            for key in "201":
                app.key(key)
            picture(app, "bids")
            app.click("Board for the players")
            picture(app, "board")
            app.key(ESCAPE)
            theme(app, "Parchment")
            for key in "3\n21":
                app.key(key)
            picture(app, "tricks")
            theme(app, "Night")
            app.click("Play", "Tab")
            app.click("New game", "Button")
            app.click("Wizard", "ListItem")
            picture(app, "new-game")
            app.click("Close")
            app.click("Archive", "Tab")
            app.click("Share", "Button")
            picture(app, "archive")
            app.key(ESCAPE)
            app.click("Rules", "Tab")
            app.click("First-hand odds", "Button")
            app.click("4 players at the table")
            app.click("Turned up: 8")
            picture(app, "rules")
        with App(binary, "--data-dir", data, wizard(data, 12, PEOPLE[1:], 14)) as app:
            app.wait("Round 15 of 15")
            for bid in "5344":
                app.key(bid)
            app.key("\n")
            for took in "533":
                app.key(took)
            app.key("\n")
            app.wait("Rematch")
            picture(app, "result")
            app.click("Statistics", "Tab")
            app.wait("Highest total")
            picture(app, "statistics")
        with App(binary, "--data-dir", data, last_wizard(data)) as app:
            app.wait("Round 3")
            app.key("2")
            app.key("f")
            picture(app, "last-wizard")
        tournament(data)
        with App(binary, "--data-dir", data) as app:
            app.wait("Organise Saarlouis open")
            app.click("Organise Saarlouis open")
            app.click("Start the clock")
            picture(app, "tournament")


if __name__ == "__main__":
    main()
