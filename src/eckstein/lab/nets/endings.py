"""Positions of endings whose exact value a table knows, among what a net learns from.

The search sees the end of nearly all positions with few dice, and such are left out of what is
learnt from games; so a net would learn nothing of them.  Here they come in, at random, from the
small tables that the package contains, and from these alone, so that equal trainings give equal
nets everywhere.
"""
from __future__ import annotations

import random
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.sentence import Sentence
from ...engine.nets.net_file import network_of
from ...engine.tables import MissingTableError
from ...engine.tables.endings import SMALL, Ending, endings_of, numbering
from ...engine.tables.table_file import Table, open_table
from ...engine.tables.values import IMPOSSIBLE, Value
from ...kernel.options import Value as OptionValue
from ...kernel.options import complete
from ..data.games import Array
from .reading import both_views, mirror_of

CERTAIN = 0.98              # of a win: if it were 1, weights would grow without end
AIMS = {"won": CERTAIN, "drawn": 0.5, "lost": 1 - CERTAIN}


@dataclass(frozen=True)
class Endings:
    """Positions of endings, and what a net should say of them.

    Attributes:
        rows: uint16 [n, 2, most]: as `Positions.rows`.
        aims: float32 [n]: how likely the player to move wins.
    """

    rows: Array
    aims: Array

    def __len__(self) -> int:
        return len(self.aims)


def endings_with_tables(game: str, own: dict[str, OptionValue]) -> list[Ending]:
    """The endings of a game whose tables the package contains."""
    return [one for one in endings_of(game, complete(game, own))
            if not one.options and one.entries <= SMALL]


def positions_of_endings(game: str, own: dict[str, OptionValue], count: int, seed: int,
                         excluded: Container[int] = ()) -> Endings:
    """Random running positions, as many of each ending.

    Args:
        game: its name.
        own: the game's own options.
        count: how many positions; none if no ending has a table.
        seed: of all chance.
        excluded: the keys of positions that are to be left out.

    Raises:
        MissingTableError: if a table is not there.
        TableError: if one is not sound.
    """
    network, endings = network_of(game, own), endings_with_tables(game, own)
    mirror = mirror_of(network)
    white = np.full((count if endings else 0, network.MOST), network.INPUTS, np.uint16)
    sides, aims = np.zeros(len(white), np.uint8), np.zeros(len(white), np.float32)
    walks, room = [_positions(one, seed, excluded) for one in endings], [0] * network.MOST
    for i in range(len(white)):
        p, value = next(walks[i % len(walks)])
        n = network.inputs(network.seen(p), room)
        white[i, :n], sides[i], aims[i] = room[:n], p.side, AIMS[value.result]
    return Endings(both_views(white, sides, mirror), aims)


def check_tables(game: str, own: dict[str, OptionValue]) -> None:
    """See that the tables are there before any work is done.

    Raises:
        MissingTableError, TableError: as `positions_of_endings`.
    """
    for ending in endings_with_tables(game, own):
        _opened(ending).close()


def _opened(ending: Ending) -> Table:
    try:
        return open_table(ending)
    except FileNotFoundError:
        raise MissingTableError(Sentence("the table of {ending} has not been built; build it "
                                         "with: {command}", ending=ending,
                                         command=ending.command)) from None


def _positions(ending: Ending, seed: int, excluded: Container[int]) -> Iterator[tuple[Any, Value]]:
    """Random running positions of an ending, and their values."""
    table = _opened(ending)
    chance, numbers = random.Random(f"{ending} {seed}"), numbering(ending.game, ending.options)
    key = ending.module(f"games.{ending.game}", compiled=False).key
    while True:
        number = chance.randrange(ending.entries)
        code = table.code(number)
        if code == IMPOSSIBLE or Value.of_code(code).plies == 0:
            continue
        p = numbers.position(ending.number, number)
        if key(p) not in excluded:
            yield p, Value.of_code(code)
