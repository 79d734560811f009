"""Where the levels lie on the scale of people's ratings.

For each game the ratings of levels 1 to 9, as `python -m bench.anchors` has measured them
(docs/laboratory/strength.md has the figures).  By convention, level 5 of each game has 1500.
Level 10 thinks by time and has none: its strength depends on the machine.

A game that is rated against a level stores the rating that the level had when it began, so another
measurement changes nothing of what was rated before.
"""

LEVEL_OF_1500 = 5
RATED_LEVELS = 8            # games may be rated against those up to this one: level 9 answers the
                            # same moves by the same moves, so one win could be played again
ANCHORS: dict[str, tuple[int, ...]] = {
    "contra": (866, 966, 1164, 1361, 1500, 1721, 2024, 2287, 2653),
    "duell": (489, 722, 1059, 1252, 1500, 1723, 1885, 2169, 2412),
    "ecke": (735, 922, 1095, 1218, 1500, 1772, 2178, 2401, 2564),
    "echek": (744, 773, 983, 1225, 1500, 1636, 1803, 2106, 2335),
    "pur": (692, 784, 1064, 1270, 1500, 1694, 1969, 2019, 2382),
}


def anchor_of(game: str, level: int) -> int | None:
    """The rating of a level; None for a level or a game that was never measured."""
    ratings = ANCHORS.get(game, ())
    return ratings[level - 1] if 1 <= level <= len(ratings) else None
