"""Clocks: how much time a turn uses, and when it runs out.  All times are whole milliseconds."""
import time
from collections.abc import Callable, Iterable

import msgspec

from ...wire.words import ClockKind

FREE_PLIES = 2              # nobody's clock runs before both have moved once
Span = tuple[int, int]      # from, to: milliseconds since 1970


class Control(msgspec.Struct, frozen=True):
    """How time is counted.

    Attributes:
        kind: "fischer" adds the increment after each move; with "delay" so much of each turn
            is free; with "days" each turn has the initial time anew, and nothing is carried over.
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
