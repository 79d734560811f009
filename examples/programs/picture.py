"""Write a picture of a position, with an arrow and a mark."""
from pathlib import Path

from eckstein import Board, svg

board = Board("ecke")
board.push(next(iter(board.legal_moves)))
path = Path("ecke.svg")
path.write_text(svg(board, arrows=["a1c3"], marks=["d4:red"], size=400), encoding="utf-8")
print(path, path.stat().st_size > 1000)
