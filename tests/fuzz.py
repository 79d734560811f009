"""A fuzz target for every reader: any text gives a value or the reader's own error.

    python -m tests.fuzz [SECONDS] [SEED]
"""
import random
import sys
import time
from collections.abc import Callable

from eckstein import Board, IllegalMoveError, NotationError, names
from eckstein.cli.query import answer_line
from eckstein.kernel.options import OptionError, parse
from eckstein.record import read_record
from eckstein.record.conversion import convert

BOARDS = [Board(name) for name in names()]
POSITIONS = [board.position() for board in BOARDS] + ["2b/rkR/1K1/Qn1 w BNPqp Ss m13"]
MOVES = ["a1-a2", "b7:d7:f7:f5", "c5-d5xd6", "D1-e6+", "e3xh3", "F1-e6 DUEL-MATT", "N@l13",
         "P@l13-m12", "B@l13*m12", "Qb2-d4", "RK", "--"]
RECORDS = ['[Game "contra"]\n[Result "*"]\n\n1. d1-d2 {a} (1. c1-c2 $1) d7-d6 2. d2-d3! *\n']
FILES = ["Board:\n" + "0 " * 72 + "\nNext Player: Human", "0 1 1\n" + "53 13 0 0 15 0 0 0 0\n" * 8,
         "P\nWhite\nBlack\n" + POSITIONS[0]]
QUESTIONS = ['{"id":1,"game":"duell","moves":["D1-e6"],"want":"legal"}']
STRANGE = "\0\n\t \"'{}()[];$!?*@-–xX+#09azAZß\u0130\u017f\ufb06\u200b\ud7ff\U0001f3b2"

Reader = Callable[[str], object]


def readers() -> list[tuple[list[str], Reader, tuple[type[Exception], ...]]]:
    """Texts to begin with, who reads them, and what he may raise."""
    wrong = (NotationError, IllegalMoveError)
    return [*((POSITIONS, Board(name).set_position, (NotationError,)) for name in names()),
            *((MOVES, board.read, wrong) for board in BOARDS),
            (RECORDS, read_record, (NotationError, OptionError)),
            (RECORDS + FILES + POSITIONS, lambda text: convert(text, target="json"), (ValueError,)),
            (["a=1 b=off"], lambda text: parse([text]), (OptionError,)),
            (QUESTIONS, lambda text: answer_line(text.encode(errors="replace")), ())]


def mutated(text: str, chance: random.Random) -> str:
    """The text with a few characters taken out, put in, doubled or changed."""
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(text) + 1)
        end = min(len(text), place + chance.randint(0, 4))
        new = chance.choice(["", chance.choice(STRANGE), text[place:end] * 2,
                             chr(chance.randrange(0xD800)), text[:chance.randrange(9)]])
        text = text[:place] + new + text[end:]
    return text


def main(seconds: float = 10, seed: int = 1) -> None:
    """Read mutated texts for so many seconds; a fault ends in its traceback."""
    chance, tried, end = random.Random(seed), 0, time.monotonic() + seconds
    targets = readers()
    while time.monotonic() < end:
        texts, read, allowed = chance.choice(targets)
        text = mutated(chance.choice(texts), chance)
        try:
            read(text)
        except allowed:
            pass
        except Exception:
            print(f"after {tried} texts: {text!r}", file=sys.stderr)
            raise
        tried += 1
    print(f"{tried} texts, and no fault")


if __name__ == "__main__":
    main(*(float(word) for word in sys.argv[1:3]))
