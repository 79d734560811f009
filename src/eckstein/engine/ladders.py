"""How far the levels of each game look, and how much they misjudge.

For each level from 1 to 9: plies, positions a move, and the error about the worth of a move in
hundredths of a die.  `python -m bench.strength ladder GAME` measures the steps, `... outside GAME`
how each level does against other kinds of players; docs/laboratory/strength.md has the figures.
"""

Step = tuple[int | None, int, int]      # without plies, the positions alone are the limit

USUAL: tuple[Step, ...] = (
    (1, 1_000, 200), (1, 1_000, 120), (1, 1_000, 75), (1, 1_000, 50), (2, 1_500, 40),
    (2, 1_500, 25), (3, 4_000, 14), (4, 8_000, 6), (None, 25_000, 0))

LADDERS: dict[str, tuple[Step, ...]] = {
    "contra": ((1, 1_000, 165), (1, 1_000, 108), (1, 1_000, 62), (2, 1_500, 50), (2, 1_500, 36),
               (2, 2_000, 23), (3, 3_000, 15), (4, 5_000, 9), (None, 12_000, 0)),
    "duell": ((1, 1_000, 200), (1, 1_000, 145), (1, 1_000, 142), (1, 1_000, 105), (2, 2_000, 100),
              (2, 2_000, 64), (2, 3_000, 38), (3, 5_000, 20), (None, 12_000, 0)),
    "ecke": ((1, 1_000, 210), (1, 1_000, 135), (1, 1_000, 100), (1, 1_000, 74), (2, 1_500, 57),
             (2, 1_500, 37), (3, 3_000, 28), (4, 5_000, 14), (None, 15_000, 0)),
    "echek": ((1, 1_000, 230), (1, 1_000, 135), (1, 1_000, 50), (2, 1_500, 125), (2, 1_500, 72),
              (2, 1_500, 42), (3, 3_000, 23), (4, 8_000, 8), (None, 25_000, 0)),
    "pur": ((1, 1_000, 105), (1, 1_000, 60), (1, 1_000, 36), (2, 2_000, 28), (2, 2_000, 17),
            (2, 2_000, 8), (3, 4_000, 8), (4, 6_000, 5), (None, 15_000, 0)),
}
