"""Positions of endings with what tables know of them, as games of a single move.

The value is exact, the result is that of best play, and the visits mark the best moves, of which
one is played; so whatever learns from games learns from tables, too.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ...base.sentence import Sentence
from ...board import WHITE, Board
from ...engine.books.values import MATE
from ...engine.tables import MissingTableError, NoTableError, endings_of, probe
from ...engine.tables.endings import Ending, numbering, tables_known
from ...engine.tables.probing import ending_of
from ...engine.tables.values import Value
from ...kernel.options import Value as Option
from ...kernel.options import changed_rules
from ...notation.positions import write_position
from .games import DataError, Games, encoding_of, joined, named
from .records import one_game

PATIENCE = 100              # numbers that are drawn for a position, on average, at most

Report = Callable[[int], None]      # how many positions there are


def exact_positions(game: str, options: dict[str, Option], count: int, seed: int = 1,
                    report: Report = lambda positions: None) -> Games:
    """Random positions, as many of each ending that has a table, each once.

    Args:
        game: its name.
        options: all rule options.
        count: how many are wanted; there are fewer if the endings have no more.
        seed: of all chance.
        report: called now and then.

    Raises:
        DataError: if there is no table.
        TableError: if one is damaged or of other rules.
    """
    chance, found = random.Random(seed), list[Games]()
    known = endings_of(game, options)
    there = [ending for ending in known if _has_table(ending, options)]
    if not known:
        raise DataError(tables_known(game, known))
    if not there:
        raise DataError(Sentence("no table of an ending has been built for {rules}; build one "
                                 "with: {command}", rules=named(game, options),
                                 command=known[0].command))
    # The smallest endings first: what they lack is taken from the others.
    for left, ending in zip(range(len(there), 0, -1),
                            sorted(there, key=lambda one: one.entries), strict=True):
        wanted = (count - len(found)) // left
        for one in islice(_drawn(ending, options, PATIENCE * wanted, chance), wanted):
            found.append(one)
            report(len(found))
    return joined(found)


def _has_table(ending: Ending, options: dict[str, Option]) -> bool:
    """Whether an ending can be asked about."""
    try:
        probe(next(_boards(ending, options, ending.entries, random.Random(0))))
    except (MissingTableError, StopIteration):
        return False
    return True


def _drawn(ending: Ending, options: dict[str, Option], draws: int, chance: random.Random
           ) -> Iterator[Games]:
    """Games of positions of an ending, different ones, by so many numbers."""
    encoding = encoding_of(ending.game, options)
    for board in _boards(ending, options, draws, chance):
        try:
            value, moves = probe(board)[1:]
        except NoTableError:            # no position of a game
            continue
        actions = [int(encoding.action_of(board.state, one.move)) for one in moves
                   if one.value == moves[0].value]
        yield one_game(board, [chance.choice(actions)], [_worth(value)], _result(board, value),
                       visits=[[(action, 1) for action in actions]])


def _boards(ending: Ending, options: dict[str, Option], draws: int, chance: random.Random
            ) -> Iterator[Board]:
    """The positions in which the game goes on."""
    own: dict[str, Any] = dict(options)
    first, seen = Board(ending.game, **own), set[int]()
    numbers = numbering(ending.game, changed_rules(ending.game, options))
    for _ in range(draws):
        number = chance.randrange(ending.entries)
        if number in seen or not numbers.possible(ending.number, number):
            continue
        seen.add(number)
        p = numbers.position(ending.number, number)
        board = Board(ending.game, write_position(first.rules, p, first.origin), **own)
        if not board.is_game_over() and ending_of(board) == ending:
            yield board


def _worth(value: Value) -> int:
    """A value as files of games have it."""
    if value.plies is None:
        return 0
    return MATE - value.plies if value.result == "won" else value.plies - MATE


def _result(board: Board, value: Value) -> str:
    """The result of best play, as records have it."""
    if value.plies is None:
        return "1/2-1/2"
    return "1-0" if (value.result == "won") == (board.turn is WHITE) else "0-1"
