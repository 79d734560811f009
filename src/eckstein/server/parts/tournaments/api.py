"""The HTTP API of tournaments: for pages, bots and scripts."""
from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from starlette.responses import Response, StreamingResponse

from ....wire.http_tournaments import (
    NewTournament,
    TournamentMade,
    TournamentOrder,
    TournamentQuery,
    Tournaments,
    TournamentTold,
)
from ...game import records
from ...game.rulings import RefusedError
from ...net.boards import MOVE, at_work
from ...net.endpoints import PREFIX, Call, endpoint
from .arbiter import Arbiter

PATH = f"{PREFIX}/tournaments"
MEDIA = {"csv": "text/csv", "teams": "text/csv", "trf": "text/plain", "records": "text/plain"}


@endpoint("GET", PATH, "tournaments", answers=Tournaments, needs="anybody")
async def listed(call: Call[None]) -> Tournaments:
    """The tournaments that are listed publicly."""
    return await call.get(Arbiter).listed()


@endpoint("POST", PATH, "tournaments", takes=NewTournament, answers=TournamentMade, status=201,
          needs="play")
async def make(call: Call[NewTournament]) -> TournamentMade:
    """Make a tournament, as its organiser."""
    return await call.get(Arbiter).make(call.wish, await call.sender())


@endpoint("GET", f"{PATH}/{{tournament}}", "tournaments", takes=TournamentQuery,
          answers=TournamentTold, needs="anybody")
async def tell(call: Call[TournamentQuery]) -> TournamentTold:
    """A tournament, and the place of the client in it."""
    return await call.get(Arbiter).tell(_id(call), (await call.sender()).who, call.wish.key,
                                        call.wish.left_out, call.wish.seq)


@endpoint("POST", f"{PATH}/{{tournament}}/orders", "tournaments", takes=TournamentOrder,
          answers=TournamentTold, needs="play")
async def order(call: Call[TournamentOrder]) -> TournamentTold:
    """Enter, leave, or as the organiser start, pair and so on; answered when it is on disk."""
    return await call.get(Arbiter).order(_id(call), call.wish, await call.sender())


@endpoint("GET", f"{PATH}/{{tournament}}/{{file}}", "tournaments",
          answers=tuple(dict.fromkeys(MEDIA.values())), needs="anybody")
async def results(call: Call[None]) -> Response:
    """The standings with the crosstable, those of the teams, a report file of a Swiss or
    round robin, or all games that have ended, as records."""
    id, form = _id(call), call.request.path_params["file"]
    suffix = {"records": "txt", "teams": "teams.csv"}.get(form, form)
    headers = {"Content-Disposition": f'attachment; filename="tournament-{id}.{suffix}"'}
    if form == "records":
        games = [game.id for one in (await call.get(Arbiter).ledger.state(id)).rounds
                 for game in one.games if game.id and game.outcome is not None]
        return StreamingResponse(_records(call, games), media_type=MEDIA[form], headers=headers)
    return Response(await call.get(Arbiter).file(id, form), media_type=MEDIA[form], headers=headers)


async def _records(call: Call[Any], games: Sequence[str]) -> AsyncIterator[str]:
    """Records one after the other; without those of games that are gone."""
    for game in games:
        try:
            state = (await call.service.rooms.snapshot(game)).state
            yield await at_work(call, MOVE * len(state.moves), records.game_record, state) + "\n"
        except RefusedError:
            continue


def _id(call: Call[Any]) -> str:
    id: str = call.request.path_params["tournament"]
    return id


ENDPOINTS = (listed, make, tell, order, results)
