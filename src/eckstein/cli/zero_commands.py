"""The command that trains a network by self-play."""
from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..base.sentence import Sentence
from ..base.setting_values import number_in
from ..games import check_game_name
from ..words import phrase
from . import completion
from .arguments import CsvLog, Game, Options, Ray, TensorBoardLog
from .lines import grouped, note

if TYPE_CHECKING:
    from ..lab.zero.folder import Row
    from ..lab.zero.settings import Settings

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
         files: Annotated[list[Path] | None, typer.Option(
             "--from", metavar="<file>", show_default=False, help="learn policy and value from "
             "this file of games before self-play; several times for several")] = None,
         epochs: Annotated[int | None, typer.Option(
             min=1, max=1000, show_default="2",
             help="how often all positions of files are learned")] = None,
         hours: Annotated[float, typer.Option(
             min=0, max=1e6, help="how long, in hours of the processor for self-play and training, "
             "of all processes together")] = 1.0,
         config: Annotated[Path | None, typer.Option(
             metavar="<file>", show_default=False, help="a TOML file with settings of the "
             "training; those given here as well win")] = None,
         hidden: Annotated[str | None, typer.Option(
             metavar="<units,...>", show_default="256,256",
             help="the units of each dense layer")] = None,
         channels: Annotated[int | None, typer.Option(
             min=0, max=4096, show_default="0",
             help="of convolutions before these; 0 for none")] = None,
         blocks: Annotated[int | None, typer.Option(
             min=0, max=64, show_default="0",
             help="how many residual blocks of convolutions")] = None,
         simulations: Annotated[int | None, typer.Option(
             min=1, max=1 << 20, show_default="64",
             help="for a move of self-play whose policy is learned")] = None,
         games: Annotated[int | None, typer.Option(
             "--games", min=1, max=1 << 20, show_default="512",
             help="of self-play in each iteration")] = None,
         against: Annotated[list[str] | None, typer.Option(
             "--against", metavar="<player>", show_default=False, autocompletion=completion.players,
             help="measure its strength against this player now and then; several times for "
             "several")] = None,
         every: Annotated[float, typer.Option(
             min=0.001, max=1e6, help="after how many hours strength is measured again")] = 0.25,
         seed: Annotated[int | None, typer.Option(
             min=0, max=1 << 62, show_default="0", help="of all chance")] = None,
         csv: CsvLog = None, tensorboard: TensorBoardLog = None,
         jobs: Annotated[int, typer.Option(
             "--jobs", "-j", min=1, max=256, help="how many processes play")] = 1,
         ray: Ray = None) -> int:
    """Train a policy and value network by games of its tree search against itself.

    With --from it first learns from games of other players, such as alpha-beta (see eckstein data
    make), or from tables of endings (see eckstein data endings).

    The folder then holds a network after each iteration, FOLDER/networks/00012.network, by which
    zero:net=FILE plays, the learning curve in FOLDER/curve.tsv, and the settings in
    FOLDER/config.toml. What was stopped in any way is continued by the same command, or without its
    settings; --hours may be another number.
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
    from ..lab.logs import open_logs
    from ..lab.zero.folder import CONFIG, rows_in
    given = {"hidden": None if hidden is None else _units(hidden), "channels": channels,
             "blocks": blocks, "simulations": simulations, "games": games, "seed": seed,
             "epochs": epochs}
    settings = _settings(game, [path for path in (out / CONFIG, config) if path is not None and (
        path is config or path.exists())], option, given)
    opponents = tuple(str(read_player(text, thinkers())) for text in against or ())
    out.mkdir(parents=True, exist_ok=True)      # for logs may lie there
    known = [(row.iteration + row.lessons, row.values()) for row in rows_in(out)]
    try:
        with open_logs(csv, tensorboard, known) as log:
            def report(row: Row) -> None:
                _tell(row)
                log(row.iteration + row.lessons, row.values())
            last = run(out, settings, hours, report, Workers(jobs, ray),
                       Measure(opponents, every=every), note, files or ()).last
    except KeyboardInterrupt:
        print(phrase("stopped; to continue, run the same command"), file=sys.stderr)
        return 130
    print(phrase("{path}: iteration {iteration}, {hours} hours, {games} games",
                 path=out / "networks" / f"{last.iteration:05}.network", iteration=last.iteration,
                 hours=f"{last.seconds / 3600:.2f}", games=grouped(last.games)))
    return 0


def _settings(game: str, files: Sequence[Path], option: list[str] | None,
              given: Mapping[str, Any]) -> Settings:
    """The settings that files name, the last one most, and the command more than those."""
    from ..kernel.options import complete, defaults, parse
    from ..lab.zero.configuration import read
    from ..lab.zero.settings import Settings
    chosen: dict[str, Any] = {"game": game}
    for path in files:
        chosen |= read(path, game)
    chosen |= {name: value for name, value in given.items() if value is not None}
    usual = defaults(game)
    options = complete(game, {**chosen.get("options", {}), **parse(option or [])})
    chosen["options"] = {name: value for name, value in options.items() if value != usual[name]}
    if "simulations" in chosen:
        chosen.setdefault("fast_simulations", max(1, chosen["simulations"] // 4))
    return Settings(**chosen)


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
    """A line for an iteration, or a lesson."""
    if row.iteration == 0:
        print(phrase("lesson {lesson}: {hours} hours, {positions} positions of files; losses "
                     "{policy} and {value}, {accuracy} % of moves are right",
                     lesson=row.lessons, hours=f"{row.seconds / 3600:.2f}",
                     positions=grouped(row.taught), policy=f"{row.policy_loss:.3f}",
                     value=f"{row.value_loss:.3f}", accuracy=f"{100 * (row.accuracy or 0):.1f}"),
              file=sys.stderr)
    else:
        print(phrase("iteration {iteration}: {hours} hours, {games} games, {positions} positions; "
                 "losses {policy} and {value}; {plies} plies a game, {drawn} % drawn",
                 iteration=row.iteration, hours=f"{row.seconds / 3600:.2f}",
                 games=grouped(row.games), positions=grouped(row.positions),
                 policy=f"{row.policy_loss:.3f}", value=f"{row.value_loss:.3f}",
                 plies=f"{row.plies:.0f}", drawn=f"{100 * row.drawn:.0f}"), file=sys.stderr)
    for one in row.strength:
        print(phrase("  against {opponent}: {score} % of {games} games, Elo {elo} "
                     "({low} to {high})",
                     opponent=one.opponent, score=f"{100 * one.score:.0f}", games=one.games,
                     elo=f"{one.elo:+.0f}", low=f"{one.low:.0f}", high=f"{one.high:.0f}"),
              file=sys.stderr)
