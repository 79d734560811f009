"""How hard a puzzle is: which levels of the engine find its first move, and how soon."""
from __future__ import annotations

from ....board import Board
from ....engine.levels import FULL
from ....engine.limits import Limits
from ....engine.player import Player
from ....engine.players import make_player
from ....engine.searcher import Searcher
from ..puzzle import BEYOND

SEEDS = 1, 2, 3             # of the errors of a level; most of these must find the move
NODES = 400_000             # positions that full strength may look at
MEGABYTES = 16


class Grader:
    """The levels of one game.

    Args:
        board: of the game and options.
    """

    def __init__(self, board: Board) -> None:
        self._players = {number: make_player(f"level:{number}", board)
                         for number in range(1, FULL)}
        self._full = Searcher(board.game, board.options, megabytes=MEGABYTES)

    def grade(self, board: Board, move: int) -> tuple[int, int]:
        """The weakest level that finds a move, BEYOND if none; and the positions it takes.

        The positions are those that full strength looks at before it keeps to the move, or all
        that it may look at.
        """
        nodes, found = self._effort(board, move)
        for number, player in self._players.items():
            if self._finds(player, board, move):
                return number, nodes
        return FULL if found else BEYOND, nodes

    def close(self) -> None:
        """Give the threads back."""
        for player in self._players.values():
            player.close()
        self._full.close()

    def _finds(self, player: Player, board: Board, move: int) -> bool:
        found = 0
        for seed in SEEDS:
            player.new_game(seed)
            found += player.play(board, Limits()).move == move
        return 2 * found > len(SEEDS)

    def _effort(self, board: Board, move: int) -> tuple[int, bool]:
        """After how many positions full strength keeps to the move, and whether it does."""
        self._full.clear()
        since: int | None = None
        nodes = 0
        for lines in self._full.analyse(board, Limits(nodes=NODES)):
            nodes = lines[0].nodes
            if lines[0].pv[0] != move:
                since = None
            elif since is None:
                since = nodes
        return (nodes if since is None else since), since is not None
