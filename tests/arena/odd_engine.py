"""An engine that only knows the move d1d2, and misbehaves as its argument says."""
import os
import sys
from pathlib import Path


def answer(way):
    print("info depth 1 score cp 12 pv d1d2", flush=True)
    if way == "dies":
        sys.exit(3)
    if way == "dies-once" and not (seen := Path(os.environ["ODD_ENGINE"])).exists():
        seen.touch()
        sys.exit("no such die")
    if way != "hangs":
        print("bestmove d1d9" if way == "illegal" else "bestmove d1d2", flush=True)


readies = 0
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        readies += 1
        if sys.argv[1] != "deaf-later" or readies < 3:      # it plays one game, and hangs in it
            print("readyok", flush=True)
    elif word == "go":
        answer(sys.argv[1])
    elif word == "quit":
        break
