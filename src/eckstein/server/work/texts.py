"""Any text that contains positions or games, as trees for a browser, and back.

A tree is a list of nodes, the root first.  Each names its parent by its index, so that no game
nests too deeply for JSON.  The first child of a node is its main line.
"""
from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from ...base.sentence import Sentence, reason_of
from ...board import Board
from ...games import check_game_name
from ...kernel import options as option_values
from ...notation.annotations import Annotations, Evaluation
from ...notation.chess import CHESS, is_chess
from ...notation.errors import NotationError
from ...notation.pgn import RecordError, begins, escaped, plain_text
from ...notation.pgn_tokens import tokens
from ...record import Node, Record, conversion, openings, write_record
from ...record.exchange import FORMATS, detect
from ...record.json_lines import NEXT_LINE
from ...wire.http_boards import (
    FILE_LETTERS,
    NodeValue,
    ReadAnswer,
    ReadFault,
    ReadGame,
    ReadNode,
    ReadRequest,
    TreeNode,
    WriteAnswer,
    WriteRequest,
)
from ...wire.http_studies import OpeningsAnswer, OpeningsRequest, StudyChapter
from ...wire.words import template_of
from ..game.boards import make_board

GAMES_READ = 200
MOVES = "moves"
LINES = {"position": re.compile(r"\n"), "json": NEXT_LINE}        # ends of games
_NO_GAME = Sentence("this text contains moves; name the game they belong to")


def read_text(wish: ReadRequest) -> ReadAnswer:
    """What a text is, and the games in it.

    Raises:
        ValueError: with a sentence, if it is no text of games at all.
    """
    whole = len(wish.text) - (wish.more and wish.text.endswith("\r"))      # half a line break
    text, half = plain_text(wish.text[:whole]), wish.text[whole:]
    form = wish.format or _format(text, wish.game)
    if form == MOVES:
        records = _moves(text, wish)
        return ReadAnswer(form, "moves", [tree(record) for record in records], [], [],
                          len(records), text.count("\n"), half)
    parted = _parted(text, form, wish.more)
    if not parted.text and len(wish.text) == FILE_LETTERS:
        raise NotationError(Sentence("a game is longer than {count} letters", count=FILE_LETTERS))
    found = list(conversion.read_each(parted.text, form, wish.options or None))
    if not (found or wish.more or wish.format):
        raise NotationError(Sentence("there is no game in this text"))
    games = [game for game in found if isinstance(game, Record)]
    return ReadAnswer(
        form, FORMATS[form], [tree(game) for game in games],
        [_told(fault) for fault in found if isinstance(fault, RecordError)],
        [_told(warning) for game in games for warning in game.warnings],
        len(found), parted.text.count("\n"), parted.rest + half)


def check_games(text: str) -> None:
    """See that there are games in a text.

    Raises:
        ValueError: with a sentence, if there are none.
    """
    found = read_text(ReadRequest(text))
    if not found.games:
        fault = found.faults[0]
        raise RecordError(fault.reason, fault.game, fault.line, fault.column)


def _format(text: str, game: str | None) -> str:
    """What a text is: one of FORMATS, or the moves of a game without tags."""
    if is_chess(text):
        raise NotationError(CHESS)
    found = detect(text)
    bare = found == "record" and not any(token.kind == "tag" for token in tokens(text))
    if game is not None and (found is None or bare):
        return MOVES
    if bare:
        raise NotationError(_NO_GAME)
    return conversion.format_of(text)


class Parted(NamedTuple):
    """The part of a text that is read, and the rest."""

    text: str
    rest: str


def _parted(text: str, form: str, more: bool) -> Parted:
    """As many whole games as are read at once, and what follows them."""
    if form == "record":
        places = begins(text)
    elif form in LINES:
        places = [0, *(found.end() for found in LINES[form].finditer(text))]
    else:
        return Parted(text, "")
    if len(places) > GAMES_READ:
        places = places[:GAMES_READ + 1]
    elif not more:
        return Parted(text, "")
    place = places[-1] if places else 0
    return Parted(text[:place], text[place:])


def _told(error: RecordError) -> ReadFault:
    return ReadFault(error.game, error.line, error.column, str(error.reason),
                     template_of(error.reason))


