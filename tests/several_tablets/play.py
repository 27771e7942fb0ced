#!/usr/bin/env python3
"""A tournament of 20 tables over real Syncthing: an organiser and four tablets, five instances on loopback.

    python3 tests/several_tablets/play.py BINARY [--short] [--seed N]

Round 1 is as it should be; the second tablet's clock is two hours off all day; the third is cut off for round 3; the
fourth and its Syncthing are killed in the middle of round 4; in round 5 two tablets go on with one game, so that
Syncthing leaves a conflict file. Every result has to arrive, none twice, as it was played, at the organiser's and in
every folder.
"""
import argparse
import json
import multiprocessing
import pathlib
import subprocess
import sys
import tempfile
import time

import tablet
from instance import FOLDER, Syncthing

NAMES = ["Anna", "Ben", "Chloé", "Dörte", "Émile", "דוד", "李雷", "O’Brien", "Anna", "Jürgen",
         "Łukasz", "Nils", "Özlem", "Pál", "Renée", "Zoë"]
HANDS = [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]
ROUNDS, TABLES = 5, "ABCD"
TWO_HOURS = 7200


def until(what, done, seconds=90):
    """Waits until this is so; says how long it took."""
    start = time.monotonic()
    while True:
        answer = done()
        if answer:
            return answer
        if time.monotonic() - start > seconds:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.2)


def of_table(numbers, hands):
    """Each player's points and bids met, from the bids and tricks of every hand."""
    totals = {number: [0, 0] for number in numbers}
    for bids, tricks in hands:
        for number, bid, took in zip(numbers, bids, tricks):
            totals[number][0] += 20 + 10 * took if bid == took else -10 * abs(bid - took)
            totals[number][1] += bid == took
    return totals


def ended(game):
    """Waits until the tablet has played what it was asked to."""
    game.join(120)
    assert game.exitcode == 0, f"the tablet ended with {game.exitcode}"


