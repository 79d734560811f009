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


@pytest.mark.parametrize("text", ["", "0", "0+0", "5+", "+3", "-5", "5:00", "five", "99999"])
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
    (0, "0:00"), (0.2, "0:01"), (59.9, "1:00"), (61, "1:01"), (3600, "1:00:00")])
def test_how_time_is_shown(seconds, text):
    assert clock_text(seconds) == text
