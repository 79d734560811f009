"""Tree search put to work on a board: simulation after simulation, under limits."""
from __future__ import annotations

import math
import time
from typing import Any, NamedTuple

from ..board import Board
from ..board.score import Score
from ..kernel.options import COUNTS, own_values
from ..kernel.specialise import specialise
from ..kernel.warming import load
from .limits import Limits
from .messages import Analysis, Played
from .nets import Net, Policy
from .player import Player
from .tabled import TableRoot
from .tables.resident import ResidentTables

SLICE = 500                 # simulations between looks at the clock
BYTES = 8                   # of an integer in the tree
MOST = 1 << 60
DECIDED = 400               # hundredths of a die that are worth half a win
TEMPLATES = ("search.play.mcts",)
VALUES = {"won": 1.0, "drawn": 0.0, "lost": -1.0}


class TreeLine(NamedTuple):
    """What a tree tells of one first move.

    Attributes:
        value: from -1 (lost) to 1 (won), for the player to move.
        result: "won", "drawn" or "lost" for him where that is certain, else None.
        pv: the move, and the most visited moves after it.
    """

    value: float
    result: str | None
    pv: tuple[int, ...]


class TreeSearcher(Player):
    """A tree search (search/mcts.py) for one game under some options, in one thread.

    Args:
        game: the name of a game.
        options: the game's options as `Board.options` has them.
        megabytes: the size of the tree; when it is full, the search ends.
        tables: whether tables of endings are asked: first of the position itself, where nothing is
            searched if they know it, and then of those that the search comes to.
        own: its limits as a player, instead of those of the call.
        net: what tells the worth of new positions; the weights of the game's knowledge if it is
            None.
        policy: what tells how likely moves are before they are searched; the game's knowledge of
            what is urgent if it is None.

    Attributes:
        is_full: whether the last search ended because its tree had no more room.
    """

    def __init__(self, game: str, options: dict[str, Any], megabytes: int = 16,
                 tables: bool = False, own: Limits | None = None, net: Net | None = None,
                 policy: Policy | None = None) -> None:
        self.game, self._tables, self._own_limits = game, tables, own
        self.net, self.policy = net, policy
        self._root, self._residents = TableRoot(), ResidentTables()
        self._near: list[Any] = []      # what the tree is told of tables
        self._options, self._own = options, own_values(options)
        self._counts = [int(options[name]) for name in COUNTS]
        self.search: Any = specialise("search.play.mcts", game, **self._own)
        nodes = megabytes * (1 << 20) // (BYTES * self.search.FIELDS)
        self._tree = self.search.new_tree(nodes)
        self._net = net and self.search.new_net(net.rows)
        self._policy = policy and self.search.new_policy(policy.rows)
        self.is_full, self._stopped = False, False
        self.new_game(0)

    def new_game(self, seed: int) -> None:
        """Restart with the random numbers of a seed."""
        memory = self._memory = self.search.new_memory(seed)
        memory.repetition, memory.no_progress = self._counts
        self.search.attach(memory, self._tree)
        if self._net is not None:
            self.search.use_net(memory, self._net)
        if self._policy is not None:
            self.search.use_policy(memory, self._policy)

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        """As any player; a value is that of an evaluation that is worth as much."""
        begin = time.perf_counter()
        done = self.grow(board, self._own_limits or limits)
        seconds = max(1e-9, time.perf_counter() - begin)
        return Played.by([
            Analysis(line=number, score=Score(evaluation_of(line.value)), nodes=done,
                     nps=int(done / seconds), hashfull=1000 if self.is_full else 0,
                     seconds=seconds, pv=line.pv, result=line.result,
                     net=self.net.name if self.net else "")
            for number, line in enumerate(self.lines(lines), 1)])

    def stop(self) -> None:
        self._stopped = True

    def warm(self) -> None:
        load(self.game, self._own, TEMPLATES)
        if self._tables:
            self._residents.warm(self.game, self._options)

    def grow(self, board: Board, limits: Limits) -> int:
        """Search a position until a limit is reached, or the result is certain.

        Where tables know the position, there is nothing to search.

        Args:
            board: a position with its history, in which the game goes on; unchanged.
            limits: `nodes`, which counts simulations here, and `time`.

        Returns:
            How many simulations were done.
        """
        self.warm()
        self._board, self.is_full = board.copy(), False
        self._exact = self._root.lines(board, 1) if self._tables else []
        if self._exact:
            return 0
        memory = self._memory
        keys = board.keys()[-min(board.reversible_moves, self.search.KEYS - 1) - 1:-1]
        self._near = self._residents.near(
            board, self.search, limits.longest(board) is None) if self._tables else []
        self.search.lay_out(memory, self._near)
        memory.nodes, memory.length, memory.idle = 0, len(keys), board.idle_moves
        memory.past[:len(keys)] = keys
        root = self.search.game.Position(*board.state)
        end, most, done = time.perf_counter() + limits.seconds(board)[0], limits.nodes or MOST, 0
        while done < most:
            due = min(SLICE, most - done)
            did = int(self.search.search(root, memory, due))
            done += did
            if did < due or time.perf_counter() >= end or self._stopped:
                self.is_full = did < due and self._look(self.search.PROVEN, 0) == self.search.OPEN
                break
        return done

    def lines(self, count: int) -> list[TreeLine]:
        """The best first moves with what follows on them, after a search."""
        if self._exact:
            known = self._root.lines(self._board, count) or self._exact
            return [TreeLine(VALUES[line.value.result], line.value.result, line.pv)
                    for line in known]
        memory, search = self._memory, self.search
        results = {search.OPEN: None, search.WON: "won", search.DRAWN: "drawn",
                   search.LOST: "lost"}
        children = {self._look(search.MOVE, child): child for child in self._children(0)}
        return [self._line(line.value, results[line.proven],
                           (line.move, *self._onwards(children[line.move])))
                for line in search.root_lines(memory)[:count]]

    def visits(self) -> list[tuple[int, int]]:
        """The first moves, and how often the last search visited each; none where tables knew."""
        return [] if self._exact else [
            (line.move, line.visits) for line in self.search.root_lines(self._memory)]

    def _line(self, value: float, result: str | None, pv: tuple[int, ...]) -> TreeLine:
        """A line; where it ends in a table with a winner, with the rest of the game."""
        if self._near and result in ("won", "lost"):
            pv = self._root.to_the_end(self._board, pv)
        return TreeLine(value, result, pv)

    def _onwards(self, node: int) -> list[int]:
        """The moves after a node, each time to a move that wins, or else the most visited one."""
        search, moves = self.search, []
        while children := [child for child in self._children(node)
                           if self._look(search.VISITS, child)
                           or self._look(search.PROVEN, child)]:
            node = max(children, key=self._promise)
            moves.append(self._look(search.MOVE, node))
        return moves

    def _promise(self, child: int) -> tuple[bool, bool, int]:
        proven = self._look(self.search.PROVEN, child)
        return (proven == self.search.LOST, proven != self.search.WON,
                self._look(self.search.VISITS, child))

    def _children(self, node: int) -> range:
        first = self._look(self.search.FIRST, node)
        return range(first, first + self._look(self.search.CHILDREN, node))

    def _look(self, field: int, node: int) -> int:
        return int(self.search.look_up(self._memory, field, node))


def evaluation_of(value: float) -> int:
    """Hundredths of a die that are worth as much as a value from -1 to 1."""
    share = min(abs(value), 1 - 1e-9)
    return round(math.copysign(DECIDED * share / (1 - share), value))
