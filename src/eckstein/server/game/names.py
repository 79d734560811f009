"""Names that people choose: all that can be seen, and none of what cannot.

A joiner (ZWNJ, ZWJ) is not seen, but changes how letters beside it are written.  It stays where it
does: among Arabic letters, as in Persian names; at a virama, as in Indian ones; and within pictures
that are made of several.  Anywhere else, two names that look alike would differ by it.
"""
import re
import unicodedata

JOINERS = "\u200c\u200d"
VIRAMA, ARABIC_MARKS = 9, range(27, 36)     # canonical combining classes
SELECTOR = "\ufe0f"         # shows a picture in colours
PICTURED = SELECTOR + "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""How a picture is shown."""
# Letters and marks that are drawn as nothing: fillers, and selectors of variants other than that.
FILLERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0"
                     "\U000e0000-\U000e0fff]")
MARKS = 3                   # that one letter may have, such as vowels and accents


def tidy(name: str | None) -> str:
    """What is left of a name, or of another short text, when it is in one line (NFC), without what
    cannot be seen, blanks beside blanks, and heaps of marks.
    """
    line = _tidied(name or "")
    while line != (again := _tidied(line)):     # what was apart may have come together
        line = again
    return line


def _tidied(text: str) -> str:
    line = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text))
    kept, marks = "", 0
    for letter in visible(line):
        mark = is_mark(letter)
        marks = marks + 1 if mark else 0
        if marks <= MARKS and (kept or not mark):
            kept += letter
    return re.sub(r" +", " ", kept).strip()


def visible(text: str) -> str:
    """A text without blanks around it, and without letters that are invisible or that turn others.
    """
    shown = "".join(letter for letter in FILLERS.sub("", text)
                    if letter.isprintable() or letter in JOINERS)
    kept = ""
    for letter, following in zip(shown, [*shown[1:], " "], strict=False):
        if letter == SELECTOR and unicodedata.category(kept[-1:] or " ")[0] != "S":
            continue
        if letter not in JOINERS or _matters(kept[-1:], following):
            kept += letter
    return kept.strip()


def is_mark(letter: str) -> bool:
    """Whether it is written on the letter before, as accents are."""
    return unicodedata.category(letter)[0] == "M"


def _matters(before: str, after: str) -> bool:
    """Whether a joiner between these letters changes how they are written."""
    if not before or before in JOINERS or after in JOINERS or after == " ":
        return False
    return (unicodedata.bidirectional(before) == "AL"
            or unicodedata.combining(before) in (VIRAMA, *ARABIC_MARKS)
            or unicodedata.combining(after) == VIRAMA
            or unicodedata.category(before) == "So" or before in PICTURED)
