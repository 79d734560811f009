"""Names of accounts: which ones are allowed, and which ones look alike.

What may be in a name follows Unicode's UTS #39 ("highly restrictive"); its data come with the
library `confusable_homoglyphs`.  Only servers on a machine have it.
"""
from __future__ import annotations

import functools
import re
import unicodedata

from confusable_homoglyphs.categories import alias as script_of
from confusable_homoglyphs.confusables import confusables_data

from ....base.errors import EcksteinError
from ....base.sentence import Sentence
from ....engine.levels import NAMES
from ....words import LANGUAGES, catalogue
from ...game.names import JOINERS, tidy

LEAST, MOST = 2, 20         # characters as seen
MARKS = 3                   # that one letter may have, such as vowels and accents
WHOLE = 120                 # characters with marks and joiners
SEPARATORS = " -_.'’"
ROUNDS = 6                  # after which what a letter looks like looks like nothing else
# Scripts that are written together; any other name keeps to one.
MIXTURES = ({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}, {"LATIN", "HAN", "BOPOMOFO"},
            {"LATIN", "HAN", "HANGUL"})
SHARED = "COMMON", "INHERITED"
LONG_VOWEL = "ー"           # a letter of Japanese that no script claims
# Letters and marks that are drawn as nothing: fillers, and selectors of variants.
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0"
                   "\U000e0100-\U000e01ef]")
# Names that seem to speak for the server, mean no particular person, or name a level.
RESERVED = (
    "admin", "administrator", "anonymous", "bot", "computer", "deleted", "eckstein", "engine",
    "everyone", "guest", "help", "me", "mod", "moderator", "nobody", "official", "operator",
    "owner", "player", "puzzle", "referee", "root", "security", "server", "somebody", "staff",
    "support", "system", "team", "you", "Black", "White",
    "Administratorin", "anonym", "Gast", "Moderatorin", "niemand", "Schwarz", "Weiß",
    "anonyme", "Blancs", "invité", "modérateur", "modératrice", "Noirs", "ordinateur", "serveur")
# The capital I and the zero look like other letters in one case only.
EITHER_CASE = {"i": "l", "0": "o"}


class UnfitNameError(EcksteinError, ValueError):
    """A name that no account may have."""


def check_name(text: str) -> str:
    """A name as an account may have it, in one spelling (NFKC, without blanks around it).

    Whether it is taken, or looks like one that is, is for `likeness` to say.

    Raises:
        UnfitNameError: with a `Sentence`.
    """
    name = unicodedata.normalize("NFKC", text[:WHOLE + 1]).strip()
    seen = [letter for letter in name if not _is_mark(letter) and letter not in JOINERS]
    if len(name) > WHOLE or not LEAST <= len(seen) <= MOST:
        raise UnfitNameError(Sentence("a name has {least} to {most} characters", least=LEAST,
                                      most=MOST))
    if tidy(name) != name or BLANK.search(name):
        raise UnfitNameError(Sentence("this name has invisible characters"))
    for letter in seen:
        if not (_is_letter(letter) or letter.isdecimal() or letter in SEPARATORS):
            raise UnfitNameError(Sentence("{letter} cannot be in a name, only letters, digits, and "
                                          "between them a space, hyphen, underscore, dot or "
                                          "apostrophe", letter=letter))
    _check_order(name)
    _check_scripts(name)
    if likeness(re.sub(r"[\W\d_]+$", "", name)) in _reserved():
        raise UnfitNameError(Sentence("the name {name} is reserved", name=name))
    return name


def _check_order(name: str) -> None:
    """Raise UnfitNameError unless each separator and mark stands where it may."""
    forms = "".join("m" if _is_mark(letter) or letter in JOINERS
                    else "s" if letter in SEPARATORS
                    else "d" if letter.isdecimal() else "l" for letter in name)
    if "l" not in forms:
        raise UnfitNameError(Sentence("a name has at least one letter"))
    if forms[0] == "s" or forms[-1] == "s" or "ss" in forms:
        raise UnfitNameError(Sentence("a space, hyphen, underscore, dot or apostrophe stands "
                                      "singly between letters or digits"))
    if re.search(rf"(^|s|d)m|m{{{MARKS + 1}}}", forms):
        raise UnfitNameError(Sentence("this name has marks that belong to no letter, or too many "
                                      "on one"))


def _check_scripts(name: str) -> None:
    """Raise UnfitNameError unless all letters, and all digits, go together."""
    scripts = {script_of(letter) for letter in name} - {*SHARED}
    zeros = {ord(letter) - unicodedata.decimal(letter) for letter in name if letter.isdecimal()}
    if len(zeros) > 1 or len(scripts) > 1 and not any(scripts <= some for some in MIXTURES):
        raise UnfitNameError(Sentence("a name keeps to the letters and digits of one script"))


def _is_letter(letter: str) -> bool:
    return letter == LONG_VOWEL or (unicodedata.category(letter)[0] == "L"
                                    and script_of(letter) not in (*SHARED, "Unknown"))


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"


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


@functools.cache
def _reserved() -> frozenset[str]:
    """The likenesses of reserved names."""
    levels = {name for name, _ in NAMES}
    told = {catalogue(language, "levels").get(name, name) for name in levels
            for language in LANGUAGES}
    return frozenset(likeness(name) for name in (*RESERVED, *levels, *told))
