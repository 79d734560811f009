"""Count the sequences of moves of a length, by two threads."""
from eckstein import Board, names
from eckstein.board.counting import count

for game in names():
    print(f"{game:8}", count(Board(game), 3, jobs=2).total)
