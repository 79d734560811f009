"""The words of the command `go`: limits, moves that are to be searched, and moves that are not."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..base.errors import EcksteinError
from ..board import Board
from .limits import Limits

MAX_NUMBER = 10**12
LEAST = {"depth": 1, "nodes": 1, "mate": 1, "movestogo": 1, "wtime": -MAX_NUMBER,
         "btime": -MAX_NUMBER}
KNOWN = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate",
         "perft")
SEARCHED, EXCLUDED = "searchmoves", "excludemoves"
WORDS = {*KNOWN, SEARCHED, EXCLUDED, "infinite", "ponder"}


class ProtocolError(EcksteinError, ValueError):
    """A command that cannot be carried out; the reason is said in one line."""


@dataclass
class Go:
    """What `go` asks for.

    Attributes:
        numbers: the fields that have numbers, as they were given; `infinite` and `ponder` have 1.
        moves: texts of moves after `searchmoves` and after `excludemoves`; None without these.
        skipped: words that say nothing.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    moves: dict[str, list[str] | None] = field(
        default_factory=lambda: {SEARCHED: None, EXCLUDED: None})
    skipped: list[str] = field(default_factory=list)

    def limits(self) -> Limits:
        """The limits; milliseconds become seconds."""
        numbers = self.numbers

        def seconds(name: str) -> float | None:
            return max(0, numbers[name]) / 1000 if name in numbers else None
        return Limits(
            depth=numbers.get("depth"), nodes=numbers.get("nodes"), time=seconds("movetime"),
            white_time=seconds("wtime"), black_time=seconds("btime"),
            white_increment=seconds("winc") or 0.0, black_increment=seconds("binc") or 0.0,
            infinite="infinite" in numbers or not numbers.keys() - {"movestogo", "ponder"},
            mate=numbers.get("mate"), moves_to_go=numbers.get("movestogo"))

    def without(self, board: Board) -> tuple[int, ...]:
        """The moves that are not to be searched.

        What is no legal move joins the words that are skipped.  Where no move would be left, all
        are searched.
        """
        legal = list(board.legal_moves)
        wanted = set(legal) if self.moves[SEARCHED] is None else self._read(board, SEARCHED)
        left = wanted - self._read(board, EXCLUDED)
        return tuple(move for move in legal if move not in left) if left else ()

    def _read(self, board: Board, which: str) -> set[int]:
        found = set()
        for text in self.moves[which] or []:
            try:
                found.add(board.parse(text))
            except ValueError:
                self.skipped.append(text)
        return found


def read_go(words: list[str]) -> Go:
    """What the words after `go` ask for; those that are unknown are skipped.

    Raises:
        ProtocolError: if a number is missing, or is none that the field can have.
    """
    go, rest = Go(), iter(words)
    listed: list[str] | None = None         # moves that go on
    for word in rest:
        if word not in WORDS:
            (go.skipped if listed is None else listed).append(word)
        elif word in go.moves:
            listed = go.moves[word] = go.moves[word] or []
        else:
            listed = None
            go.numbers |= _field(word, rest)
    return go


def _field(word: str, rest: Iterator[str]) -> dict[str, int]:
    if word in ("infinite", "ponder"):
        return {word: 1}
    return {word: read_number(word, next(rest, ""), LEAST.get(word, 0),
                              30 if word == "perft" else MAX_NUMBER)}


def read_number(name: str, value: str, low: int, high: int) -> int:
    """A number between two others.

    Raises:
        ProtocolError: if it is none.
    """
    digits = value[1:] if value[:1] == "-" else value
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16
            and low <= int(value) <= high):
        raise ProtocolError(f"{name} is a number from {low} to {high}, not {value[:40]!r}")
    return int(value)
