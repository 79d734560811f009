"""The HTTP API of studies: judgements on moves, how games began, and studies under short links."""
from __future__ import annotations

import base64
import hashlib

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...engine import analysis
from ...wire.http_studies import (
    JudgeAnswer,
    JudgeRequest,
    KeptStudy,
    MoveJudgement,
    MoveValues,
    NewStudy,
    OpeningsAnswer,
    OpeningsRequest,
    PositionValue,
    StudyText,
)
from ..game.keeping import BEGUN
from ..store.contract import NOT_WRITTEN, ConflictError, database_asked
from ..store.transactions import Transaction
from ..work import texts
from .boards import LETTER, at_work
from .endpoints import PREFIX, Call, endpoint
from .guard import complaint, json_response

ID_LETTERS = 20             # of base 32: a hundred bits
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


@endpoint("POST", f"{PREFIX}/judge", "studies", takes=JudgeRequest, answers=JudgeAnswer,
          needs="anybody")
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


@endpoint("POST", f"{PREFIX}/openings", "studies", takes=OpeningsRequest, answers=OpeningsAnswer,
          needs="anybody")
async def openings(call: Call[OpeningsRequest]) -> OpeningsAnswer:
    """Which moves were made in the positions of games, and how these ended."""
    return await at_work(call, LETTER * len(call.wish.text), texts.openings_in, call.wish)


@endpoint("POST", f"{PREFIX}/studies", "studies", takes=NewStudy, answers=KeptStudy, status=201,
          needs="anybody")
async def keep_study(call: Call[NewStudy]) -> Response:
    """Keep a study under a short link, on disk before it is answered; it cannot be changed."""
    text = call.wish.text
    await at_work(call, LETTER * len(text), texts.check_games, text)
    studies = call.service.studies
    if not studies.take(call.payer):
        return complaint(429, "too-fast", "there are too many studies; wait a minute",
                         studies.retry_after(call.payer))
    study = study_id(text)
    store, rooms = call.service.store, call.service.rooms
    now = rooms.now()
    with database_asked(NOT_WRITTEN):
        try:
            await store.write(Transaction([], studies=[(study, text, now)]))
        except ConflictError:       # it is the same one, for its id follows from its text
            await store.renew_study(study, now)
    until = rooms.keeping.until(BEGUN, now)
    return json_response(KeptStudy(study, f"/analysis?study={study}",
                                   None if until is None else until // 1000), 201)


@endpoint("GET", f"{PREFIX}/studies/{{study}}", "studies", answers=StudyText, needs="anybody")
async def kept_study(call: Call[None]) -> Response:
    """A study that was stored."""
    with database_asked():
        text = await call.service.store.study(call.request.path_params["study"])
    if text is None:
        raise HTTPException(404, "there is no study of this name")
    response = json_response(StudyText(text), 200)
    response.headers.update(FOR_GOOD)
    return response


def study_id(text: str) -> str:
    """The id of a study: the same for the same text, and one that cannot be guessed."""
    digest = hashlib.sha256(text.encode()).digest()
    return base64.b32encode(digest).decode().lower()[:ID_LETTERS]


ENDPOINTS = (judge, openings, keep_study, kept_study)
