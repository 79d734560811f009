"""What is known of tournaments, and how what happens in them is written."""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from ....base.sentence import Sentence
from ...game.rulings import RefusedError
from ...rooms.rooms import Rooms
from ...store.contract import NOT_WRITTEN, ConflictError, StoreError, database_asked
from ...store.tournaments import TournamentEvent
from ...store.transactions import Transaction
from .begun import written
from .news import News
from .rules.folding import KINDS, folded
from .rules.folding import after as taken_in
from .rules.state import Tournament
from .store import TournamentStore

KEPT = 200                  # tournaments in memory


class Ledger:
    """Tournaments in memory, of which each can be dropped at any time.

    Args:
        rooms: the games.
        store: where tournaments are read; they are written with the games.
    """

    def __init__(self, rooms: Rooms, store: TournamentStore) -> None:
        self._rooms, self._store = rooms, store
        self._news = News(rooms.hub, rooms.tokens, self.state)
        self._known: OrderedDict[str, Tournament] = OrderedDict()

    def shows(self, id: str) -> bool:
        """Whether a tournament is in memory and has subscribers here."""
        return id in self._known and self._news.has_audience(id)

    async def state(self, id: str) -> Tournament:
        """A tournament as it stands.

        Raises:
            RefusedError: if there is no such tournament, or the database does not respond.
        """
        state = self._known.get(id)
        if state is None or (self._rooms.store.shared and not self._news.has_audience(id)):
            state = await self.refresh(id)
        self._known.move_to_end(id)
        return state

    async def refresh(self, id: str) -> Tournament:
        """Read a tournament, and tell its subscribers what is new."""
        state = folded(await self._events(id))
        self._learn(state)
        return state

    async def _events(self, id: str) -> list[TournamentEvent]:
        with database_asked():
            events = await self._store.events(id)
        if not events:
            raise RefusedError("unknown-game", f"there is no tournament {id}")
        if any(event.kind not in KINDS for event in events):
            raise RefusedError("broken", Sentence("a newer version of Eckstein has gone on with "
                                                  "this tournament"))
        return events

    def _learn(self, state: Tournament) -> None:
        """Keep what is newer than what is known, and tell it."""
        before = self._known.get(state.id)
        if before is not None and before.seq >= state.seq:
            return
        self._known[state.id] = state
        self._known.move_to_end(state.id)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        self._news.tell(before, state)

    async def happen(self, state: Tournament, found: Sequence[tuple[str, dict[str, Any]]],
                     games: Mapping[str, bool] | None = None,
                     begun: Sequence[Transaction] = ()) -> Tournament:
        """Write events, and then take them in.

        Raises:
            ConflictError: if something else has happened meanwhile.
            RefusedError: if the database cannot be written.
        """
        after, events = state, list[TournamentEvent]()
        for kind, data in found:
            events.append(TournamentEvent(state.id, after.seq + 1, kind, data, self._rooms.now()))
            after = taken_in(after, events[-1])
        if any(event.kind == "undone" for event in events):
            before = await self._events(state.id)
            if len(before) != state.seq:
                raise ConflictError("the tournament has gone on")
            after = folded([*before, *events])
        await self.write(state, after, events, games, begun)
        return after

    async def write(self, before: Tournament | None, after: Tournament,
                    events: Sequence[TournamentEvent], games: Mapping[str, bool] | None = None,
                    begun: Sequence[Transaction] = ()) -> None:
        transaction = written(after, events, games or {}, begun)
        try:
            await self._rooms.store.write(transaction)
        except ConflictError:
            raise
        except (StoreError, OSError):
            self._known.pop(after.id, None)         # it may be written or not: read it again
            raise RefusedError("busy", NOT_WRITTEN, "database") from None
        except BaseException:
            self._known.pop(after.id, None)
            raise
        if before is not None and after.id not in self._known:
            self._known[after.id] = before          # the calls follow from the difference
        self._learn(after)
