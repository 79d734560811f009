"""The first opponents: one plays at random, one looks just one move ahead."""
import random
from collections.abc import Callable
from typing import Any

from .board import Board
from .games import DRAW
from .kernel import specialise
from .options import COUNTS

Player = Callable[[Board], int]
WON = 1_000_000


def random_player(seed: int | None = None) -> Player:
    """A player who takes any legal move."""
    chance = random.Random(seed)
    return lambda board: chance.choice(list(board.legal_moves))


def greedy_player(seed: int | None = None) -> Player:
    """A player who takes the move after which he stands best; among equals, any."""
    chance = random.Random(seed)

    def choose(board: Board) -> int:
        own = {name: value for name, value in board.options.items() if name not in COUNTS}
        knowledge = specialise("kernel", board.game, compiled=False, **own).knowledge
        values = {move: _value_after(board, knowledge, move) for move in board.legal_moves}
        best = max(values.values())
        return chance.choice([move for move, value in values.items() if value == best])
    return choose


def _value_after(board: Board, knowledge: Any, move: int) -> int:
    """What a move is worth to the player who makes it."""
    p = board._p
    q = board.rules.apply(p, move)
    result = board.rules.outcome(q)
    if result == DRAW:
        return 0
    if result:
        return WON if result == 1 + p.side else -WON
    return -knowledge.evaluate(q) if q.side != p.side else knowledge.evaluate(q)


PLAYERS: dict[str, Callable[[int | None], Player]] = {
    "random": random_player, "greedy": greedy_player}
