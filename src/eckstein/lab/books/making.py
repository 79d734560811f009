"""Making a book: positions are searched side by side, and added in rounds.

In a round the most urgent leaves are expanded (graph.py).  A look at a leaf finds its best moves,
and then each position after one of these that is new is searched for its own value.  What is found
depends on the book before the round alone, and so not on how many processes there are; and what is
interrupted goes on from its last whole round as if it had not been.
"""
from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from ...base.processes import worker_processes
from ...board import Board
from ...engine.books.values import MATE, is_decided
from ...engine.limits import Limits
from ...engine.nets import net_for
from ...engine.searcher import Searcher
from .graph import Graph, Node, at, ways_from

ROUND = 32                  # leaves
LINES = 8                   # moves that a look may find
SPREAD = 40                 # hundredths of a die by which they may be worse than the best
MEGABYTES = 16              # of each search's transposition table

Moves = tuple[int, ...]
Report = Callable[[int], None]      # positions so far


class Valuer:
    """Searches of single positions, each without any knowledge of those before it.

    The net that came with the program judges, where there is one.

    Args:
        game, options: as for `Board`.
        nodes: positions that a search may look at.
    """

    def __init__(self, game: str, options: dict[str, Any], nodes: int) -> None:
        self._start = Board(game, compiled=True, **options)
        self._searcher = Searcher(game, self._start.options, megabytes=MEGABYTES, proofs=False,
                                  net=net_for("on", game, self._start.options))
        self._limits = Limits(nodes=nodes)

    def look(self, moves: Moves) -> Moves:
        """The moves that are worth to be looked at in a position, the best first.

        Args:
            moves: those that lead to it from the first position.
        """
        self._searcher.clear()
        found = list(self._searcher.analyse(at(self._start, moves), self._limits, LINES))[-1]
        return tuple(info.pv[0] for info in found if info.score >= found[0].score - SPREAD)

    def value(self, moves: Moves) -> int:
        """The value of a position for the player to move.

        The values of one iteration and the next swing with the side of the last move; so it is the
        mean of the last two.
        """
        board = at(self._start, moves)
        if end := board.outcome():
            return 0 if end.winner is None else MATE if end.winner is board.turn else -MATE
        self._searcher.clear()
        last = [lines[0].score for lines in self._searcher.analyse(board, self._limits)][-2:]
        return last[-1] if any(map(is_decided, last)) else sum(last) // len(last)

    def close(self) -> None:
        """Give the threads back."""
        self._searcher.close()


class Maker:
    """Lets a book grow.

    Args:
        game, options: as for `Board`.
        nodes: positions that each search may look at.
        jobs: processes.
        graph: the book to go on with; None to begin a new one.
    """

    def __init__(self, game: str, options: dict[str, Any], nodes: int, jobs: int,
                 graph: Graph | None = None) -> None:
        self._start = Board(game, compiled=True, **options)
        self._workers = contextlib.ExitStack()
        self._pool: Executor = self._workers.enter_context(
            worker_processes(jobs, _begin, game, options, nodes))
        try:
            self.graph = graph or Graph(self._start, self._pool.submit(_value, ()).result())
        except BaseException:
            self.close()
            raise

    def round(self, most: int, report: Report = lambda positions: None) -> bool:
        """Expand the most urgent leaves.

        Args:
            most: no leaf is expanded once there are so many positions.
            report: called after each position how many there are.

        Returns:
            Whether there was any leaf to expand.
        """
        nodes, new = self.graph.nodes, dict[int, tuple[Moves, Future[int]]]()
        looks = [(key, self._pool.submit(_look, nodes[key].moves))
                 for key in self.graph.frontier(ROUND)]
        expanded: list[tuple[int, Moves]] = []
        for key, look in looks:
            if len(nodes) + len(new) >= most:
                look.cancel()
                continue
            chosen, ways = look.result(), list(ways_from(self.graph.board(key)))
            expanded.append((key, tuple(after for _, after in ways)))
            for move, after in ways:
                if move in chosen and after not in nodes and after not in new:
                    way = (*nodes[key].moves, move)
                    new[after] = way, self._pool.submit(_value, way)
        found = dict[int, Node]()
        for after, (way, value) in new.items():
            found[after] = Node(way, value.result(), None, at(self._start, way).is_game_over())
            report(len(nodes) + len(found))
        # A round counts as a whole, or not at all.
        nodes.update(found)
        for key, after_all in expanded:
            nodes[key].after = after_all
        self.graph.backup()
        return bool(expanded)

    def close(self) -> None:
        """End the processes."""
        self._workers.close()


_valuer: list[Valuer] = []      # of this process


def _begin(game: str, options: dict[str, Any], nodes: int) -> None:
    _valuer[:] = [Valuer(game, options, nodes)]


def _look(moves: Moves) -> Moves:
    return _valuer[0].look(moves)


def _value(moves: Moves) -> int:
    return _valuer[0].value(moves)
