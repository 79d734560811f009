"""Chat, for other parts of the server."""
from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec import UNSET

from ....wire.chat import ChatLine
from ....wire.words import Colour, Preset
from ...hub.events import ClusterEvent, Question, Topic


class Said(msgspec.Struct, frozen=True):
    """One line.

    Attributes:
        game: in which game.
        colour: the seat of its author.
        who: the identity of its author at that time.
        key: by which the same line is known that is sent twice.
        preset: which of the sentences that pages know in each language; or None.
        text: free text, or None.
        at: when, in milliseconds since 1970.
        number: 1 for the first line of a game.
    """

    game: str
    colour: Colour
    who: str
    key: str
    preset: Preset | None
    text: str | None
    at: int
    number: int = 0


def chat_topic(game: str) -> Topic:
    """The chat of a game."""
    return Topic("chat", game)


class WritingChanged(ClusterEvent, frozen=True):
    """An account writes, or may write, more or less."""

    account: str


class LinesOf(Question[Sequence[Said]], frozen=True):
    """What was said in a game, in order."""

    absent: ClassVar[Sequence[Said]] = ()
    game: str


def told(line: Said) -> ChatLine:
    """A line as it is sent to players."""
    return ChatLine(line.number, line.colour, line.at // 1000,
                    UNSET if line.preset is None else line.preset,
                    UNSET if line.text is None else line.text)
