"""Dumps of public games for research: folders of files, a folder for each month.

A dump follows from the database alone, byte for byte.  It grows in a folder beside its place, a
month after the other, and gets its name when all is there.  If it is stopped, the same command goes
on: a month that is there is made again only if other games belong to it by now.
"""
from __future__ import annotations

import datetime
import hashlib
import hmac
import os
import secrets
import shutil
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import structlog

from .... import __version__
from ....base.files import save_text
from ....base.sentence import Sentence
from ....kernel.options import write
from ....record import Record, write_records
from ...database.maintenance import reading
from ...database.migrations import upgrade
from ...database.store import Store
from ...game.clocks import DAY
from ...game.events import DamagedGameError
from ...game.identity import account_of, level_of
from ...game.records import record_of
from ...game.replay import replay
from .public_games import PublicGame
from .store import PublicGames

log = structlog.get_logger()
NAMES = "dump names"        # the setting that holds what pseudonyms are made with
LETTERS = 10                # of a pseudonym
LONGEST_MONTH = 32 * DAY    # milliseconds: from its begin on, they lead into the next
LICENCE = """\
SPDX-License-Identifier: CC0-1.0

Whoever publishes these files waives all copyright and related rights in them, as far as the law
allows, by CC0 1.0 Universal: https://creativecommons.org/publicdomain/zero/1.0/legalcode
"""
ABOUT = """\
Public games of a server of Eckstein
====================================

Each folder holds the games that ended in a month (UTC), in two forms:

*.games  data for programs; eckstein data inspect FILE reads it
*.txt    the same games in the same order as text; eckstein convert FILE reads it

A file has the games of one kind, by its name: that of the rules, and options other than the usual
ones.  All accounts that played a game agreed to that before it ended.  Players are told by
pseudonyms, the same in all dumps of a server; levels of the computer by their numbers.  WhiteElo
and BlackElo are Glicko-2 ratings on that server when the game ended.  A pseudonym hides a name, and
nothing more: whoever finds the same moves on the server sees who made them.

The files are in the public domain (LICENSE).  SHA256SUMS has their digests.
"""


class Dumped(NamedTuple):
    """What a dump holds: how many games of how many months."""

    games: int
    months: int


async def dump(url: str, folder: Path, until: str) -> Dumped:
    """Write all public games that ended in months up to one.

    Args:
        url: the database.
        folder: where; it is not there yet.
        until: the last month, such as 2026-11.

    Raises:
        ValueError, OSError: with a sentence.
    """
    if folder.exists():
        raise ValueError(Sentence("there is something at {folder} already; name a new folder",
                                  folder=folder))
    if not folder.absolute().parent.is_dir():
        raise ValueError(Sentence("there is no folder {folder}", folder=folder.absolute().parent))
    begun = folder.with_name(f"{folder.name}.begun")
    begun.mkdir(exist_ok=True)
    months: dict[str, int] = {}
    async with reading(url) as store:
        await store.take_steps(upgrade)
        key, public = await store.note(NAMES, secrets.token_hex(16)), PublicGames(store.engine)
        first = await public.first_end()
        begin = None if first is None else _begin_of(month_of(first))
        while begin is not None and (month := month_of(begin)) <= until:
            end = _begin_of(month_of(begin + LONGEST_MONTH))
            if games := await public.between(begin, end):
                months[month] = await _write_month(store, begun, month, games, key)
            begin = end
    for path in sorted(begun.iterdir()):
        if path.is_dir() and path.name not in months:
            shutil.rmtree(path)             # all of its games were taken back meanwhile
        elif path.is_file():
            path.unlink()
    save_text(begun / "LICENSE", LICENCE)
    save_text(begun / "README.txt", ABOUT)
    files = sorted(path for path in begun.rglob("*") if path.is_file())
    save_text(begun / "SHA256SUMS", "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(begun).as_posix()}\n"
        for path in files))
    _sync(begun)
    begun.rename(folder)
    _sync(folder.absolute().parent)
    return Dumped(sum(months.values()), len(months))


def month_of(at: int) -> str:
    """The month of a time in milliseconds since 1970, such as 2026-11."""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y-%m")


def last_month(told: str | None) -> str:
    """The last month that a dump is to have; by default the last one that is over.

    Raises:
        ValueError: if it is no month.
    """
    if told is None:
        today = datetime.datetime.now(datetime.UTC)
        return (today.replace(day=1) - datetime.timedelta(days=1)).strftime("%Y-%m")
    try:
        return datetime.datetime.strptime(told, "%Y-%m").strftime("%Y-%m")
    except ValueError:
        raise ValueError(Sentence("{month} is no month; write it as 2026-11",
                                  month=told)) from None


def _begin_of(month: str) -> int:
    begin = datetime.datetime.strptime(month, "%Y-%m").replace(tzinfo=datetime.UTC)
    return round(begin.timestamp() * 1000)


async def _write_month(store: Store, begun: Path, month: str, games: Sequence[PublicGame],
                       key: str) -> int:
    """Write the files of a month, unless they are there; how many games they hold."""
    mark, target = begun / f"{month}.done", begun / month
    sources = hashlib.sha256(repr((__version__, games)).encode()).hexdigest()
    if target.is_dir() and mark.is_file():
        known, _, told = mark.read_text().partition(" ")
        if known == sources:
            return int(told)
    mark.unlink(missing_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    kinds: dict[str, list[Record]] = defaultdict(list)
    for game in games:
        try:
            state = replay(await store.events_of(game.game)).state
        except DamagedGameError as damaged:
            log.warning("a public game cannot be read", game=game.game, error=str(damaged))
            continue
        record = record_of(state)
        for name in ("Site", "Event"):
            record.tags.pop(name, None)
        for colour, who, points in zip(("White", "Black"), game.players, game.points, strict=True):
            record.tags[colour] = pseudonym(who, key)
            if points is not None:
                record.tags[f"{colour}Elo"] = str(round(points))
        options = write(state.rules, state.options)
        kinds[",".join((state.rules, *options.split()))].append(record)
    for kind, records in kinds.items():
        _write_kind(target / kind, records, month)
    _sync(target)
    count = sum(map(len, kinds.values()))
    save_text(mark, f"{sources} {count}")
    return count


def _write_kind(path: Path, records: Sequence[Record], month: str) -> None:
    """Write the games of one kind in both forms."""
    from ....lab.data import from_records, write_games
    games, _ = from_records(records)
    save_text(path.with_name(f"{path.name}.txt"), write_records(records))
    write_games(path.with_name(f"{path.name}.games"), games, "eckstein db dump", f"{month}-01")


def pseudonym(who: str, key: str) -> str:
    """What a player is called in dumps."""
    if (account := account_of(who)) is None:
        return f"level:{level_of(who)}"
    return "player-" + hmac.digest(key.encode(), account.encode(), "sha256").hex()[:LETTERS]


def _sync(folder: Path) -> None:
    """See that the names in a folder are on disk, where folders can be opened."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
