"""The words of every language, each in a folder of its own, and the language that is spoken.

What Python says stands in English in the code, where it is said; the folder of another language
has the same sentences by their templates in English:

* `reasons.json`: why a move is refused, and a position impossible, and the conditions of open
  challenges; pages tell that, too;
* `standing.json`: how a game stands; pages tell that, too;
* `coach.json`: what the coach says of moves;
* `reading.json`: why a text, a file or an option cannot be read;
* `levels.json`, `terminal.json`, `command-line.json`: what these names say.

Every folder has

* `language.json`: what the language is called, whether it is merely begun, and its `plurals`:
  which numbers have forms of words of their own (`base.plurals.Plurals`);
* `app.json`, `board.json`, `game.json`, `puzzles.json`, `study.json` and `themes.json`: the words
  of the pages, by names; `mail.json`: those of mails, too; `page.json`: for browsers that cannot
  run the pages;
* `refused.json`: why a server says no, by its reasons and codes;
* `commands.json`: what can be typed instead of the names of commands;
* `help/`, `rules/` and `lessons/`: pages of help, pages of rules, and the texts of lessons.

What a language lacks is English.
"""
import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.plurals import Plurals
from ..base.sentence import Sentence

FOLDER = Path(__file__).parent
ENGLISH = "en"
SENTENCES = ("reasons", "standing", "reading", "levels", "terminal", "command-line", "coach")
LANGUAGES = (ENGLISH, *sorted(path.parent.name for path in FOLDER.glob("*/language.json")
                              if path.parent.name != ENGLISH))
OTHERS = LANGUAGES[1:]
# What the board says in other languages than English, a built module for each.
BOARD_WORDS = tuple(f"board-{language}.js" for language in OTHERS
                    if (FOLDER / language / "board.json").is_file())
_spoken = ENGLISH


def speak(language: str) -> None:
    """Speak a language from now on.

    Raises:
        ValueError: if it is none of `LANGUAGES`.
    """
    global _spoken
    check_language(language)
    _spoken = language


def spoken() -> str:
    """The language that is spoken."""
    return _spoken


def check_language(language: str) -> None:
    """Raise ValueError unless there is a language of that code."""
    if language not in LANGUAGES:
        raise ValueError(Sentence("there is no language {language}; languages are {known}",
                                  language=language, known=", ".join(LANGUAGES)))


def preferred(environment: Mapping[str, str]) -> str:
    """The language that the variables LC_ALL, LC_MESSAGES and LANG ask for, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(name):
            code = re.split("[_.@]", wanted)[0].lower()
            return code if code in LANGUAGES else ENGLISH
    return ENGLISH


def tell(text: str, language: str | None = None) -> str:
    """A sentence in a language, by default in the one that is spoken, or in English if that
    language lacks it.
    """
    language = language or _spoken
    known = sentences(language)
    if not isinstance(text, Sentence):
        return known.get(text, text)
    facts = {name: tell(fact, language) if isinstance(fact, Sentence) else fact
             for name, fact in text.facts.items()}
    told = known.get(text.template)
    return plurals(language).fill(told, facts) if told else Sentence(text.template, **facts)


def phrase(text: str, /, **facts: Any) -> str:
    """A sentence in the language that is spoken.

    Args:
        text: the sentence in English, with names in braces.
        facts: what stands for the names.
    """
    return tell(Sentence(text, **facts))


def retold(text: str, *templates: str) -> str:
    """An English sentence that knows no template, told in the language that is spoken.

    Args:
        text: from another program, or from a file.
        templates: what it may be; of two that begin alike, the longer one first.  What stands in
            it for a name is told in the same way.
    """
    for template in templates:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(template))
        if found := re.fullmatch(pattern, text.rstrip(".")):
            return phrase(template, **{name: retold(fact, *templates)
                                       for name, fact in found.groupdict().items()})
    return text


def refusal(why: str, code: str) -> str | None:
    """Why a server says no, in the language that is spoken; None: as the server says it.

    Args:
        why, code: its reasons, the finer one first.
    """
    words = catalogue(_spoken, "refused")
    return words.get(why) or words.get(code)


def page(name: str) -> str:
    """A page of help, such as `screen`, `online-screen`, `plain`, `replay` or `lesson`."""
    return text_of(f"help/{name}.txt")


def command(typed: str) -> str:
    """The name of the command that was typed, which each language may call in its own way."""
    word = typed.lower()
    return catalogue(_spoken, "commands").get(word, word)


def text_of(name: str, language: str | None = None) -> str:
    """A file of a language (by default of the one that is spoken), or else the English one.

    Raises:
        FileNotFoundError: if there is no such file in English either.
    """
    path = FOLDER / (language or _spoken) / name
    return (path if path.exists() else FOLDER / ENGLISH / name).read_text(encoding="utf-8")


@functools.cache
def sentences(language: str) -> dict[str, str]:
    """All sentences that Python says, by their templates in English; none for English."""
    found: dict[str, str] = {}
    for name in SENTENCES:
        found |= catalogue(language, name)
    return found


@functools.cache
def plurals(language: str) -> Plurals:
    """What fills the templates of a language."""
    return Plurals(json.loads(text_of("language.json", language)).get("plurals", {}))


@functools.cache
def catalogue(language: str, name: str) -> dict[str, str]:
    """A catalogue of a language; empty if the language has none of that name."""
    path = FOLDER / language / f"{name}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found
