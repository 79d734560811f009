"""The stream of events of an account: all its games in one, to be taken up where it was lost.

Events are made of what is stored of games, and only for a listener: a game without one costs
nothing more.  What was sent is noted in the transaction that numbers the events, so no event is
lost or doubled, however often server or listener are killed.
"""
from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import msgspec

from ....wire.chat import ChatLine
from ....wire.http_bots import (
    BotEvent,
    Challenged,
    ChallengeOver,
    Chatted,
    GameBegun,
    GameChanged,
    GameEnded,
    Hello,
)
from ....wire.words import COLOURS, Colour
from ...game.clocks import DAY
from ...game.events import Event, other
from ...game.identity import account_of, of_account
from ...game.rulings import RefusedError
from ...game.state import State
from ...hub.events import Topic
from ...hub.hub import Kind
from ...hub.subscriber import Subscriber
from ...rooms.events import Seated
from ...rooms.rooms import Rooms
from ...store.contract import NOT_WRITTEN, database_asked
from ...store.transactions import wished_clock
from ..accounts.history import opponent_of
from ..challenges.challenges import Challenges
from ..challenges.events import challenges_topic
from ..chat.events import LinesOf, told
from .bots import CHALLENGE, News
from .events import feed_topic
from .store import BotStore

KEPT = 7 * DAY              # milliseconds for which events are stored
AT_ONCE = 50                # games of which news, and lines, are gathered in one transaction
TOLD_AT_ONCE = 200          # events
KEEP_ALIVE_SECONDS = 15.0
LOOK_SECONDS = 1.0          # between two looks, where other servers may begin games
NEWS = Topic("news")
_EVENT = msgspec.json.Decoder(BotEvent)


class Listener(Subscriber):
    """A client that receives the events of an account; meanwhile the account is present in its
    games.
    """

    def want(self, topic: Topic) -> None:
        """Something has happened, whatever it is."""
        self.outbox.want(NEWS)

    def tell(self, topic: Topic, text: str) -> None:
        """The same."""
        self.outbox.want(NEWS)


