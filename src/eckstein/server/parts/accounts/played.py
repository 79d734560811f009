"""The games that an identity has played."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ....wire.words import Colour
from ...database import rows
from ...database.tables import events, players

Outcome = Literal["won", "lost", "drawn", "none"]
Urgency = tuple[int, int, int, str]
"""Where a game that goes on stands among others: the smallest comes first."""
TURNS = "created", "move", "takeback"       # the events that say which side is to move
NEVER = 2**53               # when a game without clocks is due


@dataclass(frozen=True, slots=True)
class Seated:
    """A game in which an identity has a seat.

    Attributes:
        game: its id.
        colour: which seat.
        rules: of which game.
        began, ended: when, in milliseconds since 1970; None while it goes on.
        outcome: how it ended for this seat; "none" if it does not count.
        against: the identity of the opponent, if it is known.
        speed: how fast it is; None without clocks.
        rated: whether it counts for ratings.
    """

    game: str
    colour: Colour
    rules: str
    began: int
    ended: int | None
    outcome: Outcome | None
    against: str | None
    speed: str | None = None
    rated: bool = False


@dataclass(frozen=True, slots=True)
class GoingOn:
    """A game that goes on, as it stands for one of its seats.

    Attributes:
        seated: the seat.
        turn: the colour to move; empty if that cannot be read.
        due: when the time of that player is over, in milliseconds since 1970, if no server rests
            and no player is on vacation; None without clocks.
    """

    seated: Seated
    turn: str
    due: int | None

    @property
    def urgency(self) -> Urgency:
        """First one's own turns, then what is due soonest, then what has begun last."""
        return (int(self.turn != self.seated.colour), NEVER if self.due is None else self.due,
                -self.seated.began, self.seated.game)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of an identity to find; None for any.

    Attributes:
        rules, speed, outcome: by which rules, how fast, and how they ended for the identity.
        rated: whether they count for ratings.
        against: the identity of the opponent.
    """

    rules: str | None = None
    speed: str | None = None
    outcome: Outcome | None = None
    rated: bool | None = None
    against: str | None = None


ANY_GAME = Wanted()


class PlayedGames:
    """The games of each identity; `GameStore.write` writes them.

    All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def games(self, who: str, *, ended: bool, before: tuple[int, str] | None, most: int,
                    wanted: Wanted = ANY_GAME) -> list[Seated]:
        """Games of an identity, the newest first.

        Args:
            who: the identity.
            ended: those that have ended, or those that go on.
            before: the time and the id of the last one that is known; then those before it.
            most: how many.
            wanted: only such games.
        """
        other, when = players.alias("other"), players.c.ended if ended else players.c.began
        query = sa.select(
            players.c.game, players.c.colour, players.c.rules, players.c.began, players.c.ended,
            players.c.outcome, other.c.who, players.c.speed, players.c.rated
        ).select_from(players.outerjoin(other, sa.and_(
            other.c.game == players.c.game, other.c.colour != players.c.colour))).where(
            players.c.who == who,
            players.c.ended.is_not(None) if ended else players.c.ended.is_(None))
        for column, value in ((players.c.rules, wanted.rules), (players.c.speed, wanted.speed),
                              (players.c.outcome, wanted.outcome),
                              (players.c.rated, wanted.rated), (other.c.who, wanted.against)):
            if value is not None:
                query = query.where(column == value)
        if before is not None:
            query = query.where(sa.tuple_(when, players.c.game) < sa.tuple_(*map(sa.literal,
                                                                                 before)))
        return [Seated(*row) for row in await rows.found(self._engine, query.order_by(
            when.desc(), players.c.game.desc(), players.c.colour).limit(most))]

    async def going_on(self, who: str) -> list[GoingOn]:
        """All games of an identity that go on, the most urgent first."""
        other, of_turn = players.alias("other"), events.alias("of_turn")
        last = sa.select(sa.func.max(of_turn.c.seq)).where(
            of_turn.c.game == players.c.game, of_turn.c.kind.in_(TURNS)).scalar_subquery()
        found = await rows.found(self._engine, sa.select(
            players.c.game, players.c.colour, players.c.rules, players.c.began, players.c.ended,
            players.c.outcome, other.c.who, players.c.speed, players.c.rated,
            events.c.data, events.c.clock, events.c.at
        ).select_from(players.outerjoin(events, sa.and_(
            events.c.game == players.c.game, events.c.seq == last)).outerjoin(
            other, sa.and_(other.c.game == players.c.game, other.c.colour != players.c.colour)))
            .where(players.c.who == who, players.c.ended.is_(None)))
        return sorted((GoingOn(Seated(*row[:9]), *_turn(*row[9:])) for row in found),
                      key=lambda one: one.urgency)

    async def tally(self, who: str) -> Mapping[str, Mapping[str, int]]:
        """How many games of an identity have ended how, by rules and outcome."""
        found: dict[str, dict[str, int]] = {}
        for row in await rows.found(self._engine, sa.select(
                players.c.rules, players.c.outcome, sa.func.count().label("games")).where(
                players.c.who == who, players.c.outcome.is_not(None)).group_by(
                players.c.rules, players.c.outcome)):
            found.setdefault(row.rules, {})[row.outcome] = row.games
        return found


def _turn(data: str | None, clock: str | None, at: int | None) -> tuple[str, int | None]:
    """The colour to move after an event, and when that player's time is over; see `GoingOn`."""
    try:
        turn = str(msgspec.json.decode(data or "{}", type=dict[str, Any]).get("turn", ""))
        left = msgspec.json.decode(clock or "{}", type=dict[str, int] | None) or {}
    except (msgspec.DecodeError, RecursionError):
        return "", None
    return turn, at + left[turn] if at is not None and turn in left else None
