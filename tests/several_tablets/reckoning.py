"""Places and ranking of a tournament by the rules of docs/tournaments.md, reckoned from what was bid and taken."""

TABLE_POINTS = [45, 30, 20, 10, 5]


def best(numbers):
    """The largest number, how often it is there, and the largest of the others."""
    if not numbers:
        return (float("-inf"), 0, float("-inf"))
    most = max(numbers)
    return (most, numbers.count(most), max([one for one in numbers if one != most], default=float("-inf")))


def of_table(numbers, hands):
    """Each player's place, table points, points and bids met, from the bids and tricks of every hand."""
    rows = []
    for seat, number in enumerate(numbers):
        points = [20 + 10 * tricks[seat] if bids[seat] == tricks[seat] else -10 * abs(bids[seat] - tricks[seat])
                  for bids, tricks in hands]
        met = sum(bids[seat] == tricks[seat] for bids, tricks in hands)
        rows.append(((sum(points), met, *best(points)), number))
    told = {}
    for key, number in rows:
        above = sum(other > key for other, _ in rows)
        level = [other for other, _ in rows].count(key)
        worth = sum(TABLE_POINTS[above:above + level]) / level
        told[number] = {"place": above + 1, "table_points": worth, "points": key[0], "met": key[1]}
    return told


def ranking(players, tables):
    """Rank, table points, points, bids met and games of every player, from the tables' results."""
    rows = []
    for number in players:
        games = [told[number] for told in tables if number in told]
        points = [game["points"] for game in games]
        worth, met = sum(game["table_points"] for game in games), sum(game["met"] for game in games)
        key = (worth, sum(points), met, *best(points))
        rows.append((key, number, len(games)))
    return {number: {"rank": 1 + sum(other > key for other, _, _ in rows), "table_points": key[0], "points": key[1],
                     "met": key[2], "games": games} for key, number, games in rows}
