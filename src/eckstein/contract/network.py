"""The contract of networks: which numbers nets of alpha-beta see instead of a position.

A game that is to have nets has a module `network` beside its rules, with the lives that rules have
(see kernel), which provides `Network`.  A game without one gets `games/_defaults/no_network.py`,
and is searched by what its knowledge says.

A net has a row of weights for each input.  In a position a few inputs are on, and the net adds up
their rows: once as the player to move sees the position, and once as the other one would see it
with the turn.
"""
from collections.abc import Hashable, Sequence
from typing import Any, Protocol


class Network(Protocol):
    """What every module of networks gives."""

    INPUTS: int
    """How many inputs there are; 0 for a game that has no nets."""
    MOST: int
    """How many are on at once, at most."""

    def inputs(self, p: Any, rows: Any) -> int:
        """Write which inputs are on in a running position.

        Two positions that differ by a half turn of the board with colours swapped have the same
        inputs.  An input may be on several times.

        Args:
            p: the position.
            rows: an array; gets those that the player to move sees, from index 0 on, and as many
                that the other one sees, from index MOST on.

        Returns:
            How many are on.
        """

    def factors(self, row: int) -> Sequence[Hashable]:
        """What a row has in common with others, by names.

        While a net learns, each name has weights of its own, which are added to those of all its
        rows; so what is learnt of one square or orientation is known of others.  Nets that are
        made do without them.
        """
