"""Names that look alike, by the data of Unicode's UTS #39.

They come with the library `confusable_homoglyphs`, which only servers on a machine have.
"""
from __future__ import annotations

import functools
import unicodedata

from confusable_homoglyphs.confusables import confusables_data

ROUNDS = 6                  # after which what a letter looks like looks like nothing else
# The capital I and the zero look like other letters in one case only.
EITHER_CASE = {"i": "l", "0": "o"}


def likeness(name: str) -> str:
    """The key under which two names are equal that look alike, in whatever case they are written.

    It is the skeleton of UTS #39, in small letters, of letters, marks and digits alone.  Where only
    one case of a letter looks like a Latin one, or each like another, the capital counts: Greek nu
    is an n, not a v.
    """
    looks = _looks()
    for _ in range(ROUNDS):
        whole = unicodedata.normalize("NFKC", name).casefold()
        drawn = "".join(looks.get(letter, letter)
                        for letter in unicodedata.normalize("NFD", whole))
        name = "".join(letter for letter in unicodedata.normalize("NFD", drawn)
                       if unicodedata.category(letter)[0] in "LMN")
    return name


@functools.cache
def _looks() -> dict[str, str]:
    """What small letters, marks and digits look like."""
    prototypes = _prototypes()
    looks = dict(EITHER_CASE)
    for letter in sorted({other.casefold() for other in prototypes} - {*EITHER_CASE}):
        small, capital = (prototypes.get(one, one) for one in (letter, letter.upper()))
        latin = capital.isascii() and capital.isalpha() and not letter.isascii()
        look = (capital if latin else small).casefold()
        if looks.get(look) != letter:
            looks[letter] = look
    return looks


@functools.cache
def _prototypes() -> dict[str, str]:
    """For each letter that looks like another, which one that is, or several.

    The data pair letters with those they look like, in both directions, with marks of direction
    around letters from right to left.  The prototype is the one that has most others; several
    letters are always the prototype of one.
    """
    pairs = {letter.strip("\u200e"): [other["c"].strip("\u200e") for other in others]
             for letter, others in confusables_data.items()}
    prototypes = {}
    for letter, others in pairs.items():
        best = max(others, key=lambda other: (len(other) > 1, len(pairs[other]), other))
        if len(letter) == 1 and (len(best) > 1 or (len(pairs[best]), best) > (len(others), letter)):
            prototypes[letter] = best
    return prototypes
