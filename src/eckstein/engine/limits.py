"""How long the engine may think."""
from dataclasses import dataclass

from ..board import Board

MAX_DEPTH = 100             # plies; beyond this no line is kept
OVERHEAD = 0.02             # seconds kept back from the clock for all that is not thinking
MOVES_TO_GO = 25            # how many more moves a game is thought to last
NEVER = 1e9


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search ends: whichever comes first; without any limit it goes on until stopped.

    Attributes:
        depth: plies.
        nodes: positions looked at, by all threads.
        movetime: seconds for this move.
        white_time, black_time: seconds left on the clocks.
        white_increment, black_increment: seconds added after each move.
        infinite: think until stopped, whatever is found.
        mate: stop when a win in so many moves is found.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    white_time: float | None = None
    black_time: float | None = None
    white_increment: float = 0.0
    black_increment: float = 0.0
    infinite: bool = False
    mate: int | None = None

    def max_depth(self) -> int:
        """The last depth to be searched."""
        return min(self.depth or MAX_DEPTH, MAX_DEPTH)

    def seconds(self, board: Board) -> tuple[float, float]:
        """When to begin no further iteration, and when to stop at once, from now."""
        if self.infinite:
            return NEVER, NEVER
        if self.movetime is not None:
            return self.movetime, self.movetime
        left, gain = ((self.white_time, self.white_increment) if board.turn == "white"
                      else (self.black_time, self.black_increment))
        if left is None:
            return NEVER, NEVER
        usable = max(0.001, left - OVERHEAD)
        share = min(usable / MOVES_TO_GO + 0.8 * gain, usable * 0.5)
        return share * 0.6, min(usable * 0.7, share * 2.5)
