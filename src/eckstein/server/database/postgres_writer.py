"""Transactions that write to PostgreSQL: each is one statement, which the driver sends by itself.

So a server that is stopped in the middle holds no lock that another one would wait for.  Whether it
may write to the games is looked up by the same statement: it owns them, and its lease has not run
out.  Their rows are locked meanwhile, so that no other server owns them before all is committed.
The key (game, seq) of events is the last guard.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..store.contract import ConflictError, NotOwnedError, StoreError
from .result_rows import insertion
from .tables import (
    events,
    games,
    pairings,
    players,
    replies,
    studies,
    tournament_events,
    tournament_games,
    tournaments,
)
from .writer import ENDS, Batch, replacing

ANSWER_SECONDS = 4.0        # a database that takes longer is taken to be away
GAME = ("text", "text", "bigint", "boolean", "boolean", "bigint", "int", "bytea")
EVENT = ("text", "int", "text", "text", "text", "text", "text", "bigint")
REPLIES = ("text", "text", "int", "int", "text", "text")
STUDY = ("text", "text", "bigint")
PLAYER = ("text", "text", "text", "text", "bigint", "text", "boolean", "double precision")
ENDING = ("text", "bigint", "text", "boolean", "text", "text", "int", "int")
PAIRING = ("text", "text", "text")
TOURNAMENT = ("text", "text", "boolean", "bigint", "bigint", "text")
TOURNAMENT_EVENT = ("text", "int", "text", "text", "bigint")
TOURNAMENT_GAME = ("text", "text", "boolean")
CHANGE = ("text", "boolean", "boolean", "bigint", "int", "bytea")
ORDER = 0xEC657E3           # the lock under which results get their numbers, until they are on disk


def _rows(first: int, kinds: Sequence[str], names: str) -> str:
    """Rows made of arrays, one for each column, that are the parameters from a number on."""
    arrays = ", ".join(f"${first + number}::{kind}[]" for number, kind in enumerate(kinds))
    return f"unnest({arrays}) AS new({names}), sound WHERE sound.it"


# $1 is the term, null where it is not checked; $2 the games that must be owned.
COMMIT = f"""
WITH owned AS (
    SELECT game.id FROM game JOIN node ON node.term = game.owner
    WHERE game.id = ANY ($2::text[]) AND game.owner = $1::bigint
    AND node.until > clock_timestamp() FOR SHARE OF game),
sound AS (SELECT $1::bigint IS NULL OR count(*) = cardinality($2::text[]) AS it FROM owned),
begun AS (
    INSERT INTO game (id, rules, created, over, tended, due, head, digest, owner)
    SELECT new.*, $1::bigint
    FROM {_rows(3, GAME, "id, rules, created, over, tended, due, head, digest")}),
happened AS (
    INSERT INTO game_event (game, seq, actor, command_id, kind, data, clock, at)
    SELECT new.* FROM {_rows(11, EVENT, "game, seq, actor, command_id, kind, data, clock, at")}),
changed AS (
    UPDATE game SET over = game.over OR new.over,
    due = CASE WHEN new.dated THEN new.due ELSE game.due END,
    head = coalesce(new.head, game.head), digest = coalesce(new.digest, game.digest)
    FROM {_rows(19, CHANGE, "id, over, dated, due, head, digest")} AND game.id = new.id),
forgotten AS (
    DELETE FROM replies USING {_rows(25, ("text", "text", "text"), "game, colour, command_id")}
    AND replies.game = new.game AND replies.colour = new.colour
    AND replies.command_id = coalesce(new.command_id, replies.command_id)),
laid AS (
    INSERT INTO replies (game, colour, seq, ply, command_id, lines)
    SELECT new.* FROM {_rows(28, REPLIES, "game, colour, seq, ply, command_id, lines")}
    ON CONFLICT (game, colour) DO UPDATE SET seq = excluded.seq, ply = excluded.ply,
    command_id = excluded.command_id, lines = excluded.lines),
kept AS (
    INSERT INTO study (id, text, created)
    SELECT new.* FROM {_rows(34, STUDY, "id, text, created")}),
paired AS (
    INSERT INTO pairing (seek, game, colour)
    SELECT new.* FROM {_rows(55, PAIRING, "seek, game, colour")}),
held AS (
    INSERT INTO tournament (id, phase, listed, changed, due, told)
    SELECT new.* FROM {_rows(58, TOURNAMENT, "id, phase, listed, changed, due, told")}
    {replacing(tournaments)}),
went AS (
    INSERT INTO tournament_event (tournament, seq, kind, data, at)
    SELECT new.* FROM {_rows(64, TOURNAMENT_EVENT, "tournament, seq, kind, data, at")}),
belongs AS (
    INSERT INTO tournament_game (game, tournament, over)
    SELECT new.* FROM {_rows(69, TOURNAMENT_GAME, "game, tournament, over")}
    {replacing(tournament_games)}),
noted AS (
    INSERT INTO setting (name, value)
    SELECT new.* FROM {_rows(37, ("text", "text"), "name, value")}
    ON CONFLICT (name) DO UPDATE SET value = excluded.value),
