"""Docstrings, comments and the words of the pages name roles, as the documentation does.

The same words are counted as in tests/test_prose.py, outside inline code and examples.
"""
import ast
import io
import json
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

import eckstein
from eckstein.words import ENGLISH, FOLDER, SENTENCES, catalogue

from .test_prose import PER_THOUSAND, PRONOUN

SOURCES = Path(eckstein.__file__).parent
ROOT = Path(__file__).parents[1]
PLACES = {path.name: path for path in sorted(SOURCES.iterdir()) if any(path.glob("*.py"))} | {
    "eckstein": SOURCES, **{name: ROOT / name for name in ("bench", "examples", "tools")}}
SENTENCES_LEFT = 2          # how often they may come in sentences of programs: `--somebody`
CODE = re.compile(r"`[^`]*`|^ *(?:>>>|\.\.\.) .*$", re.MULTILINE)


def prose(source):
    """The docstrings of a module, those of attributes included, and its comments."""
    for node in ast.walk(ast.parse(source)):
        if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)):
            yield CODE.sub("", node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield CODE.sub("", token.string)


def pronouns(texts):
    """The words that are counted, each as often as it comes, and how many words there are."""
    texts = list(texts)
    return ([found[0].lower() for text in texts for found in PRONOUN.finditer(text)],
            sum(len(text.split()) for text in texts))


@cache
def of_folder(name):
    path = PLACES[name]
    files = path.glob("*.py") if path == SOURCES else path.rglob("*.py")
    return pronouns(text for file in files for text in prose(file.read_text(encoding="utf-8")))


def allowed(words):
    """How many of them so many words may have: one in a thousand, and one anywhere."""
    return max(1, PER_THOUSAND * words // 1000)


@pytest.mark.parametrize("name", PLACES)
def test_docstrings_and_comments_name_people_by_their_role(name):
    found, words = of_folder(name)
    assert len(found) <= allowed(words), f"{len(found)} of {allowed(words)}: {found}"


def leaves(tree):
    """The texts of a catalogue."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict | list):
        for branch in tree.values() if isinstance(tree, dict) else tree:
            yield from leaves(branch)


def test_the_words_of_the_pages_name_people_by_their_role():
    found, words = pronouns(
        text for path in (FOLDER / ENGLISH).rglob("*.json")
        for text in leaves(json.loads(path.read_text(encoding="utf-8"))))
    assert len(found) <= allowed(words), found


def test_pages_of_help_and_rules_name_people_by_their_role():
    found, words = pronouns(path.read_text(encoding="utf-8")
                            for path in (FOLDER / ENGLISH).rglob("*.*") if path.suffix != ".json")
    assert len(found) <= allowed(words), found


def test_sentences_of_programs_have_no_more_of_these_words_than_before():
    found, _ = pronouns({text for name in SENTENCES for text in catalogue("de", name)})
    assert len(found) <= SENTENCES_LEFT, found


@pytest.mark.parametrize("source", [
    '"""Whoever asks."""', 'def f():\n    """Somebody.\n\n    More.\n    """',
    "class A:\n    x = 1\n    '''Whose it is.'''", "x = 1  # for nobody"])
def test_a_pronoun_in_prose_is_counted(source):
    assert len(pronouns(prose(source))[0]) == 1


@pytest.mark.parametrize("source", [
    'say("somebody")', 'def whose(): ...', '"""The option `--somebody`."""',
    '"""An example:\n\n    >>> whose = 1\n    """'])
def test_code_is_not(source):
    assert pronouns(prose(source))[0] == []
