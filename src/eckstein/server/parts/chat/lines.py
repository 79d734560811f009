"""Free text in chat: one short line, of which all can be seen.

As in names, letters that are invisible or that turn others are removed; a line may have letters of
any script, but no heap of marks on one of them.
"""
import re
import unicodedata

from ....base.sentence import Sentence
from ...game.names import tidy
from ...game.rulings import RefusedError

LETTERS = 200
MARKS = 3                   # on one letter
SELECTOR = "\ufe0f"         # shows a picture in colours
# Letters and marks that are drawn as nothing: fillers, and selectors of variants other than that.
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0"
                   "\U000e0000-\U000e0fff]")


def cleaned(text: str) -> str:
    """A line as it is stored and shown.

    Raises:
        RefusedError: if nothing is left of it, or too much.
    """
    line = _seen(text)
    while line != (again := _seen(line)):       # what was apart may have come together
        line = again
    if not line:
        raise RefusedError("bad", "there is nothing to be said")
    if len(line) > LETTERS:
        raise RefusedError("bad", Sentence("a line has at most {most} letters", most=LETTERS))
    return line


def _seen(text: str) -> str:
    blanks = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text))
    kept, marks = "", 0
    for letter in BLANK.sub("", tidy(blanks)):
        mark = unicodedata.category(letter)[0] == "M"
        if letter == SELECTOR and unicodedata.category(kept[-1:] or " ")[0] != "S":
            continue
        marks = marks + 1 if mark else 0
        if marks <= MARKS and (kept or not mark):
            kept += letter
    return re.sub(r" +", " ", kept).strip()
