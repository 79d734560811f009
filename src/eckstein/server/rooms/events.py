"""What happens in games, for other parts of the server."""
from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import ClassVar

from ...base.sentence import Sentence
from ...wire.words import Colour
from ..game.clocks import Span
from ..game.state import State
from ..hub.events import ClusterEvent, LocalEvent, Question, Step, Topic
from ..ops.sharing import TreePath
from .account_names import Called


def game_topic(game: str) -> Topic:
    """What subscribers of a game are sent."""
    return Topic("game", game)


class Seated(LocalEvent, frozen=True):
    """An identity has a seat in a game that has begun, has taken one, or is asked for a rematch."""

    who: str


class GameEnded(LocalEvent, frozen=True):
    """A game has ended.

    Attributes:
        game: its id.
        players: the identities of its players.
        rated: whether it counts for ratings.
        tournament: whether it belongs to a tournament.
    """

    game: str
    players: tuple[str, ...]
    rated: bool
    tournament: bool


class GameArranged(LocalEvent, frozen=True):
    """A game has begun while its players may be away: by a challenge, or in a tournament by days.

    Attributes:
        game: its id.
        by: the identity of the player that has begun it; empty if neither player has.
    """

    game: str
    by: str = ""


class GameByDaysChanged(LocalEvent, frozen=True):
    """Something has happened in a game with days for a move."""

    game: str


class NotBegun(ClusterEvent, frozen=True):
    """A player has not made the first move of a game from the lobby in time, which was aborted."""

    who: str


class AbsenceChanged(ClusterEvent, frozen=True):
    """An account has gone on vacation, or has come back."""

    account: str


class RatedGame(Step, frozen=True):
    """An identity is about to enter a rated game."""

    who: str


class RatedGameWithLevel(Step, frozen=True):
    """An account is about to begin a rated game against a level."""

    account: str


class Rematch(Step, frozen=True):
    """A player asks for, or agrees to, a rematch of a game."""

    state: State
    colour: Colour


class RematchChanged(LocalEvent, frozen=True):
    """A player has asked for a rematch of a game, or has answered the opponent's offer.

    Attributes:
        state: the game after that.
        here: the players that are connected to it.
        path: where the player stands when places are scarce, veiled.
    """

    state: State
    here: Set[Colour]
    path: TreePath


class NamesOf(Question[dict[str, Called]], frozen=True):
    """The names of accounts by their ids; those that are gone are left out."""

    absent: ClassVar[dict[str, Called]] = {}
    accounts: Sequence[str]


class NameObjection(Question[Sentence | None], frozen=True):
    """Why a player must not be shown under a name, if that is so.

    Attributes:
        name: as it would be shown.
        account: the account of the player; None for a guest.
    """

    absent: ClassVar[None] = None
    name: str
    account: str | None


class AbsencesOf(Question[Mapping[str, Sequence[Span]]], frozen=True):
    """When each of some accounts was or will be away after a time."""

    absent: ClassVar[Mapping[str, Sequence[Span]]] = {}
    accounts: Sequence[str]
    since: int
