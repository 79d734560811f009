"""The HTTP API of moderation: to report an account, and what moderators see and do."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from starlette.exceptions import HTTPException

from ....wire.http_accounts import HistoryQuery, Me, WarningRead
from ....wire.http_moderation import (
    Case,
    CaseQuery,
    Cases,
    ModeratorAct,
    NewReport,
    Reported,
    Reporter,
    ToldEntry,
    ToldFlag,
    ToldReport,
    Trail,
    TrailQuery,
)
from ...game.identity import account_of, level_of, of_account
from ...game.tokens import guest_name
from ...net.endpoints import PREFIX, Call, endpoint
from ...net.me import me_again
from ...store.contract import database_asked
from ..accounts.accounts import Accounts
from ..accounts.events import Account
from ..accounts.history import Histories
from ..accounts.store import AccountStore
from ..chat.events import LinesOf
from .conduct import ACTS, Entry, conduct_of, standing
from .moderation import Moderation
from .records import Flag, Report

PATH = f"{PREFIX}/moderation"
CASES = 20                  # in one answer
REPORTS = 50                # of one account, in one answer
GAMES = 10                  # the last rated ones of an account
ENTRIES = 50                # in one answer
READING = 2.0               # requests, that each case costs


@endpoint("POST", f"{PREFIX}/reports", "moderation", takes=NewReport, answers=Reported,
          needs="page")
async def report(call: Call[NewReport]) -> Reported:
    """Report an account to the moderators; the answer is the same whatever comes of it."""
    await call.get(Moderation).report(call.wish, await call.sender())
    return Reported()


@endpoint("POST", f"{PREFIX}/account/warnings/read", "moderation", takes=WarningRead, answers=Me,
          needs="page")
async def warning_read(call: Call[WarningRead]) -> Me:
    """Say that a warning has been read."""
    account = await call.account()
    await call.get(Moderation).read(account.id, call.wish.id)
    return await me_again(call)


@endpoint("GET", PATH, "moderation", takes=CaseQuery, answers=Cases, needs="page")
async def cases(call: Call[CaseQuery]) -> Cases:
    """Accounts about which there are open reports or flags, or one account; for moderators."""
    await call.get(Moderation).check_moderator(await call.account())
    if call.wish.name is None:
        return await _open(call)
    account = await call.get(Accounts).find(call.wish.name)
    if account is None:
        raise HTTPException(404, "there is nobody of this name")
    return Cases([await _case(call, account)])


@endpoint("POST", PATH, "moderation", takes=ModeratorAct, answers=Cases, needs="page")
async def act(call: Call[ModeratorAct]) -> Cases:
    """Do something about an account, or take it back; answered by what is open then."""
    moderator = await call.account()
    await call.get(Moderation).check_moderator(moderator)
    await call.get(Moderation).act(call.wish, moderator)
    return await _open(call)


@endpoint("GET", f"{PATH}/trail", "moderation", takes=TrailQuery, answers=Trail, needs="page")
async def trail(call: Call[TrailQuery]) -> Trail:
    """All that moderators did, the newest first; for moderators."""
    await call.get(Moderation).check_moderator(await call.account())
    with database_asked():
        found = await call.get(Moderation).store.trail(call.wish.before, ENTRIES + 1)
    return Trail(await _entries(call, found[:ENTRIES], ()),
                 found[ENTRIES - 1].seq if len(found) > ENTRIES else None)


async def _open(call: Call[Any]) -> Cases:
    told = []
    with database_asked():
        for id in await call.get(Moderation).store.cases(CASES):
            account = await call.get(AccountStore).account(id)
            if account is not None:
                told.append(await _case(call, account))
    return Cases(told)


async def _case(call: Call[Any], account: Account) -> Case:
    call.service.requests.spend(call.payer, READING)
    store = call.get(Moderation).store
    with database_asked():
        entries = await store.entries(account.id)
        reports = await store.reports_on(account.id, REPORTS)
        flags = await store.flags_on(account.id)
    games = await call.get(Histories).of(
        of_account(account.id), HistoryQuery(rated=True, most=GAMES))
    conduct = conduct_of(entries, call.service.rooms.now())
    bar = conduct.bar
    return Case(
        name=account.name, created=account.created // 1000, bot=account.bot,
        moderator=conduct.moderator, barred=bar is not None,
        until=bar.ends if bar is not None else None, muted=conduct.muted,
        reports=await _reports(call, account, reports), flags=await _flags(call, flags),
        games=games.games,
        entries=await _entries(call, entries[:-ENTRIES - 1:-1], standing(entries)))


async def _reports(call: Call[Any], account: Account, found: Sequence[Report]
                   ) -> list[ToldReport]:
    reporters = {one.reporter for one in found if one.reporter}
    with database_asked():
        record = await call.get(Moderation).store.record(reporters)
        said = {game: await _said(call, account, game) for game in {one.game for one in found}}
    names = await _names(call, filter(None, map(account_of, reporters)))

    def by(who: str) -> Reporter:
        counts, own = record.get(who, {}), account_of(who)
        return Reporter(
            "gone" if not who else "guest" if own is None else "account",
            "" if not who else guest_name(who.partition(":")[2]) if own is None else names[own],
            counts.get("upheld", 0), counts.get("dismissed", 0), counts.get("open", 0))
    return [ToldReport(one.id, one.reason, one.text, one.game, one.at // 1000, by(one.reporter),
                       one.state, said[one.game]) for one in found]


async def _said(call: Call[Any], account: Account, game: str | None) -> list[str]:
    """The free text that an account wrote in a game."""
    lines = [] if game is None else await call.service.hub.query(LinesOf(game))
    return [one.text for one in lines if one.text and one.who == of_account(account.id)]


async def _flags(call: Call[Any], found: Sequence[Flag]) -> list[ToldFlag]:
    names = await _names(call, (one.about for one in found if one.kind == "farming"
                                and level_of(one.about) is None))
    return [ToldFlag(one.kind, one.evidence.rules, names.get(one.about), one.evidence.figures,
                     one.evidence.games, one.at // 1000, one.state) for one in found]


async def _entries(call: Call[Any], found: Sequence[Entry], stand: Sequence[Entry]
                   ) -> list[ToldEntry]:
    names = await _names(call, {account for one in found for account in (one.by, one.account)
                                if account})
    stands = {one.seq for one in stand if one.what in ACTS}
    return [ToldEntry(
        id=one.seq, at=one.at // 1000, by=names.get(one.by, ""), what=one.what,
        account=names[one.account], why=one.why, text=one.text,
        until=one.ends, entry=one.entry, stands=one.seq in stands)
        for one in found]


async def _names(call: Call[Any], accounts: Iterable[str]) -> dict[str, str]:
    with database_asked():
        return await call.service.rooms.names.of(accounts)


ENDPOINTS = (report, warning_read, cases, act, trail)
