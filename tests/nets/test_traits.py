"""What policies see of moves (`Traits` in the contract)."""
import pytest

from eckstein import names
from eckstein.kernel.specialise import specialise

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
    assert game != "contra" or sum(len(some) > 1 for some in rows.values()) > len(rows) / 2


def battle(trait, traits):
    """A trait of a battle: (own dice that fall, the other's), the way, friends and foes beside."""
    rest, foes = divmod(trait - traits.FIRST_BATTLE, traits.SEEN)
    rest, friends = divmod(rest, traits.SEEN)
    falls, way = divmod(rest, traits.WAYS)
    return divmod(falls, traits.SEEN), way, (friends, foes)


def beside(board, step, mine):
    """How many dice of each side stand beside the die of a step after it, the mover's first."""
    (column, row), origin = map(place, (step.target, step.origin))
    near = [piece.colour for (x, y), piece in board.contents().pieces.items()
            if abs(x - column) + abs(y - row) == 1 and (x, y) != origin]
    return near.count(mine), len(near) - near.count(mine)


def place(square):
    return ord(square[0]) - ord("a"), int(square[1]) - 1


@pytest.mark.parametrize("options", [{}, {"arrival_wins": True}, {"size": "5"}])
def test_traits_of_contra_tell_who_falls_and_who_stands_beside(options):
    """Against what people are told of a move, which does not come from compiled rules alone."""
    traits, seen = traits_of("contra", **options), set()
    for board in positions("contra", 6, 600, **options):
        found, mine = [0] * traits.MOST, board.contents().side
        for move in [] if board.is_game_over() else board.legal_moves:
            if traits.traits(board.state, move, found) == 1:
                assert move == board.rules.PASS
                continue
            falls, way, friends_and_foes = battle(found[1], traits)
            fallen = [one.piece.colour for one in board.rules.removed(board.state, move)]
            assert falls == (fallen.count(mine), len(fallen) - fallen.count(mine))
            step = board.describe(move).steps[0]
            assert (way == 0) == (step.origin[0] == step.target[0])
            assert friends_and_foes == beside(board, step, mine)
            seen.add((falls, friends_and_foes))
    assert len(seen) > 10 and any(sum(falls) for falls, _ in seen)
