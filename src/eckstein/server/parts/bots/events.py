"""Bots, for other parts of the server."""
from __future__ import annotations

from typing import ClassVar, Literal

from ....base.sentence import Sentence
from ....wire.http_bots import BotFacts
from ...hub.events import Question, Topic
from ..challenges.events import Wish

ENGAGED = Sentence("this bot plays as many games as it takes at once; try again later")


def feed_topic(who: str) -> Topic:
    """The stream of events of an identity."""
    return Topic("feed", who)


class WouldRefuse(Question[Sentence | None], frozen=True):
    """Why a bot does not take a challenge; None if it does.

    Attributes:
        bot: its account.
        wish: to what game it is challenged.
        sender: what kind of player challenges.
    """

    absent: ClassVar[None] = None
    bot: str
    wish: Wish
    sender: Literal["guest", "person", "bot"]


class IsEngaged(Question[bool], frozen=True):
    """Whether a bot plays as many games as it takes at once."""

    absent: ClassVar[bool] = False
    bot: str


class BotChats(Question[bool], frozen=True):
    """Whether a bot chats, by its policy."""

    absent: ClassVar[bool] = False
    bot: str


class BotFactsOf(Question[BotFacts | None], frozen=True):
    """The public facts of a bot."""

    absent: ClassVar[None] = None
    bot: str
