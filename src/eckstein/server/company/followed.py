"""Who is here of those that somebody follows.

Each server looks every few seconds who is connected to it and what he plays, and tells the others
what has changed.  Who follows one of those people is told all of it anew; so is he, by `callers`,
when he follows somebody else.
"""
from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ...wire.chat import FollowedHere
from ...wire.socket import FollowedMessage, encoded
from ..game.identity import account_of, of_account
from ..people.contract import People
from ..rooms.rooms import Rooms
from ..rooms.subscriber import Subscriber
from ..store.lobbies import Share
from .callers import Callers

FOLLOWED = "followed people, who are no game"   # in outboxes, longer than an id of a game can be
LOOK_SECONDS = 2.0          # between two looks at who is here


class Followed:
    """Tells who is here.

    Args:
        people: who follows whom.
        rooms: the games.
        callers: who is connected.
    """

    def __init__(self, people: People, rooms: Rooms, callers: Callers) -> None:
        self._people, self._rooms, self._callers = people, rooms, callers
        self._here: dict[str, str] = {}
        self._followers: dict[str, set[Subscriber]] = {}
        self._follows: dict[Subscriber, frozenset[str]] = {}
        rooms.lobbies.moved = self._moved

    def enter(self, account: str, subscriber: Subscriber) -> None:
        """Somebody hears from now on, and is told all there is."""
        self._callers.enter(_topic(account), subscriber, FOLLOWED)

    def leave(self, account: str, subscriber: Subscriber) -> None:
        """He hears no more."""
        self._callers.leave(_topic(account), subscriber)
        self._note(subscriber, frozenset())

    def changed(self, account: str) -> None:
        """An account follows somebody else, or fewer."""
        self._callers.changed(_topic(account))

    def look_again(self, account: str) -> None:
        """An account may be seen, or no more: whoever follows it learns of it."""
        self._rooms.store.tell_lobby(Share(here={account: self._here.get(account)}))
        self._moved([account])

    async def news(self, account: str, subscriber: Subscriber) -> str:
        """The message to somebody with all who are here of those whom he follows.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        found = await self._people.follows.of(account)
        self._note(subscriber, frozenset(one.account for one in found))
        return encoded(FollowedMessage(
            [FollowedHere(one.name, one.bot, game or None) for one in found if one.seen
             and (game := self._where(one.account)) is not None], len(found)))

    def here(self) -> set[str]:
        """All accounts that are here, at whichever server, as they were at the last look."""
        return self._here.keys() | self._rooms.lobbies.accounts()

    def is_here(self, account: str) -> bool:
        """Whether an account is connected, at whichever server."""
        return self._where(account) is not None

    def _where(self, account: str) -> str | None:
        """The game that somebody plays, "" for none that anybody may watch; None if he is away."""
        found = self._here.get(account), self._rooms.lobbies.where(account)
        return max((game for game in found if game is not None), default=None)

    def _note(self, subscriber: Subscriber, follows: frozenset[str]) -> None:
        """Remember whose coming and going somebody hears of."""
        before = self._follows.pop(subscriber, frozenset())
        for account in before - follows:
            self._followers[account].discard(subscriber)
            if not self._followers[account]:
                del self._followers[account]
        for account in follows - before:
            self._followers.setdefault(account, set()).add(subscriber)
        if follows:
            self._follows[subscriber] = follows

    def look(self) -> None:
        """See who has come or gone, or begun or ended a game."""
        here = {account: self._game_of(connections)
                for who, connections in self._callers.connected()
                if (account := account_of(who)) is not None}
        changed: dict[str, str | None] = {
            account: here.get(account) for account in here.keys() | self._here.keys()
            if here.get(account) != self._here.get(account)}
        self._here = here
        if changed:
            self._rooms.store.tell_lobby(Share(here=changed))
            self._moved(changed)

    def _game_of(self, connections: Iterable[Subscriber]) -> str:
        """The game that somebody plays on one of his connections, if anybody may watch it."""
        playing = {game for connection in connections
                   for game, seats in connection.seats.items() if seats}
        found = [state for room in map(self._rooms.known, playing)
                 if room is not None and (state := room.state) is not None
                 and state.listed and state.result is None]
        return max(found, key=lambda state: (state.touched, state.game)).game if found else ""

    def _moved(self, accounts: Iterable[str]) -> None:
        for account in accounts:
            for subscriber in self._followers.get(account, ()):
                subscriber.want(FOLLOWED)

    async def tend(self) -> None:
        """Look, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()


def _topic(account: str) -> str:
    return f"{FOLLOWED} by {of_account(account)}"
