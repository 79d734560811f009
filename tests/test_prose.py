"""Sentences in the documentation have a role as their subject: a player, a host, an operator.

"Whoever asks too often" makes the reader guess; "clients that exceed the rate" does not.  Words
such as "who" and "somebody" are counted outside blocks and inline code.  In tables they count as
well.
"""
import re

import pytest
from tools.page_tables import filled_in

from .test_docs import BLOCK, PAGES, ROOT, in_english, name

PRONOUN = re.compile(r"\b(?:who|whom|whose|whoever|whomever|(?:some|any|no|every)body"
                     r"|(?:some|any|every)one|no one)\b", re.IGNORECASE)
INDENTED = re.compile(r"(?<=\n\n)(?:(?: {4}|\t)[^\n]*\n|\n(?= {4}|\t))+")
CODE = re.compile(r"`[^`]*`|(?<=\])\([^)\s]*\)|<!--.*?-->|<[^>]*>", re.DOTALL)
PER_THOUSAND = 1
ENGLISH = [ROOT / "CHANGELOG.md", *filter(in_english, PAGES)]


def sentences(text):
    """The text without its blocks, its code and the targets of its links."""
    return CODE.sub("", INDENTED.sub("", BLOCK.sub("", text)))


def pronouns(text):
    """Each of the words, as often as it comes."""
    return [found[0].lower() for found in PRONOUN.finditer(sentences(text))]


def allowed(text):
    """How many of the words a page of this length may have: one in a thousand, on any page one."""
    return max(1, PER_THOUSAND * len(sentences(text).split()) // 1000)


@pytest.mark.parametrize("page", ENGLISH, ids=name)
def test_people_are_named_by_their_role(page):
    text = filled_in(page.read_text(encoding="utf-8"))
    found = pronouns(text)
    assert len(found) <= allowed(text), f"{len(found)} of {allowed(text)}: {found}"


@pytest.mark.parametrize("text", [
    "Whoever asks is told.", "A player whose turn it is.", "| nobody | x |", "*Somebody's* turn.",
    "[Everybody](play.md)", "No one knows.", "* For\n  whom?", "Text\n    anyone, wrapped."])
def test_a_pronoun_is_counted(text):
    assert len(pronouns(text)) == 1


@pytest.mark.parametrize("text", [
    "The player asks.", "`--somebody`", "`nobody\nin code`", "A whole body.",
    "A block:\n\n    who asks\n\n    who else\n", "```text\nwho asks\n```\n",
    "[a link](house.md#who-may-ask)", "<!-- python\nwho = 1\n-->\n"])
def test_code_and_the_targets_of_links_are_not(text):
    assert pronouns(text) == []
