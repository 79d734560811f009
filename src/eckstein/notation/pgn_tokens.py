"""The tokens of game records: tags, moves, glyphs, comments, parentheses and results.

Files come from many programs, so this is lenient: it knows invisible letters, `%` lines, signs of
chess programs such as `±`, comments in comments, and quotes in the values of tags.  What stays
wrong is a token too, "bad", so that the reader goes on behind it.
"""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ..base.expect import expect
from ..base.sentence import Sentence

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
LONGEST_WORD = 255          # as in PGN; it also bounds the work that a hostile text can cause

# Letters without ink and without width: controls but white space, soft hyphens, joiners, marks of
# direction and of byte order, and selectors of variants.
_UNSEEN = ("\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
           "\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb")
_ANY_UNSEEN = re.compile(f"[{_UNSEEN}]+")
_NAME = rf"[^\W\d_][^\s\"“”„\[\]{{}}();{_UNSEEN}]*"
TAG_NAME = re.compile(_NAME)
_GAP = rf"[\s{_UNSEEN}]*+"
# A line that nothing but tags stand on: a comment that is still open there was not closed.
_TAG_LINE = rf"[^\S\n]*[{_UNSEEN}]*\[{_GAP}{_NAME}{_GAP}\"[^\n]*\"[^\S\n]*\][^\S\n]*$"
_COMMENT = rf"\{{[^}}\n]*(?:\n(?!{_TAG_LINE})[^}}\n]*)*\}}"
_OTHERS = rf"""
      (?P<comment>;[^\n\x85\u2028\u2029]*)
      | (?P<tag>\[{_GAP}(?P<name>{_NAME}){_GAP}
                (?:(?<!\\)"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)"{_GAP}\]
                 | ["“”„](?P<loose>[^\n\]]{{0,400}})["“”]{_GAP}\]))
      | (?P<skipped>^%[^\n]*|[{_UNSEEN}]+)
      | (?P<open>\() | (?P<close>\)) | (?P<word>[^\s{{}}();]+) | (?P<stray>[{{}}])"""
_TOKEN = re.compile(rf"(?P<closed>{_COMMENT}) | {_OTHERS}", re.VERBOSE | re.MULTILINE)
_TOKEN_WHERE_NOTHING_CLOSES = re.compile(_OTHERS, re.VERBOSE | re.MULTILINE)
_NEXT_TAG_LINE = re.compile(rf"^{_TAG_LINE}", re.MULTILINE)
_BRACE = re.compile(rf"[{{}};]|^{_TAG_LINE}", re.MULTILINE)
_BRACKET = re.compile(rf"[^\S\n]*[{_UNSEEN}]*\[")
_NUMBER = re.compile(r"[0-9]*[.…]+|[0-9]+$")
_SIGNS = {"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7, "=": 10, "∞": 13, "⩲": 14, "⩱": 15, "±": 16,
          "∓": 17, "⨀": 22, "⊙": 22, "⟳": 32, "↑": 36, "→": 40, "⯹": 44, "⇆": 132, "⊕": 138,
          "∆": 140, "Δ": 140, "⌓": 142}
_WORDS = {"+-": 18, "-+": 19, "+=": 14, "=+": 15, "+/=": 14, "=/+": 15, "+/-": 16, "-/+": 17,
          "=/∞": 44}
_SIGN = "".join(_SIGNS)
_GLYPHS = re.compile(rf"(?:\$[0-9]+|[!?{_SIGN}])*$")
_GLYPH = re.compile(rf"\$[0-9]+|[!?]+|[{_SIGN}]")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−:", "-") | {"½": "1/2"})


class Token(NamedTuple):
    """A token, and where it begins.

    Attributes:
        kind: "comment", "tag", "open", "close", "move", "glyph", "result" or "bad".
        text: of a bad token, what is wrong with it.
        at: how many characters stand before it.
        line, column: the same place, from 1.
        name: of a tag.
        number: of a glyph; -1 if there is no such glyph.
        opens: whether it is the first tag of a block, where a game may begin.
    """

    kind: str
    text: str
    at: int
    line: int
    column: int
    name: str = ""
    number: int = -1
    opens: bool = False


def plain_text(text: str) -> str:
    """The text without a mark of byte order at its head, and with `\\n` at the end of every line.
    """
    expect("what records are read from", text, str)
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def seen(text: str) -> str:
    """The text without invisible letters."""
    return _ANY_UNSEEN.sub("", text)


