"""The contract of traits: what policies see of a move.

A game whose moves policies are to see well has a module `traits` beside its rules, with the lives
that rules have (see kernel), which provides `Traits`.  A game without one gets
`games/_defaults/no_traits.py`: a move's one trait is the action that it is.

A policy has weights for each trait.  A move has a few traits, and what they say is added up.
"""
from collections.abc import Hashable, Sequence
from typing import Any, Protocol


class Traits(Protocol):
    """What every module of traits gives."""

    TRAITS: int
    """How many traits there are, at most 65,535."""
    MOST: int
    """How many a move has, at most."""

    def traits(self, p: Any, move: int, found: Any) -> int:
        """Write the traits of a legal move.

        Two positions that differ by a half turn of the board with colours swapped give the same
        traits to moves that differ likewise.

        Args:
            p: a running position.
            move: one of its legal moves.
            found: an array; gets their numbers, from index 0 on.

        Returns:
            How many the move has.
        """

    def factors(self, trait: int) -> Sequence[Hashable]:
        """What a trait has in common with others, by names, as `Inputs.factors` does for inputs."""
