"""The command that holds a player against what is known exactly."""
from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ..base.files import check_place, save_text
from ..engine.players import examples, thinkers
from ..games import check_game_name
from ..words import phrase, tell
from . import completion
from .arguments import IN_ENGLISH, Game, Options, chosen_options
from .lines import grouped

if TYPE_CHECKING:
    from ..engine.tables.solution import Solution
    from ..lab.arena.statistics import Mean
    from ..lab.benchmark import Figures, Result

POSITIONS, GAMES = 500, 100         # as in lab.benchmark, which needs NumPy
DIGITS = 12                 # of a digest, on the screen

app = typer.Typer()


@app.command(rich_help_panel=IN_ENGLISH, epilog=f"Players: {examples(thinkers())}.")
def benchmark(game: Game,
              player: Annotated[str | None, typer.Option(
                  metavar="<player>", show_default=False, autocompletion=completion.thinkers,
                  help="the player to measure, see below; without one, the strata are listed"
                  )] = None,
              option: Options = None,
              stratum: Annotated[list[str] | None, typer.Option(
                  metavar="<name>", help="measure only this stratum; may be given repeatedly",
                  show_default=False)] = None,
              positions: Annotated[int, typer.Option(
                  min=1, max=1_000_000, help="how many positions of each stratum at most")
                  ] = POSITIONS,
              games: Annotated[int, typer.Option(
                  min=1, max=1_000_000, help="how many won positions of each stratum to play out "
                  "against perfect play at most")] = GAMES,
              seed: Annotated[int, typer.Option(
                  min=0, help="of players that choose by chance")] = 0,
              solution: Annotated[list[Path] | None, typer.Option(
                  metavar="<file>", help="one more solved board, as eckstein data solve writes it; "
                  "may be given repeatedly", show_default=False)] = None,
              json: Annotated[Path | None, typer.Option(
                  "--json", metavar="<file>", help="also write the result to this file",
                  show_default=False)] = None) -> int:
    """Measure a player by what is known exactly of a game.

    The positions are always the same. With -o, only strata under these rules are measured.
    """
    check_game_name(game)
    if json is not None:
        check_place(json)
    chosen = chosen_options(game, option) if option else None
    solutions = [_read(path) for path in solution or ()]
    if player is None:
        _list(game, chosen, positions, solutions)
        return 0
    from ..lab.benchmark.measuring import measure
    command = _command(game, player, option, stratum, positions, games, seed, solution)
    try:
        with _progress() as report:
            result = measure(game, player, chosen, positions=positions, games=games, seed=seed,
                             only=stratum or (), solutions=solutions, command=command,
                             report=report)
    except KeyboardInterrupt:
        print(phrase("stopped; nothing is kept"), file=sys.stderr)
        return 130
    for line in _lines(result):
        print(line)
    if json is not None:
        save_text(json, msgspec.json.format(msgspec.json.encode(result)).decode() + "\n")
    return 0


def _read(path: Path) -> Solution:
    from ..lab.tables.solution_file import read_solution
    return read_solution(path)[0]


def _command(game: str, player: str, option: list[str] | None, stratum: list[str] | None,
             positions: int, games: int, seed: int, solution: list[Path] | None) -> str:
    """The command that measures the same again."""
    words = ["eckstein", "benchmark", game, "--player", player]
    words += [word for text in option or () for word in ("-o", text)]
    words += [word for text in stratum or () for word in ("--stratum", text)]
    words += [word for path in solution or () for word in ("--solution", str(path))]
    for name, value, usual in (("--positions", positions, POSITIONS), ("--games", games, GAMES),
                               ("--seed", seed, 0)):
        words += [name, str(value)] if value != usual else []
    return shlex.join(words)


def _list(game: str, options: dict[str, bool | int | str] | None, positions: int,
          solutions: Sequence[Solution]) -> None:
    """What strata there are, and those that are not here."""
    from ..engine.tables import NoTableError, TableError
    from ..lab.benchmark.positions import sources
    rows, missing = [[phrase("stratum"), phrase("positions"), phrase("won"), phrase("drawn"),
                      phrase("digest")]], list[str]()
    for source in sources(game, options, solutions):
        try:
            made = source.make(positions)
        except (NoTableError, TableError) as error:
            missing.append(_left_out(source.name, str(error)))
            continue
        results = Counter(one.result for one in made.positions)
        rows.append([made.name, grouped(len(made.positions)), grouped(results["won"]),
                     grouped(results["drawn"]), made.digest[:DIGITS]])
    for line in (*_columns(rows), *missing):
        print(line)


def _lines(result: Result) -> Iterator[str]:
    yield phrase("{game}: {player}", game=result.game, player=result.player)
    yield from _columns([[phrase("stratum"), phrase("positions"), phrase("value kept"),
                          phrase("regret in plies"), phrase("won from won"), "NashConv",
                          phrase("digest")], *map(_row, result.strata)])
    for one in result.strata:
        if one.left_out:
            yield phrase("{stratum}: no NashConv: {reason}", stratum=one.stratum,
                         reason=tell(one.left_out))
    for name, reason in result.not_measured.items():
        yield _left_out(name, reason)
    yield phrase("positions {digest}, seed {seed}, version {version}; bounds of 95 %",
                 digest=result.digest[:DIGITS], seed=result.seed, version=result.engine)
    learnt = f"  # {result.learnt}" if result.learnt else ""
    yield phrase("again: {command}", command=f"{result.command}{learnt}")


def _row(one: Figures) -> list[str]:
    lost = one.exploited
    return [one.stratum, grouped(one.positions), _bounds(one.kept, 3), _bounds(one.regret, 2),
            _bounds(one.won, 3), "" if lost is None else phrase(
                "{nashconv} ({as_white} + {as_black})", nashconv=f"{abs(lost.nashconv):.3f}",
                as_white=f"{abs(lost.as_white):.3f}", as_black=f"{abs(lost.as_black):.3f}"),
            one.digest[:DIGITS]]


def _bounds(mean: Mean | None, digits: int) -> str:
    if mean is None:
        return ""
    return phrase("{mean} ({low} to {high})", mean=f"{mean.mean:.{digits}f}",
                  low=f"{mean.low:.{digits}f}", high=f"{mean.high:.{digits}f}")


def _left_out(stratum: str, reason: str) -> str:
    return phrase("not measured: {stratum}: {reason}", stratum=stratum, reason=tell(reason))


def _columns(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """A line on standard error; yields what is told the stratum after each move."""
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    from .progress import Progress, Rate
    with Progress(SpinnerColumn(), TextColumn("{task.description}"),
                  Rate(lambda speed: phrase("{speed:.0f} moves/s", speed=speed)),
                  TimeElapsedColumn(), transient=True) as progress:
        task = progress.add_task(phrase("getting ready"), total=None)
        yield lambda name: progress.update(task, advance=1, description=name)
