"""The rules.  A game is a module in this folder; here stands what every game provides.

Rules live twice, interpreted and compiled (see kernel), and work on integers only:

    Position            a NamedTuple of integers, with a field `side`: to move, 0 White, 1 Black
    start()             -> the first position
    generate(p, moves, n) -> n: the legal moves are written to moves[n], moves[n + 1], ...; at
                        least one while the game runs (a forced pass is PASS), without repeats
    apply(p, move)      -> the position after a legal move
    outcome(p)          -> RUNNING, WHITE_WINS, BLACK_WINS or DRAW
    key(p)              -> 63 bits that tell positions apart: all that matters for the future
    progress(p, move, q) -> whether the move from p to q starts the no-progress count anew
    in_check(p)         -> (if the game knows check) whether the player to move is in check
    MAX_MOVES           how many moves any position can have at most
    MOVE_CODES          every move is an integer from 0 to MOVE_CODES - 1
    PASS                the forced pass, or -1 if the game has none

Descriptions are plain Python, so that text, pictures and the web need no knowledge of the rules.
Squares are pairs (column, row) from (0, 0), White's lower left:

    TITLE, LETTER       the name, and the letter that begins its position texts
    COLUMNS, ROWS       the shape of the board; 0 where it is endless
    POSITION_TEXT       "dice" or "area": how a position is written (see notation/positions)
    MOVE_TEXT           "squares", "legs" or "actions": how a move is written (see notation/moves)
    contents(p)         -> Contents, what lies where
    position(contents)  -> Position; ValueError with a sentence if it cannot be held
    problems(p)         -> sentences that say why a position cannot occur in a game
    steps(p, move)      -> the way of a move as Steps
    along(p, squares)   -> (if there are several ways to one end) the move that visits these squares
                        one by one, or None if there is no such way
    first_squares(p, square) -> (if pawns step when placed) where one may be placed to step there
    reason(p)           -> why a finished game is over (a value of Reason)
    battles(p, move)    -> (if there are any) the Battles that the move leads to
    check(p)            -> (if the game knows check) 0, or 1 check, or 2 mate, as marks tell
    score(p)            -> (if the game counts) White's and Black's points
    goals(colour)       -> (if some squares are a player's aim) those squares, for pictures
    area(p)             -> (on an endless board) west, south, east, north: where play is now
    drift(p, move, q)   -> (on an endless board) how far the frame of squares shifts

A module whose name begins with an underscore is common ground of several games.  Folders named in
the environment variable ECKSTEIN_GAMES (separated as in PATH) are searched for further games.
"""
import functools
import os
import pkgutil
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from ..errors import EcksteinError

RUNNING, WHITE_WINS, BLACK_WINS, DRAW = range(4)

Square = tuple[int, int]

__path__ += [folder for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]


class Piece(NamedTuple):
    """What lies on a square: a die (kind "D", with its orientation) or a piece with a letter."""

    colour: int         # 0 White, 1 Black
    kind: str
    die: int = 0        # the orientation, see dice.py


class Contents(NamedTuple):
    """A position as people see it."""

    side: int
    pieces: Mapping[Square, Piece]
    reserves: tuple[str, str] = ("", "")    # letters of pieces in hand: White's, Black's
    rights: str = ""                        # letters of rights still held, capitals White's


class Step(NamedTuple):
    """A part of a move: "tilt", "jump", "slide", "place", "return" or "pass"."""

    kind: str
    origin: Square | None = None
    target: Square | None = None
    letter: str = ""                        # of the piece that is placed, moved or sent back
    direction: int = -1                     # of a tilt, see dice.py


class Battle(NamedTuple):
    """One fight: the squares whose tops count on either side, and both totals."""

    attacker: Square
    defender: Square
    attack: int
    defence: int
    attackers: tuple[Square, ...]
    defenders: tuple[Square, ...]


class Reason(StrEnum):
    """Why a game is over."""

    GOAL = "goal"
    ELIMINATION = "elimination"
    KING_TAKEN = "king taken"
    DUEL_MATE = "duel-mate"
    SURROUNDED = "surrounded"
    BLOCKED = "blocked"
    REPETITION = "repetition"
    NO_PROGRESS = "no progress"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"


class UnknownGameError(EcksteinError, ValueError):
    """There is no game of that name."""


@functools.cache
def names() -> list[str]:
    """The names of all games there are."""
    found = {module.name for module in pkgutil.iter_modules(__path__)
             if not module.name.startswith("_")}
    house = ["pur", "contra", "ecke", "duell", "echek"]
    return [name for name in house if name in found] + sorted(found.difference(house))


def check_game_name(name: str) -> None:
    """Raise UnknownGameError unless there is a game of that name."""
    if name not in names():
        raise UnknownGameError(f"there is no game {name!r}; the games are {', '.join(names())}")
