"""The command that trains a network by self-play."""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..base.sentence import Sentence
from ..base.setting_values import number_in
from ..games import check_game_name
from ..words import phrase
from . import completion
from .arguments import Game, Options, Ray, chosen_options
from .lines import grouped, note

if TYPE_CHECKING:
    from ..lab.zero.folder import Row

app = typer.Typer()
MOST_UNITS = 1 << 14
# Each process computes in one thread: more would wait for each other at such small matrices.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
              "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}


@app.command()
def zero(game: Game, out: Annotated[Path, typer.Option(
             metavar="<folder>", help="where all is kept; the same command continues there",
             show_default=False)],
         option: Options = None,
         hours: Annotated[float, typer.Option(
             min=0, max=1e6, help="how long, in hours of the processor for self-play and training, "
             "of all processes together")] = 1.0,
         hidden: Annotated[str, typer.Option(
             metavar="<units,...>", help="the units of each dense layer")] = "256,256",
         channels: Annotated[int, typer.Option(
             min=0, max=4096, help="of convolutions before these; 0 for none")] = 0,
         blocks: Annotated[int, typer.Option(
             min=0, max=64, help="how many residual blocks of convolutions")] = 0,
         simulations: Annotated[int, typer.Option(
             min=1, max=1 << 20, help="for a move of self-play whose policy is learned")] = 64,
         games: Annotated[int, typer.Option(
             "--games", min=1, max=1 << 20, help="of self-play in each iteration")] = 512,
         against: Annotated[list[str] | None, typer.Option(
             "--against", metavar="<player>", show_default=False, autocompletion=completion.players,
             help="measure its strength against this player now and then; several times for "
             "several")] = None,
         every: Annotated[float, typer.Option(
             min=0.001, max=1e6, help="after how many hours strength is measured again")] = 0.25,
         seed: Annotated[int, typer.Option(min=0, max=1 << 62, help="of all chance")] = 0,
         jobs: Annotated[int, typer.Option(
             "--jobs", "-j", min=1, max=256, help="how many processes play")] = 1,
         ray: Ray = None) -> int:
    """Train a policy and value network by games of its tree search against itself.

    The folder then holds a network after each iteration, FOLDER/networks/00012.network, by which
    zero:net=FILE plays, and the learning curve in FOLDER/curve.tsv. What was stopped in any way is
    continued by the same command; --hours may be another number.
    """
    check_game_name(game)
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    try:
        from ..lab.zero.loop import Measure, Workers, run
    except ModuleNotFoundError as error:
        raise ValueError(Sentence("to train networks needs the package {package}; install it with "
                                  "pip install 'eckstein[nets]'", package=error.name)) from None
    from ..engine.players import read_player, thinkers
    from ..kernel.options import defaults
    from ..lab.zero.settings import Settings
    usual = defaults(game)
    settings = Settings(
        game=game, options={name: value for name, value in chosen_options(game, option).items()
                            if value != usual[name]},
        hidden=_units(hidden), channels=channels, blocks=blocks, simulations=simulations,
        fast_simulations=max(1, simulations // 4), games=games, seed=seed)
    opponents = tuple(str(read_player(text, thinkers())) for text in against or ())
    try:
        last = run(out, settings, hours, _tell, Workers(jobs, ray),
                   Measure(opponents, every=every), note).last
    except KeyboardInterrupt:
        print(phrase("stopped; to continue, run the same command"), file=sys.stderr)
        return 130
    print(phrase("{path}: iteration {iteration}, {hours} hours, {games} games",
                 path=out / "networks" / f"{last.iteration:05}.network", iteration=last.iteration,
                 hours=f"{last.seconds / 3600:.2f}", games=grouped(last.games)))
    return 0


def _units(text: str) -> tuple[int, ...]:
    """The units of dense layers.

    Raises:
        ValueError: unless they are numbers with commas between them.
    """
    found = [number_in(word.strip(), 1, MOST_UNITS) for word in text.split(",")]
    if None in found:
        raise ValueError(Sentence("--hidden: expected numbers of units from 1 to {most} with "
                                  "commas between them, such as 256,256, not {text!r}",
                                  most=MOST_UNITS, text=text))
    return tuple(number for number in found if number is not None)


def _tell(row: Row) -> None:
    """A line for an iteration."""
    print(phrase("iteration {iteration}: {hours} hours, {games} games, {positions} positions; "
                 "losses {policy} and {value}; {plies} plies a game, {drawn} % drawn",
                 iteration=row.iteration, hours=f"{row.seconds / 3600:.2f}",
                 games=grouped(row.games), positions=grouped(row.positions),
                 policy=f"{row.policy_loss:.3f}", value=f"{row.value_loss:.3f}",
                 plies=f"{row.plies:.0f}", drawn=f"{100 * row.drawn:.0f}"), file=sys.stderr)
    for one in row.strength:
        print(phrase("  against {opponent}: {score} % of {games} games",
                     opponent=one.opponent, score=f"{100 * one.score:.0f}",
                     games=one.games), file=sys.stderr)
