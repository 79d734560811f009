"""Forced wins by searches beside alpha-beta.

Proof-number search goes far deeper along narrow ways.  At full width, where a win within so many
moves is asked for, it is found or ruled out.
"""
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from ..board import Board
from ..board.score import plies_within
from ..kernel.options import COUNTS, own_values
from ..kernel.specialise import specialise
from .tables.resident import ResidentTables

WIDE = "search.play.bounded"    # the search at full width
FIRST = 20_000              # positions of alpha-beta before the first look at proofs
SHARE = 16                  # of so many positions of alpha-beta, one is spent on proofs
MEGABYTES, WIDE_MEGABYTES = 4, 32
NO_LIMIT = 1 << 60
LINE_LIMIT = 20_000         # positions for each move of the line, where the table has lost it


class Looks(ABC):
    """A search that looks for a win of the player to move, a little at a time.

    What has been found out stays in a table, so that each look goes on where the last one ended.

    Args:
        template: which search.
        megabytes: the size of its table.
        game, options: as for `Searcher`.
        compiled: whether to search with compiled code.

    Attributes:
        nodes: positions looked at since it began.
        line: the moves of the win that was found, none before.
        plies: the length of it, 0 before.
        resting: whether no look will find anything more.
    """

    def __init__(self, template: str, megabytes: int, game: str, options: dict[str, Any],
                 compiled: bool = True) -> None:
        own = own_values(options)
        self._search = specialise(template, game, compiled=compiled, **own)
        self._memory, self._table = self._search.new_memory(), self._search.new_table(megabytes)
        self.nodes = self.plies = 0
        self.line: tuple[int, ...] = ()
        self.resting = True

    def _begin(self, board: Board) -> None:
        """Prepare for looks at a board, which is not to change meanwhile."""
        self._board = board
        self.nodes, self.plies, self.line = 0, 0, ()
        self._memory.signals[self._search.STOP] = 0

    def stop(self) -> None:
        """End the look that is under way; may be called from any thread."""
        self._memory.signals[self._search.STOP] = 1

    @abstractmethod
    def due(self, nodes: int) -> int:
        """How many positions may be spent now, after so many of alpha-beta; 0 for none."""

    @abstractmethod
    def look(self, limit: int) -> tuple[int, ...]:
        """The line of a forced win, if one is found within so many positions; else nothing."""


class Prover(Looks):
    """Looks for any forced win, by proof-number search; a shorter one may exist.

    Args:
        game, options, compiled: as for `Looks`.
    """

    def __init__(self, game: str, options: dict[str, Any], compiled: bool = True) -> None:
        super().__init__("search.play.proof", MEGABYTES, game, options, compiled)
        self._memory.repetition, self._memory.no_progress = (int(options[name]) for name in COUNTS)

    def clear(self) -> None:
        """Forget all."""
        self._search.forget(self._table)

    def begin(self, board: Board, eager: bool) -> None:
        """Prepare for looks at a board, which is not to change meanwhile.

        Args:
            board: the board.
            eager: whether forced wins are what is asked for.
        """
        self._begin(board)
        self._eager = eager
        self._keys = board.keys()[-board.reversible_moves - 1:-1]
        try:
            self._search.bar(self._memory, self._keys, self._memory.repetition)
            self.resting = False
        except ValueError:
            self.resting = True             # too many that would be draws the next time

    def due(self, nodes: int) -> int:
        if self.resting or self.plies or not self._eager and nodes < FIRST:
            return 0
        return max(0, (max(nodes, FIRST) if self._eager else nodes // SHARE) - self.nodes)

    def look(self, limit: int) -> tuple[int, ...]:
        answer, nodes = self._search.prove(self._board.state, self._memory, self._table, limit,
                                           idle=self._board.idle_moves, history=self._keys)
        self.nodes += nodes
        self.resting = answer < 0
        if answer <= 0:
            return ()
        plies = int(self._memory.plies)
        line = self._search.line(self._board.state, self._memory, self._table, LINE_LIMIT)
        if not line:
            return ()
        self.plies = plies
        return tuple(line)


class ShortWins(Looks):
    """Finds the shortest win within so many moves, or rules it out, at full width.

    Args:
        game, options, compiled: as for `Looks`.

    Attributes:
        no_win: for how many plies there is no win.
    """

    def __init__(self, game: str, options: dict[str, Any], compiled: bool = True) -> None:
        super().__init__(WIDE, WIDE_MEGABYTES, game, options, compiled)
        self._residents, self.no_win = ResidentTables(), 0

    def begin(self, board: Board, moves: int, tables: bool = False,
              to_the_end: Callable[[Board, Sequence[int]], tuple[int, ...]] | None = None,
              waits: bool = True) -> None:
        """Prepare for looks at a board, which is not to change meanwhile.

        Args:
            board: the board.
            moves: within how many a win is looked for.
            tables: whether tables of endings are asked of what the search comes to.
            to_the_end: completes a line that a table ends.
            waits: whether to wait for tables that are not yet in memory.
        """
        self._begin(board)
        self._most = min(plies_within(moves), self._search.PLIES)
        self._to_the_end = to_the_end
        self._search.lay_out(self._memory,
                             self._residents.near(board, self._search, waits) if tables else [])
        self.no_win, self._least = 0, 1
        try:
            self._search.set_history(self._memory, self._table, board.options, board.idle_moves,
                                  board.keys()[:-1])
            self.resting = False
        except ValueError:
            self.resting = True             # too long a game

    def due(self, nodes: int) -> int:
        return 0 if self.resting else max(0, max(nodes, FIRST) - self.nodes)

    def look(self, limit: int) -> tuple[int, ...]:
        """The line of the shortest win, if it is found within so many positions; else nothing.

        A look that got no further makes the next one longer, for the table does not always help.
        """
        p, side = self._board.state, int(self._board.state.side)
        self._memory.limit = max(limit, self._least)
        found = self._search.solve(p, self._memory, self._most, side, self.no_win)
        self.nodes += int(self._memory.nodes)
        if found == self._search.UNKNOWN:
            if self._memory.depth == self.no_win:
                self._least = 2 * int(self._memory.limit)
            self.no_win = int(self._memory.depth)
            return ()
        self.no_win = int(self._memory.depth)
        self.resting = True
        if found < 0:
            return ()
        self._memory.limit = NO_LIMIT
        line = tuple(self._search.line(p, self._memory, found))
        if self._to_the_end and len(line) < found:
            line = self._to_the_end(self._board, line)
        self.plies = found
        return line
