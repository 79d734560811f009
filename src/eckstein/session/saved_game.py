"""A game that is saved after every move, and can be resumed."""
from __future__ import annotations

import datetime
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from ..board import Board
from ..files import save_text
from ..players import HUMAN, USUAL, check_players
from ..record import Node, Record, read_record, read_records, write_record
from ..sentence import Sentence, message_of
from ..user_paths import data_folder
from ..words import phrase
from .clock import Clock
from .sentences import Decision

RUNNING = "*"
CLOCK_TAGS = ("TimeControl", "WhiteClock", "BlackClock")
Players = tuple[str, str]
Wishes = tuple[str | None, str | None]      # names of players, where somebody has said them


class SavedGame:
    """A game with its players and its clock, and the file that follows it move by move.

    It owns the record, whose main line is what was played, and the board, which stands at the
    end of that line. Comments and variations that the record had when the game was resumed stay
    where they are.

    Attributes:
        record: the game as it is written.
        board: where the game stands.
        players: the names of White's and Black's players, as commands take them.
        decision: how it ended, if the rules did not end it.
        clock: the time of both players, or None.
        path: the file.
        note: what is to be said of where the game comes from; often empty.
        written: whether there is a file by now.

    Args:
        record: the game so far.
        players: who plays.
        path: the file.
        before: the text of the games that stand before this one in the file.
    """

    def __init__(self, record: Record, players: Players, path: Path, before: str = "") -> None:
        self.players, self.path, self._before = players, path, before
        self.note, self.written, self._loads = "", False, 0
        self.clock: Clock | None = None
        self._set(record)

    def _set(self, record: Record) -> None:
        self.record, self.node, self.board = record, record.end(), record.board()
        self._aside: list[Node] = []            # variations to the move that comes next
        self.decision: Decision | None = None
        if record.result != RUNNING and self.board.outcome() is None:
            self.decision = Decision(record.result, record.tags.get("Termination", ""))
        self.clock = Clock.from_tags(record.tags) or self.clock

    @classmethod
    def open(cls, start: Board, players: Wishes, record: str | None) -> SavedGame:
        """A new game from `start`, or the unfinished one that the file ends with.

        Args:
            start: the board of a new game.
            players: the names of White's and Black's players; None for those who played in the
                unfinished game, or in a new one for the usual one.
            record: the file to save the game in; None for a file of its own in the user's folder.
        """
        if record is None:
            return cls(Record.from_board(start), _seated(players), _new_path(start.game))
        path = Path(record)
        if path.exists():
            return cls.resumed(path, players, start)
        if not path.parent.is_dir():
            raise ValueError(f"there is no folder {path.parent} to save the game in")
        return cls(Record.from_board(start), _seated(players), path)

    @classmethod
    def resumed(cls, path: Path, players: Wishes, start: Board | None = None) -> SavedGame:
        """The unfinished game that a file ends with, or a new one after its games.

        Args:
            path: a file of games.
            players: as for `open`.
            start: the board of a new game; left out, the last game of the file is unfinished.
        """
        try:
            text = path.read_text(encoding="utf-8")
            records = list(read_records(text))
        except ValueError as error:
            raise ValueError(Sentence("{name} is not a file of games: {reason}", name=path,
                                      reason=message_of(error))) from None
        last = records[-1] if records else None
        if start and (last is None or last.result != RUNNING):
            return cls(Record.from_board(start), _seated(players), path,
                       text.rstrip("\n") + "\n\n" if text.strip() else "")
        assert last is not None
        if start:
            _check_same(path, last, start)
        before = "".join(write_record(record) + "\n" for record in records[:-1])
        saved = cls(last, _seated(players, last), path, before)
        saved.note = phrase("Resuming the game in {path} after {count} moves.", path=path,
                            count=saved.board.ply)
        saved.written = True
        return saved

    def another(self, start: Board, players: Players) -> SavedGame:
        """A new game, in the same file if the user named it, else in one of its own."""
        if self._own_path():
            return SavedGame(Record.from_board(start), players, _new_path(start.game))
        before = self._before + (self._text() + "\n" if self.written else "")
        return SavedGame(Record.from_board(start), players, self.path, before)

    def push(self, move: int) -> None:
        """Make a move; when this returns, it is on disk.

        Raises:
            OSError: if it cannot be written; then it is not made either.
        """
        node = next((other for other in self._aside if other.move == move), None)
        if node is None:
            node = self.node.add(self.board, move)
        self.node.variations = [node, *(other for other in self._aside if other is not node)]
        self.node, self._aside, node.variations = node, node.variations, []
        self.board.push(move)
        try:
            self._write()
        except OSError:
            self._step_back()
            raise

    def pop(self) -> None:
        """Take a move back, with all that was said of it, on disk too."""
        self._step_back()
        self.decision = None
        self._write()

    def _step_back(self) -> None:
        taken, before = self.node, self.node.parent
        assert before is not None
        self.board.pop()
        self._aside = [other for other in before.variations if other is not taken]
        self.node, before.variations = before, []

    def decide(self, decision: Decision) -> None:
        """End the game as the players, or the clock, have decided."""
        self.decision = decision
        self._write()

    def set_players(self, players: Players) -> None:
        """Let others go on with the game."""
        check_players(players)
        self.players = players
        if self.written:
            self._write()

    def over(self) -> bool:
        """Whether the game has ended, by the rules or by a decision."""
        return self.decision is not None or self.board.is_game_over()

    def fingerprint(self) -> tuple[Any, ...]:
        """A value that differs once moves, result or players have changed."""
        return tuple(self.board.move_stack), self.decision, self._loads, self.players

    def command(self) -> str:
        """The shell command that resumes this game."""
        where = "--resume" if self._own_path() else f"--record {self.path}"
        return f"{_program()} play {self.board.game} {where}"

    def save_copy(self, name: str) -> None:
        """Write the game to another file, which may hold games, but nothing else.

        Raises:
            ValueError: if it holds something else.
            OSError: if it cannot be written.
        """
        if Path(name).is_file() and not _holds_games(Path(name)):
            raise ValueError(phrase("the file exists, and contains something other than games"))
        save_text(name, self._text())

    def load(self, name: str) -> None:
        """Go on with the last game of another file, in the file where this one is kept."""
        records = list(read_records(Path(name).read_text(encoding="utf-8")))
        if not records:
            raise ValueError(phrase("it contains no game"))
        if records[-1].start.game != self.board.game:
            raise ValueError(phrase("its last game is {other}, not {game}",
                                    other=records[-1].start.game, game=self.board.game))
        self._set(records[-1])
        self._loads += 1
        self._write()

    def _write(self) -> None:
        self.written = True
        self.path.parent.mkdir(parents=True, exist_ok=True)
        save_text(self.path, self._before + self._text())

    def as_record(self) -> Record:
        """The game so far as a record of its own."""
        return read_record(self._text())

    def _text(self) -> str:
        """The game as the text of a record."""
        record, end = self.record, self.board.outcome()
        tags = {name: value for name, value in record.tags.items()
                if name not in (*CLOCK_TAGS, "Termination", "Score")}
        for side, name in zip(("White", "Black"), self.players, strict=True):
            tags[side] = _shown_name(tags.get(side, ""), name)
        tags["Date"] = tags.get("Date") or datetime.date.today().strftime("%Y.%m.%d")
        if self.decision and self.decision.why:
            tags["Termination"] = self.decision.why
        record.tags = tags | (self.clock.tags() if self.clock else {})
        record.result = (self.decision.result if self.decision
                         else end.result() if end else RUNNING)
        return write_record(record)

    def _own_path(self) -> bool:
        return self.path.parent == data_folder() / "games"