class Feed:
    """The streams of all accounts.

    Args:
        store: stores events.
        rooms: the games.
        challenges: the challenges.
    """

    def __init__(self, store: BotStore, rooms: Rooms, challenges: Challenges) -> None:
        self._store, self._rooms, self._challenges = store, rooms, challenges
        self._hub = rooms.hub
        self._hub.add_kind(Kind("feed", "bot", self._check, self._nothing))
        self._hub.on(Seated, lambda event: self._hub.touch_here(feed_topic(event.who)))

    async def _check(self, who: str, listener: Subscriber) -> None:
        """Refuse the events of others."""
        if listener.who != who:
            raise RefusedError("not-yours", "these are not your events")

    async def _nothing(self, who: str, listener: Subscriber) -> None:
        """Events are read by `listen`, one after the other."""

    async def listen(self, account: str, since: int | None, listener: Listener
                     ) -> AsyncGenerator[BotEvent | None]:
        """What happens, until the outbox of the listener is closed; None to keep it alive.

        Args:
            account: the id of the account.
            since: the id of the last one that is known.
            listener: the client that receives them.

        Raises:
            RefusedError: if the database does not respond.
        """
        who = of_account(account)
        await self._hub.subscribe(feed_topic(who), listener)
        self._hub.add(challenges_topic(who), listener)
        try:
            await self._gather(account)
            with database_asked():
                first, last, _ = await self._store.span(account)
            known = last if since is None or not first - 1 <= since <= last else since
            yield Hello(known, known == since)
            shown: dict[str, int] = {}      # what the events of those numbers would only repeat
            async for begun in self._going_on(account, known, listener):
                if known != since:
                    name, seq = _place(begun)
                    shown[name] = seq
                    yield begun
            listener.want(NEWS)     # of what has happened in a game before the listener was there
            while True:
                async for event in self._new(account, known, listener):
                    known = event.id
                    name, seq = _place(event)
                    if seq > shown.get(name, 0):
                        yield event
                if not await self._wait(listener):
                    return
                yield None
                await self._gather(account)
        finally:
            self._hub.leave(listener)
            listener.seats.clear()

    async def _wait(self, listener: Listener) -> bool:
        """Wait for news, or for a while; False if the listener is gone."""
        seconds = LOOK_SECONDS if self._rooms.store.shared else KEEP_ALIVE_SECONDS
        try:
            async with asyncio.timeout(seconds):
                return await listener.outbox.take() is not None
        except TimeoutError:
            return True

    # What is sent.

    async def _going_on(self, account: str, id: int, listener: Listener
                        ) -> AsyncIterator[BotEvent]:
        """All games that go on, and open challenges."""
        with database_asked():
            for challenge in await self._challenges.open_to(of_account(account)):
                yield Challenged(id, challenge)
            games = await self._store.going_on(account, of_account(account))
        for game, colour in games:
            try:
                state = (await self._rooms.snapshot(game)).state
            except RefusedError as refused:
                if refused.code == "busy":
                    raise
                continue                # one that cannot be read is left out
            if state.result is not None:
                continue                # that it has just ended is sent as news
            yield await self._here(await self._begun(state, colour), id, account, listener)

    async def _new(self, account: str, known: int, listener: Listener
                   ) -> AsyncIterator[BotEvent]:
        while True:
            with database_asked():
                found = await self._store.events(account, known, TOLD_AT_ONCE)
            for known, text in found:
                event = _EVENT.decode(text) if text else None
                if isinstance(event, Chatted):
                    event = await self._said(event)
                if event is not None:
                    yield await self._here(event, known, account, listener)
            if len(found) < TOLD_AT_ONCE:
                return

    async def _here(self, event: BotEvent, id: int, account: str, listener: Listener
                    ) -> BotEvent:
        """An event as it is sent, and the listener present in the game that it begins."""
        if isinstance(event, GameBegun):
            event = msgspec.structs.replace(
                event, seat=self._rooms.tokens.seat(event.game, event.colour))
            listener.seats[event.game] = listener.holds(event.game) | {event.colour}
            try:
                await self._rooms.join(listener, event.game, event.seq)
            except RefusedError:
                del listener.seats[event.game]
        elif isinstance(event, GameEnded):
            self._leave(listener, event.game)
        elif isinstance(event, GameChanged) and event.kind == "rematch":
            event = await self._asked(event, account)
        return msgspec.structs.replace(event, id=id)

    async def _asked(self, event: GameChanged, account: str) -> GameChanged:
        """A rematch as it is sent: with the seat that answers, if the opponent asks."""
        try:
            state = (await self._rooms.snapshot(event.game)).state
        except RefusedError as refused:
            if refused.code == "busy":
                raise
            return event
        colour = next((one for one in COLOURS if one != event.by
                       and state.seats[one].who == of_account(account)), None)
        if colour is None or state.next_game is not None:
            return event
        return msgspec.structs.replace(event, seat=self._rooms.tokens.seat(event.game, colour))

    async def _said(self, event: Chatted) -> Chatted | None:
        """An event with what was said, which is stored with the game alone; None if it is gone."""
        with database_asked():
            lines = await self._rooms.hub.query(LinesOf(event.game))
        return next((Chatted(event.id, event.game, told(one)) for one in lines
                     if one.number == event.line.number), None)

    def _leave(self, listener: Listener, game: str) -> None:
        if listener.seats.pop(game, None) is not None:
            self._rooms.leave(listener, game)

    # How events come about.

    async def _gather(self, account: str) -> None:
        """Make events of all that has happened in the games of an account since the last time."""
        while True:
            now = self._rooms.now()
            with database_asked(NOT_WRITTEN):
                _, last, begin = await self._store.span(account)
                if not last:
                    await self._store.add(account, 0, now, [""], {})
                    continue
                who, since = of_account(account), max(begin, now - KEPT)
                news = await self._store.news(account, who, since, AT_ONCE)
                lines = await self._store.unheard(account, who, since, AT_ONCE) if (
                    await self._store.policy(account)).chats else []
                new, told, over = await self._of_challenges(account)
                if not (news or lines or told or over):
                    return
                for one in news:
                    events, told[one.topic] = await self._events(one)
                    new += events
                new += [Chatted(0, one.game, ChatLine(one.number, other(one.colour), 0))
                        for one in lines]
                told |= {one.topic: one.number for one in lines}
                texts = [msgspec.json.encode(event).decode() for event in new]
                if await self._store.add(account, last, now, texts, told, over) and (
                        max(len(news), len(lines)) < AT_ONCE):
                    return

    async def _of_challenges(self, account: str
                             ) -> tuple[list[BotEvent], dict[str, int], list[str]]:
        """What is to be sent of challenges, with their topics: those that are open, and over."""
        who, known = of_account(account), await self._store.challenges(account)
        to, own = await self._challenges.open_to(who), await self._challenges.open_from(who)
        open_ = {*(one.id for one in to), *own}
        over = sorted(known - open_)
        events: list[BotEvent] = [ChallengeOver(0, id) for id in over]
        events += [Challenged(0, one) for one in to if one.id not in known]
        return (events, {CHALLENGE + id: 1 for id in sorted(open_ - known)},
                [CHALLENGE + id for id in over])

    async def _events(self, news: News) -> tuple[list[BotEvent], int]:
        """What is to be sent of a game, and how many of its events that are."""
        try:
            state = (await self._rooms.snapshot(news.game)).state
        except RefusedError as refused:
            if refused.code == "busy":
                raise
            return [], 2**31 - 1        # it can never be read again
        if not news.told:
            begun: list[BotEvent] = [await self._begun(state, news.colour)]
            if state.result is not None:
                begun.append(_ended(state.seq, state.game, "", state.result))
            return begun, state.seq
        found = await self._rooms.store.events_of(news.game, news.told + 1)
        mine = [event.seq == state.seq and _is_mine(state, news.colour) for event in found]
        return ([_told(event, state, mine=turn)
                 for event, turn in zip(found, mine, strict=True)],
                news.told + len(found))

    async def _begun(self, state: State, colour: Colour) -> GameBegun:
        seat = state.seats[other(colour)]
        accounts = [account] if (account := account_of(seat.who)) else []
        names = await self._rooms.names.of(accounts)
        who = seat.who if seat.level is None else f"level:{seat.level}"
        return GameBegun(0, state.game, state.seq, colour, state.rules, state.options,
                         wished_clock(state.control),
                         state.rated, opponent_of(who, names, self._rooms.names.is_bot),
                         _is_mine(state, colour))


