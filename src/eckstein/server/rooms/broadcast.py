"""Tells the subscribers of a room what happens there, with views for those that want them."""
from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from msgspec import UNSET
from msgspec.structs import asdict, replace

from ...wire.capabilities import usable
from ...wire.games import NO_VIEW, GameFacts
from ...wire.positions import PositionRef
from ...wire.socket import (
    EventMessage,
    EventsMessage,
    GameMessage,
    Join,
    PreparedMessage,
    Told,
    encoded,
)
from ...wire.words import Colour
from ..game.events import Event
from ..game.keeping import Keeping
from ..game.replies import Line
from ..game.snapshot import Snapshot
from ..game.tokens import Tokens
from ..hub.subscriber import Subscriber
from ..ops.sharing import path_of
from ..store.presence import Presence
from ..work.contract import OverloadedError
from ..work.views import Views
from . import message_builder
from .room import Room

PRESENCE_SECONDS = 0.2      # comings and goings are sent together
log = structlog.get_logger()


class Broadcaster:
    """Tells subscribers of rooms.

    Args:
        tokens: for the seats of games that follow.
        views: where views are made.
        snapshot: how a game stands now.
        keeping: how long games are stored.
        tell_others: tells other servers which players are in a game here.
    """

    def __init__(self, tokens: Tokens, views: Views,
                 snapshot: Callable[[Room], Snapshot], keeping: Keeping,
                 tell_others: Callable[[str, Presence], None]) -> None:
        self._tokens, self._views, self._snapshot = tokens, views, snapshot
        self._keeping, self._tell_others = keeping, tell_others

    def facts(self, room: Room) -> GameFacts:
        """The public facts of a game."""
        return message_builder.game_facts(self._snapshot(room), room.told_moves(),
                                          room.presences(), self._keeping)

    def welcome(self, room: Room, subscriber: Subscriber, since: int | None) -> None:
        """What a subscriber does not know yet: events, or a snapshot when it is its turn."""
        state, _ = room.loaded()
        if since is None or since > state.seq or since < state.seq - len(room.recent):
            subscriber.want(room.topic)
            return
        holds = sorted(subscriber.holds(room.game))
        missed = [self._personal(event, room, subscriber)
                  for event in list(room.recent)[len(room.recent) - (state.seq - since):]]
        now = message_builder.clock_now(self._snapshot(room))
        if missed:                          # clients take clocks for those of now
            missed[-1] = replace(missed[-1], clock=now)
        self._tell(room, [subscriber], EventsMessage(
            game=room.game, seq=state.seq, yours=holds, events=missed,
            clock=UNSET if missed else now))

    def tell_all(self, room: Room, subscriber: Subscriber) -> None:
        """A snapshot of a game as it is now, with the view that belongs to it."""
        state, _ = room.loaded()
        holds = sorted(subscriber.holds(room.game))
        facts = asdict(self.facts(room))
        facts["next"] = message_builder.next_for(state, holds, self._tokens)
        self._tell(room, [subscriber], GameMessage(**facts, yours=holds))

    def happened(self, room: Room, event: Event) -> None:
        """Send an event to all subscribers."""
        message = replace(message_builder.event_message(room.loaded().state, event),
                          clock=message_builder.clock_now(self._snapshot(room)))
        room.recent.append(message)
        if room.note is not None:
            room.note = None
            self._tell_others(room.game, room.presence())
        self._tell(room, list(room.subscribers), message)

    def prepared(self, room: Room, colour: Colour, lines: list[Line]) -> None:
        """Send what is left of the conditional replies of a seat to the clients that hold it, and
        to no other.
        """
        holders = [one for one in room.subscribers if colour in one.holds(room.game)]
        self._tell(room, holders, PreparedMessage(game=room.game, colour=colour, lines=lines))

    def presence_changed(self, room: Room) -> None:
        """A client has come or gone, or a computer takes long: notify all subscribers soon."""
        if room.presence_timer is None:
            room.presence_timer = asyncio.get_running_loop().call_later(
                PRESENCE_SECONDS, self._tell_presence, room)

    def _tell_presence(self, room: Room) -> None:
        room.presence_timer = None
        self._tell_others(room.game, room.presence())
        if room.state is None or not room.subscribers:
            return
        self._tell(room, list(room.subscribers), EventMessage(
            game=room.game, kind="presence",
            **message_builder.presence(self._snapshot(room), room.presences())))

    def note(self, room: Room, sentence: str | None) -> None:
        """Say what a computer does that takes long."""
        if room.note != sentence:
            room.note = None if sentence is None else str(sentence)
            self.presence_changed(room)

    def _tell(self, room: Room, subscribers: list[Subscriber], message: Told) -> None:
        """Send a message to some subscribers: at once, or with a view, after all that came before,
        to those that want views.
        """
        viewers = {one: one.viewing[room.game] for one in subscribers if room.game in one.viewing}
        others = [one for one in subscribers if one not in viewers]
        if others:
            self._send(room, others, message)
        if viewers:
            room.pending += 1
            room.showing = asyncio.get_running_loop().create_task(
                self._show(room, room.showing, _shown_with(message, room), viewers, message))

    async def _show(self, room: Room, before: asyncio.Task[None] | None, ref: PositionRef | None,
                    viewers: dict[Subscriber, Join], message: Told) -> None:
        """Tell something with a view, if one belongs to it, in its turn.

        A client that has joined again meanwhile was sent all of it then, and perhaps more since.
        """
        view, payer = NO_VIEW, room.state.payer if room.state else ""
        try:
            if ref is not None:
                view = await self._views.get(ref, path_of(payer), urgent=True)
        except (OverloadedError, ValueError) as error:
            log.error("view", game=room.game, error=repr(error))
        finally:
            if before is not None and not before.done():
                await asyncio.wait([before])
            room.pending -= 1
            still = [one for one, join in viewers.items() if one.viewing.get(room.game) is join]
            self._send(room, still, message if ref is None else replace(message, view=view))

    def _send(self, room: Room, subscribers: list[Subscriber], message: Told) -> None:
        """Put a message on its way to those of them that are still here."""
        text = encoded(message)
        for subscriber in subscribers:
            if subscriber in room.subscribers:
                own = usable(self._personal(message, room, subscriber)
                             if isinstance(message, EventMessage) else message, subscriber.may)
                subscriber.tell(room.topic, text if own is message else encoded(own))

    def _personal(self, message: EventMessage, room: Room, subscriber: Subscriber) -> EventMessage:
        """An event as one subscriber gets it: a game that follows comes with the subscriber's seats
        there.
        """
        if not message.next:
            return message
        return replace(message, next=message_builder.next_for(
            room.loaded().state, sorted(subscriber.holds(room.game)), self._tokens))


def _shown_with(message: Told, room: Room) -> PositionRef | None:
    """The present position, for the view that belongs to a message; None for a message without one.
    """
    if isinstance(message, PreparedMessage) or (
            isinstance(message, EventMessage) and message.kind == "presence"):
        return None
    state, _ = room.loaded()
    return PositionRef(state.rules, state.options, state.start,
                       tuple(move.text for move in state.moves))