class Day:
    """The tournament, and what was truly played."""

    def __init__(self, binary, base, pause, seed):
        self.binary, self.pause, self.seed = binary, pause, seed
        self.nodes = [Syncthing(name, base / name / "home", base / name / "folder") for name in ["organiser", *TABLES]]
        self.organiser, self.tablets = self.nodes[0], dict(zip(TABLES, self.nodes[1:]))
        self.file = self.organiser.folder / "2026-11-28_open.tournament.json"
        self.results = []

    def begin(self):
        for node in self.nodes:
            node.share_with(self.nodes)
            node.start()
        until("all connected", lambda: all(node.connected() == len(self.nodes) - 1 for node in self.nodes))
        players = [{"number": number, "name": name} for number, name in enumerate(NAMES, 1)]
        self.file.write_text(json.dumps({
            "format": "tablet-of-truth-tournament", "version": 1, "id": "0b6f3c1e-5d0a-4f6e-9a57-3a8f5f0e2c11",
            "name": "Several tablets", "settings": {"rounds": ROUNDS, "hands": {"4": HANDS}}, "players": players}))

    def terminal(self, node, *more):
        file = next(node.folder.glob("*.tournament.json"))
        asked = [self.binary, "--language", "en", "tournament", str(file), *more]
        answer = subprocess.run(asked, capture_output=True, text=True)
        assert answer.returncode == 0, f"{node.name}: {more}: exit code {answer.returncode}: {answer.stderr}"
        return answer.stdout, answer.stderr

    def report(self, node):
        report, notes = self.terminal(node, "--format", "json")
        return json.loads(report), notes

    def seat(self, number):
        """Seats the next round and waits until every tablet has it."""
        self.terminal(self.organiser, "--seats", "--seed", str(self.seed + number), "--write")
        wanted = self.file.read_bytes()
        until(f"the seats of round {number} everywhere",
              lambda: all(self.files(node).get(self.file.name) == wanted for node in self.nodes))
        return json.loads(wanted)["rounds"][number - 1]["tables"]

    def play(self, number, table, **more):
        """Starts the game of a table at its tablet, or at another's."""
        node = more.pop("node", None) or self.tablets[table]
        clock = TWO_HOURS if node is self.tablets["B"] else 0
        asked = {"seed": self.seed_of(number, table), "pause": self.pause, "clock": clock, **more}
        game = multiprocessing.Process(target=tablet.play, args=(node.folder, number, table), kwargs=asked, daemon=True)
        game.start()
        return game

    def seed_of(self, number, table):
        return f"{self.seed} {number} {table}"

    def truth(self, seats, number):
        def hands(one):
            return list(tablet.played(self.seed_of(number, one["table"]), len(one["players"]), HANDS))
        return [of_table(one["players"], hands(one)) for one in seats]

    def only_open(self, number, table):
        """The report once this table of the round is the only one without a result; a space if nothing is."""
        report, notes = self.report(self.organiser)
        if report["open_tables"] != [f"{number}/{table}"]:
            return None
        assert len(report["tables"]) == len(TABLES) * number - 1, "it counts, and has no result"
        return notes or " "

    def arrived(self, node, number):
        """The report once every table up to this round has a result."""
        report, notes = self.report(node)
        return (report, notes) if len(report["tables"]) == len(TABLES) * number and not report["open_tables"] else None

    def check(self, node, number):
        """Every result is there, none twice, as it was played; the ranking of all players."""
        report, notes = until(f"every result of round {number} at {node.name}", lambda: self.arrived(node, number))
        assert not notes, f"{node.name}: {notes}"
        at = [(one["round"], one["table"]) for one in report["tables"]]
        assert sorted(at) == [(one, table) for one in range(1, number + 1) for table in TABLES], at
        for one in report["tables"]:
            wanted = self.results[one["round"] - 1][TABLES.index(one["table"])]
            found = {place["number"]: [place["points"], place["met"]] for place in one["places"]}
            assert found == wanted, f"{node.name}: {one['round']}/{one['table']}: {found}, not {wanted}"
        assert len(report["ranking"]) == len(NAMES), report["ranking"]
        return report["ranking"]

    def files(self, node):
        """What is in a folder, by name; nothing while Syncthing takes a file away."""
        try:
            return {path.name: path.read_bytes() for path in node.folder.glob("*.json")}
        except FileNotFoundError:
            return {}

    def finish(self, number, games):
        for game in games.values():
            ended(game)
        start = time.monotonic()
        self.check(self.organiser, number)
        return time.monotonic() - start

    def hands_of(self, node, number, table):
        """How many hands of a table's game a folder has."""
        paths = list(node.folder.glob(f"*_{number}-{table}_*.json"))
        return len(json.loads(paths[0].read_text())["rounds"]) if paths else 0


def a_plain_round(day, number):
    return day.finish(number, {table: day.play(number, table) for table in TABLES})


def cut_off(day, number):
    """The third tablet is alone from the seats to the end of the round; its result comes when it is back."""
    lonely = day.tablets["C"]
    lonely.cut_off()
    until("C is alone", lambda: lonely.connected() == 0)
    games = {table: day.play(number, table) for table in TABLES}
    ended(games["C"])
    until("the other results", lambda: day.only_open(number, "C"))
    lonely.connect()
    return day.finish(number, games)


def killed(day, number):
    """The fourth tablet and its Syncthing are killed in the middle of a game, and start again."""
    node = day.tablets["D"]
    games = {table: day.play(number, table, pause=max(day.pause, 0.2)) for table in TABLES}
    until("some hands of D", lambda: 3 <= day.hands_of(node, number, "D"))
    games["D"].kill()
    node.kill()
    games["D"].join()
    before = day.hands_of(node, number, "D")
    assert 3 <= before < len(HANDS), f"{before} hands before the kill"
    node.start()
    games["D"] = day.play(number, "D")
    return day.finish(number, games)


