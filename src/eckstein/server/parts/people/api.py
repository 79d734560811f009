"""The HTTP API of people: the public facts of an account."""
from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException

from ....games import check_game_name
from ....wire.http_accounts import (
    History,
    HistoryQuery,
)
from ....wire.http_bots import Profile
from ...game.identity import of_account
from ...net.endpoints import PREFIX, Call, endpoint
from ...store.contract import database_asked
from ..accounts.events import Account, FindAccount
from ..accounts.history import Histories
from ..accounts.played import PlayedGames
from ..bots.events import BotFactsOf
from ..ratings.events import RatingsOf

PATH = f"{PREFIX}/people/{{name}}"


@endpoint("GET", PATH, "people", answers=Profile, needs="anybody")
async def profile(call: Call[None]) -> Profile:
    """Since when there is an account, what it is rated, and how its games have ended."""
    account, query = await named(call), call.service.hub.query
    with database_asked():
        tally = await call.get(PlayedGames).tally(of_account(account.id))
        bot = await query(BotFactsOf(account.id)) if account.bot else None
    return Profile(account.name, account.created // 1000, await query(RatingsOf(account.id)),
                   {rules: dict(found) for rules, found in tally.items()}, bot)


@endpoint("GET", f"{PATH}/games", "people", takes=HistoryQuery, answers=History, needs="anybody")
async def history(call: Call[HistoryQuery]) -> History:
    """Games of an account that have ended, the newest first."""
    account, wish = await named(call), call.wish
    against = None if wish.opponent is None else of_account(
        (await _called(call, wish.opponent)).id)
    found = await call.get(Histories).of(of_account(account.id), wish, against)
    if not found.games and wish.rules is not None:
        check_there(wish.rules)
    return found


async def named(call: Call[Any]) -> Account:
    """The account of the path."""
    return await _called(call, call.request.path_params["name"])


async def _called(call: Call[Any], name: str) -> Account:
    account = await call.service.hub.query(FindAccount(name, (await call.sender()).account))
    if account is None:
        raise HTTPException(404, "there is nobody of this name")
    return account


def check_there(rules: str) -> None:
    """Check that rules of which nothing is stored are at least a game's; so records by the rules of
    a package that is gone are still shown.
    """
    try:
        check_game_name(rules)
    except ValueError as error:
        raise HTTPException(404, str(error)) from None


ENDPOINTS = (profile, history)
