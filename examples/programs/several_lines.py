"""Compare the three best moves of a position."""
from eckstein import WHITE, Board, Engine, Limits

board = Board("duell")
with Engine.launch(game="duell", settings={"Hash": 8}) as engine:
    for line in engine.analyse(board, Limits(nodes=20_000), lines=3):
        white = line.score.seen_by(WHITE, board.turn)
        print(f"{board.notation(line.pv[0]):12} {white}  depth {line.depth}")
