"""Positions of stored games: those of boards, each once, and nothing that is illegal."""
from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from eckstein import Board, names
from eckstein.lab.data import NO_VALUE, DataError, check, positions
from eckstein.lab.data.games import encoding_of, summed
from eckstein.lab.data.records import boards
from eckstein.lab.learning.observations import observed_board

from .played import many, played


def rows(games, size=7, **more):
    """All positions one by one: game, ply, and what else is told; unmixed without a seed."""
    found = []
    for batch in positions(games, size, **{"shuffle": "seed" in more} | more):
        assert len(batch) <= size
        found += zip(batch.games.tolist(), batch.plies.tolist(), batch.observations,
                     batch.scalars, batch.masks, batch.actions.tolist(), batch.values.tolist(),
                     batch.results.tolist(), strict=True)
    return found


def sound(game, seed, **more):
    """Games whose results are those of the rules, or none."""
    given = played(game, {}, seed, 4, plies=40, **more)
    results = [board.outcome().result() if board.outcome() else "*" for board in boards(given)]
    return replace(given, results=np.array(
        [("*", "1-0", "0-1", "1/2-1/2").index(one) for one in results], np.uint8))


@pytest.mark.parametrize("game", names())
def test_positions_are_those_of_boards(game):
    given = sound(game, 3)
    seen = {row[:2]: row[2:] for row in rows(given, openings=True, unfinished=True)}
    assert len(seen) == given.moves
    encoding = encoding_of(game, given.options)
    for number, played_board in enumerate(boards(given)):
        board = Board(game, given.starts[given.start[number]])
        end = int(given.results[number])
        for ply, move in enumerate(played_board.move_stack):
            observations, scalars, mask, action, value, result = seen[number, ply]
            shown = observed_board(board)
            assert (shown[:len(observations)] == observations).all()
            assert (shown[len(observations):, 0, 0] == scalars).all()
            legal = {encoding.action_of(board.state, one) for one in board.legal_moves}
            assert set(np.flatnonzero(mask).tolist()) == legal
            assert action == encoding.action_of(board.state, move)
            assert value == given.values[given.offsets[number] + ply]
            side = 1 if board.turn == "white" else 2
            assert result == (0 if end in (0, 3) else 1 if end == side else -1)
            board.push(move)


@cache
def contra():
    """Thirty games, which take seconds to make."""
    return many("contra", 30, plies=60)


def test_each_position_comes_once_whatever_the_order():
    plain = [row[:2] for row in rows(contra(), openings=True, unfinished=True, side_by_side=1)]
    assert plain == [(game, ply) for game in range(30) for ply in range(contra().plies[game])]
    mixed = [row[:2] for row in rows(contra(), seed=1, openings=True, unfinished=True,
                                     side_by_side=8)]
    assert mixed != plain
    assert Counter(mixed) == Counter(plain)


def test_what_is_shown_belongs_to_its_game_in_any_order():
    def by_place(**more):
        return {row[:2]: (row[2].tobytes(), row[3].tobytes(), row[4].tobytes(), *row[5:])
                for row in rows(contra(), **more)}
    assert by_place() == by_place(seed=5, size=3) == by_place(seed=6, pool=0, threads=2)


def test_a_seed_makes_the_order():
    def order(seed):
        return [row[:2] for row in rows(contra(), seed=seed, share=0.5)]
    assert order(1) == order(1) != order(2)
    assert 0.3 < len(order(1)) / len(rows(contra())) < 0.7


def test_without_a_seed_the_order_is_another_every_time():
    def order(**more):
        return [row[:2] for row in rows(contra(), seed=None, **more)]
    assert order() != order() and order(pool=0) != order(pool=0)
    assert Counter(order()) == Counter(order(shuffle=False))


def test_a_batch_has_positions_of_many_games():
    first = next(positions(contra(), 64, seed=1, pool=512, unfinished=True))
    assert len(set(first.games.tolist())) > 10
    assert np.ptp(first.plies) > 10


