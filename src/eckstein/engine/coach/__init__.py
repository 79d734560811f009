"""A coach in words: after a move at most one short sentence, which is checked, or none.

    coach = Coach("contra")
    remark = coach.remark(board, move)      # the board before the move; None: nothing is sure
    print(remark.sentence)

The engine's judgement only opens the door to detectors of what went wrong, or well.  Each of them
says something only if its own check holds: a forced end proved or ruled out at full width, all
replies to one move looked at, or a fact by the rules.  What was searched before changes no word.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...board import Board
from ...kernel.options import NO_PROGRESS, REPETITION
from ..exact import UnsettledError
from .facts import FARTHEST, Facts, line_of, targets, way
from .later import (
    checks,
    cornered,
    loses_pieces,
    missed_attack,
    missed_double,
    noted,
    safe_reply,
)
from .pieces import fell, hangs, missed_piece
from .remark import Remark as Remark
from .remark import numbered as numbered
from .searches import Searches
from .tasks import Task as Task
from .tasks import task_of
from .well import only_move, only_win, stopped, threatens, won_piece
from .wins import allowed_win, lost_at_once, missed_win

TWICE = 2                   # how often in a game a remark of one kind is made, unless
MUCH = 0.3                  # so much of the chances was given away
BIG = ("mistake", "blunder", "missed-win", "allowed-loss")      # what is shown without words, too

Detector = Callable[[Facts], Iterator[Remark]]
# The weightiest first.
BAD: tuple[Detector, ...] = (lost_at_once, missed_win, allowed_win, fell, hangs, missed_piece,
                             loses_pieces, cornered, missed_double, noted, missed_attack, checks,
                             safe_reply)
GOOD: tuple[Detector, ...] = (only_move, only_win, won_piece, stopped, threatens)


class Coach:
    """Says what moves of one game did or missed.

    Args:
        game: the name of a game.
        options: its options, as for a `Board`.
    """

    def __init__(self, game: str, **options: Any) -> None:
        self._searches = Searches(Board(game, **options))

    def is_compiled(self) -> bool:
        """Whether `warm` needs only to load what was compiled before."""
        return self._searches.is_compiled()

    def warm(self) -> None:
        """Load or compile all that is needed; else the first remark takes so long."""
        self._searches.warm()

    def close(self) -> None:
        """Give back what the searches hold."""
        self._searches.close()

    def remark(self, board: Board, move: int, said: Sequence[str] = ()) -> Remark | None:
        """What is to be said of a move.

        Args:
            board: before the move; it is left as it is.
            move: a legal one.
            said: the kinds of the remarks that were made in this game, as often as each was.

        Returns:
            At most one remark; None where nothing is sure, where there was no choice, and where
            what was played before may soon make a draw.
        """
        if len(board.legal_moves) < 2 or history_matters(board):
            return None
        self._searches.exact.clear()
        facts = Facts(self._searches, board, move)
        for detector in BAD if facts.judgement else GOOD:
            for found in self._settled(detector, facts):
                if said.count(found.kind) < TWICE or facts.lost >= MUCH:
                    return found
        return self._wordless(facts) if facts.judgement in BIG else None

    def task(self, board: Board, move: int) -> Task | None:
        """The task that a bad move makes, by which the player can learn; None if it makes none.

        Args:
            board: before the move; it is left as it is.
            move: a legal one, on which a remark was that it is bad.
        """
        return task_of(self._searches, board, move)

    @staticmethod
    def _settled(detector: Detector, facts: Facts) -> Iterator[Remark]:
        """What a detector finds until an answer would take too long."""
        try:
            yield from detector(facts)
        except UnsettledError:
            return

    @staticmethod
    def _wordless(facts: Facts) -> Remark:
        """The better move alone."""
        return Remark("", "bad", None, "", way(facts.best_told), targets(facts.best_told),
                      facts.best_told.text, line_of(facts.board, facts.lines[0].pv),
                      judgement=facts.judgement)


def history_matters(board: Board) -> bool:
    """Whether what was played before can make a draw within the plies that are told of."""
    repetition, no_progress = (int(board.options[name]) for name in (REPETITION, NO_PROGRESS))
    if 0 < no_progress <= board.idle_moves + FARTHEST + 2:
        return True
    keys = board.keys()[-board.reversible_moves - 1:]
    return repetition > 0 and max(map(keys.count, keys)) >= repetition - 1
