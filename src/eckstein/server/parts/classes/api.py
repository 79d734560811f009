"""The HTTP API of classes, for their teachers and pupils."""
from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from ....base.sentence import Sentence
from ....games import names as game_names
from ....wire import http_classes as wire
from ....wire.http_accounts import CardSignIn, SignedIn
from ....wire.http_tournaments import NewTournament, TournamentOrder
from ...game.clocks import DAY
from ...game.identity import of_account
from ...game.rulings import RefusedError
from ...net.endpoints import PREFIX, Call, endpoint
from ...net.me import PATH as ACCOUNT
from ...rooms.front_door import Sender
from ...store.contract import NOT_WRITTEN, database_asked, signed_out
from ..accounts.api import signed_in, visitor_of
from ..accounts.events import Session
from ..tournaments.arbiter import Arbiter
from . import progress
from .classes import Classes
from .store import Found, Member

PATH = f"{PREFIX}/classes"
LATELY = 7 * DAY            # in which games are counted
READING = 0.2               # of a request, that the progress of a pupil costs


@endpoint("GET", PATH, "classes", answers=wire.Classes, needs="page")
async def own_classes(call: Call[None]) -> wire.Classes:
    """The classes that the caller teaches, and the one in which the caller is a pupil."""
    account, store = (await call.account()).id, call.get(Classes).store
    with database_asked():
        found = await store.of_pupil(account)
        return wire.Classes([wire.ListedClass(id, name, many) for name, id, many in
                             await store.taught_by(account)], None if found is None else
                            wire.OwnPlaceInClass(found.name, await _teachers(call, found.id),
                                                 found.given))


@endpoint("POST", PATH, "classes", takes=wire.NewClass, answers=wire.Class, status=201,
          needs="page")
async def make_class(call: Call[wire.NewClass]) -> wire.Class:
    """Make a class, as its teacher."""
    by, classes = await _session(call), call.get(Classes)
    return await _told(call, await classes.taught(await classes.make(by, call.wish.name), by), by)


@endpoint("GET", f"{PATH}/{{class}}", "classes", answers=wire.Class, needs="page")
async def tell_class(call: Call[None]) -> wire.Class:
    """A class with what its pupils have learned, for its teachers."""
    by = await _session(call)
    return await _told(call, await call.get(Classes).taught(_id(call), by), by)


@endpoint("POST", f"{PATH}/{{class}}/orders", "classes", takes=wire.ClassOrder,
          answers=wire.Class, needs="page")
async def order_class(call: Call[wire.ClassOrder]) -> wire.Class:
    """An order of a teacher."""
    by, classes, id = await _session(call), call.get(Classes), _id(call)
    cards = await classes.order(id, call.wish, by, call.payer)
    if call.wish.what in ("leave", "end"):
        return wire.Class(id, "", [], [], [])
    return await _told(call, await classes.taught(id, by), by, cards)


@endpoint("POST", f"{PATH}/{{class}}/tournament", "classes", takes=NewTournament,
          answers=wire.ClassTournament, status=201, needs="page")
async def make_tournament(call: Call[NewTournament]) -> wire.ClassTournament:
    """Make a tournament with all pupils of a class, which they see among their tasks."""
    by, classes, arbiter = await _session(call), call.get(Classes), call.get(Arbiter)
    id, wish, teacher = _id(call), call.wish, await call.sender()
    await classes.taught(id, by)
    with database_asked():
        members = await classes.store.pupils(id)
    made = await arbiter.make(wish, teacher)
    key = call.service.tokens.invitation(made.id)
    for one in members:
        # Each as a payer of its own; one who may not play keeps the others out of nothing.
        with contextlib.suppress(RefusedError):
            await arbiter.order(made.id, TournamentOrder("enter", key), Sender(
                None, of_account(one.account), account=one.account))
    with database_asked(NOT_WRITTEN):
        await classes.give(id, wire.Given(call.service.rooms.now(), "tournament", wish.rules, 0,
                                          made.id, wish.name), by)
    return wire.ClassTournament(made.id)


@endpoint("POST", f"{ACCOUNT}/sign-in/card", "classes", takes=CardSignIn, answers=SignedIn,
          needs="page")
async def sign_in_with_card(call: Call[CardSignIn]) -> Response:
    """Sign in with the card of a class; what was played as a guest stays a guest's."""
    return signed_in(call, await call.get(Classes).enter(call.wish.code, await visitor_of(call)))


@endpoint("POST", f"{PATH}/leave", "classes", answers=wire.Classes, needs="page")
async def leave_class(call: Call[None]) -> wire.Classes:
    """Leave a class as a pupil; its teachers see nothing of the caller any more."""
    by = await _session(call)
    with database_asked(NOT_WRITTEN):
        if not await call.get(Classes).store.drop(by, by.account):
            raise RefusedError("not-now", Sentence(
                "set a password first: your card ends when you leave the class"))
    told: wire.Classes = await own_classes.does(call)
    return told


async def _session(call: Call[Any]) -> Session:
    """The session of the page that asks."""
    session = await call.session()
    if session is None:
        raise signed_out()
    return session


def _id(call: Call[Any]) -> str:
    id: str = call.request.path_params["class"]
    return id


async def _teachers(call: Call[Any], id: str, first: str = "") -> list[str]:
    """The names of the teachers of a class, first that of one account."""
    names = await call.service.rooms.names.of(await call.get(Classes).store.teachers(id))
    return [names[one] for one in sorted(names, key=lambda one: (one != first, names[one]))]


async def _told(call: Call[Any], found: Found, by: Session, cards: Sequence[wire.PupilCard] = ()
                ) -> wire.Class:
    """A class, as a teacher sees it."""
    store = call.get(Classes).store
    with database_asked():
        pupils = [await _pupil(call, one, found.given) for one in
                  await store.pupils(found.id, call.service.rooms.now() - LATELY)]
        return wire.Class(found.id, found.name, await _teachers(call, found.id, by.account),
                          found.given, pupils, list(cards))


async def _pupil(call: Call[Any], one: Member, given: Sequence[wire.Given]) -> wire.Pupil:
    """A pupil, as a teacher sees it."""
    call.service.requests.spend(call.payer, READING)
    text = await call.get(Classes).store.document(one.account)
    known = await call.service.aside(progress.read, text or "{}", game_names())
    return wire.Pupil(
        one.name, one.card, one.games, one.won, known.learned,
        {game: stand.step for game, stand in known.stairs.items()},
        {game: len(solved.times) for game, solved in known.puzzles.items() if solved.times},
        [known.done(task) for task in given])


ENDPOINTS = (sign_in_with_card, own_classes, make_class, leave_class, tell_class, order_class,
             make_tournament)
