"""Walking through recorded games: forward, back, anywhere, and into the variations."""
from __future__ import annotations

from collections.abc import Sequence

from ..base.sentence import message_of
from ..base.text_files import read_text
from ..board import COLOURS, Board
from ..notation.pgn import RecordError
from ..record import Node, Record, move_number
from ..record.conversion import read_each
from ..words import phrase
from .sentences import tell_consequences, told_by_programs


class Replay:
    """A file's games, one of which is open, at one of its positions.

    Attributes:
        records: the games.
        faults: what is wrong with games of the file that cannot be read.
        warnings: what had no place in games that can be read, and is kept as comments.
        number: which one is open, from 0.
        nodes: the line that is walked, from the root on: the main line, or one with a variation.
        board: the board where the walk stands, with the moves that led there.
    """

    def __init__(self, records: list[Record], faults: Sequence[RecordError] = (),
                 warnings: Sequence[RecordError] = ()) -> None:
        self.records, self.faults, self.warnings, self.number = records, faults, warnings, 0
        self.open(0)

    @classmethod
    def read(cls, name: str, encoding: str | None = None) -> Replay:
        """The games of a file that can be read.

        Args:
            name: the file, in any format that `conversion` reads.
            encoding: what its bytes mean; see `text_files`.

        Raises:
            OSError: if it cannot be read.
            ValueError: if it is not a file of games, or holds none.
        """
        try:
            found = list(read_each(read_text(name, encoding)))
            records = [record for record in found if isinstance(record, Record)]
            faults = [fault for fault in found if isinstance(fault, RecordError)]
            warnings = [warning for record in records for warning in record.warnings]
            if faults and not records:
                raise faults[0]
        except ValueError as error:
            raise ValueError(phrase("{name} is not a file of games: {reason}",
                                    name=name, reason=message_of(error))) from None
        if not records:
            raise ValueError(phrase("{name} contains no game", name=name))
        return cls(records, faults, warnings)

    def open(self, number: int) -> None:
        """Open another game at its start.

        Raises:
            ValueError: if there is none of this number (from 0).
        """
        if not 0 <= number < len(self.records):
            raise ValueError(phrase("there are games 1 to {count}", count=len(self.records)))
        self.number = number
        self.nodes = [self.record.root, *self.record.mainline()]
        self.board: Board = self.record.start.copy()

    @property
    def record(self) -> Record:
        """The game that is open."""
        return self.records[self.number]

    @property
    def length(self) -> int:
        """How many moves the line has."""
        return len(self.nodes) - 1

    @property
    def at(self) -> int:
        """How many moves have been replayed."""
        return self.board.ply

    def go(self, ply: int) -> None:
        """To the position after so many moves of the line, or the nearest there is."""
        ply = max(0, min(ply, self.length))
        while self.board.ply > ply:
            self.board.pop()
        while self.board.ply < ply:
            move = self.nodes[self.board.ply + 1].move
            assert move is not None
            self.board.push(move)

    def others(self) -> list[Node]:
        """What could have been played instead of the move that was last replayed."""
        node = self.nodes[self.at]
        return [other for other in node.parent.variations if other is not node] if (
            node.parent) else []

    def enter(self, number: int = 0) -> None:
        """Walk on in another line, after the move that could have been played here instead.

        Args:
            number: which of `others()`, from 1; 0 takes all lines that branch here in turn.

        Raises:
            ValueError: if there is none of this number.
        """
        others = self.others()
        if not others:
            raise ValueError(phrase("this move has no variations"))
        if not 0 <= number <= len(others):
            raise ValueError(phrase("there are variations 1 to {count} here", count=len(others)))
        node = self.nodes[self.at]
        assert node.parent
        lines = node.parent.variations
        self._follow(others[number - 1] if number
                     else lines[(lines.index(node) + 1) % len(lines)])

    def leave(self) -> None:
        """Back to the line from which the innermost variation branches off, at that place.

        Raises:
            ValueError: if this is the main line.
        """
        branch = self._branch()
        if branch is None or branch.parent is None:
            raise ValueError(phrase("this is the main line"))
        self._follow(branch.parent.variations[0])

    def in_variation(self) -> bool:
        """Whether the line that is walked is not the main line."""
        return self._branch() is not None

    def _branch(self) -> Node | None:
        """The last node of the line that is not the main continuation of the one before."""
        return next((node for node in reversed(self.nodes)
                     if node.parent and node is not node.parent.variations[0]), None)

    def _follow(self, node: Node) -> None:
        """Let the line lead through a node, and stand there."""
        self.go(node.ply - 1)           # lines that meet here are the same up to there
        self.nodes = [self.record.root, *node.path()]
        while self.nodes[-1].variations:
            self.nodes.append(self.nodes[-1].variations[0])
        self.go(node.ply)

    def number_of(self, ply: int) -> str:
        """How the move that leads to a ply is numbered, such as `3.` or `3...`."""
        return move_number(self.record.start.turn, ply - 1)

    def titles(self) -> list[str]:
        """All games of the file, the one that is open with a star, and what cannot be read."""
        found = []
        for number, record in enumerate(self.records):
            white, black = (record.tags.get(name) or "?" for name in ("White", "Black"))
            found.append(f"{'*' if number == self.number else ' '}{number + 1:3}  "
                         f"{record.start.rules.TITLE}: {white} - {black}  {record.result}")
        found += [phrase("Could not read: {fault}.", fault=fault) for fault in self.faults]
        return found + [phrase("Note: {warning}.", warning=warning) for warning in self.warnings]

    def line(self) -> str:
        """All moves of the line, with their numbers."""
        return " ".join(
            node.text if self.number_of(ply).endswith("...") and ply > 1
            else f"{self.number_of(ply)} {node.text}"
            for ply, node in enumerate(self.nodes[1:], 1))

    def said(self) -> list[str]:
        """Comments on the move that was last replayed, and what could have been played instead."""
        return [*self.comments(), *self.instead()]

    def comments(self) -> list[str]:
        """What was said of the move that was last replayed."""
        node = self.nodes[self.at]
        mover = COLOURS[COLOURS.index(self.board.turn) ^ 1]
        return [*told_by_programs(node, mover), *node.comments]

    def happened(self) -> list[str]:
        """What the move that was last replayed did, beyond going where it went."""
        if not self.at:
            return []
        before = self.board.copy()
        return list(tell_consequences(before.describe(before.pop())))

    def instead(self) -> list[str]:
        """The lines of `others()`, each with what was said of its first move."""
        found, others = [], self.others()
        for number, other in enumerate(others, 1):
            line, at = [other.text], other
            while at.variations:
                at = at.variations[0]
                line.append(at.text)
            remarks = " ".join([*other.opening, *other.comments])
            told = f"{' '.join(line)}{f' ({remarks})' if remarks else ''}"
            found.append(phrase("Instead: {line}.", line=told) if len(others) == 1 else
                         phrase("Instead ({number}): {line}.", number=number, line=told))
        return found

    def where(self) -> str:
        """Where the walk stands."""
        if not self.at:
            return phrase("The start; {count} {count:move follows|moves follow}.",
                          count=self.length)
        move = f"{self.number_of(self.at)} {self.nodes[self.at].text}"
        if self.in_variation():
            return phrase("In a variation, move {at} of {count}: {move}", at=self.at,
                          count=self.length, move=move)
        return phrase("Move {at} of {count}: {move}", at=self.at, count=self.length, move=move)
