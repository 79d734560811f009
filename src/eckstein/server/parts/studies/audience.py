"""Subscribers of shared studies: they are notified of new versions, and of each other."""
from __future__ import annotations

import contextlib

import msgspec

from ....wire.http_studies import StudyNews
from ...hub.events import Resync
from ...hub.hub import Hub, Kind
from ...hub.subscriber import Subscriber
from ...ops.limits import Hits
from ...ops.tasks import Tasks
from ...store.contract import StoreError
from .events import StudyWritten, study_topic
from .store import StudyStore


class Reader(Subscriber):
    """A client that has a study open.

    Attributes:
        name: what the other readers see.
    """

    name: str = ""


class Audience:
    """The readers that have studies open at this server.

    Args:
        hub: where studies are topics.
        studies: stores them.
        hits: counts the requests that exceed limits.

    Attributes:
        studies: see above.
        writes: how much each payer may write.
    """

    def __init__(self, hub: Hub, studies: StudyStore, hits: Hits) -> None:
        self._hub, self.studies = hub, studies
        self.writes = hits.buckets("study-writes")
        self._numbers: dict[str, int] = {}
        self._tasks = Tasks("study", StoreError, OSError)
        hub.add_kind(Kind("study", "anybody", self._check, self._news, self._left, polled=False))
        hub.on(StudyWritten, self._written)
        hub.on(Resync, self._look_soon)

    async def _check(self, study: str, reader: Subscriber) -> None:
        """Any client that knows the id of a study may read it; the endpoint has found it."""

    def enter(self, study: str, reader: Reader, number: int) -> None:
        """A reader opens a study, of which a version is known."""
        self._numbers[study] = max(number, self._numbers.get(study, 0))
        self._hub.add(study_topic(study), reader)
        self._hub.touch_here(study_topic(study))

    def leave(self, study: str, reader: Reader) -> None:
        """A reader closes a study."""
        self._hub.unsubscribe(reader, study_topic(study))

    def _left(self, study: str, reader: Subscriber) -> None:
        self._hub.touch_here(study_topic(study))
        if not self._hub.audience(study_topic(study)):
            del self._numbers[study]

    def _written(self, event: StudyWritten) -> None:
        if event.number > self._numbers.get(event.study, event.number):
            self._numbers[event.study] = event.number
            self._hub.touch_here(study_topic(event.study))

    def _look_soon(self, event: Resync) -> None:
        self._tasks.begin(self._look())

    async def _look(self) -> None:
        """Find versions that other servers have written, of which nothing was heard."""
        for study in self._hub.keys("study"):
            with contextlib.suppress(StoreError, OSError):      # the next look may succeed
                self._written(StudyWritten(study, await self.studies.number(study) or 0))

    async def _news(self, study: str, reader: Subscriber) -> str:
        readers = self._hub.audience(study_topic(study))
        return msgspec.json.encode(StudyNews(self._numbers[study], sorted(
            one.name for one in readers if isinstance(one, Reader)))).decode()
