"""What is proved of the games, proved again: the tables of docs/laboratory/results.md.

    python -m bench.results dice abc --size 3           Contra: the winner, dice on these columns
    python -m bench.results dice --count 1 --shortest   with one die each, from every column
    python -m bench.results dice bd --size 5 --threads 2
    python -m bench.results corners                     Ecke: dice on both of one's own corners
    python -m bench.results bounds --seconds 300        how far wins are ruled out in the full games
    python -m bench.results bounds contra --size 5 --colour black --plies 28

Black's dice stand on the same columns as White's, seen from his side.  Every certificate is checked
by the plain rules before its row is printed.  A win is the shortest only with `--shortest`; then
Black's win is asked for where White cannot force one.
"""
import datetime
import itertools
import threading
import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from eckstein import Board, names
from eckstein.lab.proofs import certificate
from eckstein.lab.proofs.certificate import Certificate
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.proving import FalseClaimError, Proving, StoppedError

from .__main__ import conditions
from .progress import tell

COLUMNS = "abcdefg"
FURTHEST = 255              # plies

Seconds = Annotated[float, typer.Option(help="for each claim")]
Megabytes = Annotated[int, typer.Option(help="of the transposition table")]
Size = Annotated[int, typer.Option(min=3, max=7, help="of Contra's board")]
Threads = Annotated[int, typer.Option(help="that look for a win together")]
Colour = Annotated[Literal["white", "black"] | None, typer.Option(help="both if none is named")]
Plies = Annotated[int, typer.Option(help="how far it looks at most", min=1, max=FURTHEST)]
Keep = Annotated[Path | None, typer.Option(help="a folder for the certificates")]
app = typer.Typer(help=__doc__, add_completion=False)


class Row:
    """A claim put to work, and what came of it.

    Args:
        name: of the row, and of the file.
        board: the position.
        claim: in words.
        seconds: after which it is given up.
        megabytes, threads, either: as for `Proving`.
    """

    def __init__(self, name: str, board: Board, claim: str, seconds: float, megabytes: int,
                 threads: int = 1, either: bool = False) -> None:
        work = Proving(board, read_claim(claim), megabytes,
                       lambda text, nodes: tell(f"{name}: {text}, {nodes:,}"), threads,
                       either=either)
        timer = threading.Timer(seconds, work.stop)
        timer.daemon = True
        self.name, self.proof, self.depth, self.refuted = name, None, 0, ""
        begin = time.perf_counter()
        timer.start()
        try:
            self.proof = work.run()
        except StoppedError as stopped:
            self.depth = stopped.depth
        except FalseClaimError as false:
            self.refuted = str(false)
        finally:
            timer.cancel()
        self.seconds = time.perf_counter() - begin

    def print(self, keep: Path | None) -> None:
        """Write a row of a table, and the certificate."""
        print(f"| {self.name} | {self._result()} | {self.seconds:.0f} s | "
              f"{self._size(keep)} |", flush=True)

    def _result(self) -> str:
        if self.proof:
            return str(self.proof.claim)
        return self.refuted or (f"no win within {self.depth}" if self.depth else "not known")

    def _size(self, keep: Path | None) -> str:
        if self.proof is None:
            return "none"
        written = f"{len(self.proof.entries):,} entries"
        return f"{written}, {self._written(self.proof, keep):,} bytes" if keep else written

    def _written(self, proof: Certificate, keep: Path) -> int:
        keep.mkdir(parents=True, exist_ok=True)
        return certificate.write(keep / f"{self.name.replace(' ', '-')}.proof", proof)


def placed(columns: str, size: int = 7) -> Board:
    """Contra with White's dice on these columns, and Black's on the same, turned round.

    Raises:
        typer.BadParameter: if these are no columns.
    """
    known = COLUMNS[:size]
    if not columns or not set(columns) <= set(known) or len(set(columns)) < len(columns):
        raise typer.BadParameter(f"{columns!r} are no columns; write them as in {known[::2]}")
    white = "".join(f"W{column}1" for column in columns)
    black = "".join(f"v{known[-1 - known.index(column)]}{size}" for column in columns)
    return Board("contra", f"C{white}{black}", size=str(size))


def _head() -> None:
    print(f"{datetime.datetime.now(datetime.UTC).date()}, {conditions()}\n\n"
          "| what | result | time | certificate |\n|-|-|-|-|", flush=True)


@app.command()
def dice(columns: Annotated[list[str] | None, typer.Argument(help="such as bd ace")] = None,
         count: Annotated[int, typer.Option(help="of dice, where no columns are named")] = 2,
         size: Size = 7, shortest: bool = False, seconds: Seconds = 600,
         megabytes: Megabytes = 1024, threads: Threads = 1, keep: Keep = None) -> None:
    """Contra with dice on some columns: the side that wins, or never does."""
    _head()
    for some in columns or map("".join, itertools.combinations(COLUMNS[:size], count)):
        for colour in "white", "black":
            claim = f"{colour} wins" if shortest else f"{colour} never wins"
            row = Row(f"{size} x {size} {some} {colour}", placed(some, size), claim, seconds,
                      megabytes, threads, either=not shortest)
            row.print(keep)
            if shortest and not row.refuted:
                break


@app.command()
def corners(seconds: Seconds = 600, megabytes: Megabytes = 256, threads: Threads = 1,
            keep: Keep = None) -> None:
    """White's dice on a1 and g1, alone and with another, against dice in the middle."""
    _head()
    for own, theirs in itertools.product(("a1 g1", "a1 b1 g1", "a1 c1 g1", "a1 d1 g1"),
                                         ("c3 e3", "b3 d3 f3")):
        pieces = "".join([f"W{at}" for at in own.split()] + [f"v{at}" for at in theirs.split()])
        claim = "black wins" if own == "a1 g1" else "black never wins"
        Row(f"{own} against {theirs}", Board("ecke", f"E{pieces}"), claim, seconds, megabytes,
            threads).print(keep)


@app.command()
def bounds(games: Annotated[list[str] | None, typer.Argument(help="all if none are named")] = None,
           size: Size = 7, seconds: Seconds = 300, megabytes: Megabytes = 1024,
           threads: Threads = 1, colour: Colour = None, plies: Plies = FURTHEST) -> None:
    """Within how many plies no side wins from the start, with the usual options."""
    _head()
    for game in games or names():
        board = Board(game, size=str(size)) if game == "contra" else Board(game)
        for one in (colour,) if colour else ("white", "black"):
            Row(f"{game} {one}", board, f"{one} wins within {plies}", seconds, megabytes,
                threads).print(None)


if __name__ == "__main__":
    app()
