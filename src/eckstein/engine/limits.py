"""How long the engine may think."""
from dataclasses import dataclass
from numbers import Integral, Real

from ..base.expect import expect
from ..base.sentence import Sentence
from ..board import Board

MAX_DEPTH = 100             # plies; beyond this no line is kept
OVERHEAD = 0.02             # seconds kept back from the clock for all that is not thinking
MOVES_TO_GO = 25            # how many more moves a game is thought to last
NEVER = 1e9
MOST = 10**12               # of what is counted, as in the protocol
LONGEST = 1e9               # seconds, likewise


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search ends: whichever comes first; without any limit it goes on until stopped.

    Attributes:
        depth: plies.
        nodes: positions looked at, by all threads.
        time: seconds for this move.
        white_time, black_time: seconds left on the clocks.
        white_increment, black_increment: seconds added after each move.
        moves_to_go: how many moves the player to move has still to make until his clock is given
            more time; None if it has to last for the whole game.
        infinite: think until stopped, whatever is found.
        mate: stop when a win in so many moves of the player to move is found.

    Raises:
        ValueError: if one of these is no such number.  A clock may be overdrawn, below 0.
        TypeError: if `infinite` is not True or False.
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    white_time: float | None = None
    black_time: float | None = None
    white_increment: float = 0.0
    black_increment: float = 0.0
    infinite: bool = False
    mate: int | None = None
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        expect("infinite", self.infinite, bool)
        for name in ("depth", "nodes", "mate", "moves_to_go"):
            count = getattr(self, name)
            if count is not None and (isinstance(count, bool) or not isinstance(count, Integral)
                                      or not 1 <= int(count) <= MOST):
                raise ValueError(Sentence("{name} is a whole number from 1 to {most}, not "
                                          "{count!r}", name=name, most=MOST, count=count))
        for name, least in (("time", 0.0), ("white_time", -LONGEST), ("black_time", -LONGEST),
                            ("white_increment", 0.0), ("black_increment", 0.0)):
            seconds = getattr(self, name)
            if seconds is not None and not (isinstance(seconds, Real)
                                            and not isinstance(seconds, bool)
                                            and least <= float(seconds) <= LONGEST):
                raise ValueError(Sentence("{name} is a number of seconds from {least:.0f} to "
                                          "{longest:.0f}, not {seconds!r}", name=name,
                                          least=least, longest=LONGEST, seconds=seconds))

    def max_depth(self) -> int:
        """The last depth to be searched."""
        return min(self.depth or MAX_DEPTH, MAX_DEPTH)

    def is_open(self) -> bool:
        """Whether a clock or a stop may end the search, not only counts of positions or plies."""
        return (self.infinite or self.time is not None or self.white_time is not None
                or self.black_time is not None or self.depth is None and self.nodes is None)

    def longest(self, board: Board) -> float | None:
        """Seconds after which a move is overdue, or None where only the engine knows."""
        if self.infinite:
            return None
        if self.time is not None:
            return self.time
        left = self.white_time if board.turn == "white" else self.black_time
        return None if left is None else max(0.0, left)

    def seconds(self, board: Board) -> tuple[float, float]:
        """When to begin no further iteration, and when to stop at once, from now."""
        if self.infinite:
            return NEVER, NEVER
        if self.time is not None:
            return self.time, self.time
        left, gain = ((self.white_time, self.white_increment) if board.turn == "white"
                      else (self.black_time, self.black_increment))
        if left is None:
            return NEVER, NEVER
        usable = max(0.001, left - OVERHEAD)
        moves = min(self.moves_to_go or MOVES_TO_GO, MOVES_TO_GO)
        share = min(usable / moves + 0.8 * gain, usable * 0.5)
        return share * 0.6, min(usable * 0.7, share * 2.5)
