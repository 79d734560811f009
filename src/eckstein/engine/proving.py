"""Forced wins by proof-number search, beside alpha-beta: far deeper along narrow ways."""
from typing import Any

from ..board import Board
from ..kernel import specialise
from ..options import COUNTS

FIRST = 20_000              # positions of alpha-beta before the first look at proofs
SHARE = 16                  # of so many positions of alpha-beta, one is spent on proofs
MEGABYTES = 4
LINE_LIMIT = 20_000         # positions for each move of the line, where the table has lost it


class Prover:
    """Looks, a little at a time, for a forced win of the player to move.

    What has been found out stays in a table, so that each look goes on where the last one ended.

    Attributes:
        nodes: positions looked at since `begin`.
        plies: the length of the win that was found, 0 before.
        resting: whether no look will find anything more.

    Args:
        game, options: as for `Searcher`.
        compiled: whether to search with compiled code.
    """

    def __init__(self, game: str, options: dict[str, Any], compiled: bool = True) -> None:
        own = {name: value for name, value in options.items() if name not in COUNTS}
        self._search = specialise("search.proof", game, compiled=compiled, **own)
        self._memory = self._search.new_memory()
        self._memory.repetition, self._memory.no_progress = (int(options[name]) for name in COUNTS)
        self._table = self._search.new_table(MEGABYTES)
        self.nodes = self.plies = 0
        self.resting = False

    def clear(self) -> None:
        """Forget all."""
        self._search.forget(self._table)

    def begin(self, board: Board, eager: bool) -> None:
        """Prepare for looks at a board, which is not to change meanwhile.

        Args:
            board: the board.
            eager: whether forced wins are what is asked for.
        """
        self._eager = eager
        # What came before the last progress does not come again.
        self._board, self._keys = board, board.keys()[-board.idle_moves - 1:-1]
        self.nodes = self.plies = 0
        self.resting = len(self._keys) > self._search.BARRED
        self._memory.signals[self._search.STOP] = 0

    def stop(self) -> None:
        """End the look that is under way; may be called from any thread."""
        self._memory.signals[self._search.STOP] = 1

    def due(self, nodes: int) -> int:
        """How many positions may be spent now, after so many of alpha-beta; 0 for none."""
        if self.resting or self.plies or not self._eager and nodes < FIRST:
            return 0
        return max(0, (max(nodes, FIRST) if self._eager else nodes // SHARE) - self.nodes)

    def look(self, limit: int) -> tuple[int, ...]:
        """The line of a forced win, if one is found within so many positions; else nothing.

        `plies` is the length of the win then; a shorter one may exist.
        """
        answer, nodes = self._search.prove(self._board._p, self._memory, self._table, limit,
                                           idle=self._board.idle_moves, history=self._keys)
        self.nodes += nodes
        self.resting = answer < 0
        if answer <= 0:
            return ()
        plies = int(self._memory.plies)
        line = self._search.line(self._board._p, self._memory, self._table, LINE_LIMIT)
        if not line:
            return ()
        self.plies = plies
        return tuple(line)
