"""The fitted weights, in hundredths of a die, and how they came about.

Made by `python -m eckstein.tuning GAME` (see there); do not edit by hand.
"""
from ..kernel import table

WEIGHTS = {
    "contra": {"turn": 20, "die": 100, "row 1": 10, "row 2": 20, "row 3": 30, "row 4": 45,
               "row 5": 60, "tops": 1, "next tops": 1, "passed": 10, "passed rows": 10,
               "neighbours": 2, "ahead tops": 2},
    "pur": {"turn": 20, "rows": 25, "points": 20, "home": 20, "near tops": 2, "last rows": -10,
            "jumps": 5, "next tops": 2},
    "ecke": {"turn": 10, "die": 100, "rows": 6, "corner": 60, "near corner": 10, "tops": 2,
             "next tops": 1, "ahead tops": 2, "far row": 5, "last row": 5, "second corner": 60},
    "duell": {"turn": 10, "die": 100, "top 1": 0, "top 2": 0, "top 3": 0, "top 4": 0, "top 5": 0,
              "top 6": 0, "aimed at king": 10, "king run": 3, "guards": 4, "middle": 3,
              "next to king": 3},
    "echek": {"turn": 10, "shut 1": -50, "shut 2": -110, "shut 3": -220, "queen dead": -60,
              "queen out": 10, "rook out": 10, "bishop out": 10, "knight out": 10, "pawn out": 10,
              "swap": 10, "foes at king": -10, "own at king": 0, "room at king": 5,
              "queen shut": -5},
}


def weights(game, features):
    """The weights of a game's features, in their order."""
    found = WEIGHTS[game]
    return table(found[name] for name in features)
