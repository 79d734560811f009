"""Positions of endings with a trap: a move that throws the result away.

They come from the small tables that the package contains, and from these alone, so that a seed
gives the same positions everywhere.
"""
from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...base.sentence import Sentence
from ...board import Board
from ...board.score import moves_in
from ...kernel.options import complete
from .endings import SMALL, Ending, NoTableError, endings_of, not_built, numbering
from .probing import Probe, probe
from .table_file import open_table
from .values import Value

LEVELS = 3                  # of difficulty: wins up to a third of the longest, two thirds, all
COUNT = 5                   # positions of a run
NEAREST = 3                 # plies: no nearer win is asked for
HOLD = 5                    # moves for which a draw is to be held


class Trap(NamedTuple):
    """A position in which some moves keep the result, and some do not.

    Attributes:
        position: as text.
        plies: within how many the player to move wins; None if it is a draw to be held.
    """

    position: str
    plies: int | None


class Verdict(NamedTuple):
    """What a move has done to the result.

    Attributes:
        kept: whether the result is still the same.
        slower: by how many moves the win has become longer.
    """

    kept: bool
    slower: int


def ending_for(game: str) -> Ending | None:
    """The ending of a game whose positions are asked; None for a game that has no small table."""
    small = [one for one in endings_of(game, complete(game, {})) if one.entries <= SMALL]
    return small[-1] if small else None


def traps(game: str, level: int, seed: int) -> list[Trap]:
    """The positions of a run: wins, each farther away than the one before, and perhaps a draw.

    Args:
        game: its name.
        level: from 1 to LEVELS.
        seed: another one gives other positions.

    Raises:
        NoTableError: if the game has no small table, or it has not been built.
        TableError: if the table cannot be used.
    """
    ending = ending_for(game)
    if ending is None:
        raise NoTableError(Sentence("no ending of {game} can have a table yet", game=game))
    try:
        table = open_table(ending)
    except FileNotFoundError:
        raise not_built(ending) from None
    codes, header = b"".join(table.codes()), table.header
    table.close()
    chance = random.Random(f"{game} {level} {seed}")
    wins = COUNT - bool(header.drawn)
    farthest = max(NEAREST, header.longest * level // LEVELS)
    nearest, found = max(NEAREST, farthest // 3), list[Trap]()
    for number in range(wins):
        plies = nearest + (farthest - nearest) * number // max(1, wins - 1)
        # Most wins take an odd number of plies, and not every number has a trap.
        for nearer in range(plies - (plies + 1) % 2, 0, -1):
            if trap := _find(codes, ending, Value("won", nearer), chance, found):
                found.append(trap)
                break
    if header.drawn and (trap := _find(codes, ending, Value("drawn"), chance, found)):
        found.append(trap)
    return found


def _find(codes: bytes, ending: Ending, value: Value, chance: random.Random,
          found: Sequence[Trap]) -> Trap | None:
    """The first position with a value and a trap, from a random number of the table on.

    Args:
        codes: of the whole table.
        ending: that it is of.
        value: that the position is to have.
        chance: gives the number.
        found: which positions it must not be.
    """
    position = numbering(ending.game, ending.options).position
    board = Board(ending.game)
    for number in _numbers(codes, value.code, chance.randrange(len(codes))):
        board._set(board.rules.Position(*position(ending.number, number)), board.origin)
        trap = Trap(board.position(), value.plies)
        if trap not in found and has_trap(probe(board)):
            return trap
    return None


def _numbers(codes: bytes, code: int, first: int) -> Iterator[int]:
    """All numbers with a code, in their order, from one number on and round to it again."""
    for begin, end in ((first, len(codes)), (0, first)):
        number = codes.find(code, begin, end)
        while number >= 0:
            yield number
            number = codes.find(code, number + 1, end)


def has_trap(found: Probe) -> bool:
    """Whether some move throws the result away."""
    return any(one.value.result != found.value.result for one in found.moves)


def judge(found: Probe, move: int) -> Verdict:
    """What a move does to the result.

    Args:
        found: of the position before it.
        move: a legal one.
    """
    after = next(one.value for one in found.moves if one.move == move)
    if after.result != found.value.result:
        return Verdict(False, 0)
    return Verdict(True, abs(moves_in(after.plies or 0) - moves_in(found.value.plies or 0)))
