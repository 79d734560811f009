"""`python -m eckstein.ahead`: make the libraries of games, and their small tables of endings.

    python -m eckstein.ahead                      all games by default rules, here and in browsers
    python -m eckstein.ahead contra duell         these
    python -m eckstein.ahead --rules all          under all options that change their rules
    python -m eckstein.ahead --target all         for all platforms (see --list-targets)

What is there already, and made from the sources as they are, is not made again.
"""
from __future__ import annotations

import os
from typing import Annotated, Literal

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..engine.tables.endings import Ending
from ..games import UnknownGameError, check_game_name
from ..kernel.binding import WASM, platform
from . import tables
from .build import Job, all_jobs, default_jobs, is_made, label_of, provide_all
from .platforms import BROWSER, NAMES, SHARED


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Games; all if none is named.")] = None,
    rules: Annotated[Literal["default", "all"], typer.Option(
        help="Whether to make them by their default rules alone, or under all options that "
             "change their rules.")] = "default",
    target: Annotated[list[str] | None, typer.Option(
        help="A platform, or `all`; if none is named, this machine, WebAssembly, Python in "
             "browsers, and their workers that search together.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many games are compiled at once.")] = (
        os.cpu_count() or 1),
    list_targets: Annotated[bool, typer.Option(
        "--list-targets", help="Name the platforms, and do nothing.")] = False,
) -> None:
    """Compile games ahead of time."""
    if list_targets:
        print("\n".join(NAMES))
        return
    targets = list(NAMES) if target == ["all"] else target or [platform(), WASM, BROWSER, SHARED]
    for name in targets:
        if name not in NAMES:
            raise typer.BadParameter(f"there is no platform {name!r}; there are {', '.join(NAMES)}",
                                     param_hint="--target")
    try:
        for game in games or ():
            check_game_name(game)
    except UnknownGameError as error:
        raise typer.BadParameter(str(error), param_hint="GAMES") from None
    wanted = [job for job in (all_jobs() if rules == "all" else default_jobs())
              if not games or job[0] in games]
    todo = [job for job in wanted if not is_made(job, targets)]
    if todo:
        _make(todo, targets, jobs)
    if endings := tables.wanted(wanted):
        _build(endings)


def _make(todo: list[Job], targets: list[str], jobs: int) -> None:
    with Progress(TextColumn("Compiling {task.fields[label]}"), BarColumn(), MofNCompleteColumn(),
                  TimeElapsedColumn()) as progress:
        task = progress.add_task("", total=len(todo), label="games")
        for job in provide_all(todo, targets, jobs):
            progress.update(task, advance=1, label=label_of(job))


def _build(endings: list[Ending]) -> None:
    with Progress(TextColumn("Building the table of {task.fields[label]}"), BarColumn(),
                  MofNCompleteColumn(), TimeElapsedColumn()) as progress:
        task = progress.add_task("", total=len(endings), label="endings")
        for ending in endings:
            progress.update(task, label=str(ending))
            tables.make(ending, tables.place_of(ending))
            progress.advance(task)


typer.run(main)
