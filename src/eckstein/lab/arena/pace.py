"""How long moves and games of the arena may take, and what becomes of a clock with each move."""
from __future__ import annotations

from dataclasses import dataclass, replace

from ...base.sentence import Sentence
from ...base.setting_values import LONGEST, SHORTEST
from ...board import WHITE, Colour
from ...engine.limits import Limits

MARGIN = 0.1                # seconds; what a move needs on its way to us, on a busy machine
LONGEST_MARGIN = 3600.0
MOST_NODES = 10**12         # as in the protocol
MOST_MOVES = 1000           # of a session
USUAL_TIME = 0.1            # seconds for a move where there is no limit


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a move may take where a contestant's own text does not say.

    Attributes:
        time: seconds for a move.
        nodes: positions for a move.
        clock: seconds for the game, or for each session, which is lost when they are used up.
        increment: seconds that each move adds to the clock.
        moves: how many moves a session has, after each of which the clock is given its seconds once
            more; None if there is one for the whole game.
        margin: seconds by which every time may be overdrawn, as if it had just been kept.

    Raises:
        ValueError: if one of these is no such number, or beyond reason.
    """

    time: float | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0
    moves: int | None = None
    margin: float = MARGIN

    def __post_init__(self) -> None:
        if self.nodes is not None and not 1 <= self.nodes <= MOST_NODES:
            raise ValueError(Sentence("nodes for a move are a number from 1 to {most_nodes}, "
                                      "not {nodes}", most_nodes=MOST_NODES, nodes=self.nodes))
        if self.moves is not None and not (self.clock is not None
                                           and 1 <= self.moves <= MOST_MOVES):
            raise ValueError(Sentence("a session has from 1 to {most} moves, and seconds for them, "
                                      "such as 40/60; not {moves}", most=MOST_MOVES,
                                      moves=self.moves))
        for what, seconds, least, most in (
                ("for a move", self.time, SHORTEST, LONGEST),
                ("for a game", self.clock, SHORTEST, LONGEST),
                ("more with each move", self.increment, 0.0, LONGEST),
                ("of margin", self.margin, 0.0, LONGEST_MARGIN)):
            if seconds is not None and not least <= seconds <= most:
                raise ValueError(Sentence("seconds {what} are a number from {least:g} to "
                                          "{longest:.0f}, not {seconds:g}", what=what,
                                          least=least, longest=most, seconds=seconds))

    def __str__(self) -> str:
        words = []
        if self.clock is not None:
            session = f"{self.moves}/" if self.moves else ""
            words.append(f"{session}{self.clock:g}+{self.increment:g}")
        words += [f"{name}={value:g}" for name, value in
                  (("time", self.time), ("nodes", self.nodes)) if value is not None]
        if self.margin != MARGIN:
            words.append(f"margin={self.margin:g}")
        return ",".join(words) or "-"

    def begin(self) -> TimeLeft | None:
        """The clock at the start of a game; None if there is none."""
        if self.clock is None:
            return None
        return TimeLeft(self, self.clock, self.clock)

    def limits(self, clock: TimeLeft | None, turn: Colour) -> Limits:
        """The limits of the next move, which is this player's; a short time if there are none."""
        if clock is None:
            is_open = self.time is None and self.nodes is None
            return Limits(time=USUAL_TIME if is_open else self.time, nodes=self.nodes)
        return Limits(None, self.nodes, self.time, clock.white, clock.black, self.increment,
                      self.increment, moves_to_go=clock.to_go(turn))

    def is_late(self, time: float | None, seconds: float) -> bool:
        """Whether a move that took so long took longer than `time`, where there is one."""
        return time is not None and seconds > time + self.margin


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time that both players have left.

    Attributes:
        pace: what it goes by.
        white, black: seconds.
        made: how many moves White and Black have made in this session.
    """

    pace: Pace
    white: float
    black: float
    made: tuple[int, int] = (0, 0)

    def left(self, colour: Colour) -> float:
        """What one player has left; below 0 if his time is up."""
        return self.white if colour is WHITE else self.black

    def to_go(self, colour: Colour) -> int | None:
        """How many moves a player has still to make in his session; None if it has no end."""
        if self.pace.moves is None:
            return None
        return self.pace.moves - self.made[colour is not WHITE]

    def after(self, colour: Colour, seconds: float) -> TimeLeft:
        """The clock after a move that took so long.

        A move within the margin is in time: the clock then shows 0, and what a move adds.
        """
        left, pace = self.left(colour) - seconds, self.pace
        white, black = self.made
        if left >= -pace.margin:
            left = max(0.0, left) + pace.increment
            if self.to_go(colour) == 1:
                assert pace.clock is not None
                left += pace.clock
            made = 0 if self.to_go(colour) == 1 else self.made[colour is not WHITE] + 1
            white, black = (made, black) if colour is WHITE else (white, made)
        after = replace(self, made=(white, black))
        return replace(after, white=left) if colour is WHITE else replace(after, black=left)