def _place(event: BotEvent) -> tuple[str, int]:
    """Of which game or challenge an event is, and how much of it is sent with it."""
    match event:
        case GameBegun() | GameChanged() | GameEnded():
            return event.game, event.seq
        case Challenged():
            return event.challenge.id, 1
        case ChallengeOver():
            return event.challenge, 2
        case Chatted():
            return f"chat of {event.game}", event.line.number
        case Hello():
            return "", event.id


def _is_mine(state: State, colour: Colour) -> bool:
    return state.result is None and state.turn == colour and not any(
        seat.open for seat in state.seats.values())


def _told(event: Event, state: State, *, mine: bool) -> BotEvent:
    data = event.data
    move = data["text"] if event.kind == "move" else ""
    if "result" in data:
        return _ended(event.seq, event.game, move, data["result"])
    by = data.get("by") or data.get("colour")
    if event.kind == "move":
        by = event.actor if event.actor in COLOURS else other(data["turn"])
    return msgspec.convert({"t": "event", "id": 0, "game": event.game, "seq": event.seq,
                            "kind": event.kind, "by": by, "move": move or data.get("what", ""),
                            "mine": mine}, GameChanged)


def _ended(seq: int, game: str, move: str, result: dict[str, Any]) -> GameEnded:
    return GameEnded(0, game, seq, result["winner"], result["reason"], move)
