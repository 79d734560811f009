"""A player of one's own: it takes what it can, and meets a player at random."""
import random

from eckstein import WHITE, Board, Limits, Player
from eckstein.engine.messages import Played


class Greedy(Player):
    """Prefers moves that remove most of the other's dice."""

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        return Played(max(board.legal_moves, key=lambda move: len(board.describe(move).removed)),
                      None)


def game(seed: int) -> float:
    """The points of the greedy player, who has White."""
    board, chance, greedy = Board("contra"), random.Random(seed), Greedy()
    while (outcome := board.outcome()) is None:
        board.push(greedy.play(board, Limits()).move if board.turn is WHITE
                   else chance.choice(list(board.legal_moves)))
    return 0.5 if outcome.winner is None else float(outcome.winner is WHITE)


print("points in 20 games:", sum(game(seed) for seed in range(20)))
