"""Integers by which compiled code answers, and that everything else reads."""

RUNNING, WHITE_WINS, BLACK_WINS, DRAW = range(4)    # how a game stands

# Endings (see eckstein.contract.endings).
NOWHERE = -1
STEP = 48                   # in a word of `predecessors`: from which bit on, above the number
ALL_CLOSED = 15
