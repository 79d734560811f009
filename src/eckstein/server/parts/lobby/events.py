"""What happens in the lobby."""
from __future__ import annotations

from typing import ClassVar

from ...hub.events import ClusterEvent, Question, Topic
from ...store.lobbies import Seek

LOBBY = Topic("lobby")


class FindSeek(Question[Seek | None], frozen=True):
    """An open challenge, at any server, by its id."""

    absent: ClassVar[None] = None
    id: str


class SeeksEnd(ClusterEvent, frozen=True):
    """The open challenges of an identity end.

    Attributes:
        who: the identity.
        rated: whether only those of rated games end.
    """

    who: str
    rated: bool
