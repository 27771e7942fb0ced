"""A tablet at a table: reads the tournament in its folder, plays the table's game and writes the session after every
hand, as the program does: under a temporary name, renamed. Goes on where a game stopped.
"""
import datetime
import json
import os
import random
import time
import uuid


def played(seed, players, hands):
    """Bids and tricks of every hand at a table, the same for the same seed."""
    for number, cards in enumerate(hands, 1):
        chance = random.Random(f"{seed} {number}")
        tricks = [0] * players
        for _ in range(cards):
            tricks[chance.randrange(players)] += 1
        while True:
            bids = [min(cards, max(0, took + chance.choice([0, 0, 0, 1, -1]))) for took in tricks]
            # Plus/Minus One from two cards on.
            if cards < 2 or sum(bids) != cards:
                break
        yield bids, tricks


def names_at(tournament, table):
    """The names at a table; equal names have their numbers."""
    names = {player["number"]: player["name"] for player in tournament["players"]}
    here = [names[number] for number in table["players"]]
    return [f"{name} ({number})" if here.count(name) > 1 else name for number, name in zip(table["players"], here)]


def write(path, document):
    """Writes a file so that it is there as a whole or not at all."""
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text(json.dumps(document, ensure_ascii=False, indent=1))
    os.replace(temporary, path)


def play(folder, number, name, seed, pause, clock=0, hands=99):
    """Plays that many hands at the table of the round; the clock is some seconds off."""
    tournament = json.loads(next(folder.glob("*.tournament.json")).read_text())
    table = next(one for one in tournament["rounds"][number - 1]["tables"] if one["table"] == name)
    deals = tournament["settings"]["hands"][str(len(table["players"]))]
    ident = str(uuid.uuid5(uuid.UUID(tournament["id"]), f"{number} {name}"))
    path = folder / f"2026-11-28_{number}-{name}_{ident[:8]}.json"

    def now():
        shifted = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=clock)
        return shifted.isoformat(timespec="seconds")

    if path.exists():
        session = json.loads(path.read_text())
    else:
        session = {
            "format": "tablet-of-truth", "version": 2, "id": ident, "started": now(),
            "tournament": {"id": tournament["id"], "round": number, "table": name},
            "players": names_at(tournament, table), "first_dealer": table["first_dealer"],
            "rules": {"plus_minus_one": True, "plus_minus_one_from_cards": 2, "hands": deals}, "rounds": [],
        }
    every = list(played(seed, len(table["players"]), deals))
    lock = folder / f".~lock.{path.name}#"
    lock.write_text("")
    last = min(len(deals), hands)
    while len(session["rounds"]) < last:
        bids, tricks = every[len(session["rounds"])]
        session["rounds"].append({"bids": bids, "tricks": tricks, "finished": now()})
        session["saved"] = now()
        write(path, session)
        if clock:
            os.utime(path, (time.time() + clock,) * 2)
        if len(session["rounds"]) < last:
            time.sleep(pause)
    lock.unlink()
