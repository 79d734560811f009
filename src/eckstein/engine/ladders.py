"""How far the levels of each game look, and how much they overlook.

For each level from 1 to 9: positions a move, and how many of a hundred moves it does not see.  The
steps were found by `python -m bench.ladder GAME`, which plays a long chain of settings against each
other; docs/strength.md tells how far apart the levels then proved to be.
"""

USUAL = ((12, 55), (40, 35), (120, 18), (400, 7), (1_500, 0), (6_000, 0), (25_000, 0),
         (100_000, 0), (450_000, 0))

LADDERS: dict[str, tuple[tuple[int, int], ...]] = {}

# How much less than nothing a draw is worth to a level, in hundredths of a die.
CONTEMPT: dict[str, int] = {}
