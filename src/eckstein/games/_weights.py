"""The fitted weights, in hundredths of a die, and how they came about.

Made by `python -m eckstein.lab.tuning GAME` (see there) with the arguments that stand above each
game, and the search of the day: a change of the search changes the games, and so the weights a
little.
"""
import json
import os
from collections.abc import Sequence
from pathlib import Path

from ..kernel import lookup
from ..kernel.types import Array

# A file of other weights (JSON: game, feature, weight) for the fitting of them.  Whoever sets it
# sets ECKSTEIN_CACHE as well, since weights are constants of the compiled code.
WEIGHTS_FILE = "ECKSTEIN_WEIGHTS"

WEIGHTS = {
    # --rounds 4 --games 1000 --nodes 1500 --seed 1, 254471 positions
    "contra": {
        "turn": 2, "die": 64, "row 1": -6, "row 2": -1, "row 3": 46, "row 4": 38, "row 5": 63,
        "next tops": 7, "passed": 29, "passed 3": 39, "passed 4": 47, "passed 5": 340,
        "neighbours": -6, "ahead tops": -8, "meeting": -86, "meeting tops": 17, "near": -74,
        "near tops": 14, "near next tops": 2, "free ahead": 19,
    },
    # --rounds 4 --games 1000 --nodes 1500 --seed 1, 228106 positions; by hand where a player is
    # held: such games stall, and the fit leaves them out
    "pur": {
        "turn": 19, "row 1": 26, "row 2": 66, "row 3": 69, "row 4": 122, "row 5": 67, "home": 105,
        "points": 22, "jumps": 2, "next tops": 19, "last missing": 36, "free ahead": 22,
        "held points": 2, "held rows": 1,
    },
    # by hand, the guards by matches: the engine's own games are mostly drawn, and tell little
    "ecke": {
        "turn": 5, "die": 100, "rows": 8, "corner": 70, "near corner": 12, "tops": 2,
        "next tops": 1, "ahead tops": 2, "far row": 6, "last row": 6, "second corner": 50,
        "guards": 80, "guard tops": 8,
    },
    # --rounds 4 --games 1000 --nodes 1500 --seed 1, 76254 positions
    "duell": {
        "turn": 44, "die": 176, "top 1": 27, "top 2": 38, "top 3": 86, "top 4": 70, "top 5": 65,
        "top 6": 64, "aimed at king": 17, "king run": 36, "guards": 21, "middle": 3,
        "next to king": 8, "reach": 5, "attacked": 20, "guarded": 2,
    },
    # --rounds 4 --games 1000 --nodes 1500 --seed 1, 64193 positions
    "echek": {
        "turn": 11, "shut 1": 4, "shut 2": -41, "shut 3": -77, "queen dead": -208, "queen out": 27,
        "rook out": -18, "bishop out": -66, "knight out": -26, "pawn out": -47, "swap": 13,
        "foes at king": -17, "own at king": 29, "foes at corners": 13, "own at corners": 20,
        "room at king": 29, "queen shut": -18, "reaching foes": -21, "sides reached": -30,
        "last side reached": -54,
    },
}


def weights(game: str, features: Sequence[str]) -> Array:
    """The weights of a game's features, in their order; what is not fitted yet counts nothing."""
    found = WEIGHTS[game]
    if file := os.environ.get(WEIGHTS_FILE):
        found = json.loads(Path(file).read_text()).get(game, found)
    return lookup(found.get(name, 0) for name in features)
