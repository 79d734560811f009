"""An engine that thinks nothing of it: it plays the first legal move, by the plain rules.

With the argument `dies` it dies when it is to move; with `waits` it never answers.
"""
import re
import sys

from eckstein import Board
from eckstein.kernel.options import own_options

way = sys.argv[1] if len(sys.argv) > 1 else ""
game, options, board = "contra", {}, Board("contra")


def say(line):
    print(line, flush=True)


for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        say("uciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "setoption":
        if words[2] == "UCI_Variant":
            game = words[4]
        elif words[2] in {option.name for option in own_options(game)}:
            options[words[2]] = words[4]
    elif words[0] == "position":
        position, moves = re.fullmatch(r'position text "(.*)"(?: moves (.*))?\n', line).groups()
        board = Board(game, position, **options)
        for move in (moves or "").split():
            board.push_text(move)
    elif words[0] == "go":
        if way == "dies":
            sys.exit(3)
        if way != "waits":
            first = board.legal_texts()[0]
            say(f"info depth 7 score cp 120 pv {first}")
            say(f"bestmove {first}")
    elif words[0] == "stop":
        say(f"bestmove {board.legal_texts()[0]}")
    elif words[0] == "quit":
        break
