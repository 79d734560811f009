"""All that people do who know each other: challenges, who is here, and chat."""
from __future__ import annotations

from collections.abc import Awaitable, Callable

from ..game.identity import account_of
from ..ops.limits import Hits
from ..people.contract import Account, People
from ..rooms.front_door import FrontDoor
from ..rooms.rooms import Rooms
from ..rooms.subscriber import Subscriber
from ..store.lobbies import Seek
from .bots_here import PresentBots
from .callers import COMPANY
from .challenges import Challenges
from .chat import Chat
from .followed import FOLLOWED, Followed


class Company:
    """What there is of it at this server; see `Challenges`.

    Attributes:
        challenges, followed, chat, bots: its parts.
        callers: who hears of them at once.
    """

    def __init__(self, people: People, find: Callable[[str], Awaitable[Account | None]],
                 seek: Callable[[str], Seek | None], rooms: Rooms, door: FrontDoor, hits: Hits
                 ) -> None:
        self.challenges = Challenges(people, find, seek, rooms, door, hits)
        self.callers = self.challenges.callers
        self.followed = Followed(people, rooms, self.callers)
        self.bots = PresentBots(people.bots, self.followed)
        self.chat = Chat(people, rooms, self.callers, hits)

    def leave(self, who: str, subscriber: Subscriber) -> None:
        """Somebody's connection is gone."""
        self.callers.leave(who, subscriber)
        if (account := account_of(who)) is not None:
            self.followed.leave(account, subscriber)

    async def news(self, topic: str, who: str, subscriber: Subscriber) -> str | None:
        """The message to somebody with all there is of something that he hears of, if he still may.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        if topic == COMPANY:
            return await self.challenges.news(who)
        if topic == FOLLOWED:
            return await self.followed.news(account_of(who) or "", subscriber)
        return await self.chat.news(topic, subscriber)
