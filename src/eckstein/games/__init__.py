"""The rules.  A game is a module in this folder; what every game provides is in contract.py.

Rules run interpreted and compiled (see kernel), and work only on integers; descriptions are plain
Python.  Here stands what both are made of.

A module whose name begins with an underscore is common ground of several games.  Folders named in
the environment variable ECKSTEIN_GAMES (separated as in PATH) are searched for further games, and
installed distributions bring more of them (plugins.py).
"""
from __future__ import annotations

import functools
import os
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from ..errors import EcksteinError
from ..sentence import Sentence, joined

RUNNING, WHITE_WINS, BLACK_WINS, DRAW = range(4)
PLAYERS = Sentence("White"), Sentence("Black")


class Colour(StrEnum):
    """A player.

    As an index a colour counts: 0 for White and 1 for Black, as compiled rules count.  So
    `reserves[piece.colour]` is what that player has in hand.
    """

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Colour:
        """The other player."""
        return COLOURS[1 - COLOURS.index(self)]

    def __index__(self) -> int:
        return COLOURS.index(self)


WHITE, BLACK = COLOURS = Colour.WHITE, Colour.BLACK

Square = tuple[int, int]
Namer = Callable[[Square], str]         # what a text calls a square

__path__ += [folder for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]


class Piece(NamedTuple):
    """What lies on a square: a die (kind "D", with its orientation) or a piece with a letter."""

    colour: Colour
    kind: str
    die: int = 0        # the orientation, see dice.py


class Contents(NamedTuple):
    """A position as people see it."""

    side: Colour        # to move
    pieces: Mapping[Square, Piece]
    reserves: tuple[str, str] = ("", "")    # letters of pieces in hand: White's, Black's
    rights: str = ""                        # letters of rights still held, capitals White's


class Step(NamedTuple):
    """A part of a move: "tilt", "jump", "slide", "place", "return" or "pass".

    A move that is asked for and not legal may have steps of the kind "go" (see contract.Refusals).
    """

    kind: str
    origin: Square | None = None
    target: Square | None = None
    letter: str = ""                        # of the piece that is placed, moved or sent back
    direction: int = -1                     # of a tilt, see dice.py


def visited(steps: Sequence[Step]) -> list[Square]:
    """The squares of a way on the board, one after the other, the first one included."""
    return [square for square in (steps[0].origin, *(step.target for step in steps))
            if square is not None]


class Battle(NamedTuple):
    """One fight: the squares whose tops count on either side, and both totals."""

    attacker: Square
    defender: Square
    attack: int
    defence: int
    attackers: tuple[Square, ...]
    defenders: tuple[Square, ...]


class Removed(NamedTuple):
    """A piece that leaves the board, where it lies then and how, and why it leaves."""

    square: Square
    piece: Piece
    why: Literal["battle", "captured", "surrounded", "returned"]


class Fact(NamedTuple):
    """Something that a position tells of how the game stands for one player, by the rules alone."""

    colour: Colour              # whose fact it is
    brief: str                  # in a few words, for a badge beside his name
    text: str                   # as a sentence without its full stop
    squares: tuple[Square, ...] = ()    # that it is about


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
def _found() -> list[str]:
    """The names of the games in the folders that are searched, those of the house first."""
    found = {module.name for module in pkgutil.iter_modules(__path__)
             if not module.name.startswith("_")}
    house = ["pur", "contra", "ecke", "duell", "echek"]
    return [name for name in house if name in found] + sorted(found.difference(house))


@functools.cache
def names() -> list[str]:
    """The names of all games there are; the first call reads what distributions bring."""
    from ..plugins import plugged_in
    found = _found()
    return found + sorted(plugged_in(found))


def look_again() -> None:
    """Forget which games there are: folders or distributions have changed."""
    _found.cache_clear()
    names.cache_clear()


def check_game_name(name: str) -> None:
    """Raise UnknownGameError unless there is a game of that name."""
    if name not in _found() and name not in names():
        raise UnknownGameError(Sentence("there is no game {name!r}; the games are {known}",
                                        name=name, known=", ".join(names())))
