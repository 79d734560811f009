"""The HTTP API of studies: judgements on moves, and how games began."""
from __future__ import annotations

from ... import analysis
from ..wire.http_studies import (
    JudgeAnswer,
    JudgeRequest,
    MoveJudgement,
    MoveValues,
    OpeningsAnswer,
    OpeningsRequest,
    PositionValue,
)
from ..work import texts
from .api_boards import SECONDS, at_work
from .endpoints import PREFIX, Call, endpoint


@endpoint("POST", f"{PREFIX}/judge", "studies", takes=JudgeRequest, answers=JudgeAnswer)
async def judge(call: Call[JudgeRequest]) -> JudgeAnswer:
    """What is wrong with moves, by the values that an engine found."""
    return JudgeAnswer([_judged(move) for move in call.wish.moves])


def _judged(move: MoveValues) -> MoveJudgement:
    before, after = _value(move.before), _value(move.after)
    judgement = analysis.judge(move.turn, before, after)
    return MoveJudgement(judgement, analysis.GLYPHS[judgement] if judgement else None,
                         round(analysis.lost_chances(move.turn, before, after), 4))


def _value(told: PositionValue) -> analysis.Value:
    if told.mate is not None:
        return analysis.Value(analysis.CAP if told.mate > 0 else -analysis.CAP, told.mate)
    score = told.score or 0
    return analysis.Value(max(-analysis.CAP, min(analysis.CAP, score)))


@endpoint("POST", f"{PREFIX}/openings", "studies", takes=OpeningsRequest, answers=OpeningsAnswer)
async def openings(call: Call[OpeningsRequest]) -> OpeningsAnswer:
    """Which moves were made in the positions of games, and how these ended."""
    found: OpeningsAnswer = await at_work(call, call.service.texts, SECONDS, texts.openings_in,
                                          call.wish)
    return found


ENDPOINTS = (judge, openings)
