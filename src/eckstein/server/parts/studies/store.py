"""Shared studies in a database."""
from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.tables import shared_studies, study_versions
from ...ops.allowances import CAPS
from ...store.contract import TakenError

APART = 600_000             # milliseconds between two stored earlier versions, at least
FORGOTTEN = 20              # studies in one step


class Version(NamedTuple):
    """A version of a study.

    Attributes:
        number: 1 for the first.
        text: what it says, as JSON.
    """

    number: int
    text: str


class StudyStore:
    """Keeps studies with a version, and some of the earlier versions of each.

    All methods raise StoreError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, study: str, text: str, now: int) -> None:
        """Keep the first version of a study."""
        await rows.write(self._engine, sa.insert(shared_studies).values(
            id=study, version=1, text=text, written=now))

    async def replace(self, study: str, number: int, text: str, now: int) -> bool:
        """Keep the next version of a study; whether this is what came after the one before.

        Args:
            study: which.
            number: that of the version.
            text: what it says.
            now: the time, in milliseconds since 1970.
        """
        try:
            return bool(await rows.write(self._engine, *_replacing(study, number, text, now)))
        except TakenError:              # another writer has put the version before aside
            return False

    async def version(self, study: str, number: int | None = None) -> Version | None:
        """The last version, or an earlier one that is stored; None if there is none."""
        last = sa.select(shared_studies.c.version, shared_studies.c.text).where(
            shared_studies.c.id == study)
        if number is not None:
            last = last.where(shared_studies.c.version == number)
        found = await rows.found(self._engine, last)
        if not found and number is not None:
            found = await rows.found(self._engine, sa.select(
                study_versions.c.version, study_versions.c.text).where(
                study_versions.c.study == study, study_versions.c.version == number))
        return Version(*found[0]) if found else None

    async def number(self, study: str) -> int | None:
        """The number of the last version; None if there is no such study."""
        found = await rows.found(self._engine, sa.select(shared_studies.c.version).where(
            shared_studies.c.id == study))
        return found[0].version if found else None

    async def earlier(self, study: str) -> list[tuple[int, int]]:
        """The numbers of the stored earlier versions, the newest first, each with when it was made,
        in milliseconds since 1970.
        """
        return [tuple(row) for row in await rows.found(self._engine, sa.select(
            study_versions.c.version, study_versions.c.written).where(
            study_versions.c.study == study).order_by(study_versions.c.version.desc()))]

    async def forget(self, before: int) -> None:
        """Forget a few of the studies in which nothing was written since a time."""
        # The lock keeps writers out.
        old = sa.select(shared_studies.c.id).where(shared_studies.c.written < before).order_by(
            shared_studies.c.written).limit(FORGOTTEN).with_for_update()
        async with rows.writing(self._engine) as connection:
            if found := list(await connection.scalars(old)):
                for column in (study_versions.c.study, shared_studies.c.id):
                    await connection.execute(sa.delete(column.table).where(column.in_(found)))


def _replacing(study: str, number: int, text: str, now: int) -> list[sa.Executable]:
    """Statements that put the version before aside, if none was for long, keep only so many of
    those, and write the next one.
    """
    mine = study_versions.c.study == study
    last = sa.and_(shared_studies.c.id == study, shared_studies.c.version == number - 1)
    aside = sa.select(sa.func.coalesce(sa.func.max(study_versions.c.written), -APART)).where(mine)
    before = sa.select(shared_studies.c.id, shared_studies.c.version, shared_studies.c.text,
                       shared_studies.c.written).where(
        last, shared_studies.c.written - aside.scalar_subquery() >= APART)
    newest = sa.select(study_versions.c.version).where(mine).order_by(
        study_versions.c.version.desc()).limit(CAPS["study-versions"].most)
    return [sa.insert(study_versions).from_select(["study", "version", "text", "written"], before),
            sa.delete(study_versions).where(mine, study_versions.c.version.not_in(newest)),
            sa.update(shared_studies).where(last).values(version=number, text=text, written=now)]
