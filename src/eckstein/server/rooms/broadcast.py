"""Tells the subscribers of a room what happens there, with views for those that want them."""
from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from msgspec.structs import asdict, replace

from ...wire.games import NO_VIEW, GameFacts
from ...wire.positions import PositionRef
from ...wire.socket import (
    EventMessage,
    EventsMessage,
    GameMessage,
    PreparedMessage,
    Told,
    encoded,
)
from ...wire.words import Colour
from ..game.events import Event
from ..game.replies import Line
from ..game.snapshot import Snapshot
from ..game.tokens import Tokens
from ..work.contract import OverloadedError
from ..work.views import Views
from . import message_builder
from .room import Room
from .subscriber import Subscriber

PRESENCE_SECONDS = 0.2      # comings and goings are told together
log = structlog.get_logger()


class Broadcaster:
    """Tells subscribers of rooms.

    Args:
        tokens: for the seats of games that follow.
        views: where views are made.
        snapshot: how a game stands now.
    """

    def __init__(self, tokens: Tokens, views: Views,
                 snapshot: Callable[[Room], Snapshot]) -> None:
        self._tokens, self._views, self._snapshot = tokens, views, snapshot

    def facts(self, room: Room) -> GameFacts:
        """All that everybody may know of a game."""
        state, _ = room.loaded()
        return message_builder.game_facts(state, self._snapshot(room).shown_clock(), room.here(),
                                          room.watching(), room.note)

    def welcome(self, room: Room, subscriber: Subscriber, since: int | None) -> None:
        """What a subscriber does not know yet, as it is now, with the view that belongs to it."""
        state, _ = room.loaded()
        holds = sorted(subscriber.holds(room.game))
        if since is None or since > state.seq or since < state.seq - len(room.recent):
            facts = asdict(self.facts(room))
            facts["next"] = message_builder.next_for(state, holds, self._tokens)
            self._tell(room, [subscriber], GameMessage(**facts, yours=holds))
            return
        missed = [self._personal(event, room, subscriber)
                  for event in list(room.recent)[len(room.recent) - (state.seq - since):]]
        self._tell(room, [subscriber], EventsMessage(
            game=room.game, seq=state.seq, yours=holds, events=missed))

    def happened(self, room: Room, event: Event) -> None:
        """Tell everybody what has happened."""
        message = message_builder.event_message(room.loaded().state, event)
        room.recent.append(message)
        room.note = None
        self._tell(room, list(room.subscribers), message)

    def prepared(self, room: Room, colour: Colour, lines: list[Line]) -> None:
        """Tell those who hold a seat what is left of its conditional replies, and nobody else."""
        holders = [one for one in room.subscribers if colour in one.holds(room.game)]
        self._tell(room, holders, PreparedMessage(game=room.game, colour=colour, lines=lines))

    def presence_changed(self, room: Room) -> None:
        """Somebody has come or gone, or a computer takes long: tell everybody soon."""
        if room.presence is None:
            room.presence = asyncio.get_running_loop().call_later(
                PRESENCE_SECONDS, self._tell_presence, room)

    def _tell_presence(self, room: Room) -> None:
        room.presence = None
        if room.state is None or not room.subscribers:
            return
        self._tell(room, list(room.subscribers), EventMessage(
            game=room.game, kind="presence",
            players=message_builder.players(room.state, room.here()), watching=room.watching(),
            thinking=room.note))

    def note(self, room: Room, sentence: str | None) -> None:
        """Say what a computer does that takes long."""
        if room.note != sentence:
            room.note = None if sentence is None else str(sentence)
            self.presence_changed(room)

    def _tell(self, room: Room, subscribers: list[Subscriber], message: Told) -> None:
        """Tell some something: at once, or those who want views after all that came before."""
        viewers: list[Subscriber] = []
        others: list[Subscriber] = []
        for subscriber in subscribers:
            (viewers if subscriber.wants_views(room.game) else others).append(subscriber)
        if others:
            self._send(room, others, message)
        if viewers:
            room.pending += 1
            room.showing = asyncio.get_running_loop().create_task(
                self._show(room, room.showing, _shown_with(message, room), viewers, message))

    async def _show(self, room: Room, before: asyncio.Task[None] | None, ref: PositionRef | None,
                    viewers: list[Subscriber], message: Told) -> None:
        """Tell something with a view, if one belongs to it, in its turn."""
        view = NO_VIEW
        try:
            if ref is not None:
                view = await self._views.get(ref)
        except (OverloadedError, ValueError) as error:
            log.error("view", game=room.game, error=repr(error))
        finally:
            if before is not None and not before.done():
                await asyncio.wait([before])
            room.pending -= 1
            self._send(room, viewers, message if ref is None else replace(message, view=view))

    def _send(self, room: Room, subscribers: list[Subscriber], message: Told) -> None:
        """Put a message on its way to those of them that are still here."""
        text = encoded(message)
        for subscriber in subscribers:
            if subscriber in room.subscribers:
                own = (self._personal(message, room, subscriber)
                       if isinstance(message, EventMessage) else message)
                subscriber.tell(room.game, text if own is message else encoded(own))

    def _personal(self, message: EventMessage, room: Room, subscriber: Subscriber) -> EventMessage:
        """An event as one of them hears of it: a game that follows comes with his seats there."""
        if not message.next:
            return message
        return replace(message, next=message_builder.next_for(
            room.loaded().state, sorted(subscriber.holds(room.game)), self._tokens))


def _shown_with(message: Told, room: Room) -> PositionRef | None:
    """The present position, whose view belongs to what happened in the game; None for all else."""
    if isinstance(message, PreparedMessage) or (
            isinstance(message, EventMessage) and message.kind == "presence"):
        return None
    state, _ = room.loaded()
    return PositionRef(state.rules, state.options, state.start,
                       tuple(move.text for move in state.moves))
