"""Ask the engine for its move in a position, and for what it expects."""
from eckstein import Board, Engine, Limits

board = Board("contra")
for text in ["d1d2", "d7d6", "d2d3", "d6d5"]:
    board.push_text(text)
with Engine.launch(game="contra") as engine:
    played = engine.play(board, Limits(nodes=5000))
print("best:", board.notation(played.move))
if played.info is not None:
    print("line:", board.variation_text(played.info.pv), "worth", played.info.score)
