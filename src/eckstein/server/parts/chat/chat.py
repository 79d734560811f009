"""Chat: the two players of a game write to each other; no other client sees it.

A bot takes part if its policy says so; it hears by its stream of events (`bots/feed.py`).

All of it is on disk before any client is notified, and what is sent is read from there.
"""
from __future__ import annotations

from collections.abc import Set

from ....wire.chat import LineRequest, MayWrite
from ....wire.socket import ChatMessage, HearChat
from ....wire.words import Colour
from ...game.events import other
from ...game.identity import account_of, of_account
from ...game.rulings import RefusedError, TooFastError
from ...game.state import State
from ...hub.hub import Kind
from ...hub.subscriber import Subscriber
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...rooms.rooms import Rooms
from ...store.contract import NOT_WRITTEN, database_asked
from ..accounts.events import PrivacyChanged, Renamed
from ..accounts.store import AccountStore
from ..bots.events import BotChats, feed_topic
from ..moderation.events import MayWrite as MayWriteText
from ..people.events import AreApart, BlockChanged
from .events import Said, WritingChanged, chat_topic, told
from .lines import cleaned
from .store import ChatStore


class Chat:
    """What is said in all games.

    Args:
        store: stores it.
        accounts: say which accounts want free text.
        rooms: the games.
        hits: counts the requests that exceed limits.
    """

    def __init__(self, store: ChatStore, accounts: AccountStore, rooms: Rooms, hits: Hits
                 ) -> None:
        self._store, self._accounts = store, accounts
        self._rooms, self._hub = rooms, rooms.hub
        self._hub.add_kind(Kind("chat", HearChat.needs, self._check, self._news))
        self._hub.before(BlockChanged, self._changed)
        self._hub.before(PrivacyChanged, self._changed)
        self._hub.on(WritingChanged, lambda event: self._look_again(event.account))
        self._hub.on(Renamed, lambda event: self._look_again(event.account))    # or is gone
        self._said = hits.buckets("chat")

    async def _check(self, game: str, subscriber: Subscriber) -> None:
        """Refuse clients that hold no seat of the game, or more than one."""
        state = await self._state(game)
        with database_asked():
            await self._colour(state, subscriber.holds(game))

    async def seats(self, game: str, account: str) -> Set[Colour]:
        """The seats of an account in a game.

        Raises:
            RefusedError: if there is no such game.
        """
        state = await self._state(game)
        return {colour for colour, seat in state.seats.items() if seat.who == of_account(account)}

    async def say(self, game: str, wish: LineRequest, holds: Set[Colour], account: str | None
                  ) -> int:
        """Say something; returns its number, the same for the same id.

        Args:
            game: where.
            wish: what.
            holds: the seats of the client.
            account: the client's account, or None.

        Raises:
            RefusedError: if it cannot be said.
        """
        state = await self._state(game)
        with database_asked():
            colour = await self._colour(state, holds)
        if (wish.preset is None) == (wish.text is None):
            raise RefusedError("bad", "say either a preset or free text")
        text = None if wish.text is None else cleaned(wish.text)
        with database_asked():
            if await self._apart(state):
                raise RefusedError("not-now", "this player hears nothing from you", "no-chat")
            if text is not None and (await self._text(state, colour) != "yes"
                                     or account != account_of(state.seats[colour].who)):
                raise RefusedError("not-now", "free text needs two accounts that both want it",
                                   "no-text")
        name = f"{game} {colour}"
        if not self._said.take(name):
            raise TooFastError("you say too much; wait a little", self._said.retry_after(name))
        most = CAPS["chat-lines"].most
        with database_asked(NOT_WRITTEN):
            number = await self._store.add(
                Said(game, colour, state.seats[colour].who, wish.id, wish.preset, text,
                     self._rooms.now()), most)
        if number is None:
            raise RefusedError("not-now", f"you have said {most} things in this game, and can say "
                                          "no more", "chat-full")
        hearer = state.seats[other(colour)]
        self._hub.touch(chat_topic(game), *([feed_topic(hearer.who)] if hearer.bot else []))
        return number

    async def _news(self, game: str, subscriber: Subscriber) -> str:
        """The message to a player with all of a chat; refused once the player has left the seat."""
        state = await self._state(game)
        colour = await self._colour(state, subscriber.holds(game))
        lines = await self._store.of(game)
        return subscriber.text(ChatMessage(game, [told(line) for line in lines],
                                           await self._text(state, colour)))

    async def _changed(self, step: BlockChanged | PrivacyChanged) -> None:
        self._hub.publish(WritingChanged(step.account))

    def _look_again(self, account: str) -> None:
        """An account writes, or may write, more or less: the players of its games learn of it."""
        for game in self._hub.keys("chat"):
            room = self._rooms.known(game)
            if room is not None and room.state is not None and of_account(account) in (
                    seat.who for seat in room.state.seats.values()):
                self._hub.touch_here(chat_topic(game))

    async def _state(self, game: str) -> State:
        return (await self._rooms.room(game)).loaded().state

    async def _text(self, state: State, colour: Colour) -> MayWrite:
        """Whether a player may write free text, or why not."""
        own, theirs = (account_of(state.seats[one].who) for one in (colour, other(colour)))
        if own is None or theirs is None:
            return "accounts"
        mine, his = await self._accounts.account(own), await self._accounts.account(theirs)
        if mine is None or his is None:
            return "accounts"
        if not mine.chats:
            return "you"
        may = [await self._hub.query(MayWriteText(of_account(one))) for one in (own, theirs)]
        if not may[0]:
            return "muted"
        return "yes" if his.chats and may[1] and not await self._apart(state) else "other"

    async def _colour(self, state: State, holds: Set[Colour]) -> Colour:
        """The one seat that a client holds, if both players can chat.

        Raises:
            RefusedError: if the opponent cannot chat, or the client holds no seat or both.
            StoreError, OSError: if the database does not respond.
        """
        if len(holds) != 1:
            raise RefusedError("not-yours", "only the two players of a game chat", "no-chat")
        if any(seat.level is not None or seat.open for seat in state.seats.values()):
            raise RefusedError("not-now", "there is nobody to talk to in this game", "no-chat")
        for bot in (account_of(seat.who) for seat in state.seats.values() if seat.bot):
            if bot is None or not await self._hub.query(BotChats(bot)):
                raise RefusedError("not-now", "this bot does not chat: its policy has no `chats`",
                                   "no-chat")
        colour, = holds
        return colour

    async def _apart(self, state: State) -> bool:
        """Whether one of the two players blocks the other."""
        white, black = (account_of(seat.who) for seat in state.seats.values())
        if white is None or black is None:
            return False
        return await self._hub.query(AreApart(white, black))
