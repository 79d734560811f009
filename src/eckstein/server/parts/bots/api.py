"""The HTTP API of bots: to be one, what it accepts, and the stream of events."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator

import msgspec
from starlette.responses import Response

from ....base.sentence import Sentence
from ....wire.capabilities import May, usable
from ....wire.http_bots import BecomeBot, BotEvent, BotFacts, BotsHere, EventsQuery, Policy
from ...game.identity import of_account
from ...game.rulings import RefusedError
from ...net.endpoints import PREFIX, Call, endpoint
from ...net.streams import STREAMS, Line, streamed
from ...store.contract import NOT_WRITTEN, database_asked
from ..accounts.events import Account, IdentityEnds, Renamed
from .bots_here import PresentBots
from .events import BotFactsOf
from .feed import Feed, Listener
from .store import BotStore

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
            if account.card or not await call.get(BotStore).become(
                    account.id, of_account(account.id)):
                raise RefusedError("not-now", Sentence(
                    "this account has played as a person; a bot needs an account of its own"))
        call.service.hub.publish(Renamed(account.id))
        await call.service.hub.settle(IdentityEnds(of_account(account.id), "bot"))
    return await _facts(call, account)


@endpoint("POST", f"{PATH}/policy", "bots", takes=Policy, answers=BotFacts, needs="bot")
async def set_policy(call: Call[Policy]) -> BotFacts:
    """Say which challenges the bot accepts."""
    account = await call.account()
    if not account.bot:
        raise RefusedError("not-yours", Sentence("this account is no bot"))
    with database_asked(NOT_WRITTEN):
        await call.get(BotStore).set_policy(account.id, call.wish)
    return await _facts(call, account)


async def _facts(call: Call[BecomeBot] | Call[Policy], account: Account) -> BotFacts:
    with database_asked():
        found = await call.service.hub.query(BotFactsOf(account.id))
    assert found is not None
    return found


@endpoint("GET", f"{PREFIX}/bots", "bots", answers=BotsHere, needs="anybody")
async def bots(call: Call[None]) -> BotsHere:
    """Bots that are here and may be seen, with what they accept."""
    return await call.get(PresentBots).told()


@endpoint("GET", f"{PREFIX}/events", "bots", takes=EventsQuery, answers=tuple(STREAMS.values()),
          needs="bot")
async def events(call: Call[EventsQuery]) -> Response:
    """All that happens in the games of an account, a JSON object a line; empty lines keep it alive.
    """
    account, feed = await call.account(), call.get(Feed)
    listener = Listener(call.may, of_account(account.id), account.id)
    return await streamed(call, call.wish.form, listener.outbox, _lines(
        feed.listen(account.id, call.wish.since, listener), call.may))


async def _lines(told: AsyncGenerator[BotEvent | None], may: May) -> AsyncGenerator[Line | None]:
    with contextlib.suppress(RefusedError):     # no database: the listener reconnects
        async with contextlib.aclosing(told):
            async for event in told:
                yield None if event is None else Line(
                    msgspec.json.encode(usable(event, may)).decode(), event.id)


ENDPOINTS = (become, set_policy, bots, events)
