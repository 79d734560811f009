"""What is of a wrong type is refused by a sentence, wherever programs hand something over."""
import asyncio

import pytest

from eckstein import Board, render
from eckstein.board import push_texts
from eckstein.board.counting import count
from eckstein.board.view import facts, view
from eckstein.engine.client import AsyncEngine
from eckstein.engine.limits import Limits
from eckstein.record import (
    Record,
    conversion,
    read_each,
    read_record,
    read_records,
    save_records,
    write_record,
    write_records,
)
from eckstein.record.film import film

BOARD, RECORD = Board("contra"), Record.from_board(Board("contra"))
TEXT = '[Game "contra"]\n\n*\n'
THINGS = (None, True, 3, 0.1, b"d1", (3, 0), ["d1"], {"d1": "d2"}, object(), "d1", BOARD, RECORD)


def asked(board, limits, lines=1):
    """Ask an engine that has not been started."""
    engine = AsyncEngine([], "contra", {}, {})
    return asyncio.run(anext(engine.stream(board, limits, lines)))


# What is called with each of the things above, and those of their types that it takes.
TAKES = {
    "piece_at": (lambda thing: BOARD.piece_at(thing), str),
    "set_position": (lambda thing: BOARD.copy().set_position(thing), str),
    "read": (lambda thing: BOARD.read(thing), str),
    "push_text": (lambda thing: BOARD.copy().push_text(thing), str),
    "push": (lambda thing: BOARD.copy().push(thing), ()),
    "text": (lambda thing: BOARD.text(thing), ()),
    "describe": (lambda thing: BOARD.describe(thing), ()),
    "variation_text": (lambda thing: BOARD.variation_text(thing), ()),
    "game": (lambda thing: Board(thing), ()),
    "position": (lambda thing: Board("contra", thing), (str, type(None))),
    "push_texts board": (lambda thing: push_texts(thing, ["d1d2"]), Board),
    "push_texts texts": (lambda thing: push_texts(BOARD.copy(), thing), (list, dict)),
    "limits.depth": (lambda thing: Limits(depth=thing), (int, type(None))),
    "limits.time": (lambda thing: Limits(time=thing), (int, float, type(None))),
    "limits.white_time": (lambda thing: Limits(white_time=thing), (int, float, type(None))),
    "limits.infinite": (lambda thing: Limits(infinite=thing), bool),
    "engine board": (lambda thing: asked(thing, Limits(depth=1)), Board),
    "engine limits": (lambda thing: asked(BOARD, thing), Limits),
    "engine lines": (lambda thing: asked(BOARD, Limits(depth=1), thing), int),
    "from_board": (Record.from_board, Board),
    "tag": (lambda thing: Record.from_board(BOARD, White=thing), str),
    "record.board": (lambda thing: RECORD.board(thing), type(None)),
    "node.add": (lambda thing: RECORD.end().add(thing, 3), Board),
    "read_record": (read_record, str),
    "read_records": (lambda thing: list(read_records(thing)), str),
    "read_each": (lambda thing: list(read_each(thing)), str),
    "write_record": (write_record, Record),
    "write_records": (write_records, ()),
    "save_records": (lambda thing: save_records("nowhere/games.txt", thing), ()),
    "svg": (render.svg, Board),
    "svg move": (lambda thing: render.svg(BOARD, move=thing), (str, type(None))),
    "svg arrows": (lambda thing: render.svg(BOARD, arrows=thing), (list, dict)),
    "svg marks": (lambda thing: render.svg(BOARD, marks=thing), (list, dict)),
    "svg size": (lambda thing: render.svg(BOARD, size=thing), int),
    "svg theme": (lambda thing: render.svg(BOARD, theme=thing), str),
    "svg background": (lambda thing: render.svg(BOARD, background=thing), (str, type(None))),
    "frames": (render.frames, (Board, Record)),
    "frames speed": (lambda thing: render.frames(BOARD, speed=thing), (int, float)),
    "frames last_ply": (lambda thing: render.frames(BOARD, last_ply=thing), (int, type(None))),
    "view": (view, Board),
    "facts": (facts, Board),
    "film": (film, Record),
    "convert": (conversion.convert, str),
    "convert target": (lambda thing: conversion.convert(TEXT, target=thing), str),
    "convert source": (lambda thing: conversion.convert(TEXT, thing), (str, type(None))),
    "convert ply": (lambda thing: conversion.convert(TEXT, target="position", ply=thing),
                    (int, type(None))),
    "count": (lambda thing: count(thing, 1), Board),
    "count depth": (lambda thing: count(BOARD, thing), int)}
BUILT_IN = ("has no attribute", "object is not", "not supported between", "unhashable",
            "a bytes-like object", "argument of type", "must be str")


@pytest.mark.parametrize("name", TAKES)
def test_what_is_of_a_wrong_type_is_refused_by_a_sentence(name):
    call, right = TAKES[name]
    refused = 0
    for thing in THINGS:
        if isinstance(thing, right) and (right is bool or not isinstance(thing, bool)):
            continue
        with pytest.raises((TypeError, ValueError)) as refusal:
            call(thing)
        assert not any(words in str(refusal.value) for words in BUILT_IN), refusal.value
        refused += 1
    assert refused


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: BOARD.piece_at((3, 0)), r"the name of a square is a text, not \(3, 0\)"),
    (lambda: asked(BOARD, 0.1), r"what limits a search is a Limits, not 0\.1"),
    (lambda: Limits(infinite=1), "infinite is True or False, not 1"),
    (lambda: BOARD.variation_text(3), "moves are given as a list, not as 3"),
    (lambda: push_texts(BOARD.copy(), "d1d2"), "texts of moves are given as a list, not as 'd1d2'"),
    (lambda: write_records([RECORD, TEXT]), "each of the records is a Record, not")])
def test_the_sentence_says_what_was_expected(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call()
