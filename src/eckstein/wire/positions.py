"""Position references: the one way to name a position."""
from typing import Annotated

from msgspec import Meta, Struct

from .words import ChosenOptions, GameName, MoveText, Start

MOVES = 2000                # a game on a server is over after as many


class PositionRef(Struct, frozen=True):
    """A position: of which game, from where, and after which moves."""

    game: GameName
    options: ChosenOptions = {}
    position: Start = None
    moves: Annotated[tuple[MoveText, ...], Meta(
        max_length=MOVES, description="texts of the moves that lead there")] = ()

    def __hash__(self) -> int:
        """Make references keys of caches."""
        return hash((self.game, self.position, self.moves, frozenset(self.options.items())))
