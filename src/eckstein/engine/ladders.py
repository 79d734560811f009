"""How far the levels of each game look, and how much they overlook.

For each level from 1 to 9: positions a move, and how many of a hundred moves it does not see.  The
steps were found by `python -m bench.ladder GAME --chain`, which plays a long chain of settings
against each other, and proved by `python -m bench.ladder GAME`; docs/strength.md has the figures.
"""

USUAL = ((25, 70), (50, 45), (120, 30), (350, 14), (900, 5), (1_800, 1), (4_000, 0), (12_000, 0),
         (40_000, 0))

LADDERS: dict[str, tuple[tuple[int, int], ...]] = {
    "contra": ((20, 78), (32, 58), (160, 24), (600, 7), (1_100, 4), (1_800, 1), (3_500, 0),
               (10_000, 0), (30_000, 0)),
    "duell": ((25, 65), (60, 42), (110, 30), (550, 9), (1_200, 3), (1_500, 1), (2_600, 0),
              (7_500, 0), (20_000, 0)),
    "ecke": ((25, 70), (38, 54), (46, 27), (50, 6), (800, 6), (1_050, 4), (1_350, 3), (1_500, 2),
             (1_750, 1)),
    "echek": ((20, 78), (40, 52), (110, 30), (550, 8), (850, 5), (1_500, 2), (3_200, 0),
              (10_000, 0), (30_000, 0)),
    "pur": ((25, 70), (55, 45), (110, 31), (240, 19), (480, 11), (1_200, 3), (2_800, 0),
            (9_000, 0), (27_000, 0)),
}
