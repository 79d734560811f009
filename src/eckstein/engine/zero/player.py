"""A player with a tree search that asks a policy and value network."""
from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ...board import Board
from ...board.score import Score
from ...kernel.options import own_values
from ...kernel.warming import load
from ..batch import games, tree_search
from ..batch.games import BatchGame
from ..batch.tree_search import SearchResult, TreeSearch
from ..limits import Limits
from ..messages import Analysis, Played
from ..player import Player
from ..tree_search import evaluation_of
from .network_file import network_for

LEAVES = 16                 # that the network values at once, at most
ROUNDS = 32                 # into which a search falls at least
NODE_BYTES = 64
RESULTS = "lost", "drawn", "won"


class NetworkPlayer(Player):
    """One for one game under some options, in one thread.

    Args:
        board: of the game and options.
        path: the file of the network.
        megabytes: the size of the tree.
        own: its limits instead of those it is told: `nodes`, which counts simulations, and `time`.

    Raises:
        NetworkError: if the file is no network for this game.
        OSError: if it cannot be read.
    """

    def __init__(self, board: Board, path: str | Path, megabytes: int = 16,
                 own: Limits | None = None) -> None:
        self.game, self._options, self._own_limits = board.game, board.options, own
        self._nodes = megabytes * (1 << 20) // NODE_BYTES
        self._batch = BatchGame(self.game, 1, autoreset="off", masks=None, observe=False,
                                **self._options)
        self._network = network_for(path, self._batch)
        self._search: TreeSearch | None = None
        self._stopped = False

    def warm(self) -> None:
        load(self.game, own_values(self._options), (games.TEMPLATE, tree_search.TEMPLATE))

    def new_game(self, seed: int) -> None:
        """Nothing is left to chance, and nothing kept of another game."""

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        begin = time.perf_counter()
        found = self._searched(board, self._own_limits or limits, begin)
        visits, seconds = found.visits[0], max(1e-9, time.perf_counter() - begin)
        done, best = int(visits.sum()), int(found.actions[0])
        others = [action for action in np.argsort(-visits, kind="stable").tolist()
                  if action != best and visits[action]]
        value = float(found.values[0])
        result = RESULTS[1 + round(value)] if found.proven[0] else None
        return Played.by([Analysis(
            line=number, score=Score(evaluation_of(value)), nodes=done, nps=int(done / seconds),
            seconds=seconds, pv=self._moves(board, found.principal[0] if number == 1 else [action]),
            result=result if number == 1 else None)
            for number, action in enumerate([best, *others][:lines], 1)])

    def _moves(self, board: Board, actions: Iterable[int]) -> tuple[int, ...]:
        """The moves that actions are, one after the other, from a board on."""
        board, found = board.copy(), list[int]()
        for action in actions:
            found.append(self._batch.move_of(board, int(action)))
            board.push(found[-1])
        return tuple(found)

    def stop(self) -> None:
        self._stopped = True

    def _searched(self, board: Board, limits: Limits, begin: float) -> SearchResult:
        """Search a position until a limit is reached, or its result is certain."""
        self._show(board)
        end = begin + limits.seconds(board)[0]
        search = self._tree(min(limits.nodes or tree_search.MOST, tree_search.MOST))
        search.begin()
        while (leaves := search.collect()) is not None:
            search.answer(*self._network(leaves))
            if self._stopped or time.perf_counter() >= end:
                break
        return search.result()

    def _tree(self, simulations: int) -> TreeSearch:
        """A search of so many simulations, the last one if it was that."""
        if self._search is None or self._search.simulations != simulations:
            self._search = TreeSearch(self._batch, simulations, leaves=leaves_of(simulations),
                                      nodes=self._nodes)
        return self._search

    def _show(self, board: Board) -> None:
        """Bring a board's position into the batch, with its last moves that can be undone."""
        start, line = board.copy(), list[int]()
        while start.move_stack and len(line) < board.reversible_moves:
            line.append(start.pop())
        self._batch.begin_from([start.position()])
        self._batch.reset()
        for move in reversed(line):
            self._batch.step(np.array([self._batch.action_of(start, move)]))
            start.push(move)


def leaves_of(simulations: int) -> int:
    """How many leaves are valued at once: many are fast, few are chosen with more knowledge."""
    return max(1, min(LEAVES, simulations // ROUNDS))
