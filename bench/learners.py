"""Baselines of the benchmark that learn: from nothing, for so many minutes of the processor.

    python -m bench.learners [RULES...] [--minutes M]... [--seeds N] [--folder F]
    python -m bench.learners contra "contra size=3" --minutes 5 --minutes 20

`eckstein learn zero` and PPO (examples/learning/ppo.py) play against themselves.  Both train the
same kind of network.  What it knew in time is measured: the most likely move of the policy alone,
and `zero:net=FILE,nodes=200`.  The same seed gives the same networks, iteration by iteration; how
many iterations fit into the minutes depends on the processor.

Prints the means of all trainings; in brackets is the lowest and the highest of their bounds of 95 %
for the choice of positions.  NashConv owes nothing to that choice.  `--folder` keeps networks and
figures, and what is there is not made again.
"""
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from eckstein.cli.zero_commands import ONE_THREAD

os.environ.update({name: os.environ.get(name, value) for name, value in ONE_THREAD.items()})
sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "learning"))

import msgspec
import numpy as np
import ppo

from eckstein.base.files import save_bytes
from eckstein.engine.zero.network import Network
from eckstein.engine.zero.network_file import SUFFIX, Header, read_network, write_network
from eckstein.kernel.options import complete, parse, write
from eckstein.lab.benchmark import by_batch, measure
from eckstein.lab.learning import BatchGame
from eckstein.lab.zero.loop import run
from eckstein.lab.zero.settings import Settings

from .baselines import FIGURES, show
from .progress import tell

RULES = "contra", "contra size=3", "duell"
MINUTES = 5.0, 20.0
WAYS = {"PPO": ["policy"], "zero": ["policy", "200 simulations"]}

# At the end of each of some minutes: the network, and how much it had learned from.
Trained = Iterator[tuple[float, Network, str]]


def by_ppo(game: str, options: dict[str, Any], seed: int, minutes: Sequence[float],
           folder: Path) -> Trained:
    """Train by PPO."""
    begin, ahead, last = time.process_time(), list(minutes), None
    for iteration, (positions, network) in enumerate(ppo.learn(game, seed, **options)):
        spent = time.process_time() - begin
        tell(f"PPO in {game}, seed {seed}: {spent:.0f} s, {positions:,} positions")
        while last and ahead and spent > 60 * ahead[0]:
            yield ahead.pop(0), *last
        if not ahead:
            return
        last = network, f"{iteration} iterations, {positions:,} positions"


def by_zero(game: str, options: dict[str, Any], seed: int, minutes: Sequence[float],
            folder: Path) -> Trained:
    """Train as `eckstein learn zero` does."""
    place = folder / f"{_named(game, options)} zero {seed}"
    settings = Settings(game=game, options=parse([write(game, complete(game, options))]),
                        seed=seed)
    for some in minutes:
        state = run(place, settings, some / 60, lambda row: tell(
            f"zero in {game}, seed {seed}: {row.seconds:.0f} s, {row.positions:,} positions"))
        row = [row for row in state.rows if row.seconds <= 60 * some][-1]
        _, network = read_network(place / "networks" / f"{row.iteration:05}{SUFFIX}")
        yield some, network, f"{row.iteration} iterations, {row.positions:,} positions"


LEARNERS: dict[str, Callable[..., Trained]] = {"PPO": by_ppo, "zero": by_zero}


def train(learner: str, game: str, options: dict[str, Any], seed: int, minutes: Sequence[float],
          folder: Path) -> list[Path]:
    """The networks of a training, for each of some minutes."""
    paths = [folder / f"{_named(game, options)} {learner} {seed} {some:g}{SUFFIX}"
             for some in minutes]
    if not all(path.exists() for path in paths):
        batch = BatchGame(game, 1, **options)
        for path, (_, network, told) in zip(paths, LEARNERS[learner](
                game, options, seed, minutes, folder), strict=True):
            write_network(path, Header.of(batch, network.shape, told), network)
    return paths


