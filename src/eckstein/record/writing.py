"""Records as text: tags in one order, people's moves, lines that fit a terminal."""
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..base.expect import expect, expect_several
from ..base.files import save_text
from ..base.sentence import Sentence
from ..notation.annotations import write_annotations
from ..notation.errors import NotationError
from ..notation.pgn import HIGHEST_GLYPH, TAG_NAME, escaped, move_number
from .tree import Node, Record

LINE_WIDTH = 80
_CLOSE = " )"               # a parenthesis that is not a word of a comment, which has no blanks


def write_record(record: Record) -> str:
    """The one canonical text of a record.

    White space in comments becomes single blanks, for lines are wrapped.

    Args:
        record: any record.

    Returns:
        Tags, an empty line, and the moves in lines of at most 80 characters, except where a
        single word or a comment with a closing brace is longer.

    Raises:
        NotationError: if a tag's name or value, a glyph or a drawing cannot be written, or the
            result or a tag contradicts how the rules ended the game.
    """
    expect("what is written", record, Record)
    tags = record.tag_pairs()
    lines = [_tag(name, value) for name, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped([*_words(record), tags["Result"]]), ""])


def write_records(records: Iterable[Record]) -> str:
    """Several records one after the other, with an empty line between them.

    Args:
        records: any records.

    Raises:
        NotationError: as `write_record`.
    """
    expect_several("records", records, Record)
    return "\n".join(map(write_record, records))


def save_records(path: str | Path, records: Iterable[Record]) -> None:
    """Write a file of records, whole or not at all.

    Args:
        path: where to write; the folder must exist.
        records: any records.

    Raises:
        NotationError: as `write_record`; nothing is written then.
        OSError: if the file cannot be written.
    """
    save_text(path, write_records(records))


def _tag(name: str, value: str) -> str:
    if not TAG_NAME.fullmatch(name):
        raise NotationError(Sentence("{name!r} cannot be the name of a tag; names are letters, "
                                     "digits and underscores, a letter first", name=name))
    if "\n" in value or "\r" in value:
        raise NotationError(Sentence("the tag {name} holds a line break, which a record cannot; "
                                     "put a blank there, or let it be a comment", name=name))
    return f'[{name} "{escaped(value)}"]'


def _words(record: Record) -> Iterator[str]:
    """The moves as words between which a line may end; a word may itself end a line."""
    turn = record.start.turn
    todo: list[Node | str] = [record.root]          # words, and nodes after which to go on
    yield from _said(record.root)
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
            continue
        if not item.variations:
            continue
        main, *others = item.variations
        yield from _move(main, move_number(turn, item.ply), numbered=_is_apart(item))
        todo.append(main)
        for other in reversed(others):
            number = move_number(turn, item.ply)
            words = [*_comments(other.opening), *_move(other, number, numbered=True)]
            todo += [_CLOSE, other, *reversed(words[1:]), f"({words[0]}"]


def _is_apart(node: Node) -> bool:
    """Whether something stands between this node's move and the next, which then is numbered."""
    beside = node.parent.variations if node.parent else [node]
    return (node.parent is None or any(_said(node))
            or len(beside) > 1 and node is beside[0])


def _move(node: Node, number: str, *, numbered: bool) -> Iterator[str]:
    if numbered or not number.endswith("..."):
        yield number
    yield node.text
    for glyph in node.glyphs:
        if not 0 <= glyph <= HIGHEST_GLYPH:
            raise NotationError(Sentence("{glyph} is not a glyph; glyphs are 0 to {highest}",
                                         glyph=glyph, highest=HIGHEST_GLYPH))
        yield f"${glyph}"
    yield from _said(node)


def _said(node: Node) -> Iterator[str]:
    yield from _comments([*write_annotations(node.annotations()), *node.comments])


def _comments(comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        words = comment.split()
        if "}" in comment:                          # only a comment to the end of a line holds it
            yield f"; {' '.join(words)}\n"
        elif words:
            yield from f"{{{' '.join(words)}}}".split()


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Fill lines with words; what ends in a line break ends its line."""
    line = ""
    for word in words:
        text = word.rstrip("\n") if word != _CLOSE else word.lstrip()
        gap = " " if line and word != _CLOSE else ""
        # A line that begins like a tag would end the comment that it stands in.
        if line and not word.startswith("[") and len(line) + len(gap) + len(text) > LINE_WIDTH:
            yield line
            line, gap = "", ""
        line += gap + text
        if word.endswith("\n"):
            yield line
            line = ""
    if line:
        yield line
