"""What a move does, as the twin tells it: its steps, its battles, and what leaves the board."""

from typing import NamedTuple


class Step(NamedTuple):
    """One part of a move: a tilt, jump, slide, place, return or pass.

    `piece` is the letter of the piece, or of the die as it lies after the step, in the case of
    its owner; `faces` are (top, north, east, south, west, bottom) of a die, else None.
    """

    kind: str
    origin: str | None = None
    target: str | None = None
    piece: str = ""
    faces: tuple | None = None


class Fight(NamedTuple):
    """One battle of squares (column, row): both totals, whose tops they add, and who falls."""

    attacker: tuple
    defender: tuple
    attack: int
    defence: int
    attackers: frozenset
    defenders: frozenset
    loser: tuple | None


class Told(NamedTuple):
    """What a move does; `removed` holds (square, letter, why).

    The reasons why are battle, captured, surrounded and returned.
    """

    steps: list
    fights: set
    removed: set
