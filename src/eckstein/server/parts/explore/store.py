"""Public games in a database."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database import identities, rows
from ...database.tables import explored, explored_games, players, public_games
from ...game.identity import ACCOUNT
from .public_games import LAST, NO_CLOCK, Filter, Played, PublicGame, band_of

LOCK = 0xEC657E3            # so that of several servers only one counts at a time
FIGURES = ("white", "drawn", "black", "rated", "points")
ADD = sa.text(
    f"INSERT INTO explored (position, speed, band, move, {', '.join(FIGURES)}) "
    f"VALUES (:position, :speed, :band, :move, {', '.join(f':{name}' for name in FIGURES)}) "
    "ON CONFLICT (position, speed, band, move) DO UPDATE SET "
    + ", ".join(f"{name} = explored.{name} + excluded.{name}" for name in FIGURES))
Cell = tuple[int, str, int, str]        # position, speed, step of ratings, move


class PublicGames:
    """Stores what is counted of public games.  All calls raise StoreError or OSError if the
    database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def waiting(self, most: int) -> dict[str, bool]:
        """Games that are to be looked at, the earliest first, and whether they are public.

        They have ended, or a player has withdrawn consent.
        """
        found = await rows.found(self._engine, sa.select(players.c.game).distinct()
                                 .add_columns(players.c.to_explore)
                                 .where(players.c.to_explore.is_not(None))
                                 .order_by(players.c.to_explore, players.c.game).limit(most))
        games = [row.game for row in found]
        seats = await self._seats(games)
        return {game: _is_public(seats[game]) for game in games}

    async def _seats(self, games: Sequence[str]) -> Mapping[str, list[Any]]:
        return _by_game(await rows.found(self._engine, _seats_of(games)))

    async def count(self, openings: Mapping[str, Mapping[int, str]]) -> None:
        """Count games that are public and not yet counted, and uncount those that are no more.

        Args:
            openings: of games that were waiting, their moves by the keys of their positions.
        """
        async with rows.writing(self._engine) as connection:
            if self._engine.dialect.name == "postgresql":
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            await connection.execute(
                sa.update(players).where(players.c.game.in_(openings),
                                         players.c.to_explore.is_not(None))
                .values(to_explore=None))
            seats = _by_game((await connection.execute(_seats_of(openings))).all())
            counted = set(await connection.scalars(sa.select(public_games.c.game).where(
                public_games.c.game.in_(openings))))
            cells: dict[Cell, list[int]] = defaultdict(lambda: [0] * len(FIGURES))
            await _uncount(connection, [game for game in counted
                                        if not _is_public(seats[game])], cells)
            await _count(connection, {game: openings[game] for game in openings
                                      if game not in counted and _is_public(seats[game])},
                         seats, cells)
            if cells:
                await connection.execute(ADD, [
                    dict(zip(("position", "speed", "band", "move", *FIGURES),
                             (*cell, *figures), strict=True))
                    for cell, figures in sorted(cells.items())])
            if gone := {cell[0] for cell, figures in cells.items() if min(figures[:3]) < 0}:
                of = explored.c
                await connection.execute(sa.delete(explored).where(
                    of.position.in_(gone), of.white + of.drawn + of.black == 0))

    async def clear(self) -> None:
        """Forget what was counted, so that all games wait."""
        await rows.write(
            self._engine,
            sa.update(players).where(players.c.agreed, players.c.who.startswith(ACCOUNT))
            .values(to_explore=players.c.ended),
            *(sa.delete(table) for table in (explored, explored_games, public_games)))

    async def first_end(self) -> int | None:
        """When the first game ended that a player agrees to publish; None if there is none."""
        found = await rows.found(self._engine, sa.select(players.c.ended).where(
            players.c.agreed).order_by(players.c.ended).limit(1))
        return found[0].ended if found else None

    async def between(self, begin: int, end: int) -> list[PublicGame]:
        """All public games that ended from a time on before another one, in order, without `move`.
        """
        mine = sa.select(players.c.game).where(
            players.c.agreed, players.c.ended >= begin, players.c.ended < end)
        found = _by_game(await rows.found(self._engine, sa.select(players).where(
            players.c.game.in_(mine)).order_by(players.c.ended, players.c.game,
                                               players.c.colour.desc())))
        return [PublicGame(game, "", seats[0].ended, _winner(seats[0]),
                           (seats[0].who, seats[1].who), (seats[0].points, seats[1].points))
                for game, seats in found.items() if _is_public(seats)]

    async def played(self, position: int, of: Filter) -> list[Played]:
        """The moves that were made in a position, those made most often first."""
        sums = [sa.cast(sa.func.sum(explored.c[name]), sa.BigInteger).label(name)
                for name in FIGURES]
        found = await rows.found(self._engine, sa.select(explored.c.move, *sums)
                                 .where(*_within(explored, position, of))
                                 .group_by(explored.c.move))
        return sorted((Played(*row) for row in found),
                      key=lambda one: (-(one.white + one.drawn + one.black), one.move))

    async def last(self, position: int, of: Filter) -> list[PublicGame]:
        """The last games in which a position has occurred, the newest first."""
        kinds = await rows.found(self._engine, sa.select(explored.c.speed, explored.c.band)
                                 .distinct().where(*_within(explored, position, of)))
        if not kinds:
            return []
        given = {name: value for number, kind in enumerate(kinds)
                 for name, value in ((f"s{number}", kind.speed), (f"b{number}", kind.band))}
        found = await rows.found(self._engine, sa.text(_last(len(kinds))), position=position,
                                 **given)
        seats = await self._seats([row.game for row in found])
        return [PublicGame(row.game, row.move, row.ended, row.winner,
                           tuple(seat.who for seat in both), tuple(seat.points for seat in both))
                for row in found if len(both := seats[row.game]) == 2]