def result_of(text: str) -> str | None:
    """The result that a text is, such as `1-0` or `½–½`, or None."""
    if text in RESULTS:
        return text
    plain = text.translate(_DASHES).replace(" ", "")
    plain = "1/2-1/2" if plain in ("1/2", "0.5-0.5") else plain
    return plain if plain in RESULTS else None


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text; move numbers and empty comments are left out.

    Args:
        text: any text with `plain_text`.
    """
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    at, last = 0, 0                                 # last: the line of the token before
    open_until = 0                                  # up to here no comment is closed
    while found := (_TOKEN if at >= open_until else _TOKEN_WHERE_NOTHING_CLOSES).search(text, at):
        start, at = found.span()
        line = bisect_right(starts, start)
        column = start - starts[line - 1] + 1
        kind = found.lastgroup
        if kind == "word":
            yield from _word(text, found["word"], Token("move", "", start, line, column), last,
                             starts)
        elif kind in ("comment", "closed"):
            at = _end_of_comment(text, start, at) if kind == "closed" else at
            inside = text[start + 1:at - (kind == "closed")]
            if comment := " ".join(inside.split()):
                yield Token("comment", comment, start, line, column)
        elif kind == "tag":
            name = found["name"]
            opens = line > last and (name == "Game" or not _in_block(text, starts, line))
            yield Token("tag", _value(found), start, line, column, name, -1, opens)
        elif kind == "stray":
            reason = Sentence("there is no comment to close here")
            if found["stray"] == "{":
                reason = Sentence("this comment is not closed with }}")
                if at > open_until:
                    tags = _NEXT_TAG_LINE.search(text, at)
                    open_until = tags.start() if tags else len(text)
            yield Token("bad", reason, start, line, column)
        elif kind != "skipped":
            yield Token(str(kind), found.group(), start, line, column)
        last = line


def _in_block(text: str, starts: list[int], line: int) -> bool:
    """Whether the line before this one begins as a tag does."""
    return line > 1 and _BRACKET.match(text, starts[line - 2]) is not None


def _value(found: re.Match[str]) -> str:
    value = found["value"]
    return re.sub(r'\\(["\\])', r"\1", found["loose"] if value is None else value)


def _end_of_comment(text: str, start: int, end: int) -> int:
    """Where a comment ends that may hold others in braces."""
    for _ in range(text.count("{", start + 1, end)):
        brace = _BRACE.search(text, end)
        if brace is None or brace.group() != "}":
            break
        end = brace.end()
    return end


def _word(text: str, word: str, place: Token, last: int, starts: list[int]) -> Iterator[Token]:
    """What stands between blanks: `c1-c2`, `1.c1-c2!?$14`, `1-0`."""
    _, _, at, line, column, *_ = place
    word = word if word.isascii() and word.isprintable() else seen(word)
    if word[0] == "[":
        opens = line > last and word[1:2].isalpha() and not _in_block(text, starts, line)
        yield Token("bad", Sentence('expected a tag on one line, such as [White "name"]'), at,
                    line, column, opens=opens)
        return
    if len(word) > LONGEST_WORD:
        yield Token("bad", Sentence("{word}... is {count} characters long, and no move is longer "
                                    "than {longest}", word=word[:20], count=len(word),
                                    longest=LONGEST_WORD), at, line, column)
        return
    number = _NUMBER.match(word)
    start = number.end() if number else 0
    rest = word[start:]
    if rest[:1] in "01½*" and (result := result_of(rest)):
        yield Token("result", result, at + start, line, column + start)
        return
    if rest in _WORDS:
        yield Token("glyph", rest, at + start, line, column + start, "", _WORDS[rest])
        return
    glyphs = _GLYPHS.search(word, start)
    end = glyphs.start() if glyphs else len(word)
    if start < end:
        yield Token("move", word[start:end], at + start, line, column + start)
    for glyph in _GLYPH.finditer(word, end):
        yield Token("glyph", glyph.group(), at + glyph.start(), line, column + glyph.start(), "",
                    _number_of(glyph.group()))


def _number_of(glyph: str) -> int:
    if glyph[0] == "$":
        return int(glyph[1:])
    return GLYPHS.get(glyph, _SIGNS.get(glyph, -1))
