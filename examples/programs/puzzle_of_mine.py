"""Solve a puzzle with the engine."""
from eckstein import Limits, make_player
from eckstein.lab.puzzles import load

puzzle = load("contra")[0]
board = puzzle.board("contra")
player = make_player("alphabeta:nodes=20000", board)
move = player.play(board, Limits()).move
player.close()
print(board.position(), "engine:", board.text(move), "solution:", puzzle.first)
