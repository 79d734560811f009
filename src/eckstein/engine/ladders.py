"""How far the levels of each game look, and how much they overlook.

For each level from 1 to 9: positions a move, and how many of a hundred moves it does not see.  The
steps were found by `python -m bench.ladder GAME --chain`, which plays a long chain of settings
against each other, and proved by `python -m bench.ladder GAME`; docs/strength.md has the figures.
"""

USUAL = ((25, 70), (50, 45), (120, 30), (350, 14), (900, 5), (1_800, 1), (4_000, 0), (12_000, 0),
         (40_000, 0))

LADDERS: dict[str, tuple[tuple[int, int], ...]] = {
    "contra": ((25, 70), (45, 50), (100, 32), (400, 12), (1_000, 5), (1_800, 1), (3_500, 0),
               (10_000, 0), (30_000, 0)),
    "duell": ((25, 65), (60, 42), (150, 26), (350, 14), (800, 6), (1_400, 2), (2_600, 0),
              (6_500, 0), (18_000, 0)),
}

# How much less than nothing a draw is worth to a level, in hundredths of a die.
CONTEMPT: dict[str, int] = {}
