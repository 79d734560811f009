"""Certificates of White's wins as proof numbers have found them; none looks for a shorter win.

    python -m bench.descents abde FOLDER --size 5 --threads 2 --megabytes 8192

Contra with dice on some columns, as `bench.results fewer` places them.  `eckstein prove` makes the
same certificates, but gives the search at full width some minutes first.
"""
import time
from pathlib import Path
from typing import Annotated

import typer

from eckstein.kernel import specialise
from eckstein.proofs.certificate import Certificate, write
from eckstein.proofs.checking import check
from eckstein.proofs.claims import Claim
from eckstein.proofs.descending import Descent
from eckstein.proofs.numbers import Numbers
from eckstein.proofs.strategies import Searched

from .__main__ import conditions
from .results import placed


def main(columns: Annotated[str, typer.Argument(help="such as bd")], keep: Path,
         size: Annotated[int, typer.Option(min=3, max=7)] = 5,
         threads: Annotated[int, typer.Option(min=1)] = 1,
         megabytes: Annotated[int, typer.Option(min=1)] = 2000) -> None:
    """Print how long each step took, and write the certificate into a folder."""
    print(conditions())
    board, begin = placed(columns, size), time.perf_counter()
    searched = Searched(specialise("search.bounded", "contra", size=str(size)), board, 0, 1)
    numbers = Numbers(specialise("search.proof", "contra", size=str(size)), board, 0, megabytes,
                      threads)
    if numbers.wins() < 0:
        raise typer.BadParameter(f"White cannot win with dice on {columns}")
    print(f"won after {numbers.nodes:,} positions, {time.perf_counter() - begin:.0f} s", flush=True)
    plies, entries = Descent(searched, numbers).entries()
    print(f"{len(entries):,} entries, within {plies} plies, {time.perf_counter() - begin:.0f} s",
          flush=True)
    made = Certificate("contra", board.options, tuple(map(int, board._p)), [],
                       Claim(0, True, plies), entries)
    check(made)
    keep.mkdir(parents=True, exist_ok=True)
    size_of_file = write(keep / f"{size} x {size} {columns} white.proof", made)
    print(f"checked, {size_of_file:,} bytes, {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    typer.run(main)
