"""What is kept of bots, and of the events that accounts are told in one stream."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from ...base.sentence import Sentence
from ...wire.http_bots import Policy
from ...wire.words import Colour
from ..game.clocks import Control
from ..game.speeds import speed_of
from .challenges import Wish

ENGAGED = Sentence("this bot plays as many games as it takes at once; try again later")
CHALLENGE = "challenge:"    # before the id of a challenge, in the name of its topic
CHAT = "chat:"              # before the topic of a game, in the name of that of its chat


def refusal(policy: Policy, playing: int, wish: Wish, sender: Literal["guest", "person", "bot"]
            ) -> Sentence | None:
    """Why a bot does not take a challenge; None if it does.

    Args:
        policy: what it accepts.
        playing: how many games it is playing.
        wish: to what game it is challenged.
        sender: by whom.
    """
    speed = "none" if wish.clock is None else speed_of(Control(
        wish.clock.kind, round(wish.clock.initial * 1000), round(wish.clock.increment * 1000)))
    return next((sentence for refused, sentence in (
        (policy.people == "nobody", Sentence("this bot takes no challenges at present")),
        (policy.people == "bots" and sender != "bot",
         Sentence("this bot takes challenges from bots alone")),
        (policy.people == "accounts" and sender == "guest",
         Sentence("this bot takes no challenges from guests; get a name first")),
        (bool(policy.games) and wish.rules not in policy.games,
         Sentence("this bot does not play this game")),
        (bool(policy.speeds) and speed not in policy.speeds,
         Sentence("this bot does not play at this speed")),
        (wish.rated and not policy.rated, Sentence("this bot plays no rated games")),
        (not wish.rated and not policy.casual, Sentence("this bot plays rated games alone")),
        (bool(wish.options) and not policy.options,
         Sentence("this bot plays with the usual options alone")),
        (playing >= policy.most, ENGAGED)
    ) if refused), None)


class Known(NamedTuple):
    """A bot that everybody may see.

    Attributes:
        account: its id.
        name: what it is called.
        policy: what it accepts.
    """

    account: str
    name: str
    policy: Policy


class News(NamedTuple):
    """A game of an account in which more has happened than it was told.

    Attributes:
        game: its id.
        colour: the seat of the account.
        told: how many events of the game it was told; 0 if it was not even told that it began.
    """

    game: str
    colour: Colour
    told: int

    @property
    def topic(self) -> str:
        """Under which it is noted what was told."""
        return f"{self.game}.{self.colour}"


class Unheard(NamedTuple):
    """A line that the opponent has said in a game of an account, and that it was not told.

    Attributes:
        game: its id.
        colour: the seat of the account.
        number: that of the line.
    """

    game: str
    colour: Colour
    number: int

    @property
    def topic(self) -> str:
        """Under which it is noted what was told."""
        return f"{CHAT}{self.game}.{self.colour}"


class BotStore(Protocol):
    """Where this is kept.  All calls raise StoreError or OSError if the database does not respond.

    The events of an account are numbered without gaps.  They are made of what is stored of its
    games, when somebody listens, in the same transaction that notes up to where they were told.
    """

    async def become(self, account: str, who: str) -> bool:
        """Let an account be a bot from now on; False if it has played."""
        ...

    async def policy(self, account: str) -> Policy:
        """What a bot accepts."""
        ...

    async def set_policy(self, account: str, policy: Policy) -> None:
        """Replace that."""
        ...

    async def playing(self, who: str) -> int:
        """How many games of somebody go on."""
        ...

    async def seen(self) -> list[Known]:
        """All bots that everybody may see, in the order of their names."""
        ...

    async def playing_each(self, found: Collection[str]) -> dict[str, int]:
        """How many games of each of some accounts go on."""
        ...

    async def span(self, account: str) -> tuple[int, int, int]:
        """The ids of the first and the last event that are kept, and when the first one was; zeros
        if there was none.
        """
        ...

    async def news(self, account: str, who: str, since: int, most: int) -> list[News]:
        """Games with news, of those that go on or ended after a time."""
        ...

    async def unheard(self, account: str, who: str, since: int, most: int) -> list[Unheard]:
        """Lines of opponents, by games and in order, in games that go on or ended after a time."""
        ...

    async def going_on(self, account: str, who: str) -> list[tuple[str, Colour]]:
        """Games that go on and of which it was told that they began, the oldest first."""
        ...

    async def challenges(self, account: str) -> set[str]:
        """The ids of challenges that were told as open."""
        ...

    async def add(self, account: str, after: int, at: int, texts: Sequence[str],
                  told: Mapping[str, int], over: Sequence[str] = ()) -> bool:
        """Number some events and note what was told with them; False if the last event is another
        one by now, and nothing is written.

        Args:
            account: whose.
            after: the id of the last event before.
            at: the time.
            texts: the new events.
            told: by topic, how many events of it are told with these.
            over: topics of which nothing will be told any more.

        Raises:
            GoneError: if there is no such account any more.
        """
        ...

    async def events(self, account: str, after: int, most: int) -> list[tuple[int, str]]:
        """Events with their ids, in order."""
        ...

    async def forget_old(self, before: int) -> None:
        """Delete events from before a time, but of each account the last one stays."""
        ...
