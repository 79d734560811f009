"""What tables of endings and solved boards say of the positions of many games."""
from __future__ import annotations

import contextlib
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.sentence import Sentence
from ...kernel.options import own_values
from ...kernel.specialise import specialise
from ..tables.endings import Ending, MissingTableError, endings_of
from ..tables.part_files import PartTables
from ..tables.probing import tables_under
from ..tables.resident import MOST
from ..tables.solution import NOT_THERE, Solution
from ..tables.table_file import Table
from ..tables.values import IMPOSSIBLE
from .columns import Array, Columns
from .settings import BatchError

BY_THE_RULES = 1, 2, 3      # in `BatchGame.reason`: not what `max_plies` cuts off
NO_PLIES = -1


@dataclass(frozen=True, eq=False)
class ExactValues:
    """Exact values of positions, where they are known.

    Attributes:
        known: bool [n].
        values: int8 [n]: 1 where the player to move wins, -1 where he loses, 0 where the position
            is drawn, and where it is not known.
        plies: int32 [n]: how many plies the end is away if the winner is as fast as possible and
            the loser holds out; -1 where nobody wins, or nothing is known.
    """

    known: Array
    values: Array
    plies: Array


def exact_values(batch: Any, solutions: Sequence[Solution]) -> ExactValues:
    """What `BatchGame.exact` of a batch returns for some solutions."""
    for one in solutions:
        if not one.is_of(batch.game, batch.options):
            raise BatchError(Sentence("the solution is of another game or of other options than "
                                      "this batch of {game}", game=batch.game))
    codes = _by_tables(batch)
    rows, keys = np.arange(batch.n), batch.keys()
    for one in solutions:
        unknown = rows[codes == NOT_THERE]
        codes[unknown] = one.codes_of(keys[unknown], batch.columns["positions"][unknown])
    known = codes != NOT_THERE
    decided = known & (codes > 0)
    values = np.where(decided, np.where(codes % 2 == 0, 1, -1), 0).astype(np.int8)
    plies = np.where(decided, (codes - 1) // 2, NO_PLIES).astype(np.int32)
    over = np.isin(batch.reason, BY_THE_RULES) & ~batch.running()
    won = over & (batch.winner >= 0)
    values[over] = 0
    values[won] = np.where(batch.winner[won] == batch.player[won], 1, -1)
    plies[over] = np.where(batch.winner[over] >= 0, 0, NO_PLIES)
    return ExactValues(known | over, values, plies)


def _by_tables(batch: Any) -> Array:
    """int32 [n]: the codes that tables have for the positions, NOT_THERE where there is none."""
    codes = np.full(batch.n, NOT_THERE, np.int32)
    endings = endings_of(batch.game, batch.options)
    if not endings:
        return codes
    search: Any = specialise("search.batch.placing", batch.game, life=batch.life,
                             **own_values(batch.options))
    columns = Columns(search, batch.records)
    columns.add({"endings": 8, "numbers": 8}, batch.n)
    batch.threads.share(lambda thread, first, last: search.write_places(
        batch.records[thread], columns.address("endings"), columns.address("numbers"), first,
        last), batch.n)
    found, numbers = columns["endings"][:, 0], columns["numbers"][:, 0]
    tables = tables_under(batch.game, batch.options)
    for ending in endings:
        rows = np.flatnonzero(found == ending.number)
        with contextlib.suppress(MissingTableError):
            codes[rows] = _codes(tables.opened(ending.number), ending, numbers[rows])
    return codes


def _codes(table: Table | PartTables, ending: Ending, numbers: Array) -> Array:
    """int32 [m]: the codes of entries of a table, NOT_THERE where it has none."""
    if isinstance(table, Table) and ending.entries <= MOST:
        codes: Array = _whole(table)[numbers].astype(np.int32)
        nothing = np.iinfo(_whole(table).dtype).max
    else:
        codes, nothing = np.full(len(numbers), IMPOSSIBLE, np.int32), IMPOSSIBLE
        for place, number in enumerate(numbers.tolist()):
            with contextlib.suppress(MissingTableError):        # of a part
                codes[place] = table.code(number)
    codes[codes == nothing] = NOT_THERE
    return codes


@functools.cache
def _whole(table: Table) -> Array:
    """All codes of a table, in memory as long as the process lives."""
    return np.frombuffer(b"".join(table.codes(wide=table.wide)),
                         "<u2" if table.wide else np.uint8)
