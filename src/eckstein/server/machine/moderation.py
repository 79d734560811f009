"""Moderation in a database; see `ModerationStore`."""
from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...wire.http_moderation import FlagKind
from ..game.identity import of_account
from ..people.conduct import Entry
from ..people.contract import TakenError
from ..people.moderation import Evidence, Flag, NewName, Report, Settled, State
from ..store.contract import ConflictError, GoneError
from . import rows
from .tables import accounts, flags, moderation_entries, reports

NOBODY = ""                 # who made a report, once his account is gone
_ENTRY = [moderation_entries.c[name] for name in Entry.__struct_fields__]
_REPORT = [reports.c[name] for name in Report.__struct_fields__]
_OPEN = reports.c.state == "open"


class Moderation:
    """See `ModerationStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # Reports.

    async def report(self, report: Report, most: int) -> None:
        """See `ModerationStore`."""
        waiting = await self._rows(sa.select(sa.func.count()).where(
            reports.c.account == report.account, _OPEN))
        if waiting[0][0] < most:
            with contextlib.suppress(TakenError, GoneError):
                async with rows.writing(self.engine) as connection:
                    await connection.execute(sa.insert(reports).values(
                        **msgspec.structs.asdict(report)))
                    await rows.check_there(connection, of_account(report.account),
                                           report.reporter)

    async def made_since(self, reporter: str, since: int) -> int:
        """See `ModerationStore`."""
        found = await self._rows(sa.select(sa.func.count()).where(
            reports.c.reporter == reporter, reports.c.at > since))
        return int(found[0][0])

    async def made_by(self, reporter: str) -> list[Report]:
        """See `ModerationStore`."""
        return [Report(*row) for row in await self._rows(
            sa.select(*_REPORT).where(reports.c.reporter == reporter)
            .order_by(reports.c.at, reports.c.id))]

    async def cases(self, most: int) -> list[str]:
        """See `ModerationStore`."""
        waiting = sa.union_all(
            sa.select(reports.c.account, reports.c.at).where(_OPEN),
            sa.select(flags.c.account, flags.c.at).where(flags.c.state == "open")).subquery()
        return [row.account for row in await self._rows(
            sa.select(waiting.c.account).group_by(waiting.c.account)
            .order_by(sa.func.max(waiting.c.at).desc(), waiting.c.account).limit(most))]

    async def reports_on(self, account: str, most: int) -> list[Report]:
        """See `ModerationStore`."""
        return [Report(*row) for row in await self._rows(
            sa.select(*_REPORT).where(reports.c.account == account)
            .order_by(sa.case((_OPEN, 0), else_=1), reports.c.at.desc(), reports.c.id)
            .limit(most))]

    async def record(self, reporters: Collection[str]) -> Mapping[str, Mapping[State, int]]:
        """See `ModerationStore`."""
        found: dict[str, dict[State, int]] = {}
        for row in await self._rows(
                sa.select(reports.c.reporter, reports.c.state, sa.func.count().label("many"))
                .where(reports.c.reporter.in_(reporters))
                .group_by(reports.c.reporter, reports.c.state)):
            found.setdefault(row.reporter, {})[row.state] = row.many
        return found

    # The trail.

    async def entries(self, account: str) -> list[Entry]:
        """See `ModerationStore`."""
        return _entries(await self._rows(_about(account)))

    async def trail(self, before: int | None, most: int) -> list[Entry]:
        """See `ModerationStore`."""
        query = sa.select(*_ENTRY).order_by(moderation_entries.c.seq.desc()).limit(most)
        if before is not None:
            query = query.where(moderation_entries.c.seq < before)
        return _entries(await self._rows(query))

    async def act(self, entry: Entry, settled: Settled | None = None, report: str | None = None,
                  name: NewName | None = None, known: Sequence[Entry] | None = None) -> int:
        """See `ModerationStore`."""
        values = msgspec.structs.asdict(entry)
        del values["seq"]
        async with rows.changing(self.engine, entry.account) as connection:
            if known is not None and await entries(connection, entry.account) != list(known):
                raise ConflictError("something else was done about the account")
            seq = int((await connection.execute(
                sa.insert(moderation_entries).values(**values)
                .returning(moderation_entries.c.seq))).scalar_one())
            if settled is not None:
                await _settle(connection, entry.account, report, settled, seq)
            if entry.what == "take-back":
                await _open_again(connection, entry)
            if name is not None:
                await connection.execute(sa.update(accounts).where(
                    accounts.c.id == entry.account).values(name=name.name, likeness=name.likeness))
        return seq

    async def moderators(self) -> list[str]:
        """See `ModerationStore`."""
        released = sa.select(moderation_entries.c.entry).where(
            moderation_entries.c.what == "release")
        return [row.account for row in await self._rows(
            sa.select(moderation_entries.c.account).distinct().where(
                moderation_entries.c.what == "appoint",
                moderation_entries.c.seq.not_in(released)))]

    # Flags.

    async def flags_on(self, account: str) -> list[Flag]:
        """See `ModerationStore`."""
        return [_flag(row) for row in await self._rows(
            sa.select(flags).where(flags.c.account == account)
            .order_by(flags.c.at.desc(), flags.c.kind, flags.c.about))]

    async def settled_flags(self) -> Mapping[tuple[str, FlagKind, str], int]:
        """See `ModerationStore`."""
        return {(row.account, row.kind, row.about): row.at for row in await self._rows(
            sa.select(flags.c.account, flags.c.kind, flags.c.about, moderation_entries.c.at)
            .join(moderation_entries, moderation_entries.c.seq == flags.c.settled))}

    async def set_flags(self, found: Sequence[Flag]) -> None:
        """See `ModerationStore`."""
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


async def entries(connection: AsyncConnection, account: str) -> list[Entry]:
    """All about an account, in order."""
    return _entries((await connection.execute(_about(account))).all())


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
    """What an entry has judged is open again, unless the same was reported anew."""
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


def claimed(guest: str, account: str) -> list[sa.Update]:
    """Statements that give the reports of one identity to another, unless that has made the same.
    """
    same = reports.alias("same")
    both = sa.select(same.c.id).where(
        same.c.reporter == account, same.c.account == reports.c.account,
        same.c.reason == reports.c.reason, same.c.state == "open").exists()
    return [sa.update(reports).where(reports.c.reporter == guest, sa.not_(sa.and_(_OPEN, both)))
            .values(reporter=account)]


async def delete(connection: AsyncConnection, account: str, who: str) -> None:
    """Forget an account: its reports stay, nameless, and those about it are not judged any more.

    The trail stays, in which ids lead to nobody, without what the account was called.
    """
    for statement in (
            sa.update(reports).where(reports.c.reporter == who).values(reporter=NOBODY),
            sa.update(reports).where(reports.c.account == account, _OPEN).values(state="gone"),
            sa.update(moderation_entries).where(moderation_entries.c.account == account,
                                                moderation_entries.c.what == "rename")
            .values(text=""),
            sa.delete(flags).where(flags.c.account == account)):
        await connection.execute(statement)


def _flag(row: Any) -> Flag:
    return Flag(row.account, row.kind, row.about,
                msgspec.json.decode(row.data, type=Evidence), row.at, row.state)
