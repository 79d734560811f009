"""Perft for a board: split over threads, move by move, and stopped at a key press."""
from collections.abc import Callable
from typing import Any, NamedTuple

from ..base.errors import EcksteinError
from ..base.expect import expect
from ..base.threads import is_done, workers
from ..kernel.options import own_values
from ..kernel.specialise import specialise
from . import Board

POLL = 0.1                  # seconds between looks at the keyboard
PLAIN_DEPTH = 2             # up to here interpreted code is done before compiled code is loaded


class Counts(NamedTuple):
    """How many move sequences there are, in all and for each first move's text."""

    total: int
    by_move: dict[str, int]


class StoppedError(EcksteinError):
    """A count was stopped before it was done."""


def never() -> bool:
    """Count to the end."""
    return False


def count(board: Board, depth: int, jobs: int = 1,
          stopped: Callable[[], bool] = never) -> Counts:
    """Count the sequences of `depth` moves; draws by repetition or lack of progress do not count.

    Compiled code runs without Python's lock, so that threads use all cores and share one load of
    it; a stop reaches them through their memory.  Where there are no threads, nothing stops it.

    Args:
        board: a Board; only its position matters, not how it came about.
        depth: plies, from 0.
        jobs: threads.
        stopped: asked now and then whether to give up.

    Raises:
        StoppedError: if it was stopped.
    """
    expect("a board", board, Board)
    expect("the depth", depth, int)
    own = own_values(board.options)
    search = specialise("search.play.perft", board.game, compiled=depth > PLAIN_DEPTH, **own)
    game = search.game
    p = game.Position(*board.state)
    if depth == 0:
        return Counts(1, {})
    if game.outcome(p):
        return Counts(0, {})
    memory = search.new_memory()
    moves = [int(move) for move in memory.moves[:game.generate(p, memory.moves, 0)]]
    fresh = Board(board.game, board.position(), **board.options)
    totals = _counted(search, [game.apply(p, move) for move in moves], depth - 1, jobs, stopped)
    return Counts(sum(totals), {fresh.text(move): total
                                for move, total in zip(moves, totals, strict=True)})


def _counted(search: Any, positions: list[Any], depth: int, jobs: int,
             stopped: Callable[[], bool]) -> list[int]:
    """The counts below each position, the first computed first, in so many threads."""
    memories = [search.new_memory() for _ in range(min(jobs, len(positions)))]
    free = list(memories)

    def work(p: Any) -> int:
        memory = free.pop()
        try:
            return int(search.perft(p, memory, 0, depth))
        finally:
            free.append(memory)

    with workers(len(memories)) as pool:
        results = [pool.submit(work, p) for p in positions]
        try:
            for result in results:
                while not is_done(result, POLL):
                    if stopped():
                        raise StoppedError
            return [result.result() for result in results]
        except BaseException:
            for memory in memories:
                memory.signals[search.STOP] = 1
            pool.shutdown(cancel_futures=True)
            raise
