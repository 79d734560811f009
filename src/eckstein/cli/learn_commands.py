"""Commands that learn to play: nets for alpha-beta, and policies for the tree search."""
from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..base.files import check_place
from ..base.sentence import Sentence
from ..games import check_game_name
from ..lab.logs import open_logs
from ..words import phrase
from .arguments import CsvLog, Game, TensorBoardLog, a_number
from .lines import grouped

if TYPE_CHECKING:
    from ..lab.nets.generations import Generation

app = typer.Typer(name="learn",
                  help="Nets that tell the engine what positions are worth, and policies and "
                       "networks for the tree search: make them, train one.")
Epochs = Annotated[int, typer.Option(min=1, max=1000,
                                     help="how often all positions are seen")]
Blend = Annotated[float, typer.Option(min=0.0, max=1.0, callback=a_number, help="how much the "
                                      "value of a position counts against the game's result")]
Seed = Annotated[int, typer.Option(min=0, help="of all chance")]
EPOCHS, BLEND = 2, 0.7


@app.command()
def net(game: Game,
        out: Annotated[Path | None, typer.Option(
            metavar="<folder>", help="where games, nets and matches are kept",
            show_default="GAME.nets")] = None,
        generations: Annotated[int, typer.Option(
            min=1, max=1000, help="how many there are to be in all")] = 3,
        games: Annotated[int, typer.Option(
            min=1, max=10_000_000, help="that each generation plays")] = 50_000,
        nodes: Annotated[int, typer.Option(
            min=1, help="positions that a move of these games may look at")] = 500,
        random_plies: Annotated[int, typer.Option(
            min=0, max=1000, help="random moves that each of these games begins with")] = 8,
        time: Annotated[float, typer.Option(
            min=0.001, callback=a_number, help="seconds for a move of a match")] = 0.1,
        pairs: Annotated[int, typer.Option(
            min=1, help="pairs of games that a match has at most")] = 200,
        epochs: Epochs = EPOCHS, blend: Blend = BLEND, seed: Seed = 1,
        csv: CsvLog = None, tensorboard: TensorBoardLog = None,
        jobs: Annotated[int, typer.Option(
            "--jobs", "-j", min=1, max=256, help="how many games to play at once")] = 1) -> int:
    """Make nets by self-play, generation after generation.

    Each generation plays games with the best net so far, trains a net on the games of all
    generations, and lets it play a match against the best one, by a sequential test at equal time.
    The same command continues what was stopped, and goes on with more generations.
    """
    check_game_name(game)
    lab = _lab()
    schedule = lab.Schedule(game, games, nodes, random_plies, time, pairs, seed=seed,
                            settings=lab.Settings(epochs=epochs, blend=blend, seed=seed))
    folder = out or Path(f"{game}.nets")
    folder.mkdir(parents=True, exist_ok=True)   # for logs may lie there
    try:
        with open_logs(csv, tensorboard) as log:
            made = lab.Generations(folder, schedule, jobs, _report, log)
            for found in made.run(generations):
                _tell(found)
    except KeyboardInterrupt:
        print(phrase("stopped; to continue, run the same command"), file=sys.stderr)
        return 130
    print(phrase("the best net is {path}", path=made.best) if made.best else
          phrase("no net has passed"))
    return 0


@app.command()
def train(game: Game,
          files: Annotated[list[Path], typer.Argument(
              help="files of games with values", show_default=False)],
          out: Annotated[Path | None, typer.Option(
              metavar="<file>", help="where to write the net", show_default="GAME.net")] = None,
          epochs: Epochs = EPOCHS, blend: Blend = BLEND, seed: Seed = 1,
          csv: CsvLog = None, tensorboard: TensorBoardLog = None) -> None:
    """Train a net on games, and write it in whole numbers, as the engine takes it."""
    check_game_name(game)
    path = out or Path(f"{game}.net")
    check_place(path)
    lab = _lab()
    with open_logs(csv, tensorboard) as log:
        made = lab.make_net(path, game, files, lab.Settings(epochs=epochs, blend=blend, seed=seed),
                            _report, log)
    print(phrase("{path}: net {name}, from {count} positions; held-out loss {loss}, in whole "
                 "numbers {quantised}", path=path, name=made.net.name,
                 count=grouped(made.positions), loss=f"{made.loss:.4f}",
                 quantised=f"{made.quantised:.4f}"))


@app.command()
def policy(game: Game,
           files: Annotated[list[Path], typer.Argument(help="files of games",
                                                       show_default=False)],
           out: Annotated[Path | None, typer.Option(
               metavar="<file>", help="where to write the policy",
               show_default="GAME.policy")] = None,
           epochs: Epochs = EPOCHS, seed: Seed = 1,
           grain: Annotated[int, typer.Option(
               min=1, max=1024, help="weights of moves are multiples of it: the larger, the "
               "smaller the file, and the less exact")] = 16,
           csv: CsvLog = None, tensorboard: TensorBoardLog = None) -> None:
    """Train a policy on the moves of games, and write it as the tree search takes it.

    It tells how likely each move is before anything is searched.
    """
    check_game_name(game)
    path = out or Path(f"{game}.policy")
    check_place(path)
    lab = _lab("policy_making")
    with open_logs(csv, tensorboard) as log:
        made = lab.make_policy(path, game, files, lab.Settings(epochs=epochs, seed=seed,
                                                                  grain=grain), _report, log)
    print(phrase("{path}: policy {name}, from {count} positions; held-out loss {loss}, in whole "
                 "numbers {quantised}; the move that was made is first in {first} of them",
                 path=path, name=made.policy.name, count=grouped(made.positions),
                 loss=f"{made.trained.loss:.4f}", quantised=f"{made.quantised.loss:.4f}",
                 first=f"{made.quantised.first:.3f}"))


def _lab(name: str = "generations") -> Any:
    """What makes nets or policies; it needs more packages than the engine."""
    try:
        return importlib.import_module(f"..lab.nets.{name}", __package__)
    except ModuleNotFoundError as error:
        raise ValueError(Sentence("training needs the package {name}; install it with "
                                  "pip install 'eckstein[nets]'", name=error.name)) from None


def _tell(found: Generation) -> None:
    """A line for a generation."""
    standing, estimate = found.standing, found.standing.estimate()
    print(phrase("generation {number}: +{wins} ={draws} -{losses}, Elo {elo} "
                 "({low} to {high}), {verdict}", number=found.number, wins=standing.wins,
                 draws=standing.draws, losses=standing.losses, elo=f"{estimate.elo:+.0f}",
                 low=f"{estimate.low:.0f}", high=f"{estimate.high:.0f}",
                 verdict="the best so far" if found.passed else "not taken"), flush=True)


def _report(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
