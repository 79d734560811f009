"""What policies see of moves (`Traits` in the contract)."""
from itertools import islice

import pytest

from eckstein import Board, names
from eckstein.kernel.specialise import specialise

from .slow_traits import SLOW
from .test_inputs import positions


def traits_of(game, **options):
    return specialise("kernel", game, compiled=False, **options).traits


def of_moves(board, traits):
    """The traits of all moves, as sets of numbers do not say which move has which."""
    found, told = [-1] * traits.MOST, []
    for move in board.legal_moves:
        n = traits.traits(board.state, move, found)
        assert 0 < n <= traits.MOST and all(0 <= one < traits.TRAITS for one in found[:n])
        told.append(tuple(found[:n]))
    return told


@pytest.mark.parametrize("game", names())
def test_a_turned_board_has_moves_of_the_same_traits(game):
    traits = traits_of(game)
    for board in positions(game, 5, 60):
        if not board.is_game_over():
            told = of_moves(board, traits)
            assert sorted(told) == sorted(of_moves(board.turned(), traits))
            assert len(set(told)) == len(told)


@pytest.mark.parametrize("game", names())
def test_factors_name_what_traits_have_in_common(game):
    traits = traits_of(game)
    rows = {}
    for trait in range(traits.TRAITS):
        found = traits.factors(trait)
        assert len(set(found)) == len(found)
        for name in found:
            rows.setdefault(name, []).append(trait)
    assert sum(len(some) > 1 for some in rows.values()) > len(rows) / 2


RULES = [("contra", {}), ("contra", {"arrival_wins": True}), ("contra", {"size": "5"}), ("pur", {}),
         ("ecke", {}), ("ecke", {"chains": True, "ties_protect": True}),
         ("ecke", {"own_corner_safe": True}), ("duell", {}),
         ("duell", {"board": "9x9", "king_captures": False}), ("echek", {}),
         ("echek", {"bishop": "basic"}), ("echek", {"bishop": "final", "queens_first": True})]


@pytest.mark.parametrize(("game", "options"), RULES)
def test_traits_are_what_people_see_after_the_move(game, options):
    """Against a slow computation that shares nothing with the compiled one."""
    kernel, seen = specialise("kernel", game, compiled=False, **options), set()
    traits, encoding = kernel.traits, kernel.encoding
    found, passes = [0] * traits.MOST, getattr(Board(game, **options).rules, "PASS", -1)
    each = 3 if game == "duell" else 1          # what is slow and obvious takes longest there
    for board in islice(positions(game, 6, 400, **options), 0, None, each):
        for move in [] if board.is_game_over() else board.legal_moves:
            n = traits.traits(board.state, move, found)
            if move == passes:
                assert n == 1
                continue
            action = encoding.action_of(board.state, move)
            assert tuple(found[:n]) == SLOW[game](board, move, action, encoding.ACTIONS)
            seen |= set(found[:n])
    assert len(seen) > 400