def _check_same(path: Path, last: Record, start: Board) -> None:
    """Raise ValueError unless somebody who asks for `start` may go on with a file's last game."""
    board = last.board()
    if board.game != start.game:
        raise ValueError(f"{path} ends with an unfinished game of {board.game}, "
                         f"not of {start.game}")
    fresh = Board(start.game)
    chosen = start.options != fresh.options or start.position() != fresh.position()
    if chosen and (start.options != board.options
                   or start.position() != last.start.position()):
        raise ValueError(f"{path} ends with an unfinished game under other options or from "
                         "another position; resume it without them, or name another file")


def _seated(players: Wishes, record: Record | None = None) -> Players:
    """Who plays: the players asked for, or those of the file, or the usual ones."""
    white, black = ((wish or _player_in(record, tag) or usual) for wish, tag, usual in zip(
        players, ("White", "Black"), USUAL, strict=True))
    return white, black


def _player_in(record: Record | None, tag: str) -> str | None:
    """The player that a record names; a name that is no computer's is a person's."""
    name = record.tags.get(tag, "") if record else ""
    if not name:
        return None
    try:
        check_players([name])
    except ValueError:
        return HUMAN
    return name


def _shown_name(said: str, player: str) -> str:
    """What a record calls a player: a person's name that it had already stays."""
    if player != HUMAN or not said:
        return player
    try:
        check_players([said])
    except ValueError:
        return said
    return player


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


def _holds_games(path: Path) -> bool:
    """Whether a file holds games, or nothing at all."""
    try:
        for _ in read_records(path.read_text(encoding="utf-8")):
            pass
    except ValueError:
        return False
    return True
