"""What the coach says of a game of chance, which has to be the same wherever Python runs."""
import random

from eckstein import Board
from eckstein.engine.coach import Coach
from eckstein.words import tell

PLIES = 24


def coached(game):
    """The remarks on the moves of a random game, in German."""
    board, coach, chance = Board(game), Coach(game), random.Random(game)
    while board.ply < PLIES and not board.is_game_over():
        move = chance.choice(list(board.legal_moves))
        remark = coach.remark(board, move)
        if remark:
            yield f"{game} {board.ply} {tell(remark.sentence or '', 'de')} {remark.better}"
        board.push(move)
