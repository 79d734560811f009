"""Whole boards solved: every position that a start can lead to, where these are few enough.

All positions are found first, by the rules, and then solved backwards from the ends of the game, as
the numbered positions of an ending are.  `check` shares nothing with that but the rules.
"""
from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ...board import Board
from ...engine.tables.solution import Solution
from ...engine.tables.values import Value
from ...kernel.codes import DRAW, RUNNING
from ...kernel.options import Values, own_values
from ...kernel.specialise import specialise
from ...notation.positions import write_position

MOST = 3_000_000            # positions, unless more are allowed: some hundred bytes each
EACH = 4096                 # positions between two reports
DRAWN, OPEN = 0, 0xFFFF     # codes, of which the others are those of `Value`

Array = npt.NDArray[Any]
Report = Callable[[int], None]


class TooLargeError(EcksteinError, ValueError):
    """A board with more positions than are allowed."""


class WrongSolutionError(EcksteinError, ValueError):
    """A solution in which a value does not follow from those of the next positions."""


def solve(board: Board, most: int = MOST, report: Report = lambda positions: None) -> Solution:
    """Solve all positions that a board's position can lead to.

    Args:
        board: a position in which the game goes on; what was played before does not matter.
        most: how many positions are allowed.
        report: called now and then with how many positions have been found.

    Raises:
        ValueError: if the game is over.
        TooLargeError: if there are more positions.
    """
    if board.rules.outcome(board.state) != RUNNING:
        raise ValueError(Sentence("the game is over, so that nothing is left to solve"))
    fields, offsets, targets, ends = _found(board, most, report)
    return ordered(board.game, board.options, board.position(), fields,
                   _solved(offsets, targets, ends))


def ordered(game: str, options: Values, start: str, fields: Array, codes: Array) -> Solution:
    """A solution from positions and values in any order; see there.

    Raises:
        TooLargeError: if two positions have the same key, which is unlikely among 10**9.
    """
    own: dict[str, Any] = own_values(options)
    rules = specialise(f"games.{game}", game, compiled=False, **own)
    keys = np.array([rules.key(rules.Position(*p)) for p in fields.tolist()], np.int64)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    if (keys[1:] == keys[:-1]).any():
        raise TooLargeError(Sentence("two positions of this board have the same key, so that it "
                                     "cannot be kept"))
    return Solution(game, options, start, keys, fields[order], codes[order])


def check(solution: Solution, report: Report = lambda positions: None) -> None:
    """Derive every value again from those of the next positions, by the rules.

    Args:
        solution: what is to be checked.
        report: called now and then with how many positions have been checked.

    Raises:
        WrongSolutionError: for the first value that does not follow, or a move that leads to a
            position that is not there.
    """
    options: dict[str, Any] = dict(solution.options)
    board = Board(solution.game, solution.start, compiled=False, **options)
    rules = board.rules
    values = {tuple(p): Value.of_code(code) for p, code in zip(
        solution.fields.tolist(), solution.codes.tolist(), strict=True)}
    if tuple(board.state) not in values:
        raise WrongSolutionError(Sentence("the start {position} is not among the positions",
                                          position=solution.start))
    for number, (p, value) in enumerate(values.items(), 1):
        if (derived := _derived(rules, rules.Position(*p), values)) != value:
            text = write_position(rules, rules.Position(*p), board.origin)
            raise WrongSolutionError(
                Sentence("a move from {position} leads to a position that is not there",
                         position=text) if derived is None else
                Sentence("{position} is {told}, and by the rules {derived}", position=text,
                         told=value, derived=derived))
        if number % EACH == 0:
            report(number)


def _derived(rules: Any, p: Any, values: dict[tuple[int, ...], Value]) -> Value | None:
    """The value that follows for a position; None if a move leads out of the board."""
    if result := rules.outcome(p):
        if result == DRAW:
            return Value("drawn")
        return Value("won" if result == 1 + p.side else "lost", 0)
    moves = [0] * rules.MAX_MOVES
    after = [values.get(tuple(rules.apply(p, moves[i])))
             for i in range(rules.generate(p, moves, 0))]
    found = [value.before() for value in after if value is not None]
    if len(found) < len(after):
        return None
    return max(found, key=Value.rank)


def _found(board: Board, most: int, report: Report) -> tuple[Array, Array, Array, Array]:
    """All positions in the order in which they were found, and what their moves lead to.

    Returns:
        int64 [n, k], the integers of the positions; int64 [n + 1] and int32 [m], the numbers of
        those that the moves of position i lead to, from offsets[i] to offsets[i + 1]; and uint16
        [n], the codes of positions in which the game is over, OPEN elsewhere.
    """
    rules = board.rules
    size = len(board.state)
    pack = struct.Struct(f"{size}q")        # takes a third of the memory of a tuple
    numbers = {pack.pack(*board.state): 0}
    positions = [pack.pack(*board.state)]
    offsets, targets, ends = array("q", [0]), array("i"), array("H")
    moves = [0] * rules.MAX_MOVES
    for packed in positions:                # which grows meanwhile
        p = rules.Position(*pack.unpack(packed))
        result = rules.outcome(p)
        if result == RUNNING:
            ends.append(OPEN)
            for i in range(rules.generate(p, moves, 0)):
                q = pack.pack(*rules.apply(p, moves[i]))
                number = numbers.setdefault(q, len(positions))
                if number == len(positions):
                    positions.append(q)
                targets.append(number)
        else:
            ends.append(DRAWN if result == DRAW else
                        Value("won" if result == 1 + p.side else "lost", 0).code)
        offsets.append(len(targets))
        if len(positions) > most:
            raise TooLargeError(Sentence(
                "this board has more than {most:,} positions; allow more with --most, or begin "
                "with fewer pieces", most=most))
        if len(ends) % EACH == 0:
            report(len(positions))
    fields = np.frombuffer(b"".join(positions), np.int64).reshape(-1, size)
    return (fields, np.array(offsets, np.int64), np.array(targets, np.int32),
            np.array(ends, np.uint16))


def _solved(offsets: Array, targets: Array, ends: Array) -> Array:
    """uint16 [n]: the code of each position, from the ends of the game backwards, ply by ply."""
    count = len(ends)
    sources = np.repeat(np.arange(count, dtype=np.int32), np.diff(offsets))
    order = np.argsort(targets, kind="stable")
    sources = sources[order]
    firsts = np.searchsorted(targets[order], np.arange(count + 1))
    codes, left = ends.copy(), np.diff(offsets)
    won, lost = (np.flatnonzero(codes == Value(name, 0).code) for name in ("won", "lost"))
    plies = 0
    while won.size or lost.size:
        plies += 1
        before_lost = np.unique(_before(lost, firsts, sources))
        before_won, times = np.unique(_before(won, firsts, sources), return_counts=True)
        left[before_won] -= times
        won = before_lost[codes[before_lost] == OPEN]
        codes[won] = Value("won", plies).code
        lost = before_won[(codes[before_won] == OPEN) & (left[before_won] == 0)]
        codes[lost] = Value("lost", plies).code
    codes[codes == OPEN] = DRAWN
    return codes


def _before(positions: Array, firsts: Array, sources: Array) -> Array:
    """The positions that lead to some others, as often as they do."""
    counts = firsts[positions + 1] - firsts[positions]
    begins = np.repeat(firsts[positions] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
    found: Array = sources[np.arange(counts.sum()) + begins]
    return found
