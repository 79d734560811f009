"""Names of accounts: which ones are allowed.

What may be in a name follows Unicode's UTS #39 ("highly restrictive"); its data come with the
library `confusable_homoglyphs`.  Only servers on a machine have it.
"""
from __future__ import annotations

import functools
import re
import unicodedata

from confusable_homoglyphs.categories import alias as script_of

from ....base.errors import EcksteinError
from ....base.sentence import Sentence
from ....engine.levels import NAMES
from ....words import LANGUAGES, catalogue
from ...game.likeness import likeness
from ...game.names import JOINERS, MARKS, is_mark, visible
from ...game.tokens import ALPHABET

LEAST, MOST = 2, 20         # characters as seen
WHOLE = 120                 # characters with marks and joiners
SEPARATORS = " -_.'’"
# Scripts that are written together; any other name keeps to one.
MIXTURES = ({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}, {"LATIN", "HAN", "BOPOMOFO"},
            {"LATIN", "HAN", "HANGUL"})
SHARED = "COMMON", "INHERITED"
LONG_VOWEL = "ー"           # a letter of Japanese that no script claims
# Names that seem to speak for the server, mean no particular person, or name a level.
RESERVED = (
    "admin", "administrator", "anonymous", "bot", "computer", "deleted", "eckstein", "engine",
    "everyone", "guest", "help", "level", "me", "mod", "moderator", "nobody", "official",
    "operator", "owner", "player", "puzzle", "referee", "root", "security", "server", "somebody",
    "staff", "support", "system", "team", "you", "Black", "White",
    "Administratorin", "anonym", "Gast", "Moderatorin", "niemand", "Schwarz", "Stufe", "Weiß",
    "anonyme", "Blancs", "invité", "modérateur", "modératrice", "niveau", "Noirs",
    "ordinateur", "serveur")
# What an account is called after a moderator has taken its name away.
TAKEN_AWAY = re.compile(f"player-[{ALPHABET}]{{6}}")


class UnfitNameError(EcksteinError, ValueError):
    """A name that no account may have."""


def check_name(text: str) -> str:
    """A name as an account may have it, in one spelling (NFKC, without blanks around it).

    Whether it is taken, or looks like one that is, is for `likeness` to say.

    Raises:
        UnfitNameError: with a `Sentence`.
    """
    name = unicodedata.normalize("NFKC", text[:WHOLE + 1]).strip()
    seen = [letter for letter in name if not is_mark(letter) and letter not in JOINERS]
    if len(name) > WHOLE or not LEAST <= len(seen) <= MOST:
        raise UnfitNameError(Sentence("a name has {least} to {most} characters", least=LEAST,
                                      most=MOST))
    if visible(name) != name:
        raise UnfitNameError(Sentence("this name has invisible characters"))
    for letter in seen:
        if not (_is_letter(letter) or letter.isdecimal() or letter in SEPARATORS):
            raise UnfitNameError(Sentence("{letter} cannot be in a name, only letters, digits, and "
                                          "between them a space, hyphen, underscore, dot or "
                                          "apostrophe", letter=letter))
    _check_order(name)
    _check_scripts(name)
    if (refused := reserved(name)) is not None:
        raise UnfitNameError(refused)
    return name


def reserved(name: str) -> Sentence | None:
    """Why no player may have a name that seems to be another's, or none; None for other names."""
    bare = likeness(re.sub(r"[\W\d_]+$", "", name))
    if bare in _reserved() or TAKEN_AWAY.fullmatch(name.casefold()):
        return Sentence("the name {name} is reserved", name=name)
    return None


def _check_order(name: str) -> None:
    """Raise UnfitNameError unless each separator and mark stands where it may."""
    forms = "".join("m" if is_mark(letter) or letter in JOINERS
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


@functools.cache
def _reserved() -> frozenset[str]:
    """The likenesses of reserved names."""
    levels = {name for name, _ in NAMES}
    told = {catalogue(language, "levels").get(name, name) for name in levels
            for language in LANGUAGES}
    return frozenset(likeness(name) for name in (*RESERVED, *levels, *told))
