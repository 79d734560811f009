"""A game that is saved after every move, and can be resumed."""
from __future__ import annotations

import datetime
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

from ..base.files import check_place, save_text
from ..base.sentence import Sentence, message_of
from ..base.signals import unbroken
from ..base.text_files import read_text
from ..base.user_paths import data_folder
from ..board import COLOURS, Board
from ..engine.players import HUMAN, USUAL, read_player
from ..notation.pgn import RecordError
from ..record import Record, read_last
from ..record.conversion import format_of, read_each
from ..words import phrase
from .played_game import RUNNING, PlayedGame, Players
from .sentences import Decision

Wishes = tuple[str | None, str | None]      # names of players, where the user has given them


class SavedGame(PlayedGame):
    """A game with its players and its clock, and the file that follows it move by move.

    Attributes:
        path: the file.
        written: whether there is a file by now.

    Args:
        record: the game so far.
        players: the names of White's and Black's players.
        path: the file.
        before: the text of the games that stand before this one in the file.
    """

    path: Path

    def __init__(self, record: Record, players: Players, path: Path, before: str = "") -> None:
        self.path, self._before = path, before
        self.note, self._loads = "", 0
        self.written = False        # whether there is a file of this game
        self.whole = True           # whether that file has all that was done
        self.unsaved = False        # whether there is no place to save it in
        super().__init__(record, players)

    @classmethod
    def open(cls, start: Board, players: Wishes, record: str | None) -> SavedGame:
        """A new game from `start`, or the unfinished one that the file ends with.

        Args:
            start: the board of a new game.
            players: the names of White's and Black's players; None for those of the unfinished
                game, or in a new one for the usual one.
            record: the file to save the game in; None for a file of its own in the user's folder.
        """
        if record is None:
            return cls._in_own_folder(start, _seated(players))
        path = Path(record)
        if path.exists():
            return cls.resumed(path, players, start)
        if not path.parent.is_dir():
            raise ValueError(Sentence("there is no folder {folder} to save the game in",
                                      folder=path.parent))
        return cls(Record.from_board(start), _seated(players), path)

    @classmethod
    def _in_own_folder(cls, start: Board, players: Players) -> SavedGame:
        """A new game with a file of its own; unsaved where no file can be written."""
        game = cls(Record.from_board(start), players, _new_path(start.game))
        folder = game.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            check_place(game.path)
        except OSError:
            game.unsaved = True
            game.note = phrase("The folder {folder} cannot be written, so this game is not saved. "
                               "To keep it, type save and the name of a file, or begin with "
                               "--record and the name of one.", folder=folder)
        return game

    @classmethod
    def resumed(cls, path: Path, players: Wishes, start: Board | None = None) -> SavedGame:
        """The unfinished game that a file ends with, or a new one after its games.

        Args:
            path: a file of games.
            players: as for `open`.
            start: the board of a new game; left out, the last game of the file is unfinished.
        """
        try:
            text = read_text(path)
            if format_of(text) != "record":
                raise ValueError(Sentence("games are saved as records; convert it first"))
            before, last = read_last(text)
        except ValueError as error:
            raise ValueError(Sentence("{name} is not a file of games: {reason}", name=path,
                                      reason=message_of(error))) from None
        if start and (last is None or last.result != RUNNING):
            return cls(Record.from_board(start), _seated(players), path,
                       text.rstrip("\n") + "\n\n" if text.strip() else "")
        assert last is not None
        if start:
            _check_same(path, last, start)
        before = before.rstrip("\n") + "\n\n" if before.strip() else ""
        saved = cls(last, _seated(players, last), path, before)
        saved.note = phrase("Resuming the game in {path} after {count} {count:move|moves}.",
                            path=path,
                            count=saved.board.ply)
        saved.written = True
        return saved

    def another(self, start: Board, players: Players) -> SavedGame:
        """A new game, in the same file if the user named it, else in one of its own."""
        if self._own_path():
            return self._in_own_folder(start, players)
        before = self._before + (self._text() + "\n" if self.written else "")
        return SavedGame(Record.from_board(start), players, self.path, before)

    @unbroken()
    def push(self, move: int) -> None:
        """Make a move; when this returns, it is on disk.

        Raises:
            OSError: if it cannot be written; then it is not made either.
        """
        mover, whole = COLOURS.index(self.board.turn), self.whole
        super().push(move)
        if self.clock:
            self.node.clock = round(self.clock.left(mover), 3)
        try:
            self._write()
        except OSError:
            self._step_back()
            self.whole = whole
            raise

    @unbroken()
    def pop(self) -> None:
        """Take a move back, with all that was said of it, on disk too."""
        super().pop()
        self._write()

    @unbroken()
    def decide(self, decision: Decision) -> None:
        """End the game as the players, or the clock, have decided; on disk too."""
        super().decide(decision)
        self._write()

    @unbroken()
    def set_players(self, players: Players) -> None:
        """Let others go on with the game."""
        self.players = players
        if self.written:
            self._write()

    def fingerprint(self) -> tuple[Any, ...]:
        """A value that differs once moves, result or players have changed."""
        return *super().fingerprint(), self._loads

    def command(self) -> str:
        """The shell command that resumes this game."""
        where = ("--resume" if self._own_path() else
                 f"--record {shlex.quote(os.path.abspath(self.path))}")
        programs = [f"--{colour} {shlex.quote(name)}" for colour, name in zip(
            COLOURS, self.players, strict=True) if name.startswith("cmd:")]
        return " ".join([_program(), "play", self.board.game, where, *programs])

    @unbroken()
    def load(self, name: str) -> None:
        """Go on with the last game of another file, in the file where this one is kept."""
        found = list(read_each(read_text(name)))
        if not found:
            raise ValueError(phrase("it contains no game"))
        last = found[-1]
        if isinstance(last, RecordError):
            raise last
        if last.start.game != self.board.game:
            raise ValueError(phrase("its last game is {other}, not {game}",
                                    other=last.start.game, game=self.board.game))
        self._set(last)
        self._loads += 1
        self._write()

    def _write(self) -> None:
        if self.unsaved:
            return
        self.whole = False
        self.path.parent.mkdir(parents=True, exist_ok=True)
        save_text(self.path, self._before + self._text())
        self.written = self.whole = True

    def whereabouts(self) -> str:
        """Where the game is saved, as far as it is."""
        if self.unsaved:
            return phrase("This game was not saved.")
        if not self.whole:
            return phrase("{path} has the game without what was done last, which could not be "
                          "written.", path=self.path)
        return phrase("The game is saved in {path}.", path=self.path)

    def _own_path(self) -> bool:
        return self.path.parent == data_folder() / "games"


