"""What a net costs and is worth: how fast it searches beside the fitted weights, and two matches.

    python -m bench.nets GAME [--net FILE] [--games N] [--time S] [--busy]
                                [--margin S] [--nodes N]

The speed is nodes a second of processor time in searches of so many nodes from a few openings, in
the library and as WebAssembly, as a ratio to the weights in turn.  The first match is by the clock:
so much wall time for a move, at rest or, with --busy, beside one busy process a core; other work on
the machine counts, too, and is best avoided.  The second is by positions: so many for the weights,
and for the net as many as it looks at in the same time, whatever else the machine does.  Pairs of
games begin with random openings, with colours swapped.  Ctrl-C ends a match, and what was played
until then is printed: long games, often drawn, are missing then.
"""
import contextlib
import os
import time
from collections.abc import Iterator
from typing import Annotated

import typer

from eckstein import Board
from eckstein.base.parent_watch import end_with_parent
from eckstein.base.processes import Spawning
from eckstein.engine.limits import Limits
from eckstein.engine.nets import Net, net_for
from eckstein.engine.searcher import Searcher
from eckstein.kernel.specialise import NoCompilerError
from eckstein.lab.arena.pace import MARGIN, Pace
from eckstein.lab.arena.plan import Plan

from .matches import standing_of
from .searching import boards

ROUNDS, NODES = 5, 100_000
SEED = 2


def speed(game: str, net: Net | None, life: str) -> float:
    """Nodes a second of processor time."""
    searcher = Searcher(game, Board(game).options, proofs=False, net=net, life=life)
    searcher.warm()
    nodes, begin = 0, time.process_time()
    for board in boards(game):
        searcher.clear()
        nodes += searcher.best(board, Limits(nodes=NODES)).nodes
    seconds = time.process_time() - begin
    searcher.close()
    return nodes / seconds


def ratio(game: str, net: Net, life: str) -> float:
    """The speed by the net against that by the weights, each the best of rounds in turn."""
    fastest = [0.0, 0.0]
    for _ in range(ROUNDS):
        for place, one in enumerate((net, None)):
            fastest[place] = max(fastest[place], speed(game, one, life))
    return fastest[0] / fastest[1]


def _burn() -> None:
    """Keep a core busy."""
    end_with_parent()
    while True:
        pass


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that do nothing but work."""
    processes = [Spawning().Process(target=_burn, daemon=True) for _ in range(count)]
    try:
        for one in processes:
            one.start()
        yield
    finally:
        for one in processes:
            one.kill()
            one.join()


def match(game: str, net: str, limits: tuple[str, str], games: int, plies: int, jobs: int,
          margin: float) -> str:
    """What a match of the net against the weights came to, each under its limit."""
    plan = Plan(game, (f"alphabeta:{limits[0]},net={net}", f"alphabeta:{limits[1]},net=off"), games,
                seed=SEED, opening_plies=plies, pace=Pace(margin=margin))
    standing, late = standing_of(plan, jobs, ", ".join(dict.fromkeys(limits)))
    elo = standing.estimate()
    return (f"+{standing.wins} ={standing.draws} -{standing.losses}, {elo.elo:+.0f} Elo "
            f"({elo.low:+.0f} to {elo.high:+.0f}); {late} games lost by time")


def main(game: str, net: Annotated[str, typer.Option()] = "on",
         games: Annotated[int, typer.Option(min=2, help="of each match")] = 400,
         seconds: Annotated[float, typer.Option("--time", min=0, help="for a move; 0: no match by "
                                                "the clock")] = 0.1,
         beside: Annotated[bool, typer.Option("--busy", help="one busy process a core")] = False,
         nodes: Annotated[int, typer.Option(min=0, help="for a move of the weights; 0: no match by "
                                            "positions")] = 20_000,
         plies: Annotated[int, typer.Option("--opening-plies", min=0)] = 6,
         margin: Annotated[float, typer.Option(min=0, help="seconds by which a move may take "
                                               "longer; beyond them the game is lost")] = MARGIN,
         jobs: Annotated[int, typer.Option(min=1)] = 1) -> None:
    """Measure and print."""
    found = net_for(net, game, Board(game).options)
    if found is None:
        raise SystemExit(f"there is no net of {game}")
    print(f"{game}, net {found.name}")
    ratios = {}
    for life in ("library", "wasm"):
        try:
            ratios[life] = ratio(game, found, life)
            print(f"nodes a second against the weights, {life}: {ratios[life]:.2f}", flush=True)
        except NoCompilerError as error:
            print(f"{life}: {error}")
    if seconds:
        limit, cores = f"time={seconds}", os.cpu_count() or 1
        with busy(cores if beside else 0):
            told = match(game, net, (limit, limit), games, plies, jobs, margin)
        print(f"by the clock, {seconds} s a move{f', {cores} busy processes' if beside else ''}: "
              f"{told}", flush=True)
    if nodes:
        by = f"nodes={int(nodes * ratios['library'])}", f"nodes={nodes}"
        print(f"by positions, {by[0]} against {by[1]}: "
              f"{match(game, net, by, games, plies, jobs, margin)}", flush=True)


if __name__ == "__main__":
    typer.run(main)
