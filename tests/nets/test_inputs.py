"""What nets see of a position (`Network` in the contract)."""
import random

import pytest

from eckstein import Board, names
from eckstein.kernel.specialise import specialise


def seen(board):
    network = specialise("kernel", board.game, compiled=False).network
    rows = [-1] * (2 * network.MOST)
    n = network.inputs(board.state, rows)
    assert 0 < n <= network.MOST and rows[n:network.MOST] == [-1] * (network.MOST - n)
    own, other = rows[:n], rows[network.MOST:network.MOST + n]
    assert all(0 <= row < network.INPUTS for row in own + other)
    assert len(set(own)) == n or board.game != "echek"
    return sorted(own), sorted(other)


def positions(game, seed, count):
    chance = random.Random(seed)
    board = Board(game)
    for _ in range(count):
        yield board
        if board.is_game_over():
            board = Board(game)
        else:
            board.push(chance.choice(list(board.legal_moves)))


@pytest.mark.parametrize("game", names())
def test_a_turned_board_is_seen_alike(game):
    for board in positions(game, 1, 400):
        assert seen(board) == seen(board.turned())


@pytest.mark.parametrize("game", names())
def test_the_other_sees_what_he_would_see_if_it_were_his_turn(game):
    for board in positions(game, 2, 400):
        p = board.state
        halves = {"echek": 1, "duell": 2}.get(game, 1)
        own, foe = p[1:1 + halves], p[1 + halves:1 + 2 * halves]
        swapped = Board(game)
        network = specialise("kernel", game, compiled=False).network
        other = type(p)(1 - p.side, *foe, *own, *p[1 + 2 * halves:])
        rows = [-1] * (2 * network.MOST)
        n = network.inputs(other, rows)
        assert (sorted(rows[network.MOST:network.MOST + n]), sorted(rows[:n])) == seen(board)
        assert swapped.game == game


@pytest.mark.parametrize("game", names())
def test_factors_name_what_rows_have_in_common(game):
    network = specialise("kernel", game, compiled=False).network
    rows = {}
    for row in range(network.INPUTS):
        found = network.factors(row)
        assert len(set(found)) == len(found)
        for name in found:
            rows.setdefault(name, []).append(row)
    assert sum(len(some) > 1 for some in rows.values()) > len(rows) / 2
    assert sum(map(len, rows.values())) > network.INPUTS


def test_a_game_without_networks_is_searched_by_its_knowledge():
    from eckstein.games._defaults import no_network
    assert (no_network.INPUTS, no_network.inputs(None, None), no_network.factors(0)) == (0, 0, ())
