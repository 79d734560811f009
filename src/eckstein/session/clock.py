"""A clock for both players: minutes or hours for the game, and seconds that each move adds or that
are free in each turn; or days for each move.
"""
import math
import re
import time
from collections.abc import Callable

from ..engine.limits import Limits
from ..wire.words import ClockKind
from ..words import phrase

NUMBER = r"(\d{1,4}(?:\.\d{1,3})?)"
FORM = re.compile(rf"{NUMBER}(h?)(?:([+d]){NUMBER})?|(\d{{1,2}}) ?days?")
TAG = re.compile(r"([\d.]+)([+d])([\d.]+)|1/(\d+)")
MINUTE, HOUR, DAY = 60, 3600, 86_400
MOST_HOURS, MOST_DAYS = 720, 14


class Clock:
    """The time both players have left.

    Args:
        seconds: for each player's whole game, or for each turn.
        increment: seconds added after each move, or free in each turn.
        now: tells the time in seconds, from whenever it likes.
        kind: whether the increment is added or free ("delay"), or each turn starts with the whole
            time.
    """

    def __init__(self, seconds: float, increment: float = 0.0,
                 now: Callable[[], float] = time.monotonic, kind: ClockKind = "fischer") -> None:
        self.seconds, self.increment, self._now, self.kind = seconds, increment, now, kind
        self._left = [seconds, seconds]
        self._free = [self._delay(), self._delay()]
        self._side: int | None = None
        self._since = 0.0

    @classmethod
    def read(cls, text: str) -> "Clock":
        """A clock from minutes or hours, and seconds added or free: `5`, `5+3`, `5d3`, `2h+30`; or
        from days for each move: `3days`.

        Raises:
            ValueError: if the text is no such clock, or leaves no time at all.
        """
        found = FORM.fullmatch(text.strip())
        if found and found[5]:
            if 1 <= int(found[5]) <= MOST_DAYS:
                return cls(DAY * int(found[5]), kind="days")
        elif found:
            increment = float(found[4] or 0)
            seconds = (HOUR if found[2] else MINUTE) * float(found[1]) or increment
            if 0 < seconds <= MOST_HOURS * HOUR:
                return cls(seconds, increment, kind="delay" if found[3] == "d" else "fischer")
        raise ValueError(phrase(
            "{text!r} is not a clock; type minutes and the seconds that each move adds, such as "
            "5+3, or that are free in each turn, such as 5d3; hours, such as 2h+30; or 1 to "
            "{most} days for each move, such as 3days", text=text, most=MOST_DAYS))

    @property
    def typed(self) -> str:
        """The text that `read` makes the same clock of."""
        if self.kind == "days":
            return f"{self.seconds / DAY:g}days"
        hours = self.seconds >= 10 * HOUR
        time = f"{_plain(self.seconds / HOUR)}h" if hours else _plain(self.seconds / MINUTE)
        return f"{time}{self._sign()}{_plain(self.increment)}"

    def again(self) -> "Clock":
        """The same clock at its start."""
        return Clock(self.seconds, self.increment, self._now, self.kind)

    def run(self, side: int) -> None:
        """Let this player's time run (0 White, 1 Black), and the other's stand."""
        if side != self._side:
            self.stop()
            self._side, self._since = side, self._now()

    def stop(self) -> None:
        """Let both stand."""
        self._left, self._free = ([self.left(0), self.left(1)],
                                  [self._still_free(0), self._still_free(1)])
        self._side = None

    def press(self) -> None:
        """The player on the clock has moved: add the increment, and stop both clocks."""
        side = self._side
        self.stop()
        if side is None:
            return
        self._free[side] = self._delay()
        if self.kind == "fischer":
            self._left[side] += self.increment
        elif self.kind == "days":
            self._left[side] = self.seconds

    def left(self, side: int) -> float:
        """Seconds that a player has left; 0 if his time is up."""
        return max(0.0, self._left[side] - max(0.0, self._used(side) - self._free[side]))

    def _used(self, side: int) -> float:
        return self._now() - self._since if side == self._side else 0.0

    def _still_free(self, side: int) -> float:
        return max(0.0, self._free[side] - self._used(side))

    def _delay(self) -> float:
        return self.increment if self.kind == "delay" else 0.0

    def set_left(self, white: float, black: float, free: float | None = None) -> None:
        """Give both players these seconds, of which so many more are free in this turn; both
        stand.
        """
        self._left, self._side = [max(0.0, white), max(0.0, black)], None
        self._free = [self._delay() if free is None else free] * 2

    def limits(self) -> Limits:
        """What an engine needs to know to share out its time."""
        return Limits(white_time=self.left(0), black_time=self.left(1),
                      white_increment=self.increment, black_increment=self.increment)

    def tags(self) -> dict[str, str]:
        """What a record keeps of it."""
        counted = (f"1/{_plain(self.seconds)}" if self.kind == "days" else
                   f"{_plain(self.seconds)}{self._sign()}{_plain(self.increment)}")
        return {"TimeControl": counted,
                "WhiteClock": f"{self.left(0):.1f}", "BlackClock": f"{self.left(1):.1f}"}

    @classmethod
    def from_tags(cls, tags: dict[str, str]) -> "Clock | None":
        """The clock that a record has kept, or None if it kept none that can be read."""
        try:
            found = TAG.fullmatch(tags["TimeControl"])
            if found is None:
                return None
            clock = (cls(float(found[4]), kind="days") if found[4] else
                     cls(float(found[1]), float(found[3]),
                         kind="delay" if found[2] == "d" else "fischer"))
            clock.set_left(float(tags["WhiteClock"]), float(tags["BlackClock"]))
        except (KeyError, ValueError):
            return None
        return clock

    def _sign(self) -> str:
        return "d" if self.kind == "delay" else "+"

    def told(self) -> str:
        """What moves do to the time, as a sentence; empty if nothing."""
        if self.kind == "days":
            days = round(self.seconds / DAY)
            return phrase("Each move has {days} {days:day|days}.", days=days)
        if not self.increment:
            return ""
        if self.kind == "delay":
            return phrase("{seconds} s of each turn are free.", seconds=_plain(self.increment))
        return phrase("Each move adds {seconds} s.", seconds=_plain(self.increment))


def clock_text(seconds: float) -> str:
    """Seconds as hours, minutes and seconds, or as days and hours; the last one begun counts as
    whole.
    """
    if seconds > DAY:
        days, hours = divmod(math.ceil(seconds / HOUR), 24)
        return phrase("{days} d {hours} h", days=days, hours=hours)
    minutes, rest = divmod(math.ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _plain(number: float) -> str:
    """A number with as many decimals as it has, at most three."""
    return f"{number:.3f}".rstrip("0").rstrip(".")
