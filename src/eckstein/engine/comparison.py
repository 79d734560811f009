"""What players think of one position, and where they differ."""
from __future__ import annotations

import time
from dataclasses import dataclass

from ..base.sentence import Sentence
from ..board import Board
from .analysis import Value, spoken_line
from .limits import Limits
from .messages import Analysis
from .player import Player


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a player.

    Attributes:
        value: what it is worth to White; None if the player gives no value.
        winner: the side that wins by force, if that is proved without the number of moves; or None.
        moves: the moves as texts for people.
    """

    value: Value | None
    winner: str | None
    moves: tuple[str, ...]

    @property
    def told(self) -> str:
        """The value as a text: a sentence if one side wins by force."""
        if self.winner:
            return Sentence("{side} wins", side=Sentence(self.winner.capitalize()))
        return self.value.told if self.value else "-"

    @property
    def decided(self) -> bool:
        """Whether one side wins by force."""
        return self.winner is not None or self.value is not None and self.value.winner is not None


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a player thinks of a position.

    Attributes:
        lines: the best first.
        depth: plies searched; None where it does not search by depth.
        nodes: positions looked at; simulations of the tree search.
        seconds: for how long.
        is_full: whether a tree search ended because its tree had no more room.
    """

    lines: tuple[Line, ...]
    depth: int | None
    nodes: int
    seconds: float
    is_full: bool = False


def ask(player: Player, board: Board, limits: Limits, lines: int = 1) -> Opinion:
    """What a player thinks of a position in which the game goes on.

    Args:
        player: of the same game and options.
        board: the position with its history.
        limits: how long it thinks.
        lines: how many lines, where it can tell more than one.
    """
    begin = time.perf_counter()
    played = player.play(board.copy(), limits, lines)
    seconds, first = time.perf_counter() - begin, played.info
    if first is None:
        return Opinion((Line(None, None, (board.notation(played.move),)),), None, 0, seconds)
    return Opinion(tuple(_line(board, line) for line in (first, *played.others)),
                   first.depth or None, first.nodes, seconds,
                   not first.depth and first.hashfull == 1000)


def _line(board: Board, told: Analysis) -> Line:
    value = Value.of(told.score, board.turn)
    winner = {"won": board.turn, "lost": board.turn.other}.get(told.result or "")
    return Line(value, winner, spoken_line(board, told.pv))


def parting(one: Opinion, other: Opinion) -> int | None:
    """From which move on the best lines differ, from 1; None as far as both look they do not."""
    moves = zip(one.lines[0].moves, other.lines[0].moves, strict=False)
    return next((number for number, (first, second) in enumerate(moves, 1) if first != second),
                None)


def difference(one: Opinion, other: Opinion) -> Sentence:
    """Where two opinions differ, in one sentence."""
    first, second, number = one.lines[0], other.lines[0], parting(one, other)
    values = [line.value for line in (first, second) if line.value and not line.decided]
    dice = abs(values[0].score - values[1].score) / 100 if len(values) == 2 else None
    if number is None:
        if dice is None:
            return Sentence("The same moves, as far as both look.")
        return Sentence("The same moves, as far as both look; the values are {dice:.2f} dice "
                        "apart.", dice=dice)
    facts = {"number": number, "one": first.moves[number - 1], "other": second.moves[number - 1]}
    if dice is None:
        return Sentence("They differ from move {number} of the line on: {one} or {other}.",
                        **facts)
    return Sentence("They differ from move {number} of the line on: {one} or {other}; the values "
                    "are {dice:.2f} dice apart.", **facts, dice=dice)
