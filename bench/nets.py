"""What a net costs and is worth: how fast it searches beside the fitted weights, and a match.

    python -m bench.nets GAME [--net FILE] [--games N] [--time S | --nodes N] [--opening-plies N]

The speed is nodes a second of processor time in searches of so many nodes from a few openings, in
the library and as WebAssembly, as a ratio to the weights in turn.  The match is from random
openings in pairs with colours swapped, at equal time for a move; or with so many nodes for the
weights, and for the net as many as it looks at in the same time, whatever else the machine does.
"""
import time
from typing import Annotated

import typer

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.nets import Net, net_for
from eckstein.engine.searcher import Searcher
from eckstein.kernel.specialise import NoCompilerError
from eckstein.lab.arena.match import Standing
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.workers import finished_games

from .progress import tell
from .searching import boards

ROUNDS, NODES = 5, 100_000


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


def main(game: str, net: Annotated[str, typer.Option()] = "on",
         games: Annotated[int, typer.Option(min=2)] = 400,
         seconds: Annotated[float, typer.Option("--time", min=0.001)] = 0.1,
         nodes: Annotated[int, typer.Option(min=0)] = 0,
         plies: Annotated[int, typer.Option("--opening-plies", min=0)] = 6,
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
    limits = [f"time={seconds}"] * 2
    if nodes:
        limits = [f"nodes={int(nodes * ratios['library'])}", f"nodes={nodes}"]
    plan = Plan(game, (f"alphabeta:{limits[0]},net={net}", f"alphabeta:{limits[1]},net=off"), games,
                seed=2, opening_plies=plies)
    played = []
    for one in finished_games(plan, plan.jobs(plan.pairs), jobs):
        played.append(one)
        tell(f"{len(played)} of {games} games")
    tell()
    standing = Standing.of(played)
    elo = standing.estimate()
    print(f"{' against '.join(limits)}: +{standing.wins} ={standing.draws} -{standing.losses}, "
          f"{elo.elo:+.0f} Elo ({elo.low:+.0f} to {elo.high:+.0f})")


if __name__ == "__main__":
    typer.run(main)
