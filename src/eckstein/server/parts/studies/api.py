"""The HTTP API of studies that several people write.

A writer names the version that it has changed.  If another writer has changed the same chapter
meanwhile, the request is refused; the client reads what is new, merges both, and writes again.
"""
from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ....base.sentence import Sentence, message_of
from ....wire.http_games import StreamQuery
from ....wire.http_studies import (
    BegunStudy,
    EarlierVersion,
    EarlierVersions,
    NewSharedStudy,
    SharedStudy,
    StudyChapter,
    StudyQuery,
    WriteStudy,
    WrittenStudy,
)
from ...game.rulings import RefusedError, TooFastError
from ...game.tokens import guest_name, new_id
from ...net.boards import at_work
from ...net.endpoints import PREFIX, Call, endpoint
from ...net.streams import STREAMS, heard, streamed
from ...store.contract import NOT_WRITTEN, database_asked
from ...work import texts
from . import writing
from .audience import Audience, Reader
from .events import StudyWritten
from .store import StudyStore, Version

PATH = f"{PREFIX}/shared-studies"
NODE = 0.0005               # seconds for a move that is checked
NO_STUDY = "there is no study of this name"
CHANGED = Sentence("another writer has changed this study")
TRIES = 20                  # where several people write other chapters of one study


@endpoint("POST", PATH, "studies", takes=NewSharedStudy, answers=BegunStudy, status=201,
          needs="anybody")
async def begin(call: Call[NewSharedStudy]) -> BegunStudy:
    """Share a study with others, so that they may write it, too."""
    studies, service, content = _studies(call), call.service, call.wish.content
    if not service.studies.take(call.payer):
        raise TooFastError("there are too many studies; wait a minute",
                           service.studies.retry_after(call.payer))
    with _sentences():
        first = writing.begun(msgspec.structs.replace(
            content, chapters=await _checked(call, content.chapters)))
    study = new_id() + new_id()
    with database_asked(NOT_WRITTEN):
        await studies.add(study, writing.text(first), service.rooms.now())
    return BegunStudy(study, service.tokens.writer(study), 1)


@endpoint("GET", f"{PATH}/{{study}}", "studies", takes=StudyQuery, answers=SharedStudy,
          needs="anybody")
async def read(call: Call[StudyQuery]) -> SharedStudy:
    """A shared study as it is now, or was; or what has changed in it."""
    found = await _version(call, call.wish.version)
    return writing.told(found.number, writing.read(found), call.wish.since)


@endpoint("POST", f"{PATH}/{{study}}", "studies", takes=WriteStudy, answers=WrittenStudy,
          needs="anybody")
async def write(call: Call[WriteStudy]) -> WrittenStudy:
    """Change a shared study; refused if another writer was quicker with the same chapter."""
    studies, service, wish, study = _studies(call), call.service, call.wish, _study(call)
    if not service.tokens.writes(study, wish.key):
        raise RefusedError("not-yours", "this key does not let you write the study", "wrong-token")
    writes = call.get(Audience).writes
    if not writes.take(call.payer):
        raise TooFastError("there are too many changes; wait a moment",
                           writes.retry_after(call.payer))
    changed = await _checked(call, wish.chapters)
    for _ in range(TRIES):
        there = await _version(call, None)
        if wish.version > there.number:
            break
        with _sentences():
            content = writing.written(writing.read(there), there.number + 1, wish, changed)
        with database_asked(NOT_WRITTEN):
            done = await studies.replace(study, there.number + 1, writing.text(content),
                                         service.rooms.now())
        if done:
            service.hub.publish(StudyWritten(study, there.number + 1))
            return WrittenStudy(there.number + 1)
    raise RefusedError("stale", CHANGED)


@endpoint("GET", f"{PATH}/{{study}}/earlier", "studies", answers=EarlierVersions, needs="anybody")
async def earlier(call: Call[None]) -> EarlierVersions:
    """The earlier versions of a shared study that are stored."""
    await _version(call, None)
    with database_asked():
        found = await _studies(call).earlier(_study(call))
    return EarlierVersions([EarlierVersion(number, at // 1000) for number, at in found])


@endpoint("GET", f"{PATH}/{{study}}/stream", "studies", takes=StreamQuery,
          answers=tuple(STREAMS.values()), needs="anybody")
async def stream(call: Call[StreamQuery]) -> Response:
    """The readers that have a shared study open, and the number of its last version, whenever these
    change.
    """
    study, service, reader = _study(call), call.service, Reader(call.may)
    there, reader.name = await _version(call, None), await _name(call)
    audience = call.get(Audience)

    @contextlib.asynccontextmanager
    async def entered() -> AsyncIterator[None]:
        audience.enter(study, reader, there.number)
        try:
            yield
        finally:
            audience.leave(study, reader)
    return await streamed(call, call.wish.form, reader.outbox, heard(service.hub, reader, entered))


def _studies(call: Call[Any]) -> StudyStore:
    return call.get(Audience).studies


def _study(call: Call[Any]) -> str:
    study: str = call.request.path_params["study"]
    return study


async def _version(call: Call[Any], number: int | None) -> Version:
    with database_asked():
        found = await _studies(call).version(_study(call), number)
    if found is None:
        raise HTTPException(404, NO_STUDY)
    return found


async def _checked(call: Call[Any], chapters: Sequence[StudyChapter]) -> list[StudyChapter]:
    """Chapters of which every move is legal."""
    return [await at_work(call, NODE * (1 + len(chapter.nodes)), texts.checked_chapter, chapter)
            for chapter in chapters]


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
    """Refuse what cannot be written."""
    try:
        yield
    except writing.StaleError:
        raise RefusedError("stale", CHANGED) from None
    except ValueError as error:
        raise RefusedError("bad", message_of(error)) from None


async def _name(call: Call[Any]) -> str:
    """The name of a reader, as other readers of a study see it."""
    sender = await call.sender()
    if sender.account is None:
        return guest_name(call.guest)
    return (await call.service.rooms.names.of([sender.account])).get(sender.account, "")


ENDPOINTS = (begin, read, write, earlier, stream)
