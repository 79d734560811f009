"""Clocks, by hands that a test moves."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.game.clocks import (
    Control,
    ServerClock,
    after_turn,
    deadline,
    elapsed,
    remaining,
)

FISCHER = Control("fischer", 60_000, 2_000)
DELAY = Control("delay", 60_000, 2_000)
DAY = 86_400_000
DAYS = Control("days", 3 * DAY, 0)


def test_fischer_adds_after_the_move():
    assert after_turn(FISCHER, 10_000, 3_000) == 9_000
    assert remaining(FISCHER, 10_000, 3_000) == 7_000


def test_with_delay_the_first_seconds_are_free():
    assert after_turn(DELAY, 10_000, 1_999) == 10_000
    assert after_turn(DELAY, 10_000, 5_000) == 7_000
    assert remaining(DELAY, 10_000, 1_000) == 10_000


def test_by_days_each_turn_has_its_days_and_nothing_is_carried_over():
    assert after_turn(DAYS, 3 * DAY, 0) == after_turn(DAYS, 3 * DAY, 3 * DAY - 1) == 3 * DAY
    assert remaining(DAYS, 3 * DAY, DAY) == 2 * DAY


@pytest.mark.parametrize(("control", "longest"), [(FISCHER, 10_000), (DELAY, 12_000),
                                                  (DAYS, 10_000)])
def test_how_long_a_turn_may_last(control, longest):
    assert deadline(control, 10_000) == longest
    assert remaining(control, 10_000, longest) == 0


def test_time_without_a_server_does_not_count():
    assert elapsed(1_000, 9_000) == 8_000
    assert elapsed(1_000, 9_000, [(2_000, 5_000)]) == 5_000
    assert elapsed(1_000, 9_000, [(0, 2_000), (8_500, 20_000)]) == 6_500
    assert elapsed(1_000, 9_000, [(0, 500), (9_500, 9_900)]) == 8_000


@given(st.integers(0, 10_000), st.integers(0, 10_000),
       st.lists(st.integers(0, 12_000), max_size=8))
def test_elapsed_time_is_never_negative_nor_too_long(since, lasted, edges):
    edges = sorted(edges)
    pauses = list(zip(edges[::2], edges[1::2], strict=False))
    assert 0 <= elapsed(since, since + lasted, pauses) <= lasted


def test_the_clock_of_the_server_never_goes_back():
    steady = [5.0]
    now = ServerClock(900_000, wall=lambda: 100.0, steady=lambda: steady[0])
    assert now() == 900_000
    steady[0] += 1.5
    assert now() == 901_500


def test_the_clock_of_the_server_is_the_time_of_day():
    assert ServerClock(0, wall=lambda: 100.0, steady=lambda: 3.0)() == 100_000
