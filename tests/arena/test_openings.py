"""Openings differ, are fair to both, and are the same for the same seed."""
from itertools import islice

import pytest

from eckstein import Board
from eckstein.lab.arena.openings import openings
from eckstein.lab.arena.plan import Plan

GAMES = ("pur", "contra", "ecke", "duell", "echek")


def first(number, game="contra", plies=4, seed=1, **options):
    return list(islice(openings(game, options, plies, seed), number))


def after(game, moves):
    board = Board(game)
    for move in moves:
        board.push(move)
    return board


@pytest.mark.parametrize("game", GAMES)
def test_all_positions_differ_and_are_open(game):
    boards = [after(game, moves) for moves in first(30, game, 6)]
    assert len({board.key for board in boards}) == 30
    for board in boards:
        assert board.ply == 6
        assert not board.is_game_over()
        mover = board.turn
        for move in list(board.legal_moves):
            board.push(move)
            assert board.outcome() is None or board.outcome().winner is not mover
            board.pop()


def test_the_seed_decides():
    assert first(20, seed=7) == first(20, seed=7)
    assert first(20, seed=7) != first(20, seed=8)
    assert first(5, seed=7) == first(20, seed=7)[:5]


def test_no_more_than_there_are():
    found = openings("contra", {}, 1, 1)
    assert len(set(islice(found, 7))) == 7
    with pytest.raises(ValueError, match="hardly more than 7 openings"):
        next(found)


def test_no_plies_is_the_start_every_time():
    assert first(3, plies=0) == [(), (), ()]


def test_each_opening_is_played_with_both_colours():
    plan = Plan("contra", ("random", "greedy", "plain"), 6)
    jobs = list(plan.jobs(plan.pairs))
    assert len(jobs) == len(set(jobs)) == plan.total == 18
    for one, two in zip(jobs[::2], jobs[1::2], strict=True):
        assert (one.white, one.black) == (two.black, two.white)
        assert (one.opening, one.pair) == (two.opening, two.pair)
    assert len({job.opening for job in jobs}) == 3
