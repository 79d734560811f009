"""The searches that a coach asks; what was searched before changes no answer."""
from __future__ import annotations

from typing import Any

from ...board import Board
from ...contract.coaching import Coaching
from ...kernel.options import own_values
from ...kernel.specialise import specialise
from ...kernel.warming import is_compiled, load
from ..exact import Exact
from ..info import Info
from ..limits import Limits
from ..searcher import Searcher

NODES = 12_000              # of the engine, for a position
LIMIT = 60_000              # positions that one proof may take
MEGABYTES = 1               # of each table
DEPTH, CALM = 3, 8          # plies of all moves, then of captures, where pieces are counted
ASKED = ("search.play.alphabeta", "search.play.bounded", "search.play.plain")


class Searches:
    """Searches of one game.

    Args:
        board: of the game and its options; what was played on it does not matter.

    Attributes:
        exact: proves short forced wins, or rules them out.
        coaching: the game's own module for learners.
    """

    def __init__(self, board: Board) -> None:
        self._game, self._own = board.game, own_values(board.options)
        self._searcher = Searcher(board.game, dict(board.options), megabytes=MEGABYTES,
                                  proofs=False)
        self.exact = Exact(board, LIMIT, megabytes=MEGABYTES)
        beside: Any = specialise("kernel", board.game, compiled=False, **self._own)
        self.coaching: Coaching = beside.coach
        if self.coaching.PLAIN_IS_PIECES:
            self._plain: Any = specialise("search.play.plain", board.game, **self._own)
            self._memory = self._plain.new_memory(CALM)

    def is_compiled(self) -> bool:
        """Whether `warm` needs only to load what was compiled before."""
        return is_compiled(self._game, self._own, ASKED)

    def warm(self) -> None:
        """Load or compile all that is asked."""
        load(self._game, self._own, ASKED)

    def lines(self, board: Board) -> list[Info]:
        """The engine's two best lines of a running position."""
        self._searcher.clear()
        *_, found = self._searcher.analyse(board, Limits(nodes=NODES), lines=2)
        return found

    def plain(self, board: Board) -> int:
        """What the player to move is ahead in pieces now, in hundredths."""
        return int(self._plain.value(self._plain.game.Position(*board.state)))

    def pieces_ahead(self, board: Board) -> int:
        """What the player to move will be ahead in pieces, in hundredths, with best play for them.

        All moves are looked at to a depth, then captures to their end.
        """
        search = self._plain
        return int(search.search(search.game.Position(*board.state), self._memory, 0, DEPTH,
                                 -search.INFINITE, search.INFINITE, 1))

    def close(self) -> None:
        """Give back what they hold."""
        self._searcher.close()
