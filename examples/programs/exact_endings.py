"""Ask the tables of endings what a position is worth, and every move of it."""
from eckstein import Board
from eckstein.engine.tables import NoTableError, find

board = Board("duell", "DZd7za2")
try:
    found = find(board)
except NoTableError as error:
    raise SystemExit(str(error)) from None
if found is not None:
    print("White:", found.value)
    for move in found.moves[:3]:
        print(move.text, move.value)
