"""Telling those at a table what happens there, with views for those who want views."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from . import telling
from .events import Event
from .member import Member
from .situation import Situation
from .table import Table
from .tokens import Tokens
from .views import Crowded, Spec, Views

PRESENCE_SECONDS = 0.2      # comings and goings are told together
Tell = Callable[[msgspec.Raw | None], None]
log = structlog.get_logger()


class Crier:
    """Tells members of tables.

    Args:
        tokens: for the seats of games that follow.
        views: where views are made.
        situation: how a game stands now.
    """

    def __init__(self, tokens: Tokens, views: Views,
                 situation: Callable[[Table], Situation]) -> None:
        self._tokens, self._views, self._situation = tokens, views, situation

    def facts(self, table: Table) -> dict[str, Any]:
        """All that everybody may know of a game."""
        state, _ = table.loaded()
        return telling.game_facts(state, self._situation(table).shown_clock(), table.here(),
                                  table.watching()) | {"thinking": table.note}

    def welcome(self, table: Table, member: Member, since: int | None) -> None:
        """What a member does not know yet, as it is now; the view that belongs to it follows."""
        state, _ = table.loaded()
        if since is None or since > state.seq or since < state.seq - len(table.recent):
            holds = sorted(member.holds(table.game))
            self._tell(table, member, {
                "t": "game", **self.facts(table), "yours": holds,
                "next": telling.next_for(state, holds, self._tokens)})
            return
        missed = [self._for_member(facts, table, member) for facts in table.recent
                  if facts["seq"] > since]
        self._tell(table, member, {"t": "events", "game": table.game, "seq": state.seq,
                                   "yours": sorted(member.holds(table.game)), "events": missed})

    def _tell(self, table: Table, member: Member, facts: dict[str, Any]) -> None:
        """Tell one member something, with a view if he wants views."""
        if not member.wants_views(table.game):
            member.tell(table.game, encoded(facts))
            return

        def tell(view: msgspec.Raw | None) -> None:
            if member in table.members:
                member.tell(table.game, encoded(facts | {"view": view}))
        self._show(table, tell)

    def told(self, table: Table, event: Event) -> None:
        """Tell everybody what has happened."""
        state, _ = table.loaded()
        facts = telling.event_facts(state, event)
        table.recent.append(facts)
        table.note = None
        personal = event.kind == "rematch" and state.next_game is not None
        text = encoded(facts)
        viewers = []
        for member in table.members:
            if member.wants_views(table.game):
                viewers.append(member)
            elif personal:
                member.tell(table.game, encoded(self._for_member(facts, table, member)))
            else:
                member.tell(table.game, text)
        if viewers:
            self._show(table, lambda view: self._tell_viewers(table, facts, viewers, view))

    def _for_member(self, facts: dict[str, Any], table: Table, member: Member) -> dict[str, Any]:
        if facts["kind"] != "rematch" or facts["next"] is None:
            return facts
        state, _ = table.loaded()
        return facts | {"next": telling.next_for(state, sorted(member.holds(table.game)),
                                                 self._tokens)}

    def _tell_viewers(self, table: Table, facts: dict[str, Any], viewers: list[Member],
                      view: msgspec.Raw | None) -> None:
        text = encoded(facts | {"view": view})
        for member in viewers:
            if member in table.members:
                personal = self._for_member(facts, table, member)
                member.tell(table.game, text if personal is facts
                            else encoded(personal | {"view": view}))

    def _show(self, table: Table, tell: Tell, *, view: bool = True) -> None:
        """Tell something with the view of the present, after all that came before."""
        state, _ = table.loaded()
        spec = None
        if view:
            spec = Spec.of(state.rules, state.options, state.start,
                           [move.text for move in state.moves])
        table.pending += 1
        table.showing = asyncio.get_running_loop().create_task(
            self._show_in_turn(table, table.showing, spec, tell))

    async def _show_in_turn(self, table: Table, before: asyncio.Task[None] | None,
                            spec: Spec | None, tell: Tell) -> None:
        view = None
        try:
            if spec is not None:
                view = await self._views.get(spec)
        except (Crowded, ValueError) as error:
            log.error("view", game=table.game, error=repr(error))
        finally:
            if before is not None and not before.done():
                await asyncio.wait([before])
            table.pending -= 1
            tell(view)

    def presence_changed(self, table: Table) -> None:
        if table.presence is None:
            table.presence = asyncio.get_running_loop().call_later(
                PRESENCE_SECONDS, self._tell_presence, table)

    def _tell_presence(self, table: Table) -> None:
        table.presence = None
        if table.state is None or not table.members:
            return
        text = encoded({"t": "event", "game": table.game, "kind": "presence",
                        "players": telling.players(table.state, table.here()),
                        "watching": table.watching(), "thinking": table.note})
        viewers = []
        for member in table.members:
            if member.wants_views(table.game):
                viewers.append(member)
            else:
                member.tell(table.game, text)
        if viewers:
            def tell(_: msgspec.Raw | None) -> None:
                for member in viewers:
                    member.tell(table.game, text)
            self._show(table, tell, view=False)

    def note(self, table: Table, sentence: str | None) -> None:
        """Say what a computer does that takes long."""
        if table.note != sentence:
            table.note = sentence
            self.presence_changed(table)


def encoded(facts: dict[str, Any]) -> str:
    """A message as text."""
    return msgspec.json.encode(facts).decode()
