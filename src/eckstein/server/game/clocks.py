"""Clocks: how much time a turn uses, and when it runs out.  All times are whole milliseconds."""
import time
from collections.abc import Callable, Iterable

import msgspec

from ...wire.words import ClockKind

LAG_MOST = 300              # of a move's journey, is given back
LAG_REFILL, LAG_QUOTA = 200, 1000   # what can be given back grows by so much a move, up to that
FREE_PLIES = 2              # no clock runs before both have moved once
DAY = 86_400_000            # milliseconds
Span = tuple[int, int]      # from, to: milliseconds since 1970


class Control(msgspec.Struct, frozen=True):
    """How time is counted.

    Attributes:
        kind: "fischer" adds the increment after each move; with "delay" so much of each turn is
            free; with "days" each turn has the full initial time, and nothing is carried over.
        initial: what each player has at first, or for each turn.
        increment: what is added, or free.
    """

    kind: ClockKind
    initial: int
    increment: int


def elapsed(since: int, now: int, pauses: Iterable[Span] = ()) -> int:
    """How long a turn has lasted, without the time in which no server ran.

    Args:
        since: when the turn began.
        now: what time it is.
        pauses: times without a server; they do not overlap.
    """
    lost = sum(max(0, min(now, end) - max(since, begin)) for begin, end in pauses)
    return max(0, now - since - lost)


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans of time as such that do not overlap, in order."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def served(now: int, pauses: Iterable[Span] = ()) -> int:
    """The time of a clock that stands still while no server runs.

    Args:
        now: what time it is.
        pauses: times without a server; they do not overlap.
    """
    return now - sum(max(0, min(now, end) - begin) for begin, end in pauses)


def deadline(control: Control, left: int) -> int:
    """How long a turn may last with so much time left."""
    return left + delay(control)


def after_turn(control: Control, left: int, spent: int) -> int:
    """What is left after a turn that was completed by a move."""
    if control.kind == "days":
        return control.initial
    return left - spent + given(control, spent)


def given(control: Control, spent: int) -> int:
    """What a turn that was completed by a move gave of what it took: a gift for as long as the
    move stands.
    """
    return min(spent, control.increment) if control.kind == "delay" else control.increment


def remaining(control: Control, left: int, spent: int) -> int:
    """What is left in the middle of a turn; not less than nothing."""
    return max(0, left - max(0, spent - delay(control)))


def delay(control: Control, spent: int = 0) -> int:
    """How long the clock still stands in a turn that has lasted for some time."""
    return max(0, control.increment - spent) if control.kind == "delay" else 0


def lag_given(measured: int, spent: int, quota: int) -> int:
    """What a move is given back of its journey, which took none of the player's thought.

    A client that answers the server's pings late seems to be far away.  So no more is given than a
    quota that each move refills, and never more than the turn has lasted.

    Args:
        measured: how long a ping of the server took there and back.
        spent: how long the turn has lasted.
        quota: what can be given to the player now.
    """
    return max(0, min(measured, spent, quota, LAG_MOST))


def quota_after(quota: int, given_back: int) -> int:
    """What can be given to a player after a move that was given something."""
    return min(LAG_QUOTA, quota - given_back + LAG_REFILL)


class ServerClock:
    """The time of day, which never goes back, whatever happens to the machine's clock.

    Args:
        not_before: when the server was last known to run.
        wall, steady: sources of seconds; the second one only ever grows.
    """

    def __init__(self, not_before: int = 0, wall: Callable[[], float] = time.time,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._base = max(not_before, int(wall() * 1000)) - int(steady() * 1000)

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        return self._base + int(self._steady() * 1000)