def conflict(day, number):
    """Two tablets go on with one game: Syncthing keeps both, and neither counts until the organiser chooses."""
    first, second = day.tablets["A"], day.tablets["B"]
    games = {table: day.play(number, table) for table in TABLES[1:]}
    ended(day.play(number, "A", hands=4))
    until("the begun game at B", lambda: day.hands_of(second, number, "A") == 4)
    first.cut_off()
    until("A is alone", lambda: first.connected() == 0)
    other = day.seed_of(number, "A") + " elsewhere"
    ended(day.play(number, "A"))
    ended(day.play(number, "A", node=second, seed=other))
    written = {path.read_bytes() for node in [first, second] for path in node.folder.glob(f"*_{number}-A_*.json")}
    assert len(written) == 2, "the two went the same way"
    for node in [first, second]:
        # Each knows the whole of its own game before they meet.
        node.ask(f"db/scan?folder={FOLDER}", post=True)
    first.connect()

    def the_same_games():
        games = [{name: data for name, data in day.files(node).items() if f"_{number}-A_" in name} for node in day.nodes]
        return set(games[0].values()) == written and all(other == games[0] for other in games) and games[0]
    files = until("both games everywhere", the_same_games)
    # Every folder that meets the conflict makes a copy, named by the second: one or several of the same game.
    copies = [name for name in files if ".sync-conflict-" in name]
    names = sorted(files)
    assert len(names) == len(copies) + 1 and len({files[name] for name in copies}) == 1, names
    notes = until("the other results", lambda: day.only_open(number, "A"))
    assert all(name in notes for name in names), notes
    # The organiser keeps the one under the plain name: what that is, Syncthing decided by the clocks.
    plain = json.loads(next(files[name] for name in names if name not in copies))
    seats = json.loads(day.file.read_text())
    table = next(one for one in seats["rounds"][number - 1]["tables"] if one["table"] == "A")
    table["session"] = plain["id"]
    hands = [(hand["bids"], hand["tricks"]) for hand in plain["rounds"]]
    day.results[number - 1][0] = of_table(table["players"], hands)
    tablet.write(day.file, seats)
    return day.finish(number, games)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("binary")
    arguments.add_argument("--short", action="store_true", help="hands follow each other at once")
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="several-tablets-") as base:
        binary, pause = str(pathlib.Path(asked.binary).resolve()), 0.02 if asked.short else 1.0
        day = Day(binary, pathlib.Path(base), pause, asked.seed)
        try:
            day.begin()
            print(f"five tablets connected after {time.monotonic() - start:.0f} s", flush=True)
            parts = [a_plain_round, a_plain_round, cut_off, killed, conflict]
            for number, part in enumerate(parts, 1):
                seats = day.seat(number)
                day.results.append(day.truth(seats, number))
                late = part(day, number)
                name = part.__name__.replace("_", " ")
                count = len(TABLES) * number
                print(f"round {number}, {name}: all {count} results {late:.1f} s after the tablets", flush=True)
            wanted = until("the organiser's files", lambda: day.files(day.organiser))
            until("every folder the same", lambda: all(day.files(node) == wanted for node in day.nodes))
            rankings = [day.check(node, len(parts)) for node in day.nodes]
            assert all(ranking == rankings[0] for ranking in rankings), rankings
            copies = [name for name in wanted if ".sync-conflict-" in name]
            assert copies and len(wanted) == 1 + len(TABLES) * ROUNDS + len(copies), sorted(wanted)
        except BaseException:
            for node in day.nodes:
                log = node.home / "log"
                print(f"--- {node.name}: {sorted(path.name for path in node.folder.iterdir())}", file=sys.stderr)
                lines = log.read_text(errors="replace").splitlines(True) if log.exists() else ["no log"]
                print("".join(lines[-15:]), file=sys.stderr)
            raise
        finally:
            for node in day.nodes:
                node.end()
    print(f"20 tables, 5 folders: all equal, in {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
