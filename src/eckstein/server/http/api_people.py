"""The HTTP API of people: what everybody may know of an account."""
from __future__ import annotations

from starlette.exceptions import HTTPException

from ...wire.http_accounts import History, HistoryQuery, Profile
from ..game.identity import of_account
from ..people.contract import Account
from ..store.contract import database_asked
from .endpoints import PREFIX, Call, endpoint

PATH = f"{PREFIX}/people/{{name}}"


@endpoint("GET", PATH, "people", answers=Profile)
async def profile(call: Call[None]) -> Profile:
    """Since when there is an account, and how its games have ended."""
    account = await _named(call)
    with database_asked():
        tally = await call.accounts.people.tally(of_account(account.id))
    return Profile(account.name, account.created // 1000,
                   {rules: dict(found) for rules, found in tally.items()})


@endpoint("GET", f"{PATH}/games", "people", takes=HistoryQuery, answers=History)
async def history(call: Call[HistoryQuery]) -> History:
    """Games of an account that have ended, the newest first."""
    return await call.accounts.histories.of(
        of_account((await _named(call)).id), call.wish)


async def _named(call: Call[HistoryQuery] | Call[None]) -> Account:
    account = await call.accounts.find(call.request.path_params["name"])
    if account is None:
        raise HTTPException(404, "there is nobody of this name")
    return account


ENDPOINTS = (profile, history)
