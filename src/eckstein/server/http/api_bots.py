"""The HTTP API of bots: to be one, what it accepts, the stream of events, and what it says."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...base.sentence import Sentence
from ...wire.chat import LineKept, NewLine
from ...wire.http_bots import BecomeBot, BotEvent, BotFacts, BotsHere, EventsQuery, Policy
from ..bots.feed import Listener
from ..game.identity import of_account
from ..game.rulings import RefusedError
from ..ops.asked import timed
from ..people.contract import Account
from ..store.contract import NOT_WRITTEN, database_asked
from .endpoints import PREFIX, Call, endpoint
from .streams import STREAMS, Line, streamed

PATH = f"{PREFIX}/bot"


@endpoint("POST", PATH, "bots", takes=BecomeBot, answers=BotFacts, needs="bot")
async def become(call: Call[BecomeBot]) -> BotFacts:
    """Be a bot from now on, for ever; for accounts that have not played yet."""
    account = await call.account()
    if call.wish.name != account.name:
        raise RefusedError("bad", Sentence("to confirm, send the name of the account: {name}",
                                           name=account.name))
    if not account.bot:
        with database_asked(NOT_WRITTEN):
            if not await call.accounts.people.bots.become(account.id, of_account(account.id)):
                raise RefusedError("not-now", Sentence(
                    "this account has played as a person; a bot needs an account of its own"))
        call.accounts.called_anew(account.id)
        await call.service.end_open(of_account(account.id), "bot")
    return await _facts(call, account)


@endpoint("POST", f"{PATH}/policy", "bots", takes=Policy, answers=BotFacts, needs="bot")
async def set_policy(call: Call[Policy]) -> BotFacts:
    """Say which challenges the bot accepts."""
    account = await call.account()
    if not account.bot:
        raise RefusedError("not-yours", Sentence("this account is no bot"))
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.bots.set_policy(account.id, call.wish)
    return await _facts(call, account)


async def _facts(call: Call[BecomeBot] | Call[Policy], account: Account) -> BotFacts:
    bots = call.accounts.people.bots
    with database_asked():
        return BotFacts(await bots.policy(account.id),
                        await bots.playing(of_account(account.id)))


@endpoint("GET", f"{PREFIX}/bots", "bots", answers=BotsHere)
async def bots(call: Call[None]) -> BotsHere:
    """Bots that are here and may be seen, with what they accept."""
    return await call.company.bots.told()


@endpoint("GET", f"{PREFIX}/events", "bots", takes=EventsQuery, answers=tuple(STREAMS.values()),
          needs="bot")
async def events(call: Call[EventsQuery]) -> Response:
    """All that happens in the games of an account, a JSON object a line; empty lines keep it alive.
    """
    account, feed, listener = await call.account(), call.service.feed, Listener()
    if feed is None:
        raise HTTPException(404, "there are no accounts here")
    return streamed(call, call.wish.form, listener.outbox,
                    _lines(feed.listen(account.id, call.wish.since, listener)))


async def _lines(told: AsyncGenerator[BotEvent | None]) -> AsyncGenerator[Line | None]:
    with contextlib.suppress(RefusedError):     # no database: whoever listens comes again
        async with contextlib.aclosing(told):
            async for event in told:
                yield None if event is None else Line(
                    msgspec.json.encode(event).decode(), event.id)


@endpoint("POST", f"{PREFIX}/games/{{game}}/say", "bots", takes=NewLine, answers=LineKept,
          needs="play")
async def say(call: Call[NewLine]) -> LineKept:
    """Say something to the opponent in a game in which the account has a seat; answered when it is
    on disk."""
    account, chat = await call.account(), call.company.chat
    with timed("say"):
        return LineKept(await chat.say(call.game, call.wish,
                                       await chat.seats(call.game, account.id), account.id))


ENDPOINTS = (become, set_policy, bots, events, say)