def test_moves_by_chance_and_games_without_result_are_left_out():
    finished = contra().results > 0
    assert 0 < finished.sum() < 30
    left = {row[:2] for row in rows(replace(contra(), random_plies=np.full(30, 2, np.uint16)))}
    assert left == {(game, ply) for game in np.flatnonzero(finished).tolist()
                    for ply in range(2, contra().plies[game])}


def test_masks_can_be_bits_or_left_out():
    masks = next(positions(contra(), 5, seed=1)).masks
    bits = next(positions(contra(), 5, seed=1, masks="bits")).masks
    assert bits.shape == (5, 2)
    assert [[row[a // 64] >> np.uint64(a % 64) & np.uint64(1) for a in range(115)]
            for row in bits] == masks.tolist()
    assert not hasattr(next(positions(contra(), 5, masks=None)), "masks")


def test_visits_become_shares():
    two = contra().select(np.array([0]))
    counts = np.zeros(two.moves, np.int64)
    counts[3] = 2
    given = replace(two, results=np.ones(1, np.uint8), visit_offsets=summed(counts),
                    visit_actions=np.array([5, 9], np.uint16),
                    visit_counts=np.array([30, 10], np.uint32))
    batch = next(positions(given.select(np.array([0])), 4, openings=True, shuffle=False))
    assert batch.policies.shape == (4, 115)
    assert (batch.policies[3][[5, 9]].tolist(), batch.policies.sum()) == ([0.75, 0.25], 1)
    assert (batch.values == NO_VALUE).all()
    assert next(positions(contra(), 4)).policies is None


@pytest.mark.parametrize(("more", "said"), [
    ({"size": 0}, "size must be from 1 to 2147483647, not 0"),
    ({"share": 0}, "share must be from above 0 to 1, not 0"),
    ({"pool": -1}, "pool must be from 0"), ({"side_by_side": 0}, "side_by_side must be from 1")])
def test_what_cannot_be_asked_is_refused(more, said):
    with pytest.raises(ValueError, match=said):
        next(positions(contra(), **{"size": 5} | more))


def test_a_size_that_is_no_whole_number_is_refused():
    with pytest.raises(TypeError, match=r"size is a whole number, not 2\.5"):
        next(positions(contra(), 2.5))


def at(games, number, ply, action):
    actions = games.actions.copy()
    actions[games.offsets[number] + ply] = action
    return replace(games, actions=actions)


@pytest.mark.parametrize("action", [114, 115, 65535])
def test_an_illegal_move_is_told_with_its_game(action):
    with pytest.raises(DataError, match=f"game 8, ply 6: the action {action} is not legal in c"):
        check(at(contra(), 7, 5, action), side_by_side=3)


def test_results_that_are_not_those_of_the_rules_are_told():
    won = int(np.flatnonzero(contra().results == 1)[0])
    results = contra().results.copy()
    results[won] = 2
    with pytest.raises(DataError, match=f"game {won + 1} has the result 0-1, and by the rules it "
                                        "ended 1-0"):
        check(replace(contra(), results=results))
    results[won] = 0
    with pytest.raises(DataError, match=r"has the result \*, and by the rules it ended 1-0"):
        check(replace(contra(), results=results))


def test_a_game_that_goes_on_after_its_end_is_told():
    won = contra().select(np.flatnonzero(contra().results == 1)[:1])
    longer = replace(won, offsets=won.offsets + np.array([0, 1]),
                     actions=np.append(won.actions, won.actions[-1]))
    with pytest.raises(DataError, match="game 1 goes on after it is over"):
        check(longer)


def test_a_start_where_no_game_can_begin_is_told():
    won = contra().select(np.flatnonzero(contra().results == 1)[:1])
    over = next(boards(won)).position()
    with pytest.raises(DataError, match=f"the start {over}: no game can begin where it is over"):
        check(replace(contra(), starts=(over,)))
    with pytest.raises(DataError, match="the start here: "):
        check(replace(contra(), starts=("here",)))


def test_sound_games_are_right():
    check(contra())
    check(contra().select(np.zeros(0, np.int64)))
