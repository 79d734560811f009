"""The HTTP API of play by days: vacation, and a calendar of one's turns."""
from __future__ import annotations

import contextlib
import secrets
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...base.sentence import Sentence
from ...wire.http_accounts import Me
from ...wire.http_away import Calendar, GoAway
from ..game.identity import of_account
from ..game.rulings import RefusedError
from ..people.calendar import Entry, calendar
from ..people.remembered import digest_of
from ..store.contract import NOT_WRITTEN, database_asked
from . import api_accounts
from .endpoints import PREFIX, Call, endpoint

GAMES = 50                  # in a calendar
READING = 0.5               # of a request, that each of them costs
MAX_AGE = 600               # seconds for which a program need not ask again


@endpoint("POST", f"{PREFIX}/account/vacation", "accounts", takes=GoAway, answers=Me, needs="page")
async def vacation(call: Call[GoAway]) -> Me:
    """Go on vacation, or be back: meanwhile one's clocks stand still in games with days."""
    account, rooms = await call.account(), call.service.rooms
    absences = call.accounts.people.absences
    with database_asked(NOT_WRITTEN):
        if call.wish.days is None:
            await absences.finish(account.id, rooms.now())
        elif await absences.begin(account.id, rooms.now(), call.wish.days) is None:
            raise RefusedError("not-now", Sentence("no day of this year's vacation is left"))
    rooms.away_changed(account.id)
    return await _me(call)


@endpoint("POST", f"{PREFIX}/account/calendar", "accounts", answers=Calendar, status=201,
          needs="page")
async def new_calendar(call: Call[None]) -> Calendar:
    """A new secret address of the calendar; the one before works no more."""
    account, key = await call.account(), secrets.token_urlsafe(24)
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.calendars.set(account.id, digest_of(key))
    return Calendar(f"{PREFIX}/calendar/{key}")


@endpoint("POST", f"{PREFIX}/account/calendar/drop", "accounts", answers=Me, needs="page")
async def drop_calendar(call: Call[None]) -> Me:
    """Have no calendar any more."""
    account = await call.account()
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.calendars.set(account.id, None)
    return await _me(call)


@endpoint("GET", f"{PREFIX}/calendar/{{key}}", "accounts", answers=("text/calendar",))
async def read_calendar(call: Call[None]) -> Response:
    """For each game with a clock in which it is one's turn, when its time is over (RFC 5545)."""
    people, rooms = call.accounts.people, call.service.rooms
    with database_asked():
        account = await people.calendars.account(digest_of(call.request.path_params["key"]))
        if account is None:
            raise HTTPException(404, "there is no calendar of this address")
        found = await people.games(of_account(account), ended=False, before=None, most=GAMES)
    names, base = await call.accounts.histories.opponents(found), str(call.request.base_url)
    entries = []
    for one, opponent in zip(found, names, strict=True):
        with contextlib.suppress(RefusedError):         # one that cannot be read is left out
            snapshot = await rooms.snapshot(one.game)
            call.service.requests.spend(call.payer, READING)
            if snapshot.state.turn != one.colour or (at := snapshot.flag_falls()) is None:
                continue
            title = f"Eckstein: {one.rules.capitalize()}" + (
                f" – {opponent.name}" if opponent.name else "")
            entries.append(Entry(f"{one.game}-{len(snapshot.state.moves)}@eckstein", at,
                                 snapshot.state.touched, title, f"{base}game/{one.game}"))
    return Response(calendar("Eckstein", entries), media_type="text/calendar", headers={
        "Cache-Control": f"private, max-age={MAX_AGE}", "X-Robots-Tag": "noindex"})


async def _me(call: Call[Any]) -> Me:
    answer: Me = await api_accounts.me.does(call)
    return answer


ENDPOINTS = (vacation, new_calendar, drop_calendar, read_calendar)
