"""How often a net, and the weights, keep the exact value of endings that tables know.

    python -m bench.exact [GAME...] [--net FILE] [--positions N] [--seed N]

For each ending whose table is there, so many random positions in which some legal move throws the
value away: a win, or a draw.  Alpha-beta looks at so many positions, from an empty table of its own
and without tables of endings and proofs.  Prints the share of positions in which its move keeps the
value, with bounds of 95 % (Wilson, 1927), and in how many only one of the two keeps it.

Larger tables come first from `eckstein tables build`, as for `eckstein tables probe`.
"""
import math
import random
from collections.abc import Iterator
from typing import Annotated

import typer

from eckstein import Board, names
from eckstein.engine.limits import Limits
from eckstein.engine.nets import Net, net_for
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import Ending, NoTableError, Probe, endings_of, probe
from eckstein.engine.tables.endings import numbering
from eckstein.engine.tables.traps import has_trap, judge
from eckstein.kernel.options import complete
from eckstein.lab.arena.statistics import SURE

from .progress import tell

NODES = 300, 1000, 5000
MEGABYTES = 1
TRIES = 100_000             # numbers in a row without such a position: there are none


def share(kept: int, count: int) -> str:
    """A share with its bounds."""
    middle, square = (kept + SURE ** 2 / 2) / (count + SURE ** 2), SURE ** 2 / (count + SURE ** 2)
    found = kept / count
    half = math.sqrt(square * (found * (1 - found) * count / (count + SURE ** 2) + square / 4))
    return f"{found:.3f} ({middle - half:.3f} to {middle + half:.3f})"


def critical(ending: Ending, seed: int) -> Iterator[tuple[Board, Probe]]:
    """Random positions of an ending in which a legal move throws the value away, and their values.

    Raises:
        NoTableError: if its table is not there.
    """
    chance, numbers = random.Random(f"{ending} {seed}"), numbering(ending.game, ending.options)
    seen, tried = set[int](), 0
    while tried < TRIES:
        number, tried = chance.randrange(ending.entries), tried + 1
        if number in seen or not numbers.possible(ending.number, number):
            continue
        seen.add(number)
        board = Board(ending.game)
        board._set(board.rules.Position(*numbers.position(ending.number, number)), board.origin)
        if not board.is_game_over():
            found = probe(board)
            if has_trap(found):
                tried = 0
                yield board, found


def kept(searcher: Searcher, positions: list[tuple[Board, Probe]], nodes: int) -> list[bool]:
    """In which positions the move that seems best keeps the value."""
    told = []
    for board, found in positions:
        searcher.clear()
        told.append(judge(found, searcher.best(board, Limits(nodes=nodes)).pv[0]).kept)
    return told


def measure(ending: Ending, net: Net | None, count: int, seed: int) -> None:
    """Print the figures of an ending."""
    positions = []
    for one in critical(ending, seed):
        positions.append(one)
        tell(f"{ending}: {len(positions)} of {count} positions")
        if len(positions) == count:
            break
    tell()
    if not positions:
        print(f"{ending}: no move throws anything away")
        return
    count = len(positions)
    players = {"weights": None, **({f"net {net.name}": net} if net else {})}
    found = {}
    for name, evaluation in players.items():
        searcher = Searcher(ending.game, complete(ending.game, {}), megabytes=MEGABYTES,
                            proofs=False, net=evaluation)
        searcher.warm()
        for nodes in NODES:
            tell(f"{ending}: {name}, {nodes:,} nodes")
            found[name, nodes] = kept(searcher, positions, nodes)
        searcher.close()
    tell()
    for nodes in NODES:
        told = ", ".join(f"{name} {share(sum(found[name, nodes]), count)}" for name in players)
        if net:
            one, other = (found[name, nodes] for name in players)
            told += (f"; only the weights {sum(a > b for a, b in zip(one, other, strict=True))}, "
                     f"only the net {sum(a < b for a, b in zip(one, other, strict=True))}")
        print(f"{ending}, {nodes:,} nodes: {told}", flush=True)


def main(games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
         net: Annotated[str, typer.Option(help="`on` or a file")] = "on",
         positions: Annotated[int, typer.Option(min=1, help="of each ending")] = 1000,
         seed: Annotated[int, typer.Option(min=0)] = 1) -> None:
    """Measure and print."""
    print(f"{positions:,} critical positions of each ending, seed {seed}")
    for game in games or names():
        for ending in endings_of(game, complete(game, {})):
            try:
                measure(ending, net_for(net, game, complete(game, {})), positions, seed)
            except NoTableError:
                print(f"{ending}: there is no table")


if __name__ == "__main__":
    typer.run(main)
