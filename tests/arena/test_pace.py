"""Clocks and limits of the arena: what a move costs and adds, and what a session gives."""
import math

import pytest

from eckstein import BLACK, WHITE
from eckstein.lab.arena.pace import Pace


def after(pace, *seconds):
    """The clock after moves of White and Black in turn."""
    clock = pace.begin()
    for number, took in enumerate(seconds):
        clock = clock.after((WHITE, BLACK)[number % 2], took)
    return clock


def test_each_move_costs_time_and_adds_some():
    clock = after(Pace(clock=10, increment=1), 3, 4.5)
    assert (clock.left(WHITE), clock.left(BLACK)) == (8, 6.5)
    assert clock.to_go(WHITE) is None


@pytest.mark.parametrize(("took", "left"), [
    (9.75, 1.25), (10, 1), (10.25, 1), (10.5, 1), (10.75, -0.75)])
def test_within_the_margin_time_is_up_and_no_more_than_that(took, left):
    assert after(Pace(clock=10, increment=1, margin=0.5), took).left(WHITE) == left


def test_without_a_margin_every_moment_counts():
    assert after(Pace(clock=10, margin=0), 10.001).left(WHITE) < 0


def test_after_the_moves_of_a_session_there_is_its_time_once_more():
    pace = Pace(clock=60, moves=2, increment=1)
    clock = after(pace, 10, 20)
    assert (clock.to_go(WHITE), clock.to_go(BLACK)) == (1, 1)
    clock = clock.after(WHITE, 10)
    assert (clock.left(WHITE), clock.left(BLACK)) == (60 - 20 + 2 + 60, 41)
    assert (clock.to_go(WHITE), clock.to_go(BLACK)) == (2, 1)
    assert clock.after(BLACK, 41.0625).left(BLACK) == 0 + 1 + 60       # the margin holds there, too


def test_there_is_no_clock_without_one():
    assert Pace(time=1).begin() is None


@pytest.mark.parametrize(("time", "took", "late"), [
    (None, 1e6, False), (1, 1.25, False), (1, 1.5, True)])
def test_a_move_that_is_late(time, took, late):
    assert Pace(margin=0.25).is_late(time, took) is late


@pytest.mark.parametrize(("pace", "text"), [
    (Pace(), "-"), (Pace(clock=60), "60+0"), (Pace(clock=60, increment=0.5, moves=40), "40/60+0.5"),
    (Pace(time=2, nodes=9), "time=2,nodes=9"), (Pace(clock=1, margin=2), "1+0,margin=2")])
def test_what_a_record_says_of_it(pace, text):
    assert str(pace) == text


@pytest.mark.parametrize(("wrong", "complaint"), [
    ({"moves": 40}, "a session has from 1 to 1000 moves, and seconds for them"),
    ({"moves": 0, "clock": 5}, "not 0"), ({"moves": 1001, "clock": 5}, "not 1001"),
    ({"margin": -1}, "seconds of margin are a number from 0 to 3600, not -1"),
    ({"margin": math.nan}, "seconds of margin")])
def test_what_cannot_be(wrong, complaint):
    with pytest.raises(ValueError, match=complaint):
        Pace(**wrong)


@pytest.mark.parametrize(("wrong", "complaint"), [
    ({"time": 1e300}, r"seconds for a move are a number from 0\.001 to 1000000, not 1e\+300"),
    ({"time": math.inf}, "seconds for a move"), ({"time": math.nan}, "seconds for a move"),
    ({"time": 0}, "seconds for a move"), ({"nodes": 10**20}, "nodes for a move"),
    ({"nodes": 0}, "nodes for a move"), ({"clock": math.inf}, "seconds for a game"),
    ({"clock": 1, "increment": -1}, "seconds more with each move are a number from 0 to")])
def test_a_pace_beyond_reason(wrong, complaint):
    with pytest.raises(ValueError, match=complaint):
        Pace(**wrong)
