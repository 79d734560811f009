"""Clocks (cli/clock.py)."""
import pytest

from eckstein.session.clock import Clock, clock_text


class Now:
    """A time that goes on when it is told to."""

    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


def test_time_runs_for_one_side():
    now = Now()
    clock = Clock(60, 3, now)
    clock.run(0)
    now.seconds += 10
    assert (clock.left(0), clock.left(1)) == (50, 60)
    clock.press()
    assert clock.left(0) == 53
    now.seconds += 5
    assert (clock.left(0), clock.left(1)) == (53, 60)
    clock.run(1)
    now.seconds += 100
    assert clock.left(1) == 0


def test_running_again_does_not_begin_anew():
    now = Now()
    clock = Clock(60, 0, now)
    clock.run(0)
    now.seconds += 10
    clock.run(0)
    assert clock.left(0) == 50
    clock.stop()
    now.seconds += 10
    assert clock.left(0) == 50


@pytest.mark.parametrize(("text", "seconds", "increment"), [
    ("5+3", 300, 3), ("5", 300, 0), ("0.5+0", 30, 0), ("0+10", 10, 10)])
def test_clocks_from_text(text, seconds, increment):
    clock = Clock.read(text)
    assert (clock.seconds, clock.increment) == (seconds, increment)


@pytest.mark.parametrize(("text", "kind", "seconds", "increment", "told"), [
    ("5d3", "delay", 300, 3, "3 s of each turn are free."),
    ("2h+30", "fischer", 7200, 30, "Each move adds 30 s."), ("1.5h", "fischer", 5400, 0, ""),
    ("1 day", "days", 86_400, 0, "Each move has 1 day."),
    ("3days", "days", 259_200, 0, "Each move has 3 days.")])
def test_clocks_of_all_kinds_from_text(text, kind, seconds, increment, told):
    clock = Clock.read(text)
    assert (clock.kind, clock.seconds, clock.increment) == (kind, seconds, increment)
    assert clock.told() == told
    for again in (Clock.read(clock.typed), Clock.from_tags(clock.tags())):
        assert (again.kind, again.seconds, again.increment) == (kind, seconds, increment)


def test_what_is_free_is_free_once_in_each_turn():
    now = Now()
    clock = Clock(60, 5, now, "delay")
    clock.run(0)
    now.seconds += 3
    clock.stop()                    # while an engine loads, for example
    assert clock.left(0) == 60
    clock.run(0)
    now.seconds += 4
    assert clock.left(0) == 58
    clock.press()
    clock.run(0)
    now.seconds += 5
    assert clock.left(0) == 58


def test_by_days_each_turn_has_its_days():
    now = Now()
    clock = Clock.read("2days").again()
    clock._now = now
    clock.run(1)
    now.seconds += 86_400
    assert clock.left(1) == 86_400
    clock.press()
    assert clock.left(1) == 172_800


@pytest.mark.parametrize("text", ["", "0", "0+0", "0d0", "0h", "5+", "+3", "-5", "5:00", "five",
                                  "99999", "0days", "15days", "1.5days", "721h", "3d"])
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(ValueError, match="is not a clock"):
        Clock.read(text)


def test_a_record_keeps_the_clock():
    clock = Clock(300, 3)
    clock.set_left(12.5, 0.25)
    again = Clock.from_tags(clock.tags())
    assert (again.seconds, again.increment, again.left(0), again.left(1)) == (300, 3, 12.5, 0.2)
    assert Clock.from_tags({"TimeControl": "40/9000"}) is None


def test_engines_are_told_the_time():
    limits = Clock(60, 2).limits()
    assert (limits.white_time, limits.black_increment) == (60, 2)


@pytest.mark.parametrize(("seconds", "text"), [
    (0, "0:00"), (0.2, "0:01"), (59.9, "1:00"), (61, "1:01"), (3600, "1:00:00"),
    (86_400, "24:00:00"), (86_401, "1 d 1 h"), (3 * 86_400, "3 d 0 h")])
def test_how_time_is_shown(seconds, text):
    assert clock_text(seconds) == text
