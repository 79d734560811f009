"""Compares moves of rated games with those of the engine, for flags; see `people.suspicion`.

The engine searches for a while in each position, so this is work for a command that runs beside the
server.  What is known of a game is stored at once, so that stopping the command loses nothing.
"""
from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from .... import __version__
from ....board import Board
from ....engine.limits import Limits
from ....engine.searcher import Searcher
from ....wire.words import COLOURS
from ...database import rows
from ...database.maintenance import reading
from ...database.migrations import upgrade
from ...database.store import Store
from ...database.tables import accounts, compared_games, players
from ...game.boards import make_board
from ...game.clocks import DAY
from ...game.events import DamagedGameError
from ...game.identity import ACCOUNT, account_of
from ...game.replay import replay
from .suspicion import DAYS

NODES = 10_000              # that the engine looks at in each position
OPENING = 6                 # plies that many know by heart
DECIDED = 300               # hundredths of a die; from there on any move does
ENGINE = f"{__version__} {NODES}"
MEGABYTES = 16
log = structlog.get_logger()


class Compared(NamedTuple):
    """How often a player has made the engine's move.

    Attributes:
        positions: in which there was a choice, and the game was not decided.
        agreed: in how many of them it was the engine's move.
    """

    positions: int = 0
    agreed: int = 0


async def compare(url: str, minutes: float, now: int | None = None) -> tuple[int, int]:
    """Compare rated games of people that were not compared yet, the last ones first.

    Args:
        url: the database.
        minutes: for how long; a game that has begun is finished.
        now: the time, in milliseconds since 1970.

    Returns:
        How many games were compared, and how many are left.

    Raises:
        ValueError: with a sentence, if the database cannot be read.
    """
    since = (round(time.time() * 1000) if now is None else now) - DAYS * DAY
    end, searchers, done = time.monotonic() + 60 * minutes, dict[str, Searcher](), 0
    async with reading(url) as store:
        await store.take_steps(upgrade)
        engine = store.engine
        waiting = await _waiting(engine, since)
        for game in waiting:
            if time.monotonic() >= end:
                break
            await _compare(store, engine, game, searchers)
            done += 1
        return done, len(waiting) - done


async def _waiting(engine: AsyncEngine, since: int) -> list[str]:
    """Rated games without bots that this engine has not looked at, the last ones first."""
    known = sa.select(compared_games.c.game).where(
        compared_games.c.game == players.c.game, compared_games.c.engine == ENGINE).exists()
    seat = players.alias("seat")
    bots = sa.select(seat.c.game).join(
        accounts, seat.c.who == sa.literal(ACCOUNT) + accounts.c.id).where(
        seat.c.game == players.c.game, accounts.c.bot).exists()
    query = sa.select(players.c.game, players.c.ended).distinct().where(
        players.c.rated, players.c.ended > since, ~known, ~bots)
    return [row.game for row in await rows.found(
        engine, query.order_by(players.c.ended.desc(), players.c.game))]


async def _compare(store: Store, engine: AsyncEngine, game: str,
                   searchers: dict[str, Searcher]) -> None:
    """Compare one game, and store what comes of it."""
    try:
        state = replay(await store.events_of(game)).state
    except DamagedGameError as damaged:         # `db check` says so
        log.warning("a rated game cannot be read", game=game, error=str(damaged))
        return
    if state.rules not in searchers:
        searchers[state.rules] = Searcher(state.rules, state.options, megabytes=MEGABYTES,
                                          proofs=False)
    people = {colour for colour, seat in state.seats.items() if account_of(seat.who)}
    found = compared(make_board(state.rules, state.options, state.start),
                     [move.code for move in state.moves], people, searchers[state.rules])
    await rows.write(engine, sa.delete(compared_games).where(compared_games.c.game == game), *(
        sa.insert(compared_games).values(game=game, colour=colour, engine=ENGINE,
                                         **found[colour]._asdict()) for colour in COLOURS))


def compared(board: Board, moves: Sequence[int], people: Collection[str],
             searcher: Searcher) -> dict[str, Compared]:
    """What players have made of the positions in which there was a choice.

    Args:
        board: the start of the game; the moves are made on it.
        moves: all moves of the game.
        people: the colours to compare.
        searcher: the engine, for these rules.
    """
    found: dict[str, Compared] = dict.fromkeys(COLOURS, Compared())
    searcher.clear()
    for ply, move in enumerate(moves):
        if ply >= OPENING and board.turn in people and len(board.legal_moves) > 1:
            best = _undecided(board, searcher)
            if best is not None:
                positions, agreed = found[board.turn]
                found[board.turn] = Compared(positions + 1, agreed + (best == move))
        board.push(move)
    return found


def _undecided(board: Board, searcher: Searcher) -> int | None:
    """The engine's move; None where the game is decided."""
    found = searcher.best(board, Limits(nodes=NODES))
    return found.pv[0] if found.mate is None and abs(found.score) < DECIDED else None
