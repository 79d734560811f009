"""What tables of endings are worth to proofs: claims about random positions shortly before one.

    python -m bench.claims contra --white 2 --black 1

Positions are those of `bench.within`; each is claimed to be won by the player for whom the judge
sees a win.  The proof is looked for twice, with tables and without, each time for so many seconds
at most; certificates are checked, as always, by the rules alone.
"""
import statistics
import threading
import time
from typing import Annotated, NamedTuple

import typer

from eckstein import Board
from eckstein.lab.proofs.claims import FOREVER, Claim
from eckstein.lab.proofs.proving import Proving, StoppedError

from .progress import tell
from .within import Judge, positions


class Proved(NamedTuple):
    """How a proof went.

    Attributes:
        seconds: it took.
        entries: of the certificate; None if there was not enough time.
    """

    seconds: float
    entries: int | None


def proved(board: Board, within: float, tables: bool, megabytes: int, most: float) -> Proved:
    """Prove that the player to move wins."""
    begin = time.perf_counter()
    work = Proving(board, Claim(int(board._p.side), True, within), megabytes, tables=tables)
    clock = threading.Timer(most, work.stop)
    clock.start()
    try:
        entries: int | None = len(work.run().entries)
    except StoppedError:
        entries = None
    finally:
        clock.cancel()
    return Proved(time.perf_counter() - begin, entries)


def main(game: Annotated[str, typer.Argument(help="contra or duell")] = "contra",
         white: Annotated[int, typer.Option(min=1)] = 2,
         black: Annotated[int, typer.Option(min=0)] = 1,
         count: Annotated[int, typer.Option(min=1, help="won positions")] = 20,
         least: Annotated[int, typer.Option(help="plies of the wins, or more")] = 7,
         open_ended: Annotated[bool, typer.Option(
             "--open", help="claim that he wins, and not within how many plies")] = False,
         seconds: Annotated[float, typer.Option(help="for each proof")] = 30.0,
         megabytes: int = 256, seed: int = 1) -> None:
    """Print how many claims were proved, how long that took, and how long certificates are."""
    judge, tried = Judge(game, 100_000), 0
    found: dict[bool, list[Proved]] = {True: [], False: []}
    for board in positions(game, white, black, seed):
        tried += 1
        plies = judge.plies(board)
        if plies < least:
            continue
        for tables, all_of_them in found.items():
            tell(f"{len(all_of_them)} of {count} won positions")
            all_of_them.append(proved(board, FOREVER if open_ended else plies, tables, megabytes,
                                      seconds))
        if len(found[False]) == count:
            break
    tell()
    judge.close()
    print(f"{game}, {white} against {black}: {count} positions won in {least} plies or more, "
          f"of {tried}; {seconds:g} s for each proof")
    for tables, all_of_them in found.items():
        done = [one for one in all_of_them if one.entries is not None]
        print(f"{'with' if tables else 'without'} tables: {len(done)} proved, "
              f"{statistics.median(one.seconds for one in all_of_them):.2f} s in the middle, "
              f"{sum(one.seconds for one in all_of_them):.0f} s in all, certificates of up to "
              f"{max((one.entries or 0 for one in done), default=0):,} entries", flush=True)


if __name__ == "__main__":
    typer.run(main)
