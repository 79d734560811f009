"""Rematches among challenges: one that an account offers another in a game stands there as well.

The game decides what becomes of the offer: an answer to the challenge is one to the game, and an
answer in the game closes the challenge.  Its row follows a moment later; if the server is killed
before, an answer to the challenge still leads to what the game has decided.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from msgspec.structs import replace

from ....wire.commands import CommandRequest
from ....wire.http_challenges import Declined
from ....wire.words import Colour
from ...game.events import other
from ...game.identity import account_of
from ...game.rulings import RefusedError
from ...game.state import State
from ...ops.sharing import TreePath
from ...rooms.events import GameArranged, RematchChanged
from ...rooms.front_door import FrontDoor, Sender
from ...rooms.listing import unusual
from ...rooms.players import decline_rematch
from ...rooms.rooms import Rooms
from ...store.contract import NOT_WRITTEN, database_asked
from ...store.lobbies import Pairing
from ...store.transactions import wished_clock
from .events import ChallengeMade, Stored, Wish, open_for
from .store import ChallengeStore


def wish_of(state: State, asker: Colour, path: TreePath = ()) -> Wish:
    """The game that comes of a rematch, as a challenge by the player that offers it.

    Args:
        state: the game that is over.
        asker: the colour of that player in it.
        path: where that player stands when places are scarce, veiled.
    """
    return Wish(state.rules, unusual(state.rules, state.options), wished_clock(state.control),
                other(asker), path=path, rematch_of=state.game, rated=state.rated)


class Rematches:
    """The challenges that stand for rematches.

    Args:
        store: stores them.
        rooms: the games.
        door: takes what players do in them.
        add: stores a challenge, if there is a place for it.
        changed: the challenges of these identities have changed.
    """

    def __init__(self, store: ChallengeStore, rooms: Rooms, door: FrontDoor,
                 add: Callable[[Stored], Awaitable[Stored]], changed: Callable[..., None]) -> None:
        self._store, self._rooms, self._door = store, rooms, door
        self._add, self._changed = add, changed
        self._following = WeakValueDictionary[str, asyncio.Lock]()

    async def follow(self, event: RematchChanged) -> None:
        """Take in what a player has done in a game.  A player that is connected to it sees that
        there, and gets no notice.
        """
        state, publish = event.state, self._rooms.hub.publish
        # Without a place among the challenges, the offer stands in its game alone.
        with contextlib.suppress(RefusedError):
            async with self._one_by_one(state.game):
                if not state.offers_rematch:
                    await self._answered(state)
                elif (offer := self._offer(state, event.path)) is not None:
                    made = await self._add(offer)
                    if not self._is_offered(made, await self._state(made)):     # since a moment ago
                        with database_asked(NOT_WRITTEN):
                            await self._store.close(made.id, None)
                    self._changed(made.sender, made.receiver)
                    if other(state.rematch[0]) not in event.here:
                        publish(ChallengeMade(made))
        if state.next_game is not None and state.rematch[0] not in event.here:
            publish(GameArranged(state.next_game, state.seats[state.rematch[-1]].who))

    async def accept(self, challenge: Stored, sender: Sender) -> Stored:
        """Agree in the game, from which the next game follows.

        Returns:
            The challenge with that game; its row may be gone already, since the asker has seen it.

        Raises:
            RefusedError: if that cannot be.
        """
        state = await self._state(challenge)
        if self._is_offered(challenge, state):
            colour = next(one for one, seat in state.seats.items() if seat.who == sender.who)
            try:
                await self._door.do(state.game, CommandRequest(
                    challenge.id, "rematch", state.seq,
                    self._rooms.tokens.seat(state.game, colour)), sender)
            except RefusedError:
                state = await self._state(challenge)
                if state.next_game is None:     # else it was agreed to there, just now
                    raise
            state = await self._state(challenge)
        await self._answered(state)
        with database_asked(NOT_WRITTEN):
            await self._store.close(challenge.id, None)     # if it was answered before
        return challenge if state.next_game is None else replace(challenge, pairing=Pairing(
            challenge.id, state.next_game, other(state.rematch[0])))

    async def end(self, challenge: Stored, answer: Declined | None) -> bool:
        """Decline an offer in its game, and close the challenge; False if it is not open any more.

        Raises:
            RefusedError, StoreError, OSError: if the database does not respond.
        """
        try:
            state = await self._state(challenge)
            if self._is_offered(challenge, state):
                await decline_rematch(self._rooms.submit, state)
        except RefusedError as refused:         # it has just been answered, or the game is gone
            if refused.code == "busy":
                raise
        async with self._one_by_one(challenge.wish.rematch_of):     # after such an answer
            return await self._store.close(challenge.id, answer)

    async def _answered(self, state: State) -> None:
        """Close the challenge of a rematch that its game has answered.

        Raises:
            RefusedError: if the database does not respond.
        """
        with database_asked(NOT_WRITTEN):
            challenge = await self._store.one(self._id(state, state.seq - 1))
            if challenge is None:
                return
            if state.next_game is None:
                await self._store.close(challenge.id, "not-now")
            else:
                await self._store.close(challenge.id, None, state.next_game,
                                        other(state.rematch[0]))
        self._changed(challenge.sender, challenge.receiver)

    def _offer(self, state: State, path: TreePath) -> Stored | None:
        """The challenge that stands for an offer; None for one that is not between two accounts."""
        asker, = state.rematch
        sender, receiver = state.seats[asker].who, state.seats[other(asker)].who
        if not (account_of(sender) and account_of(receiver)) or sender == receiver:
            return None
        wish = wish_of(state, asker, path)
        return Stored(self._id(state, state.seq), sender, receiver, "", "", wish, state.touched,
                      state.touched + open_for(wish.clock))

    def _is_offered(self, challenge: Stored, state: State) -> bool:
        """Whether it is for the offer that a game has now."""
        return state.offers_rematch and challenge.id == self._id(state, state.seq)

    def _id(self, state: State, seq: int) -> str:
        """The id of the challenge for an event that offers a rematch."""
        return self._rooms.tokens.challenge_of(state.game, f"rematch {seq}")

    def _one_by_one(self, game: str | None) -> asyncio.Lock:
        """Keeps in order what is done to the challenges of a game."""
        return self._following.setdefault(game or "", asyncio.Lock())

    async def _state(self, challenge: Stored) -> State:
        return (await self._rooms.snapshot(challenge.wish.rematch_of or "")).state
