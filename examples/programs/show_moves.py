"""List the legal moves of a position, and what each brings about."""
from eckstein import Board

board = Board("contra", "CWd4Pe2va5nd5id6")
for move in board.legal_moves:
    told = board.describe(move)
    gone = ", ".join(f"{one.square} falls" for one in told.removed)
    print(told.notation, gone or "quiet", "wins" if told.winner else "")
