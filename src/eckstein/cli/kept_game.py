"""A game that is on disk after every move, and can be taken up again."""
from __future__ import annotations

import datetime
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from ..board import COLORS, Board, Color
from ..files import save_text
from ..places import data_folder
from ..record import Record, read_records, write_record

RUNNING = "*"


class KeptGame:
    """A board, the names of its players, and the file that follows it move by move."""

    def __init__(self, board: Board, players: tuple[str, str], path: Path,
                 before: str = "") -> None:
        self.board, self.players, self.path, self._before = board, players, path, before
        self.resigned: Color | None = None
        self._loads = 0
        self.written = False

    @classmethod
    def open(cls, start: Board, players: tuple[str, str], record: str | None,
             resume: bool) -> KeptGame:
        """A new game from `start`, or the unfinished one that the file ends with.

        Args:
            start: the board of a new game.
            players: the names of White's and Black's players.
            record: the file to keep the game in; None for a file of its own in the user's folder.
            resume: whether to look in the user's folder for an unfinished game.
        """
        if record is None:
            path = _last_unfinished(start.game) if resume else None
            if resume and path is None:
                raise ValueError(f"there is no unfinished game of {start.game} to take up again")
            if path is None:
                return cls(start, players, _new_path(start.game))
            return cls._taken_up(start, players, path)
        path = Path(record)
        if path.exists():
            return cls._taken_up(start, players, path)
        if not path.parent.is_dir():
            raise ValueError(f"there is no folder {path.parent} to keep the game in")
        return cls(start, players, path)

    @classmethod
    def _taken_up(cls, start: Board, players: tuple[str, str], path: Path) -> KeptGame:
        """Go on with the last game of a file, or begin a new one after it."""
        try:
            text = path.read_text(encoding="utf-8")
            records = list(read_records(text))
        except ValueError as error:
            raise ValueError(f"{path} is not a file of games: {error}") from None
        last = records[-1] if records else None
        if last is None or last.result != RUNNING:
            return cls(start, players, path, text.rstrip("\n") + "\n\n" if text.strip() else "")
        board = last.board()
        if board.game != start.game:
            raise ValueError(f"{path} ends with an unfinished game of {board.game}, "
                             f"not of {start.game}")
        fresh = Board(start.game)
        chosen = start.options != fresh.options or start.position() != fresh.position()
        if chosen and (start.options != board.options
                       or start.position() != last.start.position()):
            raise ValueError(f"{path} ends with an unfinished game under other options or from "
                             "another position; take it up without them, or name another file")
        print(f"Taking up the game in {path} after {board.ply} moves.")
        before = "".join(write_record(record) + "\n" for record in records[:-1])
        kept = cls(board, players, path, before)
        kept.written = True
        return kept

    def push(self, move: int) -> None:
        """Make a move; when this returns, it is on disk."""
        self.board.push(move)
        self._keep()

    def pop(self) -> None:
        """Take a move back, on disk too."""
        self.board.pop()
        self._keep()

    def resign(self, color: Color) -> None:
        """End the game by resignation."""
        self.resigned = color
        self._keep()

    def over(self) -> bool:
        """Whether the game has ended, by the rules or by resignation."""
        return self.resigned is not None or self.board.is_game_over()

    def state(self) -> tuple[Any, ...]:
        """Something that differs when the game has changed."""
        return tuple(self.board.move_stack), self.resigned, self._loads

    def command(self) -> str:
        """The command that takes this game up again."""
        white, black = self.players
        own = self.path.parent == data_folder() / "games"
        where = "--resume" if own else f"--record {self.path}"
        return f"{_program()} play {self.board.game} --white {white} --black {black} {where}"

    def save_copy(self, name: str) -> None:
        """Write the game to another file."""
        save_text(Path(name), self._text())

    def load(self, name: str) -> None:
        """Go on with the last game of another file, in the file where this one is kept."""
        records = list(read_records(Path(name).read_text(encoding="utf-8")))
        if not records:
            raise ValueError("there is no game in it")
        board = records[-1].board()
        if board.game != self.board.game:
            raise ValueError(f"its last game is {board.game}, not {self.board.game}")
        self.board, self._loads = board, self._loads + 1
        self._keep()

    def _keep(self) -> None:
        self.written = True
        self.path.parent.mkdir(parents=True, exist_ok=True)
        save_text(self.path, self._before + self._text())

    def _text(self) -> str:
        """The game as a record."""
        result = RUNNING
        if self.resigned is not None:
            result = "0-1" if self.resigned is COLORS[0] else "1-0"
        elif end := self.board.outcome():
            result = end.result()
        today = datetime.date.today().strftime("%Y.%m.%d")
        return write_record(Record.from_board(
            self.board, White=self.players[0], Black=self.players[1], Date=today, Result=result))


def _program() -> str:
    """How to type the command's name here."""
    if shutil.which("eckstein") or not sys.argv[0].endswith("eckstein"):
        return "eckstein"
    return os.path.relpath(sys.argv[0])


def _new_path(game: str) -> Path:
    """A file that is not there yet, named after the game and the time."""
    now = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = data_folder() / "games"
    for number in range(1, 1000):
        path = folder / f"{game}-{now}-{number}.txt"
        if not path.exists():
            return path
    raise ValueError(f"there are too many games in {folder}")


def _last_unfinished(game: str) -> Path | None:
    """The newest file in the user's folder whose last game is unfinished."""
    files = sorted((data_folder() / "games").glob(f"{game}-*.txt"),
                   key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files:
        try:
            records = list(read_records(path.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            continue
        if records and records[-1].result == RUNNING:
            return path
    return None


