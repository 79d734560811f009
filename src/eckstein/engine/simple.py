"""Players that need no engine: by chance, one move ahead, plain alpha-beta, random games.

They have limits by nature, and their moves depend on nothing but the position and their seed.
"""
from __future__ import annotations

import random

from ..board import WHITE, Board
from ..board.score import Score
from ..contract import Knowledge
from ..kernel.codes import DRAW
from ..kernel.options import own_values
from ..kernel.specialise import specialise
from .limits import Limits
from .messages import Analysis, Played
from .player import Player

WON = 1_000_000
CALM_PLIES = 8              # how far `Plain` plays captures out
LONGEST_PLAYOUT = 1000      # plies; what is not decided by then counts as a draw


class Random(Player):
    """Takes any move.

    Args:
        board: of the game and options.
    """

    def __init__(self, board: Board) -> None:
        self._game, self._own = board.game, own_values(board.options)
        self.new_game(0)

    def new_game(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        return Played(self._chance.choice(list(board.legal_moves)), None)


class Greedy(Random):
    """Takes the move with the best result one ply deep, or any of several."""

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        knowledge = specialise("kernel", self._game, compiled=False, **self._own).knowledge
        values = {move: _value_after(board, knowledge, move) for move in board.legal_moves}
        best = max(values.values())
        return Played(self._chance.choice(
            [move for move, value in values.items() if value == best]), None)


def _value_after(board: Board, knowledge: Knowledge, move: int) -> int:
    """What a move is worth to the mover."""
    p = board.state
    q = board.rules.apply(p, move)
    result = board.rules.outcome(q)
    if result == DRAW:
        return 0
    if result:
        return WON if result == 1 + p.side else -WON
    # Fitted values serve a search; a player that looks no further needs plain ones, or gets nowhere
    # in Pur.
    worth = knowledge.plain(q)
    return -worth if q.side != p.side else worth


class Plain(Random):
    """Plain alpha-beta to a fixed depth; among equally good moves chance decides.

    Args:
        board: of the game and options.
        depth: plies.
        quiesce: whether captures are played out.
    """

    def __init__(self, board: Board, depth: int = 3, quiesce: bool = False) -> None:
        super().__init__(board)
        self._depth = depth
        self._search = specialise("search.play.plain", self._game, **self._own)
        self._memory = self._search.new_memory(CALM_PLIES * quiesce)

    def warm(self) -> None:
        self._search.warm()

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        best, choice, self._memory.nodes = -self._search.INFINITE, -1, 0
        moves = list(board.legal_moves)
        self._chance.shuffle(moves)
        for move in moves:
            value = self._value_after(board, move, best)
            if value > best:
                best, choice = value, move
        return Played.by([Analysis(self._depth, self._depth, score=Score(best),
                                   nodes=int(self._memory.nodes), pv=(choice,))])

    def _value_after(self, board: Board, move: int, best: int) -> int:
        """What a move is worth, if it is worth more than `best`."""
        board.push(move)
        end, p = board.outcome(), self._search.game.Position(*board.state)
        board.pop()
        if end and end.winner is None:
            return 0
        return -int(self._search.search(p, self._memory, 0, self._depth - 1,
                                        -self._search.INFINITE, -best, 1))


class Flat(Random):
    """Flat Monte Carlo: random games after every move, and the move that does best in them.

    Args:
        board: of the game and options.
        playouts: how many random games a move takes in all.
    """

    def __init__(self, board: Board, playouts: int = 1000) -> None:
        self._search = specialise("search.play.playout", board.game, **own_values(board.options))
        self._playouts = playouts
        super().__init__(board)

    def warm(self) -> None:
        self._search.warm()

    def new_game(self, seed: int) -> None:
        super().new_game(seed)
        self._memory = self._search.new_memory(seed)

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        moves = list(board.legal_moves)
        self._chance.shuffle(moves)
        share = max(1, self._playouts // len(moves))
        return Played(max(moves, key=lambda move: self._points_after(board, move, share)), None)

    def _points_after(self, board: Board, move: int, count: int) -> int:
        """The mover's half points in so many random games after a move."""
        white = board.turn is WHITE
        board.push(move)
        end, p = board.outcome(), self._search.game.Position(*board.state)
        board.pop()
        if end and end.winner is None:
            return count
        points = int(self._search.playouts(p, self._memory, count, LONGEST_PLAYOUT))
        return points if white else 2 * count - points
