"""A move is found by its text alone, without the steps of others: what is found is the same.

The old way, by all legal moves one after the other, is still there for games that do not provide
the parts `Ways`, `Legs` and `OneMove`.  Here it judges the quick one.
"""
import itertools
import random

import pytest

from eckstein import Board, contract
from eckstein.notation.squares import name_of

from ..helpers import VARIANTS, named, random_games

ALL = named(VARIANTS)
ON_LEGS = [given for given in ALL if Board(given.values[0]).rules.MOVE_TEXT == "legs"]
ON_SQUARES = [given for given in ALL if Board(given.values[0]).rules.MOVE_TEXT == "squares"]


def found(board, text):
    """The move of a text with its warnings, or what is said instead."""
    try:
        return board.read(text)
    except ValueError as error:
        return type(error), str(error)


def without_parts(monkeypatch):
    monkeypatch.setattr(contract, "_provides", lambda rules, part: False)


def positions(game, options, every, seeds=range(1), plies=60):
    """Positions of random games, the last ones included, as boards that have made no list yet."""
    for board in random_games(game, options, seeds, plies):
        if board.ply % every == 0 or board.is_game_over():
            yield board.copy()


@pytest.mark.parametrize(("game", "options"), ALL)
def test_the_text_of_every_legal_move_is_read_as_that_move(game, options):
    for board in positions(game, options, every=14):
        for move in list(board.legal_moves):
            assert board.parse(board.text(move)) == move
            assert board.parse(board.notation(move)) == move


@pytest.mark.parametrize(("game", "options"), ON_LEGS)
def test_texts_of_legs_are_read_as_before(game, options, monkeypatch):
    chance, met = random.Random(1), set()
    for board in positions(game, options, every=15):
        squares = [name_of(square) for square in itertools.product(
            range(board.rules.COLUMNS), range(board.rules.ROWS))]
        texts = [origin + mark + target for origin, target, mark in zip(
            chance.choices(squares, k=60), chance.choices(squares, k=60),
            chance.choices(["-", "x", ""], k=60), strict=True)]
        texts += [board.text(move) for move in board.legal_moves]
        texts = [case(text[:2]) + text[2:-2] + other(text[-2:]) for text in texts
                 for case in (str.lower, str.upper) for other in (str.lower, str.upper)]
        fresh = board.copy()
        fresh._legal = None
        quick = [found(fresh, text) for text in texts]
        with monkeypatch.context() as patch:
            without_parts(patch)
            slow = [found(board, text) for text in texts]
        assert quick == slow
        met |= {type(one) for one in slow} | {one[1].partition(";")[0][-20:] for one in slow
                                              if isinstance(one[1], str)}
    assert len(met) > 6             # moves, and refusals for several reasons


@pytest.mark.parametrize(("game", "options"), ON_SQUARES)
def test_texts_of_two_squares_are_read_as_before(game, options, monkeypatch):
    chance = random.Random(1)
    for board in positions(game, options, every=15):
        squares = [name_of(square) for square in itertools.product(
            range(board.rules.COLUMNS), range(board.rules.ROWS))]
        texts = ["--", *(board.text(move)[:4] for move in board.legal_moves)]
        texts += [origin + target for origin, target in itertools.product(
            chance.sample(squares, 9), chance.sample(squares, 9))]
        quick = [found(board, text) for text in texts]
        with monkeypatch.context() as patch:
            without_parts(patch)
            slow = [found(board, text) for text in texts]
        assert quick == slow


@pytest.mark.parametrize(("game", "options"), ON_LEGS)
def test_one_move_is_allowed_if_it_is_among_all(game, options):
    for board in positions(game, options, every=20):
        if not board.is_game_over():
            rules, legal = board.rules, set(board.legal_moves)
            assert {move for move in range(rules.MOVE_CODES)
                    if rules.allows(board.state, move)} == legal


@pytest.mark.parametrize("game", ["contra", "duell"])
@pytest.mark.parametrize("wrong", [-1, 1 << 40, 1.5, "d1d2", None, (3, 0)])
def test_what_is_no_move_is_no_legal_move(game, wrong):
    board = Board(game)
    assert wrong not in board.legal_moves
    assert list(board.legal_moves)
    assert wrong not in board.legal_moves


def test_a_move_that_was_found_is_not_taken_for_legal_later():
    board = Board("duell")
    move = board.parse("D1-e6")
    board.push(move)
    assert move not in board.legal_moves
    board.pop()
    assert move in board.legal_moves
