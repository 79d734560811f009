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
from ..kernel.described import WEIGHTS_FILE
from ..kernel.types import Array

MOST = 10_000               # hundredths of a die, more than all dice of a player are worth

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
    """The weights of a game's features, in their order; what is not fitted yet counts nothing.

    Args:
        game: its name.
        features: the names of all that are known.

    Raises:
        ValueError: if the environment names a file of other weights, and it is none.
    """
    file = os.environ.get(WEIGHTS_FILE)
    found = read_weights(Path(file), game, features) if file else WEIGHTS[game]
    return lookup(found.get(name, 0) for name in features)


def read_weights(file: Path, game: str, features: Sequence[str]) -> dict[str, int]:
    """The weights that a file gives a game's features; the usual ones if it leaves the game out.

    Args:
        file: JSON, such as {"contra": {"die": 64, "turn": 2}}.
        game, features: as for `weights`.

    Raises:
        ValueError: with a sentence that names the file, the game and the feature.
    """
    try:
        content = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{WEIGHTS_FILE} names {file}, which cannot be read: "
                         f"{error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file} is not JSON: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{file}: expected the weights of games, such as "
                         f'{{"{game}": {{"{features[0]}": 1}}}}, not {_shown(content)}')
    if unknown := content.keys() - WEIGHTS.keys():
        raise ValueError(f"{file}: there are no weights of {min(unknown)!r}; games are "
                         f"{', '.join(WEIGHTS)}")
    if game not in content:
        return WEIGHTS[game]
    found: dict[str, int] = content[game]
    if not isinstance(found, dict):
        raise ValueError(f"{file}: expected weights by features for {game}, such as "
                         f'{{"{features[0]}": 1}}, not {_shown(found)}')
    for feature, weight in found.items():
        if feature not in features:
            raise ValueError(f"{file}: {game} has no feature {feature!r}; features are "
                             f"{', '.join(features)}")
        if type(weight) is not int or abs(weight) > MOST:
            raise ValueError(f"{file}: the weight of {feature!r} in {game} is a whole number from "
                             f"{-MOST} to {MOST}, not {_shown(weight)}")
    return found


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