def _check_same(path: Path, last: Record, start: Board) -> None:
    """Raise ValueError unless a request for `start` may resume a file's last game."""
    board = last.board()
    if board.game != start.game:
        raise ValueError(Sentence("{path} ends with an unfinished game of {game}, not of {other}",
                                  path=path, game=board.game, other=start.game))
    fresh = Board(start.game)
    chosen = start.options != fresh.options or start.position() != fresh.position()
    if chosen and (start.options != board.options
                   or start.position() != last.start.position()):
        raise ValueError(Sentence("{path} ends with an unfinished game under other options or "
                                  "from another position; resume it without them, or name "
                                  "another file", path=path))


def _seated(players: Wishes, record: Record | None = None) -> Players:
    """The players asked for, or those of the file, or the usual ones."""
    white, black = ((wish or _player_in(record, tag) or usual) for wish, tag, usual in zip(
        players, ("White", "Black"), USUAL, strict=True))
    return white, black


def _player_in(record: Record | None, tag: str) -> str | None:
    """The player that a record names; a name that is no computer's is a person's.

    Raises:
        ValueError: if it names a program, which no file may start.
    """
    name = record.tags.get(tag, "") if record else ""
    if not name:
        return None
    try:
        who = read_player(name)
    except ValueError:
        return HUMAN
    if who.command:
        raise ValueError(Sentence("{tag} is the program {name}; a file starts no programs, so name "
                                  "it again: --{option} {quoted}", tag=Sentence(tag), name=name,
                                  option=tag.lower(), quoted=shlex.quote(name)))
    return name


def _program() -> str:
    """How to type the command's name, in whatever folder: as it was called."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m eckstein"
    found = shutil.which("eckstein")
    if called.name != "eckstein" or (found and os.path.realpath(found) == os.path.realpath(called)):
        return "eckstein"
    return shlex.quote(os.path.abspath(called))


def _new_path(game: str) -> Path:
    """A file that is not there yet, named after the game and the time."""
    now = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = data_folder() / "games"
    for number in range(1, 1000):
        path = folder / f"{game}-{now}-{number}.txt"
        if not path.exists():
            return path
    raise ValueError(Sentence("there are too many games in {folder}", folder=folder))