def most_likely(network: Network) -> Any:
    """The policy of a network alone."""
    def policy(batch: BatchGame) -> Any:
        logits, _ = network(batch)
        return np.where(batch.action_mask != 0, logits, -np.inf).argmax(1)
    return by_batch(policy)


def figures(path: Path, way: str, game: str, options: dict[str, Any], positions: int,
            games: int) -> dict[str, Any]:
    """What the benchmark says of a network."""
    kept = path.with_suffix(f".{way} {positions} {games}.json")
    if not kept.exists():
        policy = (most_likely(read_network(path)[1]) if way == "policy"
                  else f"zero:net={path},nodes={way.split()[0]}")
        tell(f"measuring {path.stem}, {way}")
        save_bytes(kept, msgspec.json.encode(measure(
            game, policy, complete(game, options), positions=positions, games=games)))
    found: dict[str, Any] = json.loads(kept.read_text())
    return found


def _named(game: str, options: dict[str, Any]) -> str:
    return " ".join(filter(None, [game, re.sub("[^a-z0-9= ]", "-", write(
        game, complete(game, options)))]))


def main(rules: Annotated[list[str] | None, typer.Argument(
             help="games with their options, such as 'contra size=3'")] = None,
         minutes: Annotated[list[float] | None, typer.Option(min=0.1)] = None,
         seeds: Annotated[int, typer.Option(min=1, help="trainings of each kind")] = 3,
         positions: Annotated[int, typer.Option(min=1)] = 500,
         games: Annotated[int, typer.Option(min=1)] = 100,
         folder: Annotated[Path | None, typer.Option(help="where files are kept")] = None) -> None:
    """Train, measure, and print tables."""
    times = sorted(minutes or MINUTES)
    with tempfile.TemporaryDirectory() as place:
        home = folder or Path(place)
        home.mkdir(parents=True, exist_ok=True)
        for text in rules or RULES:
            game, *pairs = text.split()
            options: dict[str, Any] = parse(pairs)
            rows, learned = dict[str, list[dict[str, Any]]](), dict[str, list[str]]()
            for seed in range(seeds):
                for learner, ways in WAYS.items():
                    for some, path in zip(times, train(learner, game, options, seed, times, home),
                                          strict=True):
                        name = f"{learner}, {some:g} min"
                        learned.setdefault(name, []).append(read_network(path)[0].how)
                        for way in ways:
                            rows.setdefault(f"{name}, {way}", []).append(figures(
                                path, way, game, options, positions, games))
            tell()
            _show_all(text, rows)
            for name, told in learned.items():
                print(f"{name}: " + "; ".join(told))


def _show_all(title: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    first = next(iter(rows.values()))[0]
    strata = [one["stratum"] for one in first["strata"]]
    print(f"\n{title}, positions {first['digest'][:12]}, version {first['engine']}")
    for name, heading, digits in (*FIGURES, ("exploited", "NashConv", 3)):
        cells = {row: [_cell([_figure(one, stratum, name) for one in results], digits)
                       for stratum in strata] for row, results in rows.items()}
        wanted = [i for i in range(len(strata)) if any(row[i] for row in cells.values())]
        if wanted:
            show(heading, {row: [some[i] for i in wanted] for row, some in cells.items()},
                 [strata[i] for i in wanted])
    print()


def _figure(result: dict[str, Any], stratum: str, name: str) -> tuple[float, ...] | None:
    """A figure and its bounds."""
    one = next(one for one in result["strata"] if one["stratum"] == stratum)[name]
    if one is None:
        return None
    return 3 * (one["nashconv"],) if name == "exploited" else (one["mean"], one["low"], one["high"])


def _cell(found: Sequence[tuple[float, ...] | None], digits: int) -> str:
    """The mean of what trainings reached, with the lowest and the highest bound."""
    known = [one for one in found if one is not None]
    if not known:
        return ""
    means, lows, highs = zip(*known, strict=True)
    return (f"{sum(means) / len(means):.{digits}f} ({min(lows):.{digits}f} to "
            f"{max(highs):.{digits}f})")


if __name__ == "__main__":
    typer.run(main)
