"""The HTTP API of play by days: vacation, and a calendar of one's turns."""
from __future__ import annotations

import contextlib
import secrets

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ....base.sentence import Sentence
from ....wire.http_accounts import Me
from ....wire.http_away import Calendar, GoAway
from ...game.identity import account_of, of_account
from ...game.rulings import RefusedError
from ...net.endpoints import PREFIX, Call, endpoint
from ...net.me import me_again
from ...rooms.events import AbsenceChanged
from ...store.contract import NOT_WRITTEN, database_asked
from ..accounts.history import Histories
from ..accounts.played import PlayedGames
from ..accounts.remembered import digest_of
from ..challenges.events import OpenTo
from .calendar import CalendarEntry, calendar
from .calendars import CalendarStore
from .store import AbsenceStore

GAMES = 50                  # in a calendar
READING = 0.5               # of a request, that each of them costs
MAX_AGE = 600               # seconds for which a program need not ask again


@endpoint("POST", f"{PREFIX}/account/vacation", "accounts", takes=GoAway, answers=Me, needs="page")
async def vacation(call: Call[GoAway]) -> Me:
    """Go on vacation, or be back: meanwhile one's clocks stand still in games with days."""
    account, rooms = await call.account(), call.service.rooms
    absences = call.get(AbsenceStore)
    with database_asked(NOT_WRITTEN):
        if call.wish.days is None:
            await absences.finish(account.id, rooms.now())
        elif await absences.begin(account.id, rooms.now(), call.wish.days) is None:
            raise RefusedError("not-now", Sentence("no day of this year's vacation is left"))
    rooms.hub.publish(AbsenceChanged(account.id))
    return await me_again(call)


@endpoint("POST", f"{PREFIX}/account/calendar", "accounts", answers=Calendar, status=201,
          needs="fresh")
async def new_calendar(call: Call[None]) -> Calendar:
    """A new secret address of the calendar; the one before works no more."""
    key = secrets.token_urlsafe(24)
    with database_asked(NOT_WRITTEN):
        await call.get(CalendarStore).set(call.own.account, digest_of(key),
                                          call.own.digest)
    return Calendar(f"{PREFIX}/calendar/{key}")


@endpoint("POST", f"{PREFIX}/account/calendar/drop", "accounts", answers=Me, needs="fresh")
async def drop_calendar(call: Call[None]) -> Me:
    """Have no calendar any more."""
    with database_asked(NOT_WRITTEN):
        await call.get(CalendarStore).set(call.own.account, None, call.own.digest)
    return await me_again(call)


@endpoint("GET", f"{PREFIX}/calendar/{{key}}", "accounts", answers=("text/calendar",),
          needs="anybody")
async def read_calendar(call: Call[None]) -> Response:
    """For each game with a clock in which it is one's turn, when its time is over, and for each
    challenge that waits for an answer, until when (RFC 5545).
    """
    rooms = call.service.rooms
    with database_asked():
        account = await call.get(CalendarStore).account(digest_of(call.request.path_params["key"]))
        if account is None:
            raise HTTPException(404, "there is no calendar of this address")
        going_on = await call.get(PlayedGames).going_on(of_account(account))
    found = [one.seated for one in going_on[:GAMES]]        # first those that are due soonest
    names, base = await call.get(Histories).opponents(found), str(call.request.base_url)
    entries = []
    for one, opponent in zip(found, names, strict=True):
        with contextlib.suppress(RefusedError):         # one that cannot be read is left out
            snapshot = await rooms.snapshot(one.game)
            call.service.requests.spend(call.payer, READING)
            if snapshot.state.turn != one.colour or (at := snapshot.flag_falls()) is None:
                continue
            title = f"Eckstein: {one.rules.capitalize()}" + (
                f" – {opponent.name}" if opponent.name else "")
            entries.append(CalendarEntry(f"{one.game}-{len(snapshot.state.moves)}@eckstein", at,
                                         snapshot.state.touched, title, f"{base}game/{one.game}"))
    with database_asked():
        waiting = await rooms.hub.query(OpenTo(of_account(account)))
        called = await rooms.names.of(list(filter(None, (account_of(one.sender)
                                                         for one in waiting))))
    entries += [CalendarEntry(
        f"{one.id}@eckstein", one.until, one.created,
        f"Eckstein: {one.wish.rules.capitalize()} – "
        f"{called.get(account_of(one.sender) or '', one.sender_name)}?", f"{base}games")
        for one in waiting]
    return Response(calendar("Eckstein", entries), media_type="text/calendar", headers={
        "Cache-Control": f"private, max-age={MAX_AGE}", "X-Robots-Tag": "noindex"})


ENDPOINTS = (vacation, new_calendar, drop_calendar, read_calendar)
