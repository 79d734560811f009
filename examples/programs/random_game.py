"""Play one game at random, move by move."""
import random

from eckstein import Board

chance = random.Random(1)
board = Board("contra")
while not board.is_game_over():
    board.push(chance.choice(list(board.legal_moves)))
print(board)
print(board.outcome(), "after", board.ply, "moves")