def _moves(text: str, wish: ReadRequest) -> list[Record]:
    """The games of a text that has moves but no tags; what is wrong stands where it was typed."""
    if wish.game is None:
        raise NotationError(_NO_GAME)
    check_game_name(wish.game)
    options = option_values.complete(wish.game, wish.options)
    tags = {"Game": wish.game, "Options": option_values.write(wish.game, options),
            "Position": wish.position or ""}
    head = [f'[{name} "{escaped(value)}"]' for name, value in tags.items() if value]
    try:
        return conversion.read("\n".join([*head, text]), "record")
    except RecordError as error:
        line = error.line - len(head)
        if line < 1:
            raise NotationError(error.reason) from None
        if "\n" in text.strip():
            raise RecordError(error.reason, error.game, line, error.column) from None
        raise NotationError(Sentence("character {column}: {reason}", column=error.column,
                                     reason=error.reason)) from None


def tree(record: Record) -> ReadGame:
    """A record as a list of nodes."""
    order = list(record.nodes())
    index = {id(node): number for number, node in enumerate(order)}
    texts = _plain_texts(record, order)
    return ReadGame(
        record.start.game, record.start.options, record.start.position(), record.tag_pairs(),
        record.result,
        [ReadNode(index[id(node.parent)] if node.parent else None, texts[number], node.text,
                  node.opening, node.comments, node.glyphs, node.marks, node.arrows,
                  node.clock, node.evaluation and NodeValue(*node.evaluation), node.by_engine)
         for number, node in enumerate(order)])


def _plain_texts(record: Record, order: list[Node]) -> list[str]:
    """The plain texts of all moves, by one walk of a board through the tree."""
    board, texts, path = record.start.copy(), [], [order[0]]
    for node in order:
        if node.parent is None:
            texts.append("")
            continue
        while path[-1] is not node.parent:
            path.pop()
            board.pop()
        assert node.move is not None
        texts.append(board.text(node.move))
        board.push(node.move)
        path.append(node)
    return texts


def write_tree(wish: WriteRequest) -> WriteAnswer:
    """A tree as the text of a record.

    Raises:
        ValueError: with a sentence.
    """
    return WriteAnswer(write_record(_record(wish)))


def checked_chapter(chapter: StudyChapter) -> StudyChapter:
    """A chapter with the notation of its moves, which are legal.

    Raises:
        ValueError: with a sentence.
    """
    nodes = tree(_record(chapter)).nodes
    return msgspec.structs.replace(chapter, nodes=msgspec.convert(
        nodes, list[TreeNode], from_attributes=True))


def _record(wish: WriteRequest) -> Record:
    """The record of a tree; see `write_tree`."""
    start = make_board(wish.game, wish.options, wish.position)
    record = Record(start)
    board, path, made = start.copy(), [record.root], [record.root]
    for number, told in enumerate(wish.nodes):
        node = record.root
        if number:
            node = _grown(board, path, made, told, number)
            made.append(node)
        elif told.parent is not None:
            raise NotationError(Sentence("the first node is the root, which has no parent"))
        node.opening, node.comments, node.glyphs = told.opening, told.comments, told.glyphs
        value = told.evaluation
        node.annotate(Annotations(told.marks, told.arrows, told.clock,
                                  None if value is None else
                                  Evaluation(value.score, value.mate, value.depth),
                                  told.by_engine))
    record.settle(record.outcome(), wish.tags | ({"Result": wish.result} if wish.result else {}))
    return record


def _grown(board: Board, path: list[Node], made: list[Node], told: TreeNode,
           number: int) -> Node:
    """The next node of a tree; the board goes to it."""
    parent = told.parent
    if parent is None or parent >= number:
        raise NotationError(Sentence("the parent of node {number} must come before it",
                                     number=number))
    while path[-1] is not made[parent]:
        if len(path) == 1:
            raise NotationError(Sentence("node {number} comes too late: a node is followed by "
                                         "all that comes of it", number=number))
        path.pop()
        board.pop()
    try:
        move = board.parse(told.text)
    except ValueError as error:
        reason = reason_of(error)
        raise NotationError(Sentence("node {number} ({text}): {reason}", number=number,
                                     text=told.text, reason=reason)) from None
    node = made[parent].add(board, move)
    board.push(move)
    path.append(node)
    return node


def openings_in(wish: OpeningsRequest) -> OpeningsAnswer:
    """How the games of a text began.

    Raises:
        ValueError: with a sentence.
    """
    found = openings.count_openings(wish.text, wish.game, wish.options, wish.plies)
    first = found.wrong[0] if found.wrong else None
    return OpeningsAnswer(
        found.games, found.others, len(found.wrong),
        str(first) if first else None, template_of(first) if first else None,
        {position: {move: (counts[0], counts[1], counts[2], counts[3])
                    for move, counts in moves.items()}
         for position, moves in found.played.items()})
