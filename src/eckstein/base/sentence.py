"""Sentences for any language: a template in English, and the facts in it.

They stand apart from the catalogues, so that compiled rules do not depend on what translators
change.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .plurals import ENGLISH


class Sentence(str):
    """A sentence in English that knows its template and its facts.

        Sentence("{square} is not empty", square="e4")

    Code that knows no more sees the English sentence.  `words.tell` puts it into the current
    language, from the template and the facts.

    Attributes:
        template: the sentence in English, with names in braces, and forms of words for numbers
            (`plurals`); catalogues of other languages have it as their key.
        facts: what stands for the names.  A fact that is a `Sentence` is told in the other
            language, too; anything else stands there as it is.

    Raises:
        KeyError: if a name in the template is not among the facts.
    """

    template: str
    facts: dict[str, Any]

    def __new__(cls, template: str, /, **facts: Any) -> Sentence:
        made = super().__new__(cls, ENGLISH.fill(template, facts))
        made.template, made.facts = template, facts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), self.facts


def template_of(text: str) -> dict[str, Any]:
    """A sentence as plain objects: `text`, its template, and `facts`.

    A fact that is a sentence is such an object again, others are texts.  A text that knows no
    template is one without facts.
    """
    if not isinstance(text, Sentence):
        return {"text": text, "facts": {}}
    return {"text": text.template, "facts": {
        name: template_of(fact) if isinstance(fact, Sentence) else str(fact)
        for name, fact in text.facts.items()}}


def joined(parts: Sequence[str], between: str = "; ") -> str:
    """Sentences one after the other, each of which keeps its facts."""
    if len(parts) == 1:
        return parts[0]
    names = {f"part{number}": part for number, part in enumerate(parts)}
    return Sentence(between.join(f"{{{name}}}" for name in names), **names)


def reason_of(error: BaseException) -> str:
    """Why something failed, perhaps a `Sentence`, without the text or the place where it did."""
    reason = getattr(error, "reason", None)
    return reason if isinstance(reason, str) else message_of(error)


def message_of(error: BaseException) -> str:
    """All that an error says, perhaps as a `Sentence`."""
    message = getattr(error, "message", error.args[0] if error.args else "")
    return message if isinstance(message, Sentence) else str(error)
