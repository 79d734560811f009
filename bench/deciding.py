"""How long proof-number search takes to decide whether a player can force a win, by threads.

    python -m bench.deciding ace:white acd:white --size 5 --threads 2 --megabytes 4000
    python -m bench.deciding ace:white acd:white --size 5 --megabytes 4000 --write
    python -m bench.deciding bcd:white --trusting   failures on a path count for all paths

Contra on a small board, with dice on some columns as `bench.results dice` places them, and the
colour that is to win.  Lack of progress ends no game, as for claims that a player never wins.  With
`--write` the entries of a certificate are made as well, which is not checked here.
"""
import time
from typing import Annotated

import typer

from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs.claims import NAMES
from eckstein.lab.proofs.closing import ClosedSet
from eckstein.lab.proofs.descending import Descent
from eckstein.lab.proofs.entries import Entries
from eckstein.lab.proofs.full_width import FullWidth
from eckstein.lab.proofs.proof_numbers import ProofNumbers

from .__main__ import conditions
from .results import placed


def main(questions: Annotated[list[str], typer.Argument(help="such as ace:white")],
         size: Annotated[int, typer.Option(min=3, max=7)] = 5,
         threads: Annotated[int, typer.Option(min=1, help="at most")] = 1,
         megabytes: Annotated[int, typer.Option(min=1)] = 2000,
         trusting: Annotated[bool, typer.Option("--trusting", help="trust failures")] = False,
         write: Annotated[bool, typer.Option("--write", help="make the entries, too")] = False
         ) -> None:
    """Print the answer, the positions made and the seconds for each number of threads."""
    print(conditions())
    print(f"{'question':14}{'threads':>8}  {'answer':16}{'positions':>16}{'seconds':>9}"
          f"{'million/s':>11}")
    search = specialise("search.play.proof", "contra", size=str(size))
    search.warm()
    bounded = specialise("search.play.bounded", "contra", size=str(size))
    if write:
        for template in "search.solve.descent", "search.solve.closure":
            specialise(template, "contra", size=str(size)).warm()
    for question in questions:
        columns, _, colour = question.partition(":")
        if colour not in NAMES:
            raise typer.BadParameter(f"{question!r} is no question; write it as ace:white")
        board, attacker = placed(columns, size), NAMES.index(colour)
        for together in range(1, threads + 1):
            numbers = ProofNumbers(search, board, attacker, megabytes, together)
            begin = time.perf_counter()
            answer = numbers.forces(board.state, trusting=trusting)
            seconds = time.perf_counter() - begin
            nodes = numbers.team.nodes
            print(f"{question:14}{together:8}  {'wins' if answer > 0 else 'cannot win':16}"
                  f"{nodes:16,}{seconds:9.1f}{nodes / seconds / 1e6:11.1f}", flush=True)
            if write:
                solver = FullWidth(bounded, board, attacker, 1)
                begin = time.perf_counter()
                entries = (Descent(solver, numbers).entries()[1] if answer > 0
                           else closed(ClosedSet(solver, numbers)))
                seconds = time.perf_counter() - begin
                print(f"{'':24}{len(entries):,} entries, {seconds:.2f} s, "
                      f"{len(entries) / seconds:,.0f} a second", flush=True)


def closed(closure: ClosedSet) -> Entries:
    """The entries of a closed set."""
    if not closure.is_closed():
        raise SystemExit("the search was too trusting: it can be won")
    return closure.entries()


if __name__ == "__main__":
    typer.run(main)
