"""The command that proves claims, and checks proofs."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..base.files import check_place
from ..base.sentence import Sentence
from ..words import phrase, tell
from . import completion
from .arguments import IN_ENGLISH, Moves, Options, Position, make_board
from .lines import grouped, note, reason

if TYPE_CHECKING:
    from ..lab.proofs.certificate import Certificate


app = typer.Typer()


@app.command(rich_help_panel=IN_ENGLISH)
def prove(game: Annotated[str | None, typer.Argument(
              help="pur, contra, ecke, duell, echek, or a game of your own; not with --check",
              show_default=False, autocompletion=completion.games)] = None,
          moves: Moves = None, position: Position = None, option: Options = None,
          claim: Annotated[str | None, typer.Option(
              metavar="<claim>", show_default=False,
              help="'white wins', 'white wins within 15', 'no win for white within 11' or 'white "
                   "never wins', or the same of black")] = None,
          out: Annotated[Path | None, typer.Option(
              metavar="<file>", help="write the certificate to this file",
              show_default=False)] = None,
          memory: Annotated[int, typer.Option(
              min=1, max=1 << 20, metavar="<megabytes>",
              help="size of the transposition tables")] = 256,
          threads: Annotated[int, typer.Option(
              min=1, max=256, metavar="<number>",
              help="how many threads look for a win together")] = 1,
          either: Annotated[bool, typer.Option(
              "--either", help="if the claim is false, prove the opposite")] = False,
          tables: Annotated[bool, typer.Option(
              help="ask tables of endings; the certificate needs none")] = True,
          check: Annotated[Path | None, typer.Option(
              "--check", metavar="<file>", help="check a certificate instead",
              show_default=False)] = None) -> int:
    """Prove a claim about a position, or check a certificate (status 1 if it is not true).

    A certificate is checked by the plain rules before it is written.
    """
    if check is not None:
        return _check(check)
    if game is None or claim is None:
        raise ValueError(Sentence("say which game and which --claim, or --check a file"))
    return _prove(game, moves, position, option, claim, out, memory, threads, tables, either)


def _prove(game: str, moves: list[str] | None, position: str | None, option: list[str] | None,
           claim: str, out: Path | None, memory: int, threads: int, tables: bool,
           either: bool) -> int:
    from ..lab.proofs import certificate, proving
    from ..lab.proofs.claims import read_claim
    wanted, board = read_claim(claim), make_board(game, position, option, moves)
    checkpoint, work = None, None
    if out:
        check_place(out)
        if out.is_file() or not out.exists():       # a device has no place beside it
            checkpoint = out.with_name(f"{out.name}.unfinished")
    try:
        with _progress() as report:
            work = proving.Proving(board, wanted, memory, report, threads, checkpoint, tables,
                                   either, note)
            if work.complaint:
                print(work.complaint, file=sys.stderr)
            if work.goes_on:
                print(phrase("going on with {path}", path=checkpoint), file=sys.stderr)
            found = work.run()
            size = work.write(out, found) if out else 0
    except proving.FalseClaimError as error:
        if work:
            work.forget()
        print(phrase("false: {reason}", reason=reason(error)))
        return 1
    except certificate.RefusedError as error:
        if work:
            work.forget()
            if work.false:
                print(phrase("false: {reason}", reason=reason(work.false)))
        print(phrase("no certificate: {reason}", reason=reason(error)))
        return 1
    except proving.StoppedError as error:
        print(reason(error), file=sys.stderr)
        if error.saved:
            print(phrase("to go on, run the same command; what is known lies in {path}",
                         path=checkpoint), file=sys.stderr)
        return 130
    if work.false:
        print(phrase("false: {reason}", reason=reason(work.false)))
    print(phrase("true: {claim} ({count:,} {count:entry|entries}, checked)", claim=found.claim,
                 count=len(found.entries)))
    if out:
        print(phrase("{name}: {count:,} bytes", name=out, count=size))
    work.forget()
    return 1 if work.false else 0


def _check(path: Path) -> int:
    from ..lab.proofs.certificate import RefusedError, read
    from ..lab.proofs.checking import check
    try:
        told = read(path)
        with _progress() as report:
            check(told, partial(report, Sentence("checking {count:,} {count:entry|entries}",
                                                 count=len(told.entries))))
    except RefusedError as error:
        print(phrase("refused: {reason}", reason=reason(error)))
        return 1
    print(f"{phrase('accepted: {claim}', claim=told.claim)}\n{_place(told)}")
    return 0


def _place(told: Certificate) -> str:
    """Which position a certificate is about."""
    from ..board import Board
    from ..kernel.options import write
    from ..lab.proofs.certificate import plain_rules
    from ..notation.positions import write_position
    rules = plain_rules(told.game, told.options)
    start = write_position(rules, rules.Position(*told.start))
    board = Board(told.game, start, compiled=False, **told.options)
    moves = []
    for move in told.history:
        moves.append(board.text(move))
        board.push(move)
    words = [told.game, *write(told.game, told.options).split(), start]
    return " ".join([*words, *(["moves", *moves] if moves else [])])


@contextmanager
def _progress() -> Iterator[Callable[[str, int], None]]:
    """A line on standard error that tells what is being done, and how fast."""
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    from .progress import Progress
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(),
                  transient=True) as progress:
        task = progress.add_task("", total=None)

        def report(text: str, count: int) -> None:
            progress.update(task, completed=count)
            speed = progress.tasks[task].speed
            rate = f", {grouped(round(speed))}/s" if speed else ""
            progress.update(task, description=f"{tell(text)}: {grouped(count)}{rate}")
        yield report
