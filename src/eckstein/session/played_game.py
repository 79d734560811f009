"""A game in progress as a record, with its players, its clock and how it ended."""
from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from ..base.files import save_text
from ..engine.players import HUMAN, read_player
from ..record import Node, Record, read_record, read_records, write_record
from ..words import phrase
from .clock import Clock
from .sentences import Decision

RUNNING = "*"
CLOCK_TAGS = ("TimeControl", "WhiteClock", "BlackClock")
Players = tuple[str, str]


class PlayedGame:
    """A game that is played, wherever it is stored.

    It owns the record, with the played moves as its main line, and the board, which stands at the
    end of that line. Comments and variations that the record had before stay where they are.

    Attributes:
        record: the game as it is written.
        board: where the game stands.
        players: the names of White's and Black's players.
        decision: how it ended, if the rules did not end it.
        clock: the time of both players, or None.
        note: what is to be said of where the game comes from; often empty.
        path: the file that follows it, if one does.

    Args:
        record: the game so far.
        players: the names of White's and Black's players.
    """

    note = ""
    path: Path | None = None

    def __init__(self, record: Record, players: Players) -> None:
        self.players = players
        self.clock: Clock | None = None
        self._set(record)

    def _set(self, record: Record) -> None:
        self.record, self.node, self.board = record, record.end(), record.board()
        self._aside: list[Node] = []            # variations to the move that comes next
        self.decision: Decision | None = None
        if record.result != RUNNING and self.board.outcome() is None:
            self.decision = Decision(record.result, record.tags.get("Termination", ""))
        self.clock = Clock.from_tags(record.tags) or self.clock

    def push(self, move: int) -> None:
        """Make a move."""
        node = next((other for other in self._aside if other.move == move), None)
        if node is None:
            node = self.node.add(self.board, move)
        self.node.variations = [node, *(other for other in self._aside if other is not node)]
        self.node, self._aside, node.variations = node, node.variations, []
        self.board.push(move)

    def pop(self) -> None:
        """Take a move back, with all that was said of it."""
        self._step_back()
        self.decision = None

    def _step_back(self) -> None:
        taken, before = self.node, self.node.parent
        assert before is not None
        self.board.pop()
        self._aside = [other for other in before.variations if other is not taken]
        self.node, before.variations = before, []

    def decide(self, decision: Decision) -> None:
        """End the game as the players, or the clock, have decided."""
        self.decision = decision

    def over(self) -> bool:
        """Whether the game has ended, by the rules or by a decision."""
        return self.decision is not None or self.board.is_game_over()

    def fingerprint(self) -> tuple[Any, ...]:
        """A value that differs once moves, result or players have changed."""
        return tuple(self.board.move_stack), self.decision, self.players

    def save_copy(self, name: str) -> None:
        """Write the game to a file, which may hold games, but nothing else.

        Raises:
            ValueError: if it holds something else.
            OSError: if it cannot be written.
        """
        if Path(name).is_file() and not _holds_games(Path(name)):
            raise ValueError(phrase("the file exists, and contains something other than games"))
        save_text(name, self._text())

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


def _shown_name(said: str, player: str) -> str:
    """What a record calls a player: a person's name that it had already stays."""
    if player != HUMAN or not said:
        return player
    try:
        read_player(said)
    except ValueError:
        return said
    return player


def _holds_games(path: Path) -> bool:
    """Whether a file holds games, or nothing at all."""
    try:
        for _ in read_records(path.read_text(encoding="utf-8")):
            pass
    except ValueError:
        return False
    return True
