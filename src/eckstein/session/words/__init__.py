"""The words of the terminal, in one catalogue.

English stands in the code, where it is said; `german.py` has the same sentences in German,
`pages.py` the pages of help in each language, and `refusals.py` why a server says no.  The reasons
why a text is no move, and what the command line says of its arguments, are English in every
language.
"""
from collections.abc import Mapping

from .german import GERMAN
from .pages import PAGES
from .refusals import REFUSALS

LANGUAGES = ("en", "de")
_CATALOGUES: dict[str, Mapping[str, str]] = {"en": {}, "de": GERMAN}
_spoken = "en"


def speak(language: str) -> None:
    """Speak a language from now on.

    Raises:
        ValueError: if it is none of `LANGUAGES`.
    """
    global _spoken
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language}; languages are {', '.join(LANGUAGES)}")
    _spoken = language


def preferred(environment: Mapping[str, str]) -> str:
    """The language that the variables LC_ALL, LC_MESSAGES and LANG ask for, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(name):
            code = wanted[:2].lower()
            return code if code in LANGUAGES and not wanted[2:3].isalnum() else "en"
    return "en"


def phrase(text: str, /, **values: object) -> str:
    """A sentence in the language that is spoken.

    Args:
        text: the sentence in English, with names in braces.
        values: what stands for the names.
    """
    return _CATALOGUES[_spoken].get(text, text).format(**values)


def refusal(why: str, code: str) -> str | None:
    """Why a server says no, in the language that is spoken; None: as the server says it.

    Args:
        why, code: its reasons, the finer one first.
    """
    words = REFUSALS[_spoken]
    return words.get(why) or words.get(code)


def page(name: str) -> str:
    """A page of help: `screen`, `plain`, `replay` or `online`, or a line of keys."""
    return PAGES[_spoken][name]
