"""Reports, flags and the trail of moderators, in a database."""
from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ....wire.http_moderation import FlagKind
from ...database import rows
from ...database.tables import flags, moderation_entries, reports
from ...game.clocks import DAY
from ...game.identity import of_account
from ...game.likeness import likeness
from ...store.contract import ConflictError, GoneError, TakenError
from ..accounts.freed_names import give
from .conduct import Entry, names_taken
from .records import Evidence, Flag, NewName, Report, Settled, State

NOBODY = ""                 # the reporter, once that account is gone
_ENTRY = [moderation_entries.c[name] for name in Entry.__struct_fields__]
_REPORT = [reports.c[name] for name in Report.__struct_fields__]
_OPEN = reports.c.state == "open"


class ModerationStore:
    """Stores reports, flags and the trail.  All calls raise StoreError or OSError if the database
    does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # Reports.

    async def report(self, report: Report, a_day: int, most: int) -> bool:
        """A new report; False if the reporter has made so many within a day.  Nothing comes of it
        if there is an open one of the same reporter, account and reason, or `most` are open about
        the account.
        """
        with contextlib.suppress(TakenError, GoneError):
            async with rows.alone(self.engine, f"reports by {report.reporter}",
                                  f"reports on {report.account}") as connection:
                if await rows.count(connection, reports.c.reporter == report.reporter,
                                    reports.c.at > report.at - DAY) >= a_day:
                    return False
                if await rows.count(connection, reports.c.account == report.account,
                                    _OPEN) < most:
                    await connection.execute(sa.insert(reports).values(
                        **msgspec.structs.asdict(report)))
                    await rows.check_there(connection, of_account(report.account),
                                           report.reporter)
        return True

    async def made_by(self, reporter: str) -> list[Report]:
        """The reports that an identity has made, the oldest first."""
        return [Report(*row) for row in await self._rows(
            sa.select(*_REPORT).where(reports.c.reporter == reporter)
            .order_by(reports.c.at, reports.c.id))]

    async def cases(self, most: int) -> list[str]:
        """The accounts with open reports or flags, the newest first."""
        waiting = sa.union_all(
            sa.select(reports.c.account, reports.c.at).where(_OPEN),
            sa.select(flags.c.account, flags.c.at).where(flags.c.state == "open")).subquery()
        return [row.account for row in await self._rows(
            sa.select(waiting.c.account).group_by(waiting.c.account)
            .order_by(sa.func.max(waiting.c.at).desc(), waiting.c.account).limit(most))]

    async def reports_on(self, account: str, most: int) -> list[Report]:
        """Reports about an account, the open ones first, the newest first."""
        return [Report(*row) for row in await self._rows(
            sa.select(*_REPORT).where(reports.c.account == account)
            .order_by(sa.case((_OPEN, 0), else_=1), reports.c.at.desc(), reports.c.id)
            .limit(most))]

    async def record(self, reporters: Collection[str]) -> Mapping[str, Mapping[State, int]]:
        """How many reports of some people are in which state."""
        found: dict[str, dict[State, int]] = {}
        for row in await self._rows(
                sa.select(reports.c.reporter, reports.c.state, sa.func.count().label("many"))
                .where(reports.c.reporter.in_(reporters))
                .group_by(reports.c.reporter, reports.c.state)):
            found.setdefault(row.reporter, {})[row.state] = row.many
        return found

    # The trail.

    async def entries(self, account: str) -> list[Entry]:
        """All that was done about an account, in order."""
        return _entries(await self._rows(_about(account)))

    async def trail(self, before: int | None, most: int) -> list[Entry]:
        """Entries about all accounts before a given one, the newest first."""
        query = sa.select(*_ENTRY).order_by(moderation_entries.c.seq.desc()).limit(most)
        if before is not None:
            query = query.where(moderation_entries.c.seq < before)
        return _entries(await self._rows(query))

    async def act(self, entry: Entry, settled: Settled | None = None, report: str | None = None,
                  name: NewName | None = None, known: Sequence[Entry] | None = None) -> int:
        """Add an entry with its effect, both or neither; returns its number.

        Args:
            entry: what is done.
            settled: what becomes of open reports and flags; None if they stay.
            report: the only one that it is about; None for all about the account.
            name: what the account is called from now on; None if that does not change.
            known: only if these are still all entries about the account; None for whatever they
                are.

        Raises:
            ConflictError: if there are others by now.
            GoneError: if the account is there no more.
            TakenError: if the entry that is meant has been ended already, or the name is taken.
        """
        values = msgspec.structs.asdict(entry)
        del values["seq"]
        async with rows.changing(self.engine, entry.account) as connection:
            if known is not None and await entries_in(connection, entry.account) != list(known):
                raise ConflictError("something else was done about the account")
            seq = int((await connection.execute(
                sa.insert(moderation_entries).values(**values)
                .returning(moderation_entries.c.seq))).scalar_one())
            if settled is not None:
                await _settle(connection, entry.account, report, settled, seq)
            if entry.what == "take-back":
                await _open_again(connection, entry)
            if name is not None:
                await give(connection, entry.account, name.name, name.likeness, entry.at,
                           chosen=False)
        return seq

    async def ever_barred(self) -> list[str]:
        """The accounts that a moderator has barred, now or before."""
        return [row.account for row in await self._rows(
            sa.select(moderation_entries.c.account).distinct().where(
                moderation_entries.c.what == "bar"))]

    async def moderators(self) -> list[str]:
        """The accounts that are moderators."""
        released = sa.select(moderation_entries.c.entry).where(
            moderation_entries.c.what == "release")
        return [row.account for row in await self._rows(
            sa.select(moderation_entries.c.account).distinct().where(
                moderation_entries.c.what == "appoint",
                moderation_entries.c.seq.not_in(released)))]

    # Flags.

    async def flags_on(self, account: str) -> list[Flag]:
        """Flags on an account, the newest first."""
        return [_flag(row) for row in await self._rows(
            sa.select(flags).where(flags.c.account == account)
            .order_by(flags.c.at.desc(), flags.c.kind, flags.c.about))]

    async def settled_flags(self) -> Mapping[tuple[str, FlagKind, str], int]:
        """When the last flag of some kind was judged: by account, kind and what it is about."""
        return {(row.account, row.kind, row.about): row.at for row in await self._rows(
            sa.select(flags.c.account, flags.c.kind, flags.c.about, moderation_entries.c.at)
            .join(moderation_entries, moderation_entries.c.seq == flags.c.settled))}

    async def set_flags(self, found: Sequence[Flag]) -> None:
        """Replace all open flags; those that were judged stay, unless there is a new one."""
        async with rows.writing(self.engine) as connection:
            # What was judged before stays known: games up to then do not count again.
            judged = sa.select(sa.case((moderation_entries.c.what == "dismiss", "dismissed"),
                                       else_="upheld")).where(
                moderation_entries.c.seq == flags.c.settled).scalar_subquery()
            await connection.execute(sa.update(flags).where(
                flags.c.state == "open", flags.c.settled.is_not(None)).values(state=judged))
            await connection.execute(sa.delete(flags).where(flags.c.state == "open"))
            for one in found:
                told = {"at": one.at, "state": one.state,
                        "data": msgspec.json.encode(one.evidence).decode()}
                done = await connection.execute(sa.update(flags).where(
                    flags.c.account == one.account, flags.c.kind == one.kind,
                    flags.c.about == one.about).values(**told))
                if not done.rowcount:
                    await connection.execute(sa.insert(flags).values(
                        account=one.account, kind=one.kind, about=one.about, **told))

    async def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        return await rows.found(self.engine, query)


async def entries_in(connection: AsyncConnection, account: str) -> list[Entry]:
    """All about an account, in order."""
    return _entries((await connection.execute(_about(account))).all())


async def is_taken(connection: AsyncConnection, account: str, name: str) -> bool:
    """Whether a name that looks like this one was taken from an account."""
    return name in map(likeness, names_taken(await entries_in(connection, account)))


def _about(account: str) -> sa.Select[Any]:
    return sa.select(*_ENTRY).where(moderation_entries.c.account == account).order_by(
        moderation_entries.c.seq)


def _entries(found: Sequence[Any]) -> list[Entry]:
    return [Entry(**row._mapping) for row in found]


async def _settle(connection: AsyncConnection, account: str, report: str | None,
                  settled: Settled, seq: int) -> None:
    """Open reports and flags are judged by an entry."""
    which = [] if report is None else [reports.c.id == report]
    await connection.execute(
        sa.update(reports).where(reports.c.account == account, _OPEN, *which)
        .values(state=settled, settled=seq))
    if report is None:
        await connection.execute(
            sa.update(flags).where(flags.c.account == account, flags.c.state == "open")
            .values(state=settled, settled=seq))


async def _open_again(connection: AsyncConnection, entry: Entry) -> None:
    """Reopen what an entry has settled, unless the same was reported again."""
    anew = reports.alias("anew")
    again = sa.select(anew.c.id).where(
        anew.c.reporter == reports.c.reporter, anew.c.account == reports.c.account,
        anew.c.reason == reports.c.reason, anew.c.state == "open").exists()
    await connection.execute(sa.update(reports).where(
        reports.c.settled == entry.entry, reports.c.account == entry.account, sa.not_(again))
        .values(state="open", settled=None))
    await connection.execute(sa.update(flags).where(
        flags.c.settled == entry.entry, flags.c.account == entry.account)
        .values(state="open", settled=None))


def _flag(row: Any) -> Flag:
    return Flag(row.account, row.kind, row.about,
                msgspec.json.decode(row.data, type=Evidence), row.at, row.state)
