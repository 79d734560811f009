"""Each rated game that has ended has a result, from which all ratings follow.

What was rated before becomes results of version 0, with the changes as they were stored: so no
rating changes.  Where an account is gone, its side is an unknown player of the strength that
explains what the game has changed for the other side.  Games that ended and are not rated yet
become results of version 1.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import copysign, hypot, log, pi, sqrt
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, String, Text

from eckstein.server.game.fold import Fold
from eckstein.server.game.glicko import (
    ANCHOR_DEVIATION,
    PERIOD,
    SCALE,
    SCORES,
    WIDEST,
    Rating,
    widened,
)
from eckstein.server.game.identity import account_of, level_of
from eckstein.server.game.results import UNKNOWN, How, Row, Side, how_of
from eckstein.server.game.tokens import new_id

revision, down_revision = "0023", "0022"
IMPORTED, WAITING = 0, 1    # versions of the rules of rating
COLOURS, STRENGTH = ("white", "black"), ("points", "deviation", "volatility")
OTHER = {"white": "black", "black": "white"}
Pool = tuple[str, str, str]     # an account, the rules of a game, and a speed


def _has(name: str, kind: Any, **more: Any) -> Column[Any]:
    return Column(name, kind, nullable=False, **more)


def _key(name: str, kind: Any, **more: Any) -> Column[Any]:
    return Column(name, kind, primary_key=True, **more)


def _rating() -> list[Column[Any]]:
    return [_has(name, Float(53)) for name in STRENGTH]


tables = sa.MetaData()
pseudonyms = sa.Table("pseudonym", tables, _key("code", String(16)),
                      _has("account", String(16), unique=True))
results = sa.Table(
    "result", tables, _key("seq", Integer, autoincrement=True),
    _has("game", String(16), unique=True), _has("rules", String(64)), _has("speed", String(12)),
    *(_has(f"{colour}{name}", kind) for colour in COLOURS for name, kind in (
        ("", String(16)), *((f"_{name}", Float(53)) for name in STRENGTH), ("_moves", Integer))),
    _has("winner", String(8)), _has("how", String(12)), _has("ruler", String(16)),
    _has("mixed", Boolean), _has("began", BigInteger), _has("at", BigInteger),
    _has("version", Integer))
changes_before = sa.Table(
    "change_before", tables, _key("seq", Integer, autoincrement=False), _key("colour", String(5)),
    *_rating())
standings = sa.Table(
    "standing", tables, _key("code", String(16)), _key("rules", String(64)),
    _key("speed", String(12)), _has("account", String(16), index=True), *_rating(),
    _has("at", BigInteger), _has("games", Integer), _has("first", BigInteger),
    _has("links", Integer), _has("met", Text), _has("known", Text), _has("listed", BigInteger),
    sa.Index("standing_best", "rules", "speed", "points", "listed", "account"))
changes = sa.Table(
    "standing_change", tables, _key("code", String(16)),
    _key("seq", Integer, index=True, autoincrement=False),
    _has("rules", String(64)), _has("speed", String(12)), _has("opponent", String(16)), *_rating(),
    _has("gain", Float(53)), _has("sure", Boolean), _has("began", BigInteger),
    _has("at", BigInteger), sa.Index("standing_history", "code", "rules", "speed", "at"))


def upgrade() -> None:
    """Take the step, also for a database of a version of before the first."""
    connection = op.get_bind()
    tables.create_all(connection)
    there = sa.inspect(connection)
    columns = {column["name"] for column in there.get_columns("player")}
    if "pseudonym" not in columns:
        op.add_column("player", Column("pseudonym", String(16)))
    unnamed = sa.text("SELECT id FROM account WHERE id NOT IN (SELECT account FROM pseudonym)")
    if new := [{"code": new_id(), "account": id} for id, in connection.execute(unnamed)]:
        connection.execute(sa.insert(pseudonyms), new)
    if there.has_table("rating_change"):
        _make_results(connection, waiting="to_rate" in columns)
        op.drop_table("rating_change")
        op.drop_table("rating")
    if "to_rate" in columns:
        op.drop_index("player_to_rate", if_exists=True)
        connection.execute(sa.text("ALTER TABLE player DROP COLUMN to_rate"))


def _make_results(connection: sa.Connection, *, waiting: bool) -> None:
    rows = list(_Before(connection, waiting=waiting).rows())
    if not rows:
        return
    connection.execute(sa.insert(results), [
        {"seq": row.seq, "game": row.game, "rules": row.rules, "speed": row.speed,
         "winner": row.winner, "how": row.how, "ruler": "", "mixed": False, "began": row.began,
         "at": row.at, "version": row.version}
        | {f"{colour}{name}": value for colour, side in zip(COLOURS, row[4:6], strict=True)
           for name, value in {"": side.who, "_moves": side.moves, **{
               f"_{name}": value for name, value in side.before._asdict().items()}}.items()}
        for row in rows])
    if stored := [{"seq": row.seq, "colour": colour, **side.after._asdict()} for row in rows
                  for colour, side in zip(COLOURS, row[4:6], strict=True) if side.after]:
        connection.execute(sa.insert(changes_before), stored)
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT setval(pg_get_serial_sequence('result', 'seq'), "
                                   f"{len(rows)})"))
    _take_in(connection, rows)


def _take_in(connection: sa.Connection, rows: Sequence[Row]) -> None:
    """What follows from the results, as the server would reckon it."""
    fold = Fold()
    if found := [change for row in rows for change in fold.take(row)]:
        connection.execute(sa.insert(changes), [
            {name: value for name, value in change._asdict().items() if name != "rating"}
            | change.rating._asdict() for change in found])
        links = {row.code: row.account for row in connection.execute(sa.select(pseudonyms))}
        connection.execute(sa.insert(standings), [
            {"code": code, "rules": rules, "speed": speed, "account": links.get(code, ""),
             **player.rating._asdict(), "at": player.at, "games": player.games,
             "first": player.first, "links": player.links, "met": " ".join(player.met),
             "known": " ".join(player.known), "listed": player.listed()}
            for (code, rules, speed), player in fold.players.items()])
    connection.execute(sa.text("DELETE FROM setting WHERE name = 'rated to'"))
    connection.execute(sa.text("INSERT INTO setting (name, value) VALUES ('rated to', :seq)"),
                       {"seq": str(rows[-1].seq)})


class _Seat(NamedTuple):
    """One side of a game of before."""

    who: str
    outcome: str
    points: float | None


class _Before:
    """Games of before, and what they have changed."""

    def __init__(self, connection: sa.Connection, *, waiting: bool) -> None:
        self._codes = {account: code
                       for code, account in connection.execute(sa.select(pseudonyms))}
        self._changes = defaultdict[str, dict[str, Any]](dict)
        last = dict[Pool, Any]()
        for row in connection.execute(sa.text("SELECT * FROM rating_change ORDER BY at, game")):
            self._changes[row.game][row.account] = last[
                row.account, row.rules, row.speed] = row
        # Servers may have rated games in another order than they ended in.
        self._last = dict[tuple[str, str], Rating]()
        for row in connection.execute(sa.text("SELECT * FROM rating")):
            if (final := last.get((row.account, row.rules, row.speed))) is not None:
                self._last[final.game, row.account] = Rating(
                    row.points, row.deviation, row.volatility)
        which = ("SELECT game FROM rating_change"
                 + " UNION SELECT game FROM player WHERE to_rate IS NOT NULL" * waiting)
        self._seats = defaultdict[str, dict[str, _Seat]](dict)
        self._games = dict[str, Any]()
        for row in connection.execute(sa.text(f"SELECT * FROM player WHERE game IN ({which})")):
            self._games[row.game] = row
            self._seats[row.game][row.colour] = _Seat(
                row.who, row.outcome or "", getattr(row, "points", None))
        self._plies = {row.game: row.plies for row in connection.execute(sa.text(
            "SELECT game, count(*) AS plies FROM game_event WHERE kind = 'move' "
            f"AND game IN ({which}) GROUP BY game"))}
        self._how = {game: _how(data) for game, data in connection.execute(sa.text(
            f"SELECT game, data FROM game_event WHERE kind = 'end' AND game IN ({which})"))}
        self._known = dict[Pool, tuple[Rating, int]]()

    def rows(self) -> Iterator[Row]:
        """The results."""
        games = sorted((_at(self._changes[game]) if game in self._changes
                        else self._games[game].ended, game)
                       for game in self._changes.keys() | self._games.keys())
        seq = 0
        for at, game in games:
            row = (self._imported if game in self._changes else self._waiting)(game, at, seq + 1)
            if row is not None:
                seq = row.seq
                yield row

    def _imported(self, game: str, at: int, seq: int) -> Row:
        found = self._changes[game]
        one = next(iter(found.values()))
        pool, began = (one.rules, one.speed), at
        seats = self._seats.get(game) or {}
        if game in self._games:
            began = self._games[game].began
        if not any(account_of(seat.who) in found for seat in seats.values()):
            # Of the game itself nothing is known.
            rose = one.points >= self._rating(one.account, *pool)[0].points
            seats = {"white": _Seat(f"account:{one.account}", "won" if rose else "lost", None),
                     "black": _Seat("", "lost" if rose else "won", None)}
        sides = {}
        for colour, seat in seats.items():
            change = found.get(account_of(seat.who) or "")
            if change is not None:
                after = self._last.get((game, change.account)) or Rating(
                    change.points, change.deviation, change.volatility)
                sides[colour] = Side(self._codes.get(change.account, UNKNOWN),
                                     self._now(change.account, *pool, at),
                                     self._moves(game, colour), after)
        for colour in OTHER:
            if colour not in sides:
                against, known = seats.get(colour), sides[OTHER[colour]]
                if (against is not None and level_of(against.who) is not None
                        and against.points is not None):
                    sides[colour] = Side(against.who, Rating(against.points, ANCHOR_DEVIATION),
                                         self._moves(game, colour))
                else:
                    account = account_of(seats[OTHER[colour]].who) or ""
                    sides[colour] = Side(UNKNOWN, _explaining(
                        *self._rating(account, *pool), at, known.after or Rating(),
                        SCORES[seats[OTHER[colour]].outcome]), self._moves(game, colour))
        for change in found.values():
            self._known[change.account, *pool] = Rating(
                change.points, change.deviation, change.volatility), at
        return Row(seq, game, *pool, sides["white"], sides["black"], _winner(seats),
                   self._how.get(game, "played"), began, at, IMPORTED)

    def _waiting(self, game: str, at: int, seq: int) -> Row | None:
        one, seats = self._games[game], self._seats[game]
        sides = {}
        for colour, seat in seats.items():
            account = account_of(seat.who) or ""
            if account in self._codes:
                sides[colour] = Side(self._codes[account],
                                     self._now(account, one.rules, one.speed, at),
                                     self._moves(game, colour))
            elif level_of(seat.who) is not None and seat.points is not None:
                sides[colour] = Side(seat.who, Rating(seat.points, ANCHOR_DEVIATION),
                                     self._moves(game, colour))
        if len(sides) != 2:
            return None
        return Row(seq, game, one.rules, one.speed, sides["white"], sides["black"], _winner(seats),
                   self._how.get(game, "played"), one.began, at, WAITING)

    def _rating(self, account: str, rules: str, speed: str) -> tuple[Rating, int | None]:
        """A rating so far, and when the last game ended, if there was one."""
        return self._known.get((account, rules, speed), (Rating(), None))

    def _now(self, account: str, rules: str, speed: str, at: int) -> Rating:
        rating, last = self._rating(account, rules, speed)
        return rating if last is None else widened(rating, max(0, at - last) / PERIOD)

    def _moves(self, game: str, colour: str) -> int:
        return (self._plies.get(game, 0) + (colour == "white")) // 2


def _at(found: dict[str, Any]) -> int:
    return int(next(iter(found.values())).at)


def _how(data: str) -> How:
    try:
        return how_of(msgspec.json.decode(data, type=dict[str, Any])["result"]["reason"])
    except (msgspec.MsgspecError, KeyError, TypeError):     # damaged
        return "played"


def _winner(seats: dict[str, _Seat]) -> str:
    return next((colour for colour, seat in seats.items() if seat.outcome == "won"), next(
        (OTHER[colour] for colour, seat in seats.items() if seat.outcome == "lost"), "drawn"))


def _explaining(before: Rating, last: int | None, at: int, after: Rating, score: float) -> Rating:
    """The opponent that explains a change by Glicko-2; some old changes have none."""
    periods = 0.0 if last is None else max(0, at - last) / PERIOD
    wide = min(hypot(before.deviation, SCALE * after.volatility * sqrt(periods)), WIDEST)
    precision = (SCALE / after.deviation) ** 2 - (SCALE / wide) ** 2
    gain = (after.points - before.points) / SCALE * (SCALE / after.deviation) ** 2
    if precision <= 0 or (gain > 0) != (score > 0.5) and score != 0.5:
        return Rating()
    # With w for what is known of the opponent, and e for the score that was expected:
    # gain = w (score - e), and precision = w² e (1 - e).
    if score == 0.5:
        off = copysign(sqrt(0.25 / (1 + precision / gain ** 2)), gain) if gain else 0.0
        expected, known = 0.5 - off, gain / off if off else 2 * sqrt(precision)
    else:
        odds = precision / gain ** 2
        expected = odds / (1 + odds) if score else 1 / (1 + odds)
        known = gain / (score - expected)
    if not 0 < expected < 1 or not 0 < known <= 1:
        return Rating()
    return Rating(before.points - SCALE * log(expected / (1 - expected)) / known,
                  min(SCALE * pi * sqrt((1 / known ** 2 - 1) / 3), WIDEST))
