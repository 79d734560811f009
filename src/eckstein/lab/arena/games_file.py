"""The file of a match: each game is appended as it ends, and stays.

So a match that was cut short, by Ctrl-C or by a power failure, goes on from its file.  A game that
is broken stays there as well, does not count, and is played again.
"""
from __future__ import annotations

import os
from pathlib import Path

from ...base.errors import EcksteinError
from ...base.files import Note, set_aside
from ...base.sentence import Sentence
from ...base.setting_values import number_in
from ...kernel import options as option_values
from ...notation import pgn
from .plan import Job, Plan
from .playing import Finished
from .renamed import current

TOLD = ("White", "Black", "Round", "Opening", "Seed", "TimeControl", "Adjudication")
LEARNT = {"WhiteLearnt": "White", "BlackLearnt": "Black"}       # which early files do not tell
FIRST = '[Game "'          # how every record begins
HIGHEST_PAIR = 10**9 - 1
AHEAD = 1000                # more pairs than can be begun while an earlier one is unfinished


class NoMatchError(EcksteinError, ValueError):
    """A file that is not one of a match."""


class GamesFile:
    """An open file of games, which no other process can write meanwhile; use it with `with`.

    Args:
        path: the file, which need not exist; its folder must.

    Attributes:
        path: the file.
        faults: what is wrong with each broken game in it, when it was opened.

    Raises:
        ValueError: if it is no file of games, or another process writes to it.
        OSError: if it cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_file():        # a device may be read without end
            raise ValueError(Sentence("{path} is a folder, a device or a pipe; games are kept "
                                      "in a file, to be read again", path=path))
        self.path, self._is_new = path, not path.exists()
        self._file = open(path, "a+b", buffering=0)     # noqa: SIM115
        try:
            self._lock()
            self._games = self._whole_games()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:                             # there is no such lock on this system
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(Sentence("{path} is in use by another match",
                                      path=self.path)) from None

    def _whole_games(self) -> list[pgn.Game]:
        """The games of a match; a last one that was cut short in writing is removed."""
        self._file.seek(0)
        data = self._file.readall()
        text = pgn.plain_text(data.decode(errors="replace"))
        found = list(map(_with_result, pgn.parse_each(text)))
        whole = data
        if found and isinstance(found[-1], pgn.RecordError) and _is_torn(text):
            del found[-1]
            lines = text.count("\n", 0, pgn.begins(text)[-1])
            whole = b"\n".join(data.split(b"\n")[:lines])
        games = [one for one in found if isinstance(one, pgn.Game)]
        self.faults = [one for one in found if isinstance(one, pgn.RecordError)]
        if not all({"Game", "Round"} <= game.tags.keys() for game in games) or (
                self.faults and not games):
            what = Sentence("{path} is not a file of a match", path=self.path)
            raise NoMatchError(Sentence("{name}: {error}", name=what,
                                        error=self.faults[0].message) if self.faults else what)
        if whole := whole.rstrip(b"\0 \r\n"):
            whole += b"\n"
        if len(whole) > len(data):                      # only the last line break was cut off
            self._write(b"\n")
        else:
            self._file.truncate(len(whole))
        return games

    def finished(self, plan: Plan) -> list[Finished]:
        """The games of a plan that the file holds.

        Raises:
            ValueError: if it holds a game that does not belong to the plan, or one by another net.
        """
        kept = {_place(_tags(game)): game for game in self._games}
        if len(kept) < len(self._games):
            raise ValueError(Sentence("{path} holds a game twice", path=self.path))
        found = []
        highest = max((_pair(game) for game in self._games), default=0)
        for job in plan.jobs(min(highest, len(self._games) + AHEAD)):
            tags = current(plan.tags(job))
            game = kept.get(_place(tags))
            if game and _same(plan, tags, game):
                self._check_learnt(tags, _tags(game))
                found.append(_finished(job, game))
                del kept[_place(tags)]
        for place, game in kept.items():
            raise ValueError(
                Sentence("{path} holds games of another match, such as game {round} of {first} "
                         "and {second} in line {line}; name another file, or ask for the same "
                         "contestants, options, limits, seed and openings", path=self.path,
                         round=place[0], first=place[1], second=place[2], line=game.line))
        return found

    def _check_learnt(self, tags: dict[str, str], found: dict[str, str]) -> None:
        """Raise ValueError if a player has learnt something else since it played a game."""
        for name, colour in LEARNT.items():
            if name in found and found[name] != tags.get(name):
                raise ValueError(Sentence(
                    "in {path}, {player} has played with {before}, and would go on with {now}; "
                    "name another file", path=self.path, player=tags[colour], before=found[name],
                    now=tags.get(name, "no net")))

    def append(self, game: Finished) -> None:
        """Keep a game; when this returns, it is on disk.

        Raises:
            OSError: if it cannot be written; then the file is as it was.
        """
        gap = "\n" if self._file.seek(0, os.SEEK_END) else ""
        self._write((gap + game.record).encode())
        self._games.extend(pgn.parse(game.record))

    def _write(self, data: bytes) -> None:
        """Add to the end of the file all of this, or nothing."""
        end = self._file.seek(0, os.SEEK_END)
        try:
            while data:
                data = data[self._file.write(data):]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(end)
            error.filename = str(self.path)
            raise

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_new and not self._games:        # as when a player could not be made
            self.path.unlink(missing_ok=True)
        self._file.close()


def own_file(path: Path, note: Note) -> GamesFile:
    """A file of games that the program has named; one that holds no match is set aside.

    Args:
        path: as for `GamesFile`.
        note: called if it is set aside.

    Raises:
        ValueError, OSError: as `GamesFile`.
    """
    try:
        return GamesFile(path)
    except NoMatchError:
        note(set_aside(path, Sentence("is not a file of a match")))
        return GamesFile(path)


def _with_result(found: pgn.Game | pgn.RecordError) -> pgn.Game | pgn.RecordError:
    """A game, unless it does not tell how it ended."""
    if isinstance(found, pgn.RecordError) or found.result:
        return found
    return pgn.RecordError(Sentence("this game has no result"), found.number, found.line,
                           found.column)


def _is_torn(text: str) -> bool:
    """Whether the last game, a broken one, is only the beginning of what a match writes."""
    last = text[pgn.begins(text)[-1]:].strip("\0 \n")
    return FIRST[:len(last)] == last[:len(FIRST)] and last.split()[-1] not in pgn.RESULTS


def _tags(game: pgn.Game) -> dict[str, str]:
    return current({name: tag.value for name, tag in game.tags.items()})


def _place(tags: dict[str, str]) -> tuple[str, ...]:
    """What no two games of a plan share."""
    return tuple(tags.get(name, "?") for name in ("Round", "White", "Black"))


def _pair(game: pgn.Game) -> int:
    """The number of its pair; 0 if none can have it."""
    number = _tags(game).get("Round", "").partition(".")[0]
    return number_in(number, 1, HIGHEST_PAIR) or 0


def _same(plan: Plan, tags: dict[str, str], game: pgn.Game) -> bool:
    """Whether a game of the file was played as the plan says."""
    found = _tags(game)
    return (found.get("Game") == plan.game
            and found.get("Options", "") == option_values.write(plan.game, plan.options)
            and all(found.get(name) == tags.get(name) for name in TOLD))


def _finished(job: Job, game: pgn.Game) -> Finished:
    tags = _tags(game)
    assert game.result
    return Finished(job, game.result.text, tags.get("Termination", "normal"),
                    tags.get("Fault", ""), tags.get("Note", ""))
