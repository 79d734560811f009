"""A game that repeats itself is drawn, by the rules or by an option of the board."""
from eckstein import Board, Reason

board = Board("contra", repetition=2)
for text in ["d1d2", "d7d6", "d2c2", "d6c6", "c2d2", "c6d6"]:
    board.push_text(text)
outcome = board.outcome()
assert outcome is not None and outcome.reason is Reason.REPETITION
print(outcome, "; the position has occurred", board.repetitions(), "times")
