"""Policies of bots, and what an account has not yet received in its stream of events."""
from __future__ import annotations

from typing import Literal, NamedTuple

from ....base.sentence import Sentence
from ....wire.http_bots import Policy
from ....wire.words import Colour
from ...game.clocks import Control
from ...game.speeds import speed_of
from ..challenges.events import Wish
from .events import ENGAGED

CHALLENGE = "challenge:"    # before the id of a challenge, in the name of its topic
CHAT = "chat:"              # before the topic of a game, in the name of that of its chat


def refusal(policy: Policy, playing: int, wish: Wish, sender: Literal["guest", "person", "bot"]
            ) -> Sentence | None:
    """Why a bot does not take a challenge; None if it does.

    Args:
        policy: what it accepts.
        playing: how many games it is playing.
        wish: to what game it is challenged.
        sender: what kind of player challenges.
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
    """A bot that is listed publicly.

    Attributes:
        account: its id.
        name: what it is called.
        policy: what it accepts.
    """

    account: str
    name: str
    policy: Policy


class News(NamedTuple):
    """A game of an account in which more has happened than was sent to it.

    Attributes:
        game: its id.
        colour: the seat of the account.
        told: how many events of the game were sent to it; 0 if not even its beginning was.
    """

    game: str
    colour: Colour
    told: int

    @property
    def topic(self) -> str:
        """The topic under which it is noted what was sent."""
        return f"{self.game}.{self.colour}"


class Unheard(NamedTuple):
    """A line of the opponent in a game of an account that was not yet sent to it.

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
        """The topic under which it is noted what was sent."""
        return f"{CHAT}{self.game}.{self.colour}"
