"""The contract of networks: which numbers nets of alpha-beta see instead of a position.

A game that is to have nets has a module `network` beside its rules, with the lives that rules have
(see kernel), which provides `Network`.  A game without one gets `games/_defaults/no_network.py`,
and is searched by what its knowledge says.

A net has a row of weights for each input.  In a position a few inputs are on, and the net adds up
their rows: once as White sees the position, and once as Black does.  A move changes few of them; a
game that says which, in `changes`, is searched faster.  `games/_defaults/network.py` answers for
what a module may leave out.
"""
from collections.abc import Hashable, Sequence
from typing import Any, Protocol


class Inputs(Protocol):
    """What every module of networks gives."""

    INPUTS: int
    """How many inputs there are; 0 for a game that has no nets."""
    MOST: int
    """How many are on at once, at most."""

    def inputs(self, seen: Any, rows: Any) -> int:
        """Write which inputs are on, as White sees the position.

        Args:
            seen: what `Changes.seen` returned for a running position.
            rows: an array of MOST integers at least; an input may be on several times.

        Returns:
            How many are on.
        """

    def mirrored(self, row: int) -> int:
        """The input that Black sees where White sees this one.

        If the board is turned by half a turn and the colours are swapped, White sees what Black
        saw before.  Twice mirrored, an input is itself.
        """

    def factors(self, row: int) -> Sequence[Hashable]:
        """What a row has in common with others, by names.

        While a net learns, each name has weights of its own, which are added to those of all its
        rows; so what is learnt of one square or orientation is known of others.  Nets that are
        made do without them.
        """


class Changes(Protocol):
    """Which inputs a move changes; by default nothing is said."""

    FIELDS: int
    """How many integers `seen` returns; 0 if nothing is said."""

    def seen(self, p: Any) -> Any:
        """What nets see of a position, as a named tuple; by default the position."""

    def changes(self, before: Any, after: Any, rows: Any) -> int:
        """Write which inputs go and which come from one position to another.

        Args:
            before, after: what `seen` returned for both.
            rows: an array of 2 * MOST integers and a few more; gets pairs, an input that goes and
                one that comes.  INPUTS stands for none, and what goes may come again.

        Returns:
            How many pairs there are.
        """


class Network(Inputs, Changes, Protocol):
    """Networks as searches see them: a module with its gaps filled by defaults."""
