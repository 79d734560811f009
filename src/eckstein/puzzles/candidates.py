"""Positions of games between the levels of the engine, after a few moves at random."""
from __future__ import annotations

import random
from collections.abc import Iterator

from ..board import Board
from ..engine.levels import LevelPlayer

LEVELS = range(2, 9)
RANDOM_PLIES = 2, 10
LONGEST = 120               # plies


class Games:
    """Games of one kind, each of them told by a number.

    Args:
        board: at the start, of the game and options.
        seed: of all games.
    """

    def __init__(self, board: Board, seed: int) -> None:
        self._start, self._seed = board, seed
        self._players = [LevelPlayer(board.game, board.options, level) for level in LEVELS]

    def positions(self, number: int) -> Iterator[Board]:
        """The positions of a game after its random moves, each as a board that nothing led to."""
        chance = random.Random(f"{self._seed}/{number}")
        board = self._start.copy()
        for _ in range(chance.randint(*RANDOM_PLIES)):
            if board.legal_moves:
                board.push(chance.choice(list(board.legal_moves)))
        players = chance.choices(self._players, k=2)
        while not board.is_game_over() and board.ply < LONGEST:
            fresh = self._start.copy()
            fresh.set_position(board.position())
            yield fresh
            player = players[board.ply % 2]
            player.seed = chance.randrange(1 << 30)
            board.push(player.choose(board).pv[0])

    def close(self) -> None:
        """Give the threads back."""
        for player in self._players:
            player.close()
