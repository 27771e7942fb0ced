#!/usr/bin/env python3
"""A whole game of four with special cards through the real window: by keys, with corrections and one kill -9.

    xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" python3 tests/real_window/play.py BINARY

The binary is built with `--features slint/mcp`. Every total is compared with a recount of this script's own.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from drive import App

NAMES = ["Arnaud", "Anna", "Émilie", "Thomas"]
ROUNDS = 15


def sign(number):
    return f"−{-number}" if number < 0 else str(number)


def points(bid, took):
    return 20 + 10 * took if bid == took else -10 * abs(bid - took)


class Game:
    def __init__(self, app, seed):
        self.app = app
        self.random = random.Random(seed)
        self.rounds, self.inputs = [], []

    def order(self, number):
        dealer = (1 + number - 1) % 4
        return [(dealer + step) % 4 for step in range(1, 5)]

    def facts(self, number):
        """Random bids and tricks that keep the rules."""
        order = self.order(number)
        dealer = order[-1]
        bids = [self.random.randint(0, min(number, 4)) for _ in NAMES]
        while sum(bids) == number:
            bids[dealer] = self.random.randint(0, number)
        bomb = number > 1 and number % 4 == 0
        tricks = [0] * 4
        for _ in range(number - bomb):
            tricks[self.random.randrange(4)] += 1
        cloud = None
        if number % 3 == 0:
            taker = max(range(4), key=lambda seat: tricks[seat])
            cloud = (taker, 1 if bids[taker] == 0 else -1)
        return dict(bids=bids, tricks=tricks, bomb=bomb, cloud=cloud)

    def totals(self):
        totals, lines = [0] * 4, []
        for facts in self.rounds:
            for seat in range(4):
                bid = facts["bids"][seat] + (facts["cloud"][1] if facts["cloud"] and facts["cloud"][0] == seat else 0)
                totals[seat] += points(bid, facts["tricks"][seat])
            lines.append(list(totals))
        return lines

    def number(self, number, cards):
        self.inputs[-1] += 1
        for digit in str(number):
            self.app.key(digit)
        if number and number * 10 <= cards:
            # Another digit could follow, so the table waits a moment unless Enter is pressed.
            self.app.key("\n")

    def bid_all(self, number, facts, upto=4):
        for seat in self.order(number)[:upto]:
            self.number(facts["bids"][seat], number)

    def play(self, number):
        facts = self.facts(number)
        self.inputs.append(0)
        self.bid_all(number, facts)
        self.finish(number, facts)

    def finish(self, number, facts):
        order = self.order(number)
        self.app.key("\n")
        self.inputs[-1] += 1
        self.app.wait(f"Score round {number}")
        if facts["bomb"]:
            self.app.click("Bomb: one trick to nobody")
        left = sum(facts["tricks"])
        for seat in order[:-1]:
            if left == 0:
                break
            self.number(facts["tricks"][seat], number)
            left -= facts["tricks"][seat]
        if facts["cloud"]:
            taker, change = facts["cloud"]
            self.app.click("Who took the Cloud?")
            self.app.click(f"{NAMES[taker]} took the Cloud")
            self.app.click("Bid +1" if change > 0 else "Bid −1")
        self.app.key("\n")
        self.inputs[-1] += 1
        self.rounds.append(facts)
        self.check(number)

    def check(self, number):
        """Checks the last row of the sheet against the recount."""
        if number == ROUNDS:
            return
        self.app.wait(f"Round {number + 1} of {ROUNDS}")
        labels = self.app.labels()
        for seat, name in enumerate(NAMES):
            wanted = f"Round {number}, {name}, total {sign(self.totals()[number - 1][seat])},"
            assert any(label.startswith(wanted) for label in labels), (wanted, labels)

    def correct(self, number):
        """Moves one trick and one bid of an earlier round."""
        facts = self.rounds[number - 1]
        giver = next(seat for seat in range(4) if facts["tricks"][seat] > 0 and not (facts["cloud"] and facts["cloud"][0] == seat))
        taker = (giver + 1) % 4
        self.app.click(f"Correct round {number}")
        for seat, change in ((giver, -1), (taker, 1)):
            self.app.click(f"{NAMES[seat]}, took {facts['tricks'][seat]}")
            facts["tricks"][seat] += change
            self.app.key(str(facts["tricks"][seat]))
            if number >= 10:
                self.app.key("\n")
        self.app.click("Save changes")
        self.app.wait(f"Round {number} is corrected")
        self.check(len(self.rounds))


def main():
    binary = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as data:
        app = App(binary, "--data-dir", data)
        game = Game(app, seed=25)
        try:
            app.click("New game", "Button")
            for name in NAMES:
                app.fill("Name of a player", name)
                app.key("\n")
            if app.says("Let Anna deal"):
                app.click("Let Anna deal")
            app.click("Wizard", "ListItem")
            app.wait("25 years")
            app.click("25 years", "RadioButton")
            app.click("Close", "Button")
            app.click("Deal round 1")
            app.wait("Round 1 of 15")
            for number in range(1, 7):
                game.play(number)
            game.correct(3)
            game.play(7)

            # Kills the program once three bids of round 8 show as saved.
            facts = game.facts(8)
            game.inputs.append(0)
            game.bid_all(8, facts, upto=3)
            app.wait("Saved")
            app.kill()
            app = game.app = App(binary, "--data-dir", data)
            app.wait("has not bid yet")
            app.click("Continue")
            app.wait("Round 8 of 15")
            last = game.order(8)[-1]
            labels = app.labels()
            for seat in game.order(8)[:3]:
                wanted = f"{NAMES[seat]}, total {sign(game.totals()[-1][seat])}, bid {facts['bids'][seat]}"
                assert wanted in labels, (wanted, labels)
            game.number(facts["bids"][last], 8)
            game.finish(8, facts)

            for number in range(9, 13):
                game.play(number)
            game.correct(8)
            for number in range(13, ROUNDS + 1):
                game.play(number)
            app.wait("Final standings")
            totals = game.totals()[-1]
            for seat, name in enumerate(NAMES):
                rank = 1 + sum(other > totals[seat] for other in totals)
                app.wait(f"Place {rank}: {name}, {sign(totals[seat])} points")
            app.click("See the score sheet")
        finally:
            app.kill()
        (file,) = [name for name in os.listdir(data) if name.endswith(".json")]
        scored = subprocess.run([binary, "score", os.path.join(data, file), "--format", "json"], capture_output=True, check=True)
        scores = json.loads(scored.stdout)
        assert scores["complete"] and scores["rounds"][-1]["totals"] == totals, (scores["rounds"][-1], totals)
        most = max(game.inputs)
        print(f"a game of 4 over {ROUNDS} rounds: {totals}, file {file}")
        print(f"inputs for bids and tricks a round: {min(game.inputs)} to {most} (2n + 1 is 9)")
        assert most <= 9
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
