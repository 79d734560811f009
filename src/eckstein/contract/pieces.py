"""What lies on a board and what happens there, for people and programs.

All games describe their positions and moves by these types, whatever life their rules run in.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from ..base.sentence import Sentence

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


class Piece(NamedTuple):
    """What lies on a square: a die (kind "D", with its orientation) or a piece with a letter."""

    colour: Colour
    kind: str
    die: int = 0        # the orientation, see kernel/dice.py


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
    direction: int = -1                     # of a tilt, see kernel/dice.py


def visited(steps: Sequence[Step]) -> list[Square]:
    """The squares of a way on the board, one after the other, the first one included."""
    return [square for square in (steps[0].origin, *(step.target for step in steps))
            if square is not None]


class Battle(NamedTuple):
    """One fight: the squares that count on either side, and both totals of their tops."""

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
    """A fact about how the game stands for one player, by the rules alone."""

    colour: Colour              # of the player
    brief: str                  # in a few words, for a badge beside the name
    text: str                   # as a sentence without its full stop
    squares: tuple[Square, ...] = ()    # that it is about
    sides: bool = False         # whether these are a piece and squares at its sides


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
