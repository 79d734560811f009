"""Who has which shared studies open: they hear of new versions, and of each other."""
from __future__ import annotations

from collections.abc import Mapping

from ...wire.http_studies import StudyNews
from ..rooms.outbox import Outbox


class Audience:
    """Those who have studies open at this server.

    Each has an outbox, into which nothing is put but the wish for news: who reads slowly hears of
    the last version alone.
    """

    def __init__(self) -> None:
        self._readers: dict[str, dict[Outbox, str]] = {}
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._readers.values()))

    def enter(self, study: str, reader: Outbox, name: str, number: int) -> None:
        """Somebody opens a study, of which a version is known."""
        self._readers.setdefault(study, {})[reader] = name
        self._numbers[study] = max(number, self._numbers.get(study, 0))
        self._tell(study)

    def leave(self, study: str, reader: Outbox) -> None:
        """Somebody closes it."""
        del self._readers[study][reader]
        if self._readers[study]:
            self._tell(study)
        else:
            del self._readers[study], self._numbers[study]

    def changed(self, studies: Mapping[str, int]) -> None:
        """There are new versions of studies, here or at other servers."""
        for study, number in studies.items():
            if number > self._numbers.get(study, number):
                self._numbers[study] = number
                self._tell(study)

    def open(self) -> list[str]:
        """The studies that somebody has open."""
        return list(self._readers)

    def news(self, study: str) -> StudyNews:
        """What those are told who have a study open."""
        return StudyNews(self._numbers[study], sorted(self._readers[study].values()))

    def _tell(self, study: str) -> None:
        for reader in self._readers[study]:
            reader.want(study)
