"""Games from records and back: what all commands read and write, see record/."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.sentence import Sentence
from ...board import WHITE, Board
from ...board.score import Score
from ...notation.annotations import Evaluation
from ...record import Node, Record
from .games import (
    NO_VALUE,
    RESULTS,
    DataError,
    Games,
    encoding_of,
    joined,
    named,
    score_of,
    summed,
    value_of,
)

Visits = Sequence[tuple[int, int]]     # actions, and how often each was visited
UNSAID = ("", "?", "????.??.??")    # what tags hold that say nothing


def from_records(records: Iterable[Record]) -> tuple[Games, list[str]]:
    """The main lines of records as data, with the values that comments tell.

    Args:
        records: of one game under the same options.

    Returns:
        The games, and what of the records they cannot hold, each as a few words.

    Raises:
        DataError: if there are none, or they are not of one kind.
    """
    found: list[Games] = []
    lost: dict[str, None] = {}
    first: Record | None = None
    for number, record in enumerate(records, 1):
        first = first or record
        if (theirs := named(record.start.game, record.start.options)) != (
                ours := named(first.start.game, first.start.options)):
            raise DataError(Sentence("game {number} is one of {theirs}, and the first game is one "
                                     "of {ours}; games of one kind belong together",
                                     number=number, theirs=theirs, ours=ours))
        found.append(_of_record(record))
        lost |= dict.fromkeys(_lost(record))
    if first is None:
        raise DataError(Sentence("there is no game to take over"))
    return joined(found), list(lost)


def to_records(games: Games) -> Iterator[Record]:
    """Data as records, with values as comments for programs; visits are left out.

    Raises:
        DataError: if a move is not legal, or a result is not that of the rules.
        PositionError: if no game can begin where one does.
    """
    for number, board in enumerate(boards(games)):
        try:
            record = Record.from_board(board, Result=RESULTS[games.results[number]])
        except ValueError as error:
            raise DataError(Sentence("game {game}: {reason}", game=number + 1,
                                     reason=str(error))) from None
        first, turn = int(games.offsets[number]), record.start.turn
        if games.values is not None:
            nodes: list[Node] = [record.root, *record.mainline()]
            for node, value in zip(nodes, games.values[first:first + board.ply].tolist(),
                                   strict=False):
                if value != NO_VALUE:
                    score = score_of(value)
                    seen = score if (turn is WHITE) == (node.ply % 2 == 0) else -score
                    node.evaluation = Evaluation(seen.value, seen.mate)
        yield record


def boards(games: Games) -> Iterator[Board]:
    """Each game on a board, played to its end.

    Raises:
        DataError: if a move is not legal.
        PositionError: if no game can begin where one does.
    """
    options: dict[str, Any] = dict(games.options)
    encoding = encoding_of(games.game, options)
    begins = [Board(games.game, text, compiled=False, **options) for text in games.starts]
    for number in range(len(games)):
        board = begins[games.start[number]].copy()
        for action in games.actions[games.offsets[number]:games.offsets[number + 1]].tolist():
            move = int(encoding.move_of(board.state, action)) if action < encoding.ACTIONS else -1
            if move not in board.legal_moves:
                raise DataError(Sentence(
                    "game {game}, ply {ply}: the action {action} is not legal in {position}",
                    game=number + 1, ply=board.ply + 1, action=action, position=board.position()))
            board.push(move)
        yield board


def texts_of(board: Board) -> list[str]:
    """The plain texts of the moves of a board, which is taken back."""
    found = []
    while board.move_stack:
        move = board.pop()
        found.append(board.text(move))
    return found[::-1]


def of_moves(board: Board, moves: Iterable[int]) -> list[int]:
    """The actions that moves are, which are made on the board."""
    encoding, found = encoding_of(board.game, board.options), list[int]()
    for move in moves:
        found.append(int(encoding.action_of(board.state, move)))
        board.push(move)
    return found


def one_game(board: Board, actions: Sequence[int], values: Sequence[int] | None, result: str,
             random_plies: int = 0, visits: Sequence[Visits] | None = None) -> Games:
    """Data of one game.

    Args:
        board: where it begins.
        actions: its moves.
        values: of the positions before them; None if there are none.
        result: as in records.
        random_plies: see `Games`.
        visits: of actions in these positions, each with how often; None if there are none.
    """
    made = Games(board.game, board.options, (board.position(),), np.zeros(1, np.uint32),
                 summed(np.array([len(actions)])), np.array([RESULTS.index(result)], np.uint8),
                 np.array([random_plies], np.uint16), np.array(actions, np.uint16),
                 None if values is None else np.array(values, np.int16))
    if visits is None:
        return made
    pairs = np.array([pair for each in visits for pair in each], np.int64).reshape(-1, 2)
    return replace(made, visit_offsets=summed(np.array([len(each) for each in visits], np.int64)),
                   visit_actions=pairs[:, 0].astype(np.uint16),
                   visit_counts=pairs[:, 1].astype(np.uint32))


def _of_record(record: Record) -> Games:
    turn = record.start.turn
    nodes = [record.root, *record.mainline()]
    actions = of_moves(record.start.copy(), [node.move for node in nodes
                                             if node.move is not None])
    values = [_value(node.evaluation, (turn is WHITE) == (node.ply % 2 == 0))
              for node in nodes[:-1]]
    outcome = record.outcome()
    return one_game(record.start, actions, values if any(
        value != NO_VALUE for value in values) else None,
        outcome.result() if outcome else record.result)


def _value(told: Evaluation | None, white: bool) -> int:
    """What an evaluation says for the player to move."""
    if told is None or told.score is None and not told.mate:
        return NO_VALUE
    score = Score(told.score) if told.mate is None else Score(mate=told.mate)
    return value_of(score if white else -score)


def _lost(record: Record) -> Iterator[str]:
    """What of a record has no place in data."""
    yield from (f"the tag {name}" for name, value in record.tags.items()
                if value not in UNSAID)
    for node in record.nodes():
        if node.comments or node.opening:
            yield "comments"
        if len(node.variations) > 1:
            yield "variations"
        if node.glyphs or node.marks or node.arrows:
            yield "glyphs and marks"
        if node.clock is not None:
            yield "clocks"
    if record.end().evaluation is not None and record.root is not record.end():
        yield "the value of the last position"
