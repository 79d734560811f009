"""The contract of encodings: how learners see a game.

A game that learners are to see well has a module `encoding` beside its rules, with the lives that
rules have (see kernel), which provides `Encoding`.  A game without one gets
`games/_defaults/no_encoding.py`: the bits of its positions, and its moves as they are numbered.

Everything is seen **from the mover's side**: with Black to move the board is turned by half a turn
and colours are swapped, so that two positions that differ in this alone have the same planes,
scalars and actions.
"""
from typing import Any, Protocol


class Encoding(Protocol):
    """What every module of encodings gives.

    In all functions `p` is a position that may occur, running or not.
    """

    ACTIONS: int
    """Actions are the numbers from 0 to ACTIONS - 1, at most 32,768; every legal move of a position
    has one of its own."""
    PLANES: tuple[str, ...]
    """What the planes show, such as "own die, top 6"; each has HEIGHT times WIDTH bytes, 0 or 1."""
    HEIGHT: int
    """How many rows a plane has; row 0 is the mover's own."""
    WIDTH: int
    """How many columns a plane has."""
    SCALARS: tuple[str, ...]
    """What else there is to know, such as "own Q in hand"; each is 0 or 1.  Repetition and lack of
    progress are not the game's to tell."""

    def action_of(self, p: Any, move: int) -> int:
        """The action that a legal move of p is."""

    def move_of(self, p: Any, action: int) -> int:
        """The move that an action is in p, the other way round; any number if it is not legal."""

    def draw(self, p: Any, planes: Any, first: int) -> None:
        """Write 1 to each byte of the planes that is 1 in p; all of them are 0.

        Args:
            p: the position.
            planes: the address of the bytes (see kernel/bits.py), and
            first: the index of the first one, which begins plane 0; rows follow each other, and so
                do planes.
        """

    def scalar(self, p: Any, i: int) -> int:
        """The value of the scalar i, 0 or 1."""
