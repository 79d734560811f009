"""Tables of endings: how long they take to build and to check, their size, how fast they answer.

Tables are built in a folder of their own, which goes afterwards, or in one that is named and stays,
where those that are there are only checked and probed.  Building is timed with compiled
code at hand; a probe is timed in interpreted Python, over positions drawn by lot, first with blocks
that have to be decompressed and then with blocks that have been.
"""
import contextlib
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from eckstein.engine.tables.endings import UNNAMED, Ending, endings_of, numbering
from eckstein.engine.tables.probing import Tables
from eckstein.engine.tables.table_file import Table
from eckstein.kernel.options import complete, parse
from eckstein.lab.tables.auditing import check
from eckstein.lab.tables.building import build, is_built, work

PROBES = 2000
NEARBY = 20000              # numbers among which all probes fall, so that their blocks are at hand


def main(game: Annotated[str, typer.Argument(help="contra or duell")] = "duell",
         option: Annotated[list[str] | None, typer.Option(help="name=value")] = None,
         jobs: Annotated[int, typer.Option(min=1, help="parts at a time")] = 1,
         up_to: Annotated[str | None, typer.Option(help="the last ending, such as d-d")] = None,
         folder: Annotated[Path | None, typer.Option(help="for the tables, which stay")] = None
         ) -> None:
    """Build and check all tables of a game, or the first ones, and probe them."""
    known = endings_of(game, complete(game, parse(option or [])))
    if up_to is not None:
        known = known[:[ending.name for ending in known].index(up_to) + 1]
    else:
        known = [ending for ending in known if ending.entries <= UNNAMED]
    with contextlib.nullcontext(folder) if folder else tempfile.TemporaryDirectory() as place:
        os.environ["ECKSTEIN_DATA"] = str(place)
        for ending in known:
            _build(ending, known[:ending.number], jobs)
        for ending in known:
            _probe(ending)


def _build(ending: Ending, before: list[Ending], jobs: int) -> None:
    for template in ("search.solve.retrograde", "search.solve.audit"):
        ending.module(template).warm()
    begin, was_there, task = time.perf_counter(), is_built(ending), work(ending, jobs)
    if not was_there:
        build(task, before)
    built = time.perf_counter()
    check(ending, before)
    checked = time.perf_counter()
    how = "was there, " if was_there else (
        f"built in {built - begin:.1f} s ({ending.entries / (built - begin) / 1e6:.2f} million "
        f"a second, {jobs} at a time), ")
    header = Table(ending).header
    print(f"{ending}: {ending.entries:,} entries, {how}"
          f"checked in {checked - built:.1f} s, {task.memory / 1e6:,.0f} MB of memory, "
          f"{ending.path.stat().st_size:,} bytes; won {header.won:,}, drawn {header.drawn:,}, "
          f"lost {header.lost:,}, impossible {header.impossible:,}, farthest end "
          f"{header.longest} plies")


def _probe(ending: Ending) -> None:
    chance, numbers = random.Random(1), numbering(ending.game, ending.options)
    anywhere = _positions(ending, range(ending.entries), chance, PROBES)
    far = Table(ending).header.longest_number       # where some number has a position
    near = _positions(ending, range(far, min(far + NEARBY, ending.entries)), chance, PROBES)
    cold, warm = Tables(ending.game, ending.options), Tables(ending.game, ending.options)
    for p in near:
        warm.value(p)
    print(f"{ending}: a probe takes {_microseconds(cold.value, anywhere):.1f} µs where blocks are "
          f"new, {_microseconds(warm.value, near):.2f} µs where they are not, of which its number "
          f"takes {_microseconds(numbers.place, near):.2f} µs")

def _positions(ending: Ending, among: range, chance: random.Random, count: int) -> list[object]:
    numbers = numbering(ending.game, ending.options)
    found: list[object] = []
    while len(found) < count:
        number = chance.choice(among)
        if numbers.possible(ending.number, number):
            found.append(numbers.position(ending.number, number))
    return found


def _microseconds(function: Callable[[Any], object], positions: list[object]) -> float:
    begin = time.perf_counter()
    for p in positions:
        function(p)
    return (time.perf_counter() - begin) / len(positions) * 1e6


if __name__ == "__main__":
    typer.run(main)
