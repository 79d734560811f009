"""The HTTP API of studies that several people write.

Whoever writes names the version that his was made from.  If another one was written meanwhile, he
is refused, reads that one, merges both, and writes again.
"""
from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...base.sentence import Sentence
from ...wire.http_games import StreamQuery
from ...wire.http_studies import (
    BegunStudy,
    EarlierVersion,
    EarlierVersions,
    NewSharedStudy,
    SharedStudy,
    StudyContent,
    StudyQuery,
    WriteStudy,
    WrittenStudy,
)
from ..game.rulings import RefusedError, TooFastError
from ..game.tokens import guest_name, new_id
from ..rooms.outbox import Outbox
from ..store.contract import NOT_WRITTEN, database_asked
from ..studies.contract import SharedStudies
from ..work import texts
from .api_boards import at_work
from .endpoints import PREFIX, Call, endpoint
from .streams import STREAMS, streamed

PATH = f"{PREFIX}/shared-studies"
NODE = 0.0005               # seconds for a move that is checked
NO_STUDY = "there is no study of this name"


@endpoint("POST", PATH, "studies", takes=NewSharedStudy, answers=BegunStudy, status=201)
async def begin(call: Call[NewSharedStudy]) -> BegunStudy:
    """Share a study with others, who may write it, too."""
    studies, service = _studies(call), call.service
    if not service.studies.take(call.payer):
        raise TooFastError("there are too many studies; wait a minute",
                           service.studies.retry_after(call.payer))
    content = await _checked(call, call.wish.content, None)
    study = new_id() + new_id()
    with database_asked(NOT_WRITTEN):
        await studies.add(study, _text(content), service.rooms.now())
    return BegunStudy(study, service.tokens.writer(study), 1)


@endpoint("GET", f"{PATH}/{{study}}", "studies", takes=StudyQuery, answers=SharedStudy)
async def read(call: Call[StudyQuery]) -> SharedStudy:
    """A shared study as it is now, or was."""
    return await _version(call, call.wish.version)


@endpoint("POST", f"{PATH}/{{study}}", "studies", takes=WriteStudy, answers=WrittenStudy)
async def write(call: Call[WriteStudy]) -> WrittenStudy:
    """Write the next version of a shared study; refused if somebody was quicker."""
    studies, service, wish, study = _studies(call), call.service, call.wish, _study(call)
    if not service.tokens.writes(study, wish.key):
        raise RefusedError("not-yours", "this key does not let you write the study", "wrong-token")
    if not service.study_writes.take(call.payer):
        raise TooFastError("there are too many changes; wait a moment",
                           service.study_writes.retry_after(call.payer))
    there = await _version(call, None)
    if there.version != wish.version - 1:
        raise RefusedError("stale", Sentence("somebody else has changed this study"))
    content = await _checked(call, wish.content, there.content)
    with database_asked(NOT_WRITTEN):
        if not await studies.replace(study, wish.version, _text(content), service.rooms.now()):
            raise RefusedError("stale", Sentence("somebody else has changed this study"))
    service.audience.changed({study: wish.version})
    service.store.tell_studies({study: wish.version})
    return WrittenStudy(wish.version)


@endpoint("GET", f"{PATH}/{{study}}/earlier", "studies", answers=EarlierVersions)
async def earlier(call: Call[None]) -> EarlierVersions:
    """The earlier versions of a shared study that are kept."""
    with database_asked():
        found = await _studies(call).earlier(_study(call))
    return EarlierVersions([EarlierVersion(number, at // 1000) for number, at in found])


@endpoint("GET", f"{PATH}/{{study}}/stream", "studies", takes=StreamQuery,
          answers=tuple(STREAMS.values()))
async def stream(call: Call[StreamQuery]) -> Response:
    """Who has a shared study open, and the number of its last version, whenever these change."""
    study, service, outbox = _study(call), call.service, Outbox()
    there, name = await _version(call, None), await _name(call)

    @contextlib.asynccontextmanager
    async def entered() -> AsyncIterator[None]:
        service.audience.enter(study, outbox, name, there.version)
        try:
            yield
        finally:
            service.audience.leave(study, outbox)
    return streamed(call, call.wish.form, outbox, entered,
                    lambda: msgspec.json.encode(service.audience.news(study)).decode())


def _studies(call: Call[Any]) -> SharedStudies:
    if call.service.shared_studies is None:
        raise HTTPException(404, "studies are not shared here")
    return call.service.shared_studies


def _study(call: Call[Any]) -> str:
    study: str = call.request.path_params["study"]
    return study


async def _version(call: Call[Any], number: int | None) -> SharedStudy:
    with database_asked():
        found = await _studies(call).version(_study(call), number)
    if found is None:
        raise HTTPException(404, NO_STUDY)
    return SharedStudy(found.number, msgspec.json.decode(found.text, type=StudyContent))


async def _checked(call: Call[Any], content: StudyContent, before: StudyContent | None
                   ) -> StudyContent:
    """What is to be kept: every move in it is legal.

    Chapters that are as they were need no check.
    """
    known = {chapter.key: chapter for chapter in before.chapters} if before else {}
    if len({chapter.key for chapter in content.chapters}) < len(content.chapters):
        raise RefusedError("bad", Sentence("two chapters have the same key"))
    checked = []
    for chapter in content.chapters:
        if known.get(chapter.key) != chapter:
            chapter = await at_work(call, NODE * (1 + len(chapter.nodes)), texts.checked_chapter,
                                    chapter)
        checked.append(chapter)
    return msgspec.structs.replace(content, chapters=checked)


def _text(content: StudyContent) -> str:
    return msgspec.json.encode(content).decode()


async def _name(call: Call[Any]) -> str:
    """What the others are told of who has a study open."""
    sender = await call.sender()
    if sender.account is None:
        return guest_name(call.guest)
    return (await call.service.rooms.names.of([sender.account])).get(sender.account, "")


ENDPOINTS = (begin, read, write, earlier, stream)
