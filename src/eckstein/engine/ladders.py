"""How far the levels of each game look, and how much they overlook.

For each level from 1 to 9: positions a move, and how many of a hundred moves it does not see.  The
steps were found by `python -m bench.ladder GAME --chain`, which plays a long chain of settings
against each other, and proved by `python -m bench.ladder GAME`; docs/strength.md has the figures.
"""

USUAL = ((25, 70), (50, 45), (120, 30), (350, 14), (900, 5), (1_800, 1), (4_000, 0), (12_000, 0),
         (40_000, 0))

LADDERS: dict[str, tuple[tuple[int, int], ...]] = {
    "contra": ((20, 78), (26, 66), (36, 56), (60, 42), (350, 14), (700, 6), (2_000, 1), (6_000, 0),
               (20_000, 0)),
    "duell": ((25, 65), (60, 42), (130, 28), (220, 20), (400, 12), (650, 7), (1_400, 2),
              (3_500, 0), (12_000, 0)),
    "ecke": ((20, 80), (30, 60), (40, 52), (52, 45), (70, 40), (100, 33), (150, 26), (250, 19),
             (700, 7)),
    "echek": ((25, 70), (50, 48), (90, 35), (180, 24), (450, 11), (900, 5), (2_000, 1), (7_000, 0),
              (22_000, 0)),
    "pur": ((25, 70), (40, 53), (85, 35), (150, 26), (350, 14), (2_000, 0), (5_000, 0),
            (12_000, 0), (32_000, 0)),
}
