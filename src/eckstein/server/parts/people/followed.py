"""Which people are here of those that a player follows.

Each server looks every few seconds which accounts are connected to it and what they play, and tells
the other servers what has changed.  A follower of one of them is sent all of it again, and so is a
player that follows other people than before.
"""
from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ....wire.chat import FollowedHere
from ....wire.socket import FollowedMessage, HearFollowed
from ...game.identity import account_of
from ...game.rulings import RefusedError
from ...hub.hub import Kind
from ...hub.subscriber import Subscriber
from ...rooms.rooms import Rooms
from ...store.lobbies import AccountsMoved, Share
from ..accounts.events import PrivacyChanged, Renamed
from ..challenges.events import challenges_topic
from .events import BlockChanged, IsHere, followed_topic
from .follows import FollowStore

LOOK_SECONDS = 2.0          # between two looks at which accounts are connected


class Followed:
    """Says which accounts are here.

    Args:
        store: stores which accounts follow which.
        rooms: the games.
    """

    def __init__(self, store: FollowStore, rooms: Rooms) -> None:
        self._store, self._rooms, hub = store, rooms, rooms.hub
        self._hub = hub
        self._here: dict[str, str] = {}
        self._follows: dict[str, frozenset[str]] = {}       # by the accounts of subscribers
        self._followers: dict[str, set[str]] = {}
        hub.add_kind(Kind("followed", HearFollowed.needs, self._check, self._news, self._left))
        hub.on(AccountsMoved, lambda event: self._moved(event.accounts))
        hub.on(Renamed, lambda event: self._moved([event.account]))
        hub.answer(IsHere, self._is_here)
        hub.before(BlockChanged, self._block_changed)
        hub.before(PrivacyChanged, self._privacy_changed)

    def changed(self, account: str) -> None:
        """An account follows other people than before."""
        self._hub.touch(followed_topic(account))

    async def _block_changed(self, step: BlockChanged) -> None:
        for account in (step.account, step.other):
            self.changed(account)

    async def _privacy_changed(self, step: PrivacyChanged) -> None:
        """An account may be seen, or no more: its followers learn of it."""
        self._rooms.store.tell_lobby(Share(here={step.account: self._here.get(step.account)}))
        self._moved([step.account])

    async def _check(self, account: str, subscriber: Subscriber) -> None:
        """Refuse a guest, and what others follow."""
        if subscriber.account is None or account != subscriber.account:
            raise RefusedError("not-yours", "sign in first", "signed-out")

    async def _news(self, account: str, subscriber: Subscriber) -> str:
        """The message to a player with the accounts that it follows and that are here."""
        found = await self._store.of(account)
        if self._hub.audience(followed_topic(account)):
            self._note(account, frozenset(one.account for one in found))
        return subscriber.text(FollowedMessage(
            [FollowedHere(one.name, one.bot, game or None) for one in found if one.seen
             and (game := self._where(one.account)) is not None], len(found)))

    def _left(self, account: str, subscriber: Subscriber) -> None:
        if not self._hub.audience(followed_topic(account)):
            self._note(account, frozenset())

    def here(self) -> set[str]:
        """All accounts that are here, at whichever server, as they were at the last look."""
        return self._here.keys() | self._rooms.lobbies.accounts()

    async def _is_here(self, question: IsHere) -> bool:
        return self._where(question.account) is not None

    def _where(self, account: str) -> str | None:
        """The game that an account plays, "" for none that can be watched; None if it is away."""
        found = self._here.get(account), self._rooms.lobbies.where(account)
        return max((game for game in found if game is not None), default=None)

    def _note(self, account: str, follows: frozenset[str]) -> None:
        """Remember the accounts of which subscribers of an account are notified."""
        before = self._follows.pop(account, frozenset())
        for one in before - follows:
            self._followers[one].discard(account)
            if not self._followers[one]:
                del self._followers[one]
        for one in follows - before:
            self._followers.setdefault(one, set()).add(account)
        if follows:
            self._follows[account] = follows

    def look(self) -> None:
        """See which accounts have come or gone, or begun or ended a game."""
        here = {account: self._game_of(self._hub.audience(challenges_topic(who)))
                for who in self._hub.keys("challenges")
                if (account := account_of(who)) is not None}
        changed: dict[str, str | None] = {
            account: here.get(account) for account in here.keys() | self._here.keys()
            if here.get(account) != self._here.get(account)}
        self._here = here
        if changed:
            self._rooms.store.tell_lobby(Share(here=changed))
            self._moved(changed)

    def _game_of(self, connections: Iterable[Subscriber]) -> str:
        """The game that an account plays on one of its connections, if it may be watched."""
        playing = {game for connection in connections
                   for game, seats in connection.seats.items() if seats}
        found = [state for room in map(self._rooms.known, playing)
                 if room is not None and (state := room.state) is not None
                 and state.listed and state.result is None]
        return max(found, key=lambda state: (state.touched, state.game)).game if found else ""

    def _moved(self, accounts: Iterable[str]) -> None:
        for account in accounts:
            for follower in self._followers.get(account, ()):
                self._hub.touch_here(followed_topic(follower))

    async def tend(self) -> None:
        """Look, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()
