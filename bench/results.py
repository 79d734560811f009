"""What is proved of the games, proved again: the tables of docs/results.md.

    python -m bench.results small               Contra on 3 x 3 and 4 x 4 squares
    python -m bench.results one                 one die each on 7 x 7, from every column
    python -m bench.results two --seconds 600   two dice each, from every two columns
    python -m bench.results two af be           from these columns
    python -m bench.results draws               those from which neither player ever wins
    python -m bench.results corners             Ecke: dice on both of one's own corners
    python -m bench.results bounds --seconds 300    how far wins are ruled out in the full games
    python -m bench.results bounds contra --threads 16    in this game, by so many threads
    python -m bench.results bounds contra --colour black --plies 28   for him alone, and no further
    python -m bench.results five --seconds 3600     the same for Contra on 5 x 5 squares
    python -m bench.results fewer bd abd --size 5   who wins on smaller boards, with fewer dice

Black's dice stand on the same columns as White's, seen from his side.  Every certificate is checked
by the plain rules before its row is printed.  Where White cannot force a win, Black's is asked for.
With fewer dice a win need not be the shortest.
"""
import datetime
import itertools
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import typer

from eckstein import Board
from eckstein.lab.proofs import certificate
from eckstein.lab.proofs.certificate import Certificate
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.proving import FalseClaimError, Proving, StoppedError

from .__main__ import conditions
from .progress import tell

COLUMNS = "abcdefg"
PAIRS = ["".join(pair) for pair in itertools.combinations(COLUMNS, 2)]
DRAWS = "af", "be", "bf", "cd", "cf", "de", "fg"
FURTHEST = 255              # plies
GAMES = "pur", "contra", "ecke", "duell", "echek"

Seconds = Annotated[float, typer.Option(help="for each claim")]
Megabytes = Annotated[int, typer.Option(help="of the transposition table")]
Columns = Annotated[list[str] | None, typer.Argument(help="all if none are named")]
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
def small(seconds: Seconds = 3600, megabytes: Megabytes = 512, keep: Keep = None) -> None:
    """Both players never win on 3 x 3 and 4 x 4 squares."""
    _head()
    for size in "3", "4":
        _never(f"size {size}", Board("contra", size=size), seconds, megabytes, keep)


@app.command()
def one(columns: Columns = None, seconds: Seconds = 600, megabytes: Megabytes = 64,
        threads: Threads = 1, keep: Keep = None) -> None:
    """One die each."""
    _dice(columns or COLUMNS, seconds, megabytes, threads, keep)


@app.command()
def two(columns: Columns = None, seconds: Seconds = 600, megabytes: Megabytes = 1024,
        threads: Threads = 1, keep: Keep = None) -> None:
    """Two dice each."""
    _dice(columns or PAIRS, seconds, megabytes, threads, keep)


@app.command()
def draws(columns: Columns = None, seconds: Seconds = 3600, megabytes: Megabytes = 1024,
          keep: Keep = None) -> None:
    """Neither player ever wins with two dice each."""
    _head()
    for pair in columns or DRAWS:
        _never(pair, placed(pair), seconds, megabytes, keep)


def _never(name: str, board: Board, seconds: float, megabytes: int, keep: Path | None) -> None:
    for colour in "white", "black":
        Row(f"{name} {colour}", board, f"{colour} never wins", seconds, megabytes).print(keep)


def _dice(placements: Iterable[str], seconds: float, megabytes: int, threads: int,
          keep: Path | None) -> None:
    _head()
    for columns in placements:
        for colour in "white", "black":
            row = Row(f"{columns} {colour}", placed(columns), f"{colour} wins", seconds, megabytes,
                      threads)
            row.print(keep)
            if not row.refuted:
                break


@app.command()
def corners(seconds: Seconds = 600, megabytes: Megabytes = 256, threads: Threads = 1,
            keep: Keep = None) -> None:
    """White's dice on a1 and g1, alone and with another, against dice in the middle."""
    _head()
    for own, theirs in itertools.product(("a1 g1", "a1 b1 g1", "a1 c1 g1", "a1 d1 g1"),
                                         ("c3 e3", "b3 d3 f3")):
        dice = "".join([f"W{at}" for at in own.split()] + [f"v{at}" for at in theirs.split()])
        claim = "black wins" if own == "a1 g1" else "black never wins"
        Row(f"{own} against {theirs}", Board("ecke", f"E{dice}"), claim, seconds, megabytes,
            threads).print(keep)


@app.command()
def bounds(games: Annotated[list[str] | None, typer.Argument(help="all if none are named")] = None,
           seconds: Seconds = 300, megabytes: Megabytes = 1024, threads: Threads = 1,
           colour: Colour = None, plies: Plies = FURTHEST) -> None:
    """The full games, with their usual options."""
    _head()
    for game in games or GAMES:
        _bounds(game, Board(game), seconds, megabytes, threads, colour, plies)


@app.command()
def five(seconds: Seconds = 3600, megabytes: Megabytes = 1024, threads: Threads = 1,
         colour: Colour = None, plies: Plies = FURTHEST) -> None:
    """Contra on 5 x 5 squares."""
    _head()
    _bounds("size 5", Board("contra", size="5"), seconds, megabytes, threads, colour, plies)


@app.command()
def fewer(columns: Annotated[list[str], typer.Argument(help="such as bd")],
          size: Annotated[int, typer.Option(min=3, max=7)] = 5, seconds: Seconds = 600,
          megabytes: Megabytes = 1024, threads: Threads = 1, keep: Keep = None) -> None:
    """Dice on some columns of a smaller board: who wins, or never does."""
    _head()
    for some in columns:
        for colour in "white", "black":
            name, board = f"{size} x {size} {some} {colour}", placed(some, size)
            Row(name, board, f"{colour} never wins", seconds, megabytes, threads,
                either=True).print(keep)


def _bounds(name: str, board: Board, seconds: float, megabytes: int, threads: int,
            only: str | None, plies: int) -> None:
    for colour in (only,) if only else ("white", "black"):
        Row(f"{name} {colour}", board, f"{colour} wins within {plies}", seconds, megabytes,
            threads).print(None)


if __name__ == "__main__":
    app()
