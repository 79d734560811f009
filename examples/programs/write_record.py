"""Write a game with a comment and a variation, and read it again."""
from eckstein import Board, Record
from eckstein.record import read_record, write_record

board = Board("contra")
for text in ["d1d2", "d7d6", "d2d3"]:
    board.push_text(text)
record = Record.from_board(board, White="Ada", Black="Ben")
last = record.end()
last.comments.append("White goes straight ahead.")
start = record.board(last)
last.add(start, start.parse("d6d5"))
last.add(start, start.parse("c7c6"))
text = write_record(record)
print(text)
assert read_record(text) == record
