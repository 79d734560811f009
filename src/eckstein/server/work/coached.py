"""What the coach says of a move, and the task that a mistake makes."""
from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

from ...base.sentence import Sentence
from ...board import Board
from ...engine.coach import Coach, Remark, numbered
from ...engine.coach.facts import way
from ...wire.http_coach import CoachAnswer, CoachRequest, ToldRemark
from ...wire.http_mistakes import MistakeAnswer, MistakeTask
from ...wire.positions import PositionRef
from ...words import ENGLISH, LANGUAGES, tell
from .lines import board_of

COACHES = 4                 # kept ready; each has some megabytes of tables
COST = 0.1                  # seconds that a remark takes
_asking = threading.Lock()  # a coach answers one question at a time


@lru_cache(maxsize=COACHES)
def _coach(game: str, options: tuple[tuple[str, Any], ...]) -> Coach:
    return Coach(game, **dict(options))


def remark_on(wish: CoachRequest) -> CoachAnswer:
    """What the coach says of the last move; nothing where its searches are not compiled.

    Raises:
        ValueError: with a sentence about the position or the moves, or if there is none.
    """
    board, move, coach = _asked(wish)
    if not coach.is_compiled():
        return CoachAnswer(None)
    with _asking:
        remark = coach.remark(board, move, wish.said)
    language = wish.language if wish.language in LANGUAGES else ENGLISH
    return CoachAnswer(None if remark is None else _told(board, move, remark, language))


def mistake_in(wish: CoachRequest) -> MistakeAnswer:
    """Whether the last move was a mistake, and the task that it makes; no where nobody can say.

    Raises:
        ValueError: as above.
    """
    board, move, coach = _asked(wish)
    if not coach.is_compiled():
        return MistakeAnswer(None)
    with _asking:
        remark = coach.remark(board, move, wish.said)
        if remark is None or remark.tone != "bad":
            return MistakeAnswer(None)
        task = coach.task(board, move)
    return MistakeAnswer(remark.kind, remark.theme, None if task is None else MistakeTask(
        task.position, task.task, task.count, [*task.right]))


def _asked(wish: CoachRequest) -> tuple[Board, int, Coach]:
    """The board before the last move of a game, that move, and the coach of the game."""
    if not wish.moves:
        raise ValueError(Sentence("there is no last move"))
    board = board_of(PositionRef(wish.game, wish.options, wish.position, wish.moves[:-1])).copy()
    return (board, board.parse(wish.moves[-1]),
            _coach(board.game, tuple(board.options.items())))


def _told(board: Board, move: int, remark: Remark, language: str) -> ToldRemark:
    """A remark on a move of a board, with moves as people write them.

    It is told in the language of the client, which need not have the words: there are many, and
    few are ever used.
    """
    after = board.copy()
    after.push(move)
    better = board.describe(board.parse(remark.better)) if remark.better else None
    return ToldRemark(
        remark.kind, remark.tone, remark.judgement,
        remark.sentence and str(tell(remark.sentence, language)),
        list(remark.arrows), list(remark.marks),
        better.notation if better else "", list(way(better)) if better else [],
        numbered(after if remark.shows == "reply" else board, remark.line), remark.shows,
        remark.theme)