def _last(kinds: int) -> str:
    """The statement that finds the last games in a position, of so many speeds and steps.

    Those of one speed and step lie together, so the last ones of each are looked up, and of these
    the last ones.
    """
    of_each = " UNION ALL ".join(
        "SELECT * FROM (SELECT game, ended, move FROM explored_game WHERE position = :position "
        f"AND speed = :s{number} AND band = :b{number} ORDER BY ended DESC, game DESC "
        f"LIMIT {LAST}) AS kind{number}" for number in range(kinds))
    return ("SELECT found.*, public_game.winner "
            f"FROM ({of_each} ORDER BY ended DESC, game DESC LIMIT {LAST}) AS found "
            "JOIN public_game ON public_game.game = found.game "
            "ORDER BY found.ended DESC, found.game DESC")


async def _uncount(connection: AsyncConnection, games: Sequence[str],
                   cells: dict[Cell, list[int]]) -> None:
    """Take games away, and from the figures what they have added."""
    if not games:
        return
    mine = explored_games.c
    for row in await connection.execute(
            sa.select(explored_games, public_games.c.winner, public_games.c.points)
            .join(public_games, public_games.c.game == mine.game).where(mine.game.in_(games))):
        _add(cells[row.position, row.speed, row.band, row.move], row.winner, row.points, -1)
    await connection.execute(sa.delete(explored_games).where(mine.game.in_(games)))
    await connection.execute(sa.delete(public_games).where(public_games.c.game.in_(games)))
    await connection.execute(identities.unchecked(games))


async def _count(connection: AsyncConnection, openings: Mapping[str, Mapping[int, str]],
                 seats: Mapping[str, list[Any]], cells: dict[Cell, list[int]]) -> None:
    """Add games, and to the figures what was played in them."""
    known, made = [], []
    for game, opening in openings.items():
        white, black = seats[game]
        band, points = band_of([white.points, black.points])
        winner = _winner(white)
        known.append({"game": game, "winner": winner, "points": points})
        for position, move in opening.items():
            speed = white.speed or NO_CLOCK
            made.append({"position": position, "speed": speed, "band": band,
                         "ended": white.ended, "game": game, "move": move})
            _add(cells[position, speed, band, move], winner, points, 1)
    if known:
        await connection.execute(sa.insert(public_games), known)
    if made:
        await connection.execute(sa.insert(explored_games), made)


def _add(figures: list[int], winner: str, points: int | None, times: int) -> None:
    figures[FIGURES.index(winner)] += times
    if points is not None:
        figures[3] += times
        figures[4] += times * points


def _seats_of(games: Iterable[str]) -> sa.Select[Any]:
    """Both seats of each of some games, that of White first."""
    return sa.select(players).where(players.c.game.in_(games)).order_by(
        players.c.game, players.c.colour.desc())


def _by_game(found: Sequence[Any]) -> Mapping[str, list[Any]]:
    seats: dict[str, list[Any]] = defaultdict(list)
    for row in found:
        seats[row.game].append(row)
    return seats


def _winner(white: Any) -> str:
    """The colour that has won, by the seat of White, or "drawn"."""
    return {"won": "white", "lost": "black"}.get(white.outcome, "drawn")


def _is_public(seats: Sequence[Any]) -> bool:
    """Whether a game is public: both players agree, they are not both computers, and it has a
    result.
    """
    return (len(seats) == 2 and all(seat.agreed for seat in seats)
            and seats[0].outcome not in (None, "none")
            and any(seat.who.startswith(ACCOUNT) for seat in seats))


def _within(table: sa.Table, position: int, of: Filter) -> list[sa.ColumnElement[bool]]:
    """Conditions for the rows of a position."""
    return [table.c.position == position,
            *([table.c.speed.in_(of.speeds)] if of.speeds else []),
            *([table.c.band >= of.least] if of.least is not None else []),
            *([table.c.band < of.below, table.c.band >= 0] if of.below is not None else [])]
