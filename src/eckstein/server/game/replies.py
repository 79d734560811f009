"""Conditional replies: how a player answers moves that the opponent may make, laid down beforehand.

Lines begin where it is the opponent's turn, and moves and replies alternate.  They are stored as
they were laid down: what is left of them follows from the moves that were made since.  A game that
takes another way, or back, leaves nothing of them.

Pure functions, as in `rulings`.
"""
from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...base.sentence import Sentence, reason_of
from ...board import Board
from ...wire.games import PreparedMove
from ...wire.words import Colour
from ..ops.allowances import CAPS
from .events import COMPUTER, other
from .rulings import Command, RefusedError, check_allowed, check_fresh
from .snapshot import Snapshot
from .state import State

Line = list[PreparedMove]


class Replies(msgspec.Struct, frozen=True):
    """The conditional replies of a player.

    Attributes:
        game, colour: of which seat they are.
        seq: how many events the game had when they were laid down; ply: how many moves.
        command_id: the command by which they were.
        lines: moves of the opponent and replies by turns, without any if they are to be forgotten.
    """

    game: str
    colour: Colour
    seq: int
    ply: int
    command_id: str
    lines: list[Line]


def prepare(snapshot: Snapshot, command: Command) -> Replies:
    """The replies that a command lays down, in place of those before.

    Raises:
        RefusedError: if it cannot be.
    """
    state, board = snapshot.state, snapshot.board
    check_allowed(state, command)
    colour = command.colour
    assert colour is not None
    if state.control is not None and state.control.kind != "days":
        raise RefusedError("not-now", "conditional replies are for games without clocks, or with "
                           "days for each move", "has-clocks")
    if state.seats[other(colour)].kind == COMPUTER:
        raise RefusedError("not-now", "the computer moves at once, so nothing need be prepared",
                           "computer-replies")
    check_fresh(state, command, state.changed)
    if command.lines and state.turn == colour:
        raise RefusedError("not-now", "it is your turn: make your move", "your-turn")
    return Replies(state.game, colour, state.seq, len(state.moves), command.id,
                   _read(board, command.lines))


def left(replies: Replies, state: State) -> list[Line]:
    """What of the lines is still to come."""
    if state.result is not None or state.shortened > replies.seq:
        return []
    made = [move.text for move in state.moves[replies.ply:]]
    count = len(made)
    return [line[count:] for line in replies.lines
            if len(line) > count and [move.text for move in line[:count]] == made]


def due(replies: Replies, state: State) -> PreparedMove | None:
    """The reply that is to be made now."""
    if state.turn != replies.colour:
        return None
    return next((line[0] for line in left(replies, state)), None)


def _read(board: Board, lines: Sequence[Sequence[str]]) -> list[Line]:
    if sum(map(len, lines)) > (most := CAPS["prepared"].most):
        raise RefusedError("bad", Sentence("at most {most} moves can be prepared", most=str(most)))
    answers: dict[tuple[str, ...], str] = {}
    read = [_read_line(board.copy(), line, answers) for line in lines]
    return [line for number, line in enumerate(read) if line not in read[:number]]


def _read_line(board: Board, line: Sequence[str], answers: dict[tuple[str, ...], str]) -> Line:
    """A line in canonical texts; `answers` has the reply to each sequence of moves in all lines."""
    if len(line) % 2:
        raise RefusedError("bad", Sentence("a line ends with a reply, and none follows {move}",
                                           move=line[-1]))
    read: Line = []
    for text in line:
        try:
            move = board.parse(text)
        except ValueError as error:
            raise RefusedError("illegal", Sentence("{move}: {reason}", move=text,
                                                   reason=reason_of(error))) from None
        made = PreparedMove(board.text(move), board.notation(move))
        before = tuple(one.text for one in read)
        if len(read) % 2 and answers.setdefault(before, made.text) != made.text:
            raise RefusedError("bad", Sentence("there are two replies to {move}",
                                               move=read[-1].notation))
        read.append(made)
        board.push(move)
    return read
