"""The HTTP API of people: what everybody may know of an account."""
from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException

from ...wire.http_accounts import (
    BoardQuery,
    History,
    HistoryQuery,
    Leaderboard,
    OwnPlace,
    RatingCourse,
    RatingPoint,
    RatingQuery,
)
from ...wire.http_bots import BotFacts, Profile
from ..game.identity import of_account
from ..people.contract import Account
from ..store.contract import database_asked
from .endpoints import PREFIX, Call, endpoint

PATH = f"{PREFIX}/people/{{name}}"


@endpoint("GET", PATH, "people", answers=Profile)
async def profile(call: Call[None]) -> Profile:
    """Since when there is an account, what it is rated, and how its games have ended."""
    account, people = await _named(call), call.accounts.people
    who = of_account(account.id)
    with database_asked():
        tally = await people.tally(who)
        bot = BotFacts(await people.bots.policy(account.id),
                       await people.bots.playing(who)) if account.bot else None
    return Profile(account.name, account.created // 1000,
                   await call.accounts.standings.of(account.id),
                   {rules: dict(found) for rules, found in tally.items()}, bot)


@endpoint("GET", f"{PATH}/games", "people", takes=HistoryQuery, answers=History)
async def history(call: Call[HistoryQuery]) -> History:
    """Games of an account that have ended, the newest first."""
    account, against = await _named(call), None
    if (name := call.wish.opponent) is not None:
        found = await call.accounts.find(name)
        if found is None:
            return History([], None)
        against = of_account(found.id)
    return await call.accounts.histories.of(of_account(account.id), call.wish, against)


@endpoint("GET", f"{PATH}/rating", "people", takes=RatingQuery, answers=RatingCourse)
async def rating(call: Call[RatingQuery]) -> RatingCourse:
    """How a rating of an account has changed."""
    account, wish = await _named(call), call.wish
    with database_asked():
        found = await call.accounts.people.ratings.history(account.id, wish.rules, wish.speed,
                                                           wish.most)
    return RatingCourse([RatingPoint(at // 1000, round(points, 2), round(deviation, 2))
                         for at, points, deviation in found])


@endpoint("GET", f"{PREFIX}/leaderboard", "people", takes=BoardQuery, answers=Leaderboard)
async def leaderboard(call: Call[BoardQuery]) -> Leaderboard:
    """The best of the games of some rules and speed."""
    return await call.accounts.standings.board(call.wish.rules, call.wish.speed,
                                              bots=call.wish.bots)


@endpoint("GET", f"{PREFIX}/leaderboard/own", "people", takes=BoardQuery, answers=OwnPlace,
          needs="read")
async def own_place(call: Call[BoardQuery]) -> OwnPlace:
    """Where whoever is signed in stands among them."""
    account = await call.account()
    return await call.accounts.standings.place(account.id, call.wish.rules, call.wish.speed,
                                               bots=account.bot)


async def _named(call: Call[Any]) -> Account:
    account = await call.accounts.find(call.request.path_params["name"])
    if account is None:
        raise HTTPException(404, "there is nobody of this name")
    return account


ENDPOINTS = (profile, history, rating, leaderboard, own_place)
