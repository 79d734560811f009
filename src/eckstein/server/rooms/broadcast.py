"""Tells the subscribers of a room what happens there, with views for those that want them."""
from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import structlog
from msgspec.structs import asdict, replace

from ...wire.games import NO_VIEW, GameFacts
from ...wire.positions import PositionRef
from ...wire.socket import EventMessage, EventsMessage, GameMessage, PreparedMessage, encoded
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
Tell = Callable[[msgspec.Raw], None]
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
        if since is None or since > state.seq or since < state.seq - len(room.recent):
            holds = sorted(subscriber.holds(room.game))
            facts = asdict(self.facts(room))
            facts["next"] = message_builder.next_for(state, holds, self._tokens)
            self._tell(room, subscriber, GameMessage(**facts, yours=holds))
            return
        missed = [self._for_subscriber(event, room, subscriber)
                  for event in list(room.recent)[len(room.recent) - (state.seq - since):]]
        self._tell(room, subscriber, EventsMessage(
            game=room.game, seq=state.seq, yours=sorted(subscriber.holds(room.game)),
            events=missed))

    def _tell(self, room: Room, subscriber: Subscriber, message: GameMessage | EventsMessage
              ) -> None:
        """Tell one subscriber something, with a view if he wants views."""
        if not subscriber.wants_views(room.game):
            subscriber.tell(room.game, encoded(message))
            return

        def tell(view: msgspec.Raw) -> None:
            if subscriber in room.subscribers:
                subscriber.tell(room.game, encoded(replace(message, view=view)))
        self._show(room, tell)

    def happened(self, room: Room, event: Event) -> None:
        """Tell everybody what has happened."""
        state, _ = room.loaded()
        message = message_builder.event_message(state, event)
        room.recent.append(message)
        room.note = None
        personal = event.kind == "rematch" and state.next_game is not None
        text = encoded(message)
        viewers = []
        for subscriber in room.subscribers:
            if subscriber.wants_views(room.game):
                viewers.append(subscriber)
            elif personal:
                subscriber.tell(room.game,
                                encoded(self._for_subscriber(message, room, subscriber)))
            else:
                subscriber.tell(room.game, text)
        if viewers:
            self._show(room, lambda view: self._tell_viewers(room, message, viewers, view))

    def _for_subscriber(self, message: EventMessage, room: Room,
                        subscriber: Subscriber) -> EventMessage:
        if not message.next:
            return message
        state, _ = room.loaded()
        return replace(message, next=message_builder.next_for(
            state, sorted(subscriber.holds(room.game)), self._tokens))

    def _tell_viewers(self, room: Room, message: EventMessage, viewers: list[Subscriber],
                      view: msgspec.Raw) -> None:
        shown = replace(message, view=view)
        text = encoded(shown)
        for subscriber in viewers:
            if subscriber in room.subscribers:
                personal = self._for_subscriber(shown, room, subscriber)
                subscriber.tell(room.game, text if personal is shown else encoded(personal))

    def _show(self, room: Room, tell: Tell, *, view: bool = True) -> None:
        """Tell something with the view of the present, after all that came before."""
        state, _ = room.loaded()
        ref = None
        if view:
            ref = PositionRef(state.rules, state.options, state.start,
                              tuple(move.text for move in state.moves))
        room.pending += 1
        room.showing = asyncio.get_running_loop().create_task(
            self._show_in_turn(room, room.showing, ref, tell))

    async def _show_in_turn(self, room: Room, before: asyncio.Task[None] | None,
                            ref: PositionRef | None, tell: Tell) -> None:
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
            tell(view)

    def prepared(self, room: Room, colour: Colour, lines: list[Line]) -> None:
        """Tell those who hold a seat what is left of its conditional replies, and nobody else."""
        text = encoded(PreparedMessage(game=room.game, colour=colour, lines=lines))
        for subscriber in room.subscribers:
            if colour in subscriber.holds(room.game):
                def tell(_: msgspec.Raw, subscriber: Subscriber = subscriber) -> None:
                    subscriber.tell(room.game, text)
                if subscriber.wants_views(room.game):
                    self._show(room, tell, view=False)
                else:
                    tell(NO_VIEW)

    def presence_changed(self, room: Room) -> None:
        if room.presence is None:
            room.presence = asyncio.get_running_loop().call_later(
                PRESENCE_SECONDS, self._tell_presence, room)

    def _tell_presence(self, room: Room) -> None:
        room.presence = None
        if room.state is None or not room.subscribers:
            return
        text = encoded(EventMessage(
            game=room.game, kind="presence",
            players=message_builder.players(room.state, room.here()), watching=room.watching(),
            thinking=room.note))
        viewers = []
        for subscriber in room.subscribers:
            if subscriber.wants_views(room.game):
                viewers.append(subscriber)
            else:
                subscriber.tell(room.game, text)
        if viewers:
            def tell(_: msgspec.Raw) -> None:
                for subscriber in viewers:
                    subscriber.tell(room.game, text)
            self._show(room, tell, view=False)

    def note(self, room: Room, sentence: str | None) -> None:
        """Say what a computer does that takes long."""
        if room.note != sentence:
            room.note = None if sentence is None else str(sentence)
            self.presence_changed(room)
