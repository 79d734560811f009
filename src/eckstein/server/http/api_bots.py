"""The HTTP API of bots: to be one, what it accepts, and the stream of events."""
from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from ...base.sentence import Sentence
from ...wire.http_bots import BecomeBot, BotEvent, BotFacts, EventsQuery, Policy
from ..bots.feed import Feed, Listener
from ..game.identity import of_account
from ..game.rulings import RefusedError
from ..people.contract import Account
from ..service import Service
from ..store.contract import NOT_WRITTEN, database_asked
from .endpoints import PREFIX, Call, endpoint
from .streams import STREAMS

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


@endpoint("GET", f"{PREFIX}/events", "bots", takes=EventsQuery, answers=tuple(STREAMS.values()),
          needs="bot")
async def events(call: Call[EventsQuery]) -> Response:
    """All that happens in the games of an account, a JSON object a line; empty lines keep it alive.
    """
    account, service = await call.account(), call.service
    if service.feed is None:
        raise HTTPException(404, "there are no accounts here")
    if service.lines.full(call.payer):
        service.hits.note("connections", call.payer)
        raise RefusedError("busy", service.lines.complaint, "too-many-lines")
    return StreamingResponse(
        _lines(service, service.feed, call.payer, account.id, call.wish),
        media_type=STREAMS[call.wish.form], headers={"Cache-Control": "no-store"})


async def _lines(service: Service, feed: Feed, payer: str, account: str, wish: EventsQuery
                 ) -> AsyncIterator[str]:
    listener, sse = Listener(), wish.form == "sse"
    service.lines.take(payer)
    service.listeners.add(listener.outbox)
    told = feed.listen(account, wish.since, listener)
    try:
        async for event in told:
            if event is None:
                yield ":\n\n" if sse else "\n"
                continue
            text = _encoded(event)
            await service.sent.pay(payer, len(text))
            yield f"id: {event.id}\ndata: {text}\n\n" if sse else f"{text}\n"
    except RefusedError:
        return                  # the database does not respond: whoever listens comes again
    finally:
        await told.aclose()
        service.lines.leave(payer)
        service.listeners.discard(listener.outbox)


def _encoded(event: BotEvent) -> str:
    return msgspec.json.encode(event).decode()


ENDPOINTS = (become, set_policy, events)