ending AS (
    SELECT new.*
    FROM {_rows(47, ENDING, "game, at, winner, counts, how, ruler, white, black")}),
ordered AS MATERIALIZED (
    SELECT ending.*, pg_advisory_xact_lock({ORDER}) FROM ending
    WHERE EXISTS (SELECT FROM player WHERE player.game = ending.game AND player.rated)),
rated AS ({insertion("ordered AS ending", "least")}),
seated AS (
    INSERT INTO player (game, colour, who, rules, began, speed, rated, points)
    SELECT new.* FROM {_rows(39, PLAYER, "game, colour, who, rules, began, speed, rated, points")}),
ended AS (
    UPDATE player SET {ENDS.format("ending.at", "ending.winner", "ending.counts", " FOR SHARE")}
    FROM ending WHERE player.game = ending.game)
SELECT it FROM sound"""


class PostgresWriter:
    """One connection to PostgreSQL by asyncpg.

    A database that does not answer in time is taken to be away.  What was sent to it may still be
    written: that is not known, so nothing is sent of it, and the game is read again.

    Args:
        engine: says how to connect.
        term: that of this server's lease; None where it has none and is alone.
    """

    def __init__(self, engine: AsyncEngine, term: Callable[[], int | None]) -> None:
        import asyncpg
        self._unique, self._failed = asyncpg.IntegrityConstraintViolationError, (
            asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError,
            SQLAlchemyError, OSError)
        self._engine, self._term = engine, term
        self._connection: AsyncConnection | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def commit(self, batch: Batch) -> None:
        """See `Writer`."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                driver = await self._driver()
                if not await driver.fetchval(COMMIT, *_arguments(batch, self._term())):
                    raise NotOwnedError("another server owns the game")
        except self._unique as error:
            raise ConflictError(str(error)) from None
        except self._failed as error:
            self._give_up()
            raise StoreError(str(error) or "the database does not respond") from None
        except ConflictError:
            raise
        except BaseException:
            self._give_up()
            raise

    async def _driver(self) -> Any:
        """The connection; a new one, where the last one has been closed from the other end."""
        if self._connection is not None:
            driver: Any = (await self._connection.get_raw_connection()).driver_connection
            if not driver.is_closed():
                return driver
            self._give_up()
        self._connection = await self._engine.connect()
        return (await self._connection.get_raw_connection()).driver_connection

    def _give_up(self) -> None:
        """Let the connection go, without waiting: its other end may be gone."""
        if self._connection is not None:
            task = asyncio.get_running_loop().create_task(_end(self._connection))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
        self._connection = None

    async def close(self) -> None:
        """See `Writer`."""
        self._give_up()
        await asyncio.gather(*self._ending)


async def _end(connection: AsyncConnection) -> None:
    """Let a connection go, whatever it is at."""
    with contextlib.suppress(SQLAlchemyError, OSError):
        await connection.invalidate()
    with contextlib.suppress(SQLAlchemyError, OSError):
        await connection.close()


def _arguments(batch: Batch, term: int | None) -> list[Any]:
    """What stands for the parameters of COMMIT: a list for each column of each table."""
    begun, happened = batch.rows[games], batch.rows[events]
    laid = batch.rows[replies]
    new = {row[0] for row in begun}
    kept = {row[:2] for row in laid}
    # That a game is to be looked at now, any server may note; that it is not, only its owner.
    own = {row[0] for row in happened} | {
        game for game, (over, due) in batch.games.items() if over or due != 0}
    return [term, sorted(own - new),
            *_columns(begun, GAME), *_columns(happened, EVENT),
            *_columns(_changes(batch), CHANGE),
            *_columns([one for one in batch.forgotten if one[:2] not in kept], "123"),
            *_columns(laid, REPLIES), *_columns(batch.rows[studies], STUDY),
            *_columns(list(batch.settings.items()), "12"),
            *_columns([(*row[:5], *row[7:9], row[11]) for row in batch.rows[players]], PLAYER),
            *_columns([(game, *ending) for game, ending in batch.ended.items()], ENDING),
            *_columns(batch.rows[pairings], PAIRING),
            *_columns(batch.replaced[tournaments], TOURNAMENT),
            *_columns(batch.rows[tournament_events], TOURNAMENT_EVENT),
            *_columns(batch.replaced[tournament_games], TOURNAMENT_GAME)]


def _changes(batch: Batch) -> list[tuple[Any, ...]]:
    """What changes in each row of a game that was there before; it is changed only once."""
    none: tuple[None, None] = None, None
    return [(game, game in batch.games and batch.games[game][0], game in batch.games,
             batch.games.get(game, none)[1], *batch.heads.get(game, none))
            for game in batch.games | batch.heads]


def _columns(rows: Sequence[tuple[Any, ...]], columns: Sequence[str]) -> list[list[Any]]:
    """So many columns of rows; what else is in the rows is left out."""
    return [[row[number] for row in rows] for number in range(len(columns))]
