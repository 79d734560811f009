"""Walking through recorded games: forward, back, anywhere; with what was said of each move."""
from __future__ import annotations

from pathlib import Path

from ..board import Board
from ..record import Record, move_number, read_records


class Replay:
    """A file's games, one of which is open, at one of its positions.

    Attributes:
        records: the games.
        number: which one is open, from 0.
        board: the board where the walk stands, with the moves that led there.
    """

    def __init__(self, records: list[Record]) -> None:
        self.records, self.number = records, 0
        self.open(0)

    @classmethod
    def read(cls, name: str) -> Replay:
        """The games of a file.

        Raises:
            OSError: if it cannot be read.
            ValueError: if it is not a file of games, or holds none.
        """
        try:
            records = list(read_records(Path(name).read_text(encoding="utf-8")))
        except ValueError as error:
            raise ValueError(f"{name} is not a file of games: {error}") from None
        if not records:
            raise ValueError(f"there is no game in {name}")
        return cls(records)

    def open(self, number: int) -> None:
        """Open another game at its start.

        Raises:
            ValueError: if there is none of this number (from 0).
        """
        if not 0 <= number < len(self.records):
            raise ValueError(f"there are games 1 to {len(self.records)}")
        self.number = number
        self.nodes = [self.record.root, *self.record.mainline()]
        self.board: Board = self.record.start.copy()

    @property
    def record(self) -> Record:
        """The game that is open."""
        return self.records[self.number]

    @property
    def length(self) -> int:
        """How many moves it has."""
        return len(self.nodes) - 1

    @property
    def at(self) -> int:
        """How many moves have been replayed."""
        return self.board.ply

    def go(self, ply: int) -> None:
        """To the position after so many moves, or the nearest there is."""
        ply = max(0, min(ply, self.length))
        while self.board.ply > ply:
            self.board.pop()
        while self.board.ply < ply:
            move = self.nodes[self.board.ply + 1].move
            assert move is not None
            self.board.push(move)

    def number_of(self, ply: int) -> str:
        """How the move that leads to a ply is numbered, such as `3.` or `3...`."""
        return move_number(self.record.start.turn, ply - 1)

    def titles(self) -> list[str]:
        """All games of the file, the one that is open with a star."""
        found = []
        for number, record in enumerate(self.records):
            white, black = (record.tags.get(name) or "?" for name in ("White", "Black"))
            found.append(f"{'*' if number == self.number else ' '}{number + 1:3}  "
                         f"{record.start.rules.TITLE}: {white} - {black}  {record.result}")
        return found

    def said(self) -> list[str]:
        """Comments on the move that was last replayed, and what could have been played instead."""
        node = self.nodes[self.at]
        found = list(node.comments)
        if node.parent:
            for other in node.parent.variations:
                if other is not node:
                    line, at = [other.text], other
                    while at.variations:
                        at = at.variations[0]
                        line.append(at.text)
                    remarks = " ".join([*other.opening, *other.comments])
                    found.append(f"Instead: {' '.join(line)}{f' ({remarks})' if remarks else ''}.")
        return found

    def where(self) -> str:
        """Where the walk stands."""
        if not self.at:
            return f"The start; {self.length} moves follow."
        return (f"Move {self.at} of {self.length}: {self.number_of(self.at)} "
                f"{self.nodes[self.at].text}")
