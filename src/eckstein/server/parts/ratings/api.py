"""The HTTP API of ratings: how one has changed, and the leaderboards."""
from __future__ import annotations

from ....wire.http_accounts import (
    BoardQuery,
    Leaderboard,
    OwnPlace,
    RatingCourse,
    RatingPoint,
    RatingQuery,
)
from ...net.endpoints import PREFIX, Call, endpoint
from ...store.contract import database_asked
from ..people.api import PATH, check_there, named
from .standings import Standings
from .store import RatingStore


@endpoint("GET", f"{PATH}/rating", "people", takes=RatingQuery, answers=RatingCourse,
          needs="anybody")
async def rating(call: Call[RatingQuery]) -> RatingCourse:
    """How a rating of an account has changed."""
    account, wish = await named(call), call.wish
    with database_asked():
        found = await call.get(RatingStore).history(account.id, wish.rules, wish.speed,
                                                    wish.most)
    if not found:
        check_there(wish.rules)
    return RatingCourse([RatingPoint(at // 1000, round(points, 2), round(deviation, 2))
                         for at, points, deviation in found])


@endpoint("GET", f"{PREFIX}/leaderboard", "people", takes=BoardQuery, answers=Leaderboard,
          needs="anybody")
async def leaderboard(call: Call[BoardQuery]) -> Leaderboard:
    """The best of the games of some rules and speed."""
    found = await call.get(Standings).board(call.wish.rules, call.wish.speed,
                                            bots=call.wish.bots)
    if not found.leaders and not found.distribution:
        check_there(call.wish.rules)
    return found


@endpoint("GET", f"{PREFIX}/leaderboard/own", "people", takes=BoardQuery, answers=OwnPlace,
          needs="read")
async def own_place(call: Call[BoardQuery]) -> OwnPlace:
    """The place of the signed-in account on a leaderboard."""
    account = await call.account()
    found = await call.get(Standings).place(account.id, call.wish.rules, call.wish.speed,
                                            bots=account.bot)
    if found.rating is None:
        check_there(call.wish.rules)
    return found


ENDPOINTS = (rating, leaderboard, own_place)
