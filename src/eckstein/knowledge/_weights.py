"""The fitted weights, in hundredths of a die, and how they came about.

Made by `python -m eckstein.tuning GAME` (see there) with the arguments that stand above each game.
Where a game's rounds are `--onward`, they began with weights by hand that are gone.
"""
import json
import os
from pathlib import Path

from ..kernel import table
from . import WEIGHTS_FILE

WEIGHTS = {
    # --onward --rounds 1 --games 500 --nodes 1500 --seed 1, 21114 positions
    "contra": {
        "turn": -2, "die": 53, "row 1": -15, "row 2": -2, "row 3": 32, "row 4": 35, "row 5": 23,
        "tops": 2, "next tops": 1, "passed": 33, "passed rows": 9, "neighbours": -9,
        "ahead tops": -9,
    },
    # --onward --rounds 1 --games 500 --nodes 1500 --seed 1, 34798 positions
    "pur": {
        "turn": 10, "rows": 1, "points": 18, "home": -4, "near tops": 3, "last rows": -18,
        "jumps": 2, "next tops": 10,
    },
    # by hand, the guards by matches: the engine's own games are mostly drawn, and tell little
    "ecke": {
        "turn": 5, "die": 100, "rows": 8, "corner": 70, "near corner": 12, "tops": 2,
        "next tops": 1, "ahead tops": 2, "far row": 6, "last row": 6, "second corner": 50,
        "guards": 80, "guard tops": 8,
    },
    # --rounds 5 --games 2000 --nodes 1500 --seed 1, 42565 positions in the last round
    "duell": {
        "turn": 44, "die": 160, "top 1": 16, "top 2": 43, "top 3": 75, "top 4": 66, "top 5": 70,
        "top 6": 50, "aimed at king": 18, "king run": 24, "guards": 20, "middle": 6,
        "next to king": -10, "reach": 4, "attacked": 24, "guarded": 6,
    },
    # --onward --rounds 1 --games 500 --nodes 1500 --seed 1, 16883 positions
    "echek": {
        "turn": 2, "shut 1": -75, "shut 2": -115, "shut 3": -151, "queen dead": -106,
        "queen out": 29, "rook out": -26, "bishop out": -18, "knight out": -23, "pawn out": -21,
        "swap": 26, "foes at king": 13, "own at king": 28, "room at king": -6, "queen shut": -13,
    },
}


def weights(game, features):
    """The weights of a game's features, in their order."""
    found = WEIGHTS[game]
    if file := os.environ.get(WEIGHTS_FILE):
        found = json.loads(Path(file).read_text()).get(game, found)
    return table(found[name] for name in features)
