"""What nets see of a position (`Network` in the contract)."""
import random
from collections import Counter

import pytest

from eckstein import Board, names
from eckstein.games._cublino.network import ORIENTATIONS, PLACES
from eckstein.kernel.specialise import specialise


def on(network, p):
    """The inputs that are on, as White sees a position."""
    rows = [-1] * (network.MOST + 1)
    n = network.inputs(network.seen(p), rows)
    assert 0 < n <= network.MOST and rows[n:] == [-1] * (network.MOST + 1 - n)
    return rows[:n]


def seen(board):
    """The inputs that the player to move sees, and those that the other one does, in order."""
    network = specialise("kernel", board.game, compiled=False).network
    white = on(network, board.state)
    assert all(0 <= row < network.INPUTS for row in white)
    assert len(set(white)) == len(white) or board.game != "echek"
    views = sorted(white), sorted(map(network.mirrored, white))
    return views[::-1] if board.state.side else views


def positions(game, seed, count, **options):
    chance = random.Random(seed)
    board = Board(game, **options)
    for _ in range(count):
        yield board
        if board.is_game_over():
            board = Board(game, **options)
        else:
            board.push(chance.choice(list(board.legal_moves)))


@pytest.mark.parametrize("game", names())
def test_a_turned_board_is_seen_alike(game):
    for board in positions(game, 1, 400):
        assert seen(board) == seen(board.turned())


@pytest.mark.parametrize("game", names())
def test_who_is_to_move_makes_no_difference_to_what_is_seen(game):
    network = specialise("kernel", game, compiled=False).network
    for board in positions(game, 2, 400):
        p = board.state
        halves = {"echek": 1, "duell": 2}.get(game, 1)
        own, foe = p[1:1 + halves], p[1 + halves:1 + 2 * halves]
        other = type(p)(1 - p.side, *foe, *own, *p[1 + 2 * halves:])
        assert on(network, other) == on(network, p)


@pytest.mark.parametrize("game", names())
def test_twice_mirrored_an_input_is_itself(game):
    network = specialise("kernel", game, compiled=False).network
    found = [network.mirrored(row) for row in range(network.INPUTS)]
    assert [found[row] for row in found] == list(range(network.INPUTS))
    assert found != list(range(network.INPUTS))


def crowded(chance):
    """White's and Black's squares, (column, row) each, close together."""
    squares = [(column, row) for column in range(7) for row in range(7)
               if max(abs(column - chance.choice([1, 3, 5])), abs(row - chance.choice([2, 4]))) < 3]
    chance.shuffle(squares)
    return set(squares[:7]), set(squares[7:14])


def by_neighbours(own, foe, square, way):
    """Four times the friends around a die, and the foes, each up to three."""
    column, row = square
    near = {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {square}
    return 4 * min(len(near & own), 3) + min(len(near & foe), 3)


def by_what_is_ahead(own, foe, square, way):
    """What Pur's dice have before them and beside them."""
    def at(x, y):
        there = square[0] + x, square[1] + y
        if not set(there) <= set(range(7)):
            return 0
        return 1 if there in own else 2 if there in foe else 3
    jumps = any(at(side, 0) in (1, 2) and at(2 * side, 0) == 3 for side in (-1, 1))
    return at(0, way) + 4 * (at(0, 2 * way) == 3) + 8 * jumps


@pytest.mark.parametrize(("game", "around"), [
    ("contra", by_neighbours), ("ecke", by_neighbours), ("pur", by_what_is_ahead)])
def test_what_is_around_dice_is_what_lies_there(game, around):
    network = specialise("kernel", game, compiled=False).network
    board, chance, met = Board(game), random.Random(8), set()
    for _ in range(100):
        white, black = crowded(chance)
        told = Counter(around(white, black, square, 1) for square in white)
        told.update(16 + around(black, white, square, -1) for square in black)
        own, foe = (sum(1 << 7 * row + column for column, row in dice) for dice in (white, black))
        p = board.rules.Position(0, own, foe, own | foe, own, own, 0, own | foe, 0)
        assert Counter((row - PLACES) // ORIENTATIONS for row in on(network, p)
                       if row >= PLACES) == told
        met |= set(told)
    assert len(met) > 24


CHANGES = [("pur", {}), ("contra", {}), ("contra", {"arrival_wins": True}),
           ("contra", {"size": "4"}), ("ecke", {}), ("duell", {}), ("duell", {"board": "9x9"})]


@pytest.mark.parametrize(("game", "options"), CHANGES)
def test_what_goes_and_comes_makes_the_next_position_of_the_last(game, options):
    """Of all legal moves of positions of games, and of two moves together."""
    network = specialise("kernel", game, compiled=False, **options).network
    chance, board, most = random.Random(5), Board(game, **options), 0
    for _ in range(120):
        if board.is_game_over():
            board = Board(game, **options)
        moves = list(board.legal_moves)
        after = [board.rules.apply(board.state, move) for move in moves]
        board.push(chance.choice(moves))
        if not board.is_game_over():
            after += [board.rules.apply(board.state, move) for move in list(board.legal_moves)[:3]]
        before = board.copy()
        before.pop()
        for p in after:
            rows = [-1] * (2 * network.MOST)
            count = network.changes(network.seen(before.state), network.seen(p), rows)
            gone, come = rows[:2 * count:2], rows[1:2 * count:2]
            assert rows[2 * count:] == [-1] * (2 * (network.MOST - count))
            left = Counter(on(network, before.state) + come)
            left.subtract(gone)
            del left[network.INPUTS]
            assert +left == Counter(on(network, p)) and not -left
            most = max(most, count)
    assert most > 4


def test_a_game_says_what_changes_or_is_looked_at_anew():
    told = {game for game in names() if specialise("kernel", game, compiled=False).network.FIELDS}
    assert told == {"pur", "contra", "ecke", "duell"}
    from eckstein.games._defaults import network
    assert (network.FIELDS, network.seen(7), network.changes(7, 8, None)) == (0, 7, 0)


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
    assert no_network.mirrored(0) == 0
