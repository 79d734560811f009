"""Tables of endings: how long they take to build and to check, their size, how fast they answer.

Tables are built in a folder of their own, which goes afterwards.  Building is timed with compiled
code at hand; a probe is timed in interpreted Python, over positions drawn by lot, first with blocks
that have to be decompressed and then with blocks that have been.
"""
import os
import random
import tempfile
import time
from typing import Annotated

import typer

from eckstein.options import complete, parse
from eckstein.tables.auditing import check
from eckstein.tables.building import build, work
from eckstein.tables.endings import Ending, endings_of, numbering
from eckstein.tables.probing import Tables
from eckstein.tables.table_file import Table

PROBES = 2000
NEARBY = 20000              # numbers among which all probes fall, so that their blocks are at hand


def main(game: Annotated[str, typer.Argument(help="contra or duell")] = "duell",
         option: Annotated[list[str] | None, typer.Option(help="name=value")] = None,
         jobs: Annotated[int, typer.Option(min=1, help="parts at a time")] = 1) -> None:
    """Build and check all tables of a game, and probe them."""
    known = endings_of(game, complete(game, parse(option or [])))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ECKSTEIN_DATA"] = folder
        for ending in known:
            _build(ending, known[:ending.number], jobs)
        for ending in known:
            _probe(ending)


def _build(ending: Ending, before: list[Ending], jobs: int) -> None:
    for template in ("search.retrograde", "search.audit"):
        ending.module(template).warm()
    begin = time.perf_counter()
    task = work(ending, jobs)
    build(task, before, jobs)
    built = time.perf_counter()
    check(ending, before)
    checked = time.perf_counter()
    header = Table(ending).header
    print(f"{ending}: {ending.entries:,} entries, built in {built - begin:.1f} s "
          f"({ending.entries / (built - begin) / 1e6:.2f} million a second, {jobs} at a time), "
          f"checked in {checked - built:.1f} s, {task.memory / 1e6:,.0f} MB of memory, "
          f"{ending.path.stat().st_size:,} bytes; won {header.won:,}, drawn {header.drawn:,}, "
          f"lost {header.lost:,}, impossible {header.impossible:,}, farthest end "
          f"{header.longest} plies")


def _probe(ending: Ending) -> None:
    chance, numbers = random.Random(1), numbering(ending.game, ending.options)
    anywhere = _positions(ending, range(ending.entries), chance, PROBES)
    middle = ending.entries // 2
    near = _positions(ending, range(middle, min(middle + NEARBY, ending.entries)), chance, PROBES)
    cold, warm = Tables(ending.game, ending.options), Tables(ending.game, ending.options)
    for p in near:
        warm.code(p)
    print(f"{ending}: a probe takes {_microseconds(cold, anywhere):.1f} µs where blocks are new, "
          f"{_microseconds(warm, near):.2f} µs where they are not, of which its number takes "
          f"{_numbering_time(numbers, near):.2f} µs")


def _positions(ending: Ending, among: range, chance: random.Random, count: int) -> list[object]:
    numbers = numbering(ending.game, ending.options)
    found: list[object] = []
    while len(found) < count:
        number = chance.choice(among)
        if numbers.possible(ending.number, number):
            found.append(numbers.position(ending.number, number))
    return found


def _microseconds(tables: Tables, positions: list[object]) -> float:
    begin = time.perf_counter()
    for p in positions:
        tables.code(p)
    return (time.perf_counter() - begin) / len(positions) * 1e6


def _numbering_time(numbers: object, positions: list[object]) -> float:
    place = numbers.place  # type: ignore[attr-defined]
    begin = time.perf_counter()
    for p in positions:
        place(p)
    return (time.perf_counter() - begin) / len(positions) * 1e6


if __name__ == "__main__":
    typer.run(main)
