"""Play moves from a list; what cannot be played is answered by a sentence."""
from eckstein import Board, IllegalMoveError, NotationError

board = Board("duell")
for text in ("D1-D7", "I8-I3", "D7-D8", "hello"):
    try:
        board.push_text(text)
        print(text, "played;", board.turn, "is to move")
    except (IllegalMoveError, NotationError) as error:
        print(text, "refused:", error)
