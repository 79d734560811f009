"""The HTTP API of public games: what was played in a position."""
from __future__ import annotations

from typing import Literal, cast

from ....wire.http_explore import Explored, ExploredGame, ExploredMove, ExploreRequest
from ....wire.positions import PositionRef
from ...game.identity import account_of
from ...game.opening import PLIES
from ...net.boards import MOVE, at_work
from ...net.endpoints import PREFIX, Call, endpoint
from ...store.contract import database_asked
from ...work import openings
from ..accounts.history import opponent_of
from .public_games import Filter, Played, PublicGame
from .store import PublicGames


@endpoint("POST", f"{PREFIX}/explore", "boards", takes=ExploreRequest, answers=Explored,
          needs="anybody")
async def explore(call: Call[ExploreRequest]) -> Explored:
    """What was played in a position, in public games, and how these ended."""
    wish, games = call.wish, call.get(PublicGames)
    asked = await at_work(
        call, MOVE * (100 + len(wish.moves)), openings.asked,
        PositionRef(wish.game, wish.options, wish.position, wish.moves))
    of = Filter(wish.speeds, wish.least, wish.below)
    with database_asked():
        played = await games.played(asked.key, of)
        last = await games.last(asked.key, of)
        names = await call.service.rooms.names.of(
            account for one in last for who in one.players if (account := account_of(who)))

    def told(game: PublicGame) -> ExploredGame:
        white, black = (opponent_of(who, names, call.service.rooms.names.is_bot)
                        for who in game.players)
        points = tuple(one and round(one) for one in game.points)
        return ExploredGame(game.game, asked.notations[game.move], game.ended // 1000,
                            cast(Literal["white", "black", "drawn"], game.winner), white, black,
                            cast(tuple[int | None, int | None], points))
    return Explored([_move(one, asked.notations[one.move]) for one in played
                     if one.move in asked.notations],
                    [told(one) for one in last if one.move in asked.notations], PLIES)


def _move(one: Played, notation: str) -> ExploredMove:
    return ExploredMove(one.move, notation, one.white, one.drawn, one.black,
                        round(one.points / one.rated) if one.rated else None)


ENDPOINTS = (explore,)
