"""A clock for both players: minutes for the game, and seconds that each move adds."""
import math
import re
import time
from collections.abc import Callable

from ..engine.limits import Limits
from ..words import phrase

FORM = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)(?:\+(\d{1,4}(?:\.\d{1,3})?))?")


class Clock:
    """The time both players have left.

    Args:
        seconds: for each player's whole game.
        increment: seconds added after each move.
        now: tells the time in seconds, from whenever it likes.
    """

    def __init__(self, seconds: float, increment: float = 0.0,
                 now: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self.increment, self._now = seconds, increment, now
        self._left = [seconds, seconds]
        self._side: int | None = None
        self._since = 0.0

    @classmethod
    def read(cls, text: str) -> "Clock":
        """A clock from minutes and seconds such as `5+3`, or minutes alone.

        Raises:
            ValueError: if the text is neither, or leaves no time at all.
        """
        found = FORM.fullmatch(text.strip())
        if not found or float(found[1]) + float(found[2] or 0) == 0:
            raise ValueError(phrase(
                "{text!r} is not a clock; type minutes and the seconds that each move adds, "
                "such as 5+3, or minutes alone", text=text))
        increment = float(found[2] or 0)
        return cls(60 * float(found[1]) or increment, increment)

    def run(self, side: int) -> None:
        """Let this player's time run (0 White, 1 Black), and the other's stand."""
        if side != self._side:
            self.stop()
            self._side, self._since = side, self._now()

    def stop(self) -> None:
        """Let both stand."""
        self._left = [self.left(0), self.left(1)]
        self._side = None

    def press(self) -> None:
        """The player whose time runs has moved: he gets his increment, and both stand."""
        side = self._side
        self.stop()
        if side is not None:
            self._left[side] += self.increment

    def left(self, side: int) -> float:
        """Seconds that a player has left; 0 if his time is up."""
        used = self._now() - self._since if side == self._side else 0.0
        return max(0.0, self._left[side] - used)

    def set_left(self, white: float, black: float) -> None:
        """Give both players these seconds; both stand."""
        self._left, self._side = [max(0.0, white), max(0.0, black)], None

    def limits(self) -> Limits:
        """What an engine needs to know to share out its time."""
        return Limits(white_time=self.left(0), black_time=self.left(1),
                      white_increment=self.increment, black_increment=self.increment)

    def tags(self) -> dict[str, str]:
        """What a record keeps of it."""
        return {"TimeControl": f"{self.seconds:g}+{self.increment:g}",
                "WhiteClock": f"{self.left(0):.1f}", "BlackClock": f"{self.left(1):.1f}"}

    @classmethod
    def from_tags(cls, tags: dict[str, str]) -> "Clock | None":
        """The clock that a record has kept, or None if it kept none that can be read."""
        try:
            seconds, increment = tags["TimeControl"].split("+")
            clock = cls(float(seconds), float(increment))
            clock.set_left(float(tags["WhiteClock"]), float(tags["BlackClock"]))
        except (KeyError, ValueError):
            return None
        return clock


def clock_text(seconds: float) -> str:
    """Seconds as hours, minutes and seconds; the last one begun counts as whole."""
    minutes, rest = divmod(math.ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
