"""Let the coach say why a move was a mistake."""
from eckstein import Board
from eckstein.engine.coach import Coach

board = Board("contra", "CWg1Pc2Le2fd3ng4cb5gd5af5vc7")
coach = Coach("contra")
remark = coach.remark(board, board.parse("e2e3"))
coach.close()
assert remark is not None
print(remark.sentence)
