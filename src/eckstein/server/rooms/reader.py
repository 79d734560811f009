"""Reads games from the store, long ones in pieces, between which everything else goes on."""
from __future__ import annotations

from collections import deque

import structlog

from ...wire.socket import EventMessage
from ..game.events import DamagedGameError
from ..game.replay import Revision, steps
from ..game.rulings import RefusedError
from ..ops.sharing import path_of
from ..store.contract import GameStore, database_asked
from ..work.pieces import Pieces
from . import message_builder
from .account_names import Names
from .room import KEPT_EVENTS

BROKEN = ("game {game} cannot be read: its record is damaged, or its rules are not installed; the "
          "administrator can find out more with eckstein db check")
log = structlog.get_logger()


class Reader:
    """Reads games, each payer in turn.

    Args:
        store: stores them.
        names: what accounts are called.
    """

    def __init__(self, store: GameStore, names: Names) -> None:
        self._store, self._names, self._pieces = store, names, Pieces()

    async def read(self, game: str) -> tuple[Revision, list[EventMessage]]:
        """A game after all of its events, and the messages of the last of them.

        Raises:
            RefusedError: if there is no such game, its events are not those of a game, or the
                database does not respond.
        """
        try:
            return await self._read(game)
        except DamagedGameError as damaged:
            log.error("broken game", game=game, error=str(damaged))
            raise RefusedError("broken", BROKEN.format(game=game)) from None

    async def _read(self, game: str) -> tuple[Revision, list[EventMessage]]:
        with database_asked():
            events = await self._names.told(await self._store.events_of(game))
        if not events:
            raise RefusedError("unknown-game", f"there is no game {game}")
        found: list[Revision] = []
        recent: deque[EventMessage] = deque(maxlen=KEPT_EVENTS)

        def note(revision: Revision) -> None:
            found[:] = [revision]
            event = events[revision.state.seq - 1]
            if event.seq > max(1, len(events) - KEPT_EVENTS):
                recent.append(message_builder.event_message(revision.state, event))
        payer = events[0].data.get("payer", "")
        path = path_of(payer if isinstance(payer, str) else "")
        await self._pieces.each(path, steps(events), note)
        return found[0], list(recent)
