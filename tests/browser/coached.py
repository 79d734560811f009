"""What the coach says of a game of chance, which has to be the same wherever Python runs.

So have the tasks that its mistakes make, and the days on which they come back.
"""
import random

from eckstein import Board
from eckstein.engine.coach import Coach
from eckstein.server.parts.puzzles.deck import reviewed
from eckstein.wire.http_mistakes import Review
from eckstein.words import tell

PLIES = 24


def coached(game):
    """The remarks on the moves of a random game, in German, and tasks."""
    card = None
    board, coach, chance = Board(game), Coach(game), random.Random(game)
    while board.ply < PLIES and not board.is_game_over():
        move = chance.choice(list(board.legal_moves))
        remark = coach.remark(board, move)
        if remark:
            yield f"{game} {board.ply} {tell(remark.sentence or '', 'de')} {remark.better}"
        if remark and remark.tone == "bad" and (task := coach.task(board, move)):
            card = reviewed(Review(bool(board.ply % 3), card.due if card else 0, card))
            yield f"{task} {card}"
        board.push(move)
