"""An engine that knows one move of Contra, and misbehaves as its argument says."""
import os
import sys
from pathlib import Path

way = sys.argv[1]


def say(*lines):
    print(*lines, sep="\n", flush=True)


def dies():
    """Whether to die here: always, or only in the first process."""
    if way == "dies-once" and not (seen := Path(os.environ["ODD_ENGINE"])).exists():
        seen.touch()
        return True
    return way == "dies"


def go():
    if way == "floods":
        for _ in range(20_000):
            print("the board is getting hot", file=sys.stderr)
    if dies():
        print("the first thing said", *("and more",) * 4, "no such die: \x1b[31m7", sep="\n",
              file=sys.stderr)
        sys.exit(3)
    elif way == "refuses":
        say("info string error the board is too hot")
    elif way == "chatters":
        say("info string a pv is a line", "info string pv d1d2", "hello", "",
            "info depth ² score cp --5 nodes 1e3 multipv 0 time 99999999999999999999 pv d1d2 zz",
            "info depth 7 score mate -2 pv", "bestmove d1d2 ponder d7d6")
    elif way in ("thinks", "hangs"):
        say("info depth 1 multipv 1 score cp 5 pv d1d2")
    elif way == "babbles":
        while True:
            say("info depth 1 score cp 5 pv d1d2")
    else:
        say({"nonsense": "bestmove d1d9", "silent-move": "bestmove", "none": "bestmove (none)",
             "too-long": "info " + "x" * (1 << 21)}.get(way, "bestmove d1d2"))


if way == "never-speaks":
    sys.stdin.read()
readies = 0
for line in sys.stdin:
    word = line.split()[0]
    if "ODD_LOG" in os.environ:
        with Path(os.environ["ODD_LOG"]).open("a") as heard:
            heard.write(line)
    if word == "uci":
        if way == "declares":
            say("option name Size type combo default 6 var 6 var 7", "option name Nonsense",
                "option name Arrival_Wins type check default true",
                "option name Hash type spin default 16 min 1 max 99")
        say("uciok")
    elif word == "isready" and way != "never-ready":
        readies += 1
        if way != "deaf-later" or readies == 1:
            say("readyok")
    elif word == "go":
        go()
    elif word == "stop" and way == "thinks":
        say("bestmove d1d2")
    elif word == "quit" and way != "hangs":
        break
