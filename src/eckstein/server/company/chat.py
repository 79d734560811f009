"""Chat: the two players of a game say something to each other, and nobody else hears of it.

A bot takes part if its policy says so; it hears by its stream of events (`bots/feed.py`).

All of it is on disk before anybody is told, and what is told is read from there: see `callers`.
"""
from __future__ import annotations

from collections.abc import Set

from msgspec import UNSET

from ...wire.chat import ChatLine, LineRequest, MayWrite
from ...wire.socket import ChatMessage, encoded
from ...wire.words import Colour
from ..game.events import other
from ..game.identity import account_of, of_account
from ..game.rulings import RefusedError, TooFastError
from ..game.state import State
from ..ops.limits import Buckets, Hits
from ..people.chat import Said
from ..people.contract import People
from ..people.moderation import may_chat
from ..rooms.rooms import Rooms
from ..rooms.subscriber import Subscriber
from ..store.contract import NOT_WRITTEN, database_asked
from .callers import Callers
from .lines import cleaned

CHAT = "chat of the game "  # begins the topic of one, in outboxes
MOST = 50                   # lines of one player in one game
SAID, SAID_AT_ONCE = 1 / 6, 8.0     # by one player in one game: a second, and at once
RUNNING = 200               # games of an account that are told when it changes its mind


class Chat:
    """What is said in all games.

    Args:
        people: where it is kept, and who allows what.
        rooms: the games.
        callers: who hears of it at once.
        hits: is told of limits that are hit.
    """

    def __init__(self, people: People, rooms: Rooms, callers: Callers, hits: Hits) -> None:
        self._people, self._rooms, self._callers = people, rooms, callers
        self._said = Buckets(SAID, SAID_AT_ONCE, hits.of("chat"))

    async def hear(self, game: str, subscriber: Subscriber) -> None:
        """A player hears of a game's chat from now on, and is told all of it.

        Raises:
            RefusedError: if there is none for him.
        """
        state = await self._state(game)
        with database_asked():
            await self._colour(state, subscriber.holds(game))
        self._callers.enter(CHAT + game, subscriber, CHAT + game)

    def leave(self, game: str, subscriber: Subscriber) -> None:
        """He hears no more of it."""
        self._callers.leave(CHAT + game, subscriber)

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
            holds: the seats of whoever says it.
            account: his.

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
        with database_asked(NOT_WRITTEN):
            number = await self._people.chat.add(
                Said(game, colour, state.seats[colour].who, wish.id, wish.preset, text,
                     self._rooms.now()), MOST)
        if number is None:
            raise RefusedError("not-now", f"you have said {MOST} things in this game, and can say "
                                          "no more", "chat-full")
        hearer = state.seats[other(colour)]
        self._callers.changed(CHAT + game, *([hearer.who] if hearer.bot else []))
        return number

    async def news(self, topic: str, subscriber: Subscriber) -> str | None:
        """The message to a player with all of a chat; None if he has left his seat.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        game = topic.removeprefix(CHAT)
        try:
            state = await self._state(game)
            colour = await self._colour(state, subscriber.holds(game))
        except RefusedError:
            self.leave(game, subscriber)
            return None
        lines = await self._people.chat.of(game)
        return encoded(ChatMessage(game, [told(line) for line in lines],
                                   await self._text(state, colour)))

    async def look_again(self, account: str) -> None:
        """An account has changed its mind about free text: its opponents learn of it."""
        with database_asked():
            found = await self._people.games(of_account(account), ended=False, before=None,
                                             most=RUNNING)
        self._callers.changed(*(CHAT + one.game for one in found))

    async def _state(self, game: str) -> State:
        return (await self._rooms.room(game)).loaded().state

    async def _text(self, state: State, colour: Colour) -> MayWrite:
        """Whether a player may write free text, or why not."""
        own, theirs = (account_of(state.seats[one].who) for one in (colour, other(colour)))
        if own is None or theirs is None:
            return "accounts"
        mine, his = await self._people.account(own), await self._people.account(theirs)
        if mine is None or his is None:
            return "accounts"
        if not mine.chats:
            return "you"
        may = [await may_chat(self._people.moderation, of_account(one), self._rooms.now())
               for one in (own, theirs)]
        if not may[0]:
            return "muted"
        return "yes" if his.chats and may[1] and not await self._apart(state) else "other"

    async def _colour(self, state: State, holds: Set[Colour]) -> Colour:
        """The seat of whoever says or hears something, and who has somebody to talk to.

        Raises:
            RefusedError: if there is nobody, or whoever asks does not play, or plays both sides.
            StoreError, OSError: if the database does not respond.
        """
        if len(holds) != 1:
            raise RefusedError("not-yours", "only the two players of a game chat", "no-chat")
        if any(seat.level is not None or seat.open for seat in state.seats.values()):
            raise RefusedError("not-now", "there is nobody to talk to in this game", "no-chat")
        for bot in (account_of(seat.who) for seat in state.seats.values() if seat.bot):
            if bot is None or not (await self._people.bots.policy(bot)).chats:
                raise RefusedError("not-now", "this bot does not chat: its policy has no `chats`",
                                   "no-chat")
        colour, = holds
        return colour

    async def _apart(self, state: State) -> bool:
        """Whether one of the two players blocks the other."""
        white, black = (account_of(seat.who) for seat in state.seats.values())
        if white is None or black is None:
            return False
        return await self._people.blocks.apart(white, black)


def told(line: Said) -> ChatLine:
    """A line as players are told it."""
    return ChatLine(line.number, line.colour, line.at // 1000,
                    UNSET if line.preset is None else line.preset,
                    UNSET if line.text is None else line.text)
