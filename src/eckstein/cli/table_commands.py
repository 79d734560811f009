"""Commands about tables of endings: build, check, probe, list."""
from __future__ import annotations

import json as json_text
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..base.sentence import Sentence
from ..games import check_game_name, names
from ..words import phrase, tell
from . import completion
from .arguments import Game, Options, Position, Ray, chosen_options, make_board
from .lines import grouped, note, reason

if TYPE_CHECKING:
    from ..engine.tables.endings import Ending
    from ..engine.tables.table_file import Header

Names = Annotated[list[str] | None, typer.Argument(
    metavar="<ending>", show_default=False,
    help="such as Kd-K; if left out, all of the game with up to two billion entries")]
Part = Annotated[int | None, typer.Option(
    "--part", min=1, metavar="<number>", show_default=False,
    help="only this part of the table, with the parts that its moves lead to")]


app = typer.Typer(name="tables", help="Tables of endings, with the exact value of every position.")


@app.command()
def build(game: Game, endings: Names = None, option: Options = None,
          jobs: Annotated[int, typer.Option(
              "--jobs", "-j", min=1, max=256, help="how many threads to use"
              )] = os.cpu_count() or 1,
          part: Part = None,
          memory: Annotated[int | None, typer.Option(
              min=1, metavar="<megabytes>", help="stop before a table that needs more memory",
              show_default=False)] = None,
          force: Annotated[bool, typer.Option("--force", help="rebuild existing tables")] = False,
          ray: Ray = None) -> int:
    """Build tables, and the tables that they depend on.

    To continue an interrupted run, run the same command again.
    """
    from ..engine.tables.endings import with_needed
    from ..engine.tables.part_files import parts_there
    from ..engine.tables.table_file import Table
    from ..lab.tables import building, cluster
    from ..lab.tables.solving import StoppedError
    known, wanted = _endings(game, option, endings)
    chosen = _part(part, endings, wanted)
    needed = with_needed(known, wanted)
    for ending in reversed(needed):     # what is set aside needs others in its turn
        for number in () if building.is_built(ending) else ending.needs:
            building.is_kept(known[number], note)
    for ending in needed:
        if building.is_built(ending) and not (force and ending in wanted):
            print(phrase("{ending}: the table is there", ending=ending))
            continue
        only = chosen if ending in wanted else None
        task = building.work(ending, 1 if ray else jobs, force and ending in wanted, only)
        if only is not None and not task.groups:
            print(phrase("{ending}: part {part} is there", ending=ending, part=part))
            continue
        spread = ray if len(task.groups) > 1 else None      # what is one task is done here
        megabytes = -(-task.memory // 10**6)
        if memory is not None and megabytes > memory:
            raise ValueError(Sentence("{ending} needs about {megabytes} MB of memory, and "
                                      "{memory} are allowed (--memory)", ending=ending,
                                      megabytes=megabytes, memory=memory))
        print(phrase("{ending}: {entries:,} entries, about {megabytes} MB of memory",
                     ending=ending, entries=task.entries, megabytes=megabytes), file=sys.stderr)
        with _progress(str(ending), task.steps, building.STAGES) as report:
            try:
                if spread:
                    cluster.build(task, known[:ending.number], spread, report)
                else:
                    building.build(task, known[:ending.number], report, note)
            except StoppedError as error:
                print(reason(error), file=sys.stderr)
                return 130
        if not building.is_built(ending):
            print(phrase("{ending}: there are parts {parts} of {count}", ending=ending,
                         parts=_numbers(parts_there(ending)), count=ending.parts))
            continue
        header = Table(ending).header
        print(phrase("{ending}: {won:,} won, {drawn:,} drawn, {lost:,} lost; the farthest end is "
                     "{longest} {longest:ply|plies} away",
                     ending=ending, won=header.won, drawn=header.drawn,
                     lost=header.lost, longest=header.longest))
    return 0


@app.command()
def check(game: Game, endings: Names = None, option: Options = None, part: Part = None,
          jobs: Annotated[int, typer.Option(
              "--jobs", "-j", min=1, max=256, help="threads to check with"
              )] = os.cpu_count() or 1) -> int:
    """Verify every entry of tables against the entries that its moves lead to.

    The tables that these depend on are checked as well (status 1 if an entry is wrong). After
    Ctrl-C, the same command goes on where it was.
    """
    from ..engine.tables.endings import with_needed
    from ..engine.tables.table_file import TableError
    from ..lab.tables.auditing import check as check_table
    from ..lab.tables.checked import is_kept
    known, wanted = _endings(game, option, endings)
    chosen = _part(part, endings, wanted)
    for ending in with_needed(known, wanted):
        only = chosen if ending in wanted else None
        total = ending.entries if only is None else (
            len(ending.group_of(only)) * ending.part_entries)
        try:
            with _progress(str(ending), total) as report:
                check_table(ending, known[:ending.number], report, only, jobs)
        except FileNotFoundError:
            raise ValueError(Sentence("the table of {ending} has not been built; build it with: "
                                      "{command}", ending=ending,
                                      command=ending.command)) from None
        except TableError as error:
            print(reason(error))
            return 1
        except KeyboardInterrupt:
            print(phrase("stopped; nothing wrong was found so far; the same command "
                         "continues from there") if is_kept(ending, only) else
                  phrase("stopped; nothing wrong was found so far"), file=sys.stderr)
            return 130
        print(phrase("{ending}: all {entries:,} entries are right", ending=ending,
                     entries=total))
    return 0


@app.command()
def probe(game: Game,
          moves: Annotated[list[str] | None, typer.Argument(
              help="moves to make, in any accepted form", show_default=False)] = None,
          position: Position = None, option: Options = None,
          json: Annotated[bool, typer.Option("--json", help="one JSON object")] = False) -> None:
    """Show the exact value of a position and of every move from it."""
    from ..engine.tables import probe as probe_tables
    board = make_board(game, position, option, moves)
    found = probe_tables(board)
    if json:
        print(json_text.dumps({
            "position": board.position(), "ending": found.ending.name,
            "result": found.value.result, "plies": found.value.plies,
            "moves": [{"move": one.text, "result": one.value.result, "plies": one.value.plies}
                      for one in found.moves]}))
        return
    print(phrase("{ending}, {side} to move: {value}", ending=found.ending.name,
                 side=phrase(board.turn.value), value=tell(found.value.sentence)))
    width = max((len(one.text) for one in found.moves), default=0)
    for one in found.moves:
        print(f"{one.text:{width}}  {tell(one.value.sentence)}")


@app.command("list")
def list_tables(
        game: Annotated[str | None, typer.Argument(
            help="all games if left out", show_default=False,
            autocompletion=completion.games)] = None,
        option: Options = None) -> None:
    """List all possible tables, and which of them have been built."""
    from ..engine.tables.endings import endings_of
    if game is None and option:
        raise ValueError(Sentence("options belong to a game; name the game, too"))
    if game is not None:
        _endings(game, option, None)        # or say that it has none
    rows = [[phrase("table"), phrase("entries"), phrase("won"), phrase("drawn"), phrase("lost"),
             phrase("farthest end"), phrase("size"), ""]]
    for name in [game] if game else names():
        for ending in endings_of(name, chosen_options(name, option)):
            rows.append([str(ending), grouped(ending.entries), *_state(ending)])
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(len(rows[0]))]
    for first, *others in rows:
        words = [word.rjust(width) for word, width in zip(others, widths[1:], strict=False)]
        print("  ".join([first.ljust(widths[0]), *words]).rstrip())


def _state(ending: Ending) -> Sequence[str]:
    """What is to be said of a table in a list."""
    from ..engine.tables.part_files import parts_there
    from ..engine.tables.table_file import OtherRulesError, TableError, open_table
    from ..lab.tables.begun import is_begun
    try:
        table = open_table(ending)
        header: Header = table.header
    except FileNotFoundError:
        parts = parts_there(ending)
        if parts:
            return [phrase("parts {parts} of {count}", parts=_numbers(parts), count=ending.parts)]
        return [phrase("begun") if is_begun(ending) else phrase("not built")]
    except OtherRulesError:
        return [phrase("by other rules")]
    except TableError:
        return [phrase("not sound")]
    return [grouped(header.won), grouped(header.drawn), grouped(header.lost),
            phrase("{count} {count:ply|plies}", count=header.longest),
            phrase("{size} bytes", size=grouped(table.path.stat().st_size)),
            _origin(ending, table.path)]


def _origin(ending: Ending, path: Path) -> str:
    """Where a table comes from."""
    from ..base.user_paths import tables_of_package
    if path == ending.path:
        return phrase("your own")
    larger = tables_of_package()
    if larger and path == larger / ending.place:
        return phrase("in eckstein-tables")
    return phrase("in the package")


def _endings(game: str, option: list[str] | None,
             wanted: list[str] | None) -> tuple[list[Ending], list[Ending]]:
    """All endings of a game, and those that are wanted."""
    from ..engine.tables.endings import UNNAMED, NoTableError, ending_named, endings_of
    check_game_name(game)
    options = chosen_options(game, option)
    known = endings_of(game, options)
    if not known:
        raise NoTableError(Sentence("no ending of {game} can have a table yet", game=game))
    return known, [ending_named(game, options, name) for name in wanted] if wanted else [
        ending for ending in known if ending.entries <= UNNAMED]


def _part(part: int | None, names: list[str] | None, wanted: list[Ending]) -> int | None:
    """The part that is wanted, counted from 0."""
    if part is None:
        return None
    if not names or len(wanted) != 1:
        raise ValueError(Sentence("a part belongs to a table; name one ending, too"))
    if part > wanted[0].parts:
        raise ValueError(Sentence("{ending} has {count} {count:part|parts}, and there is no part "
                                  "{part}",
                                  ending=wanted[0], count=wanted[0].parts, part=part))
    return part - 1


def _numbers(parts: Sequence[int]) -> str:
    """Parts as they are counted from 1, such as "1, 2"."""
    return ", ".join(str(part + 1) for part in parts)


@contextmanager
def _progress(text: str, total: int, times: int = 1) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; yields what moves it on by some steps.

    Args:
        text: what is being done.
        total: steps.
        times: how many steps each position takes.
    """
    from rich.progress import BarColumn, TaskProgressColumn, TimeRemainingColumn

    from .progress import Progress, Rate
    rate = Rate(lambda speed: phrase("{speed} positions/s", speed=grouped(round(speed / times)))
                if speed else "")
    with Progress("{task.description}", BarColumn(), TaskProgressColumn(), rate,
                  TimeRemainingColumn(), speed_estimate_period=300) as progress:
        task = progress.add_task(text, total=total)
        yield lambda steps: progress.update(task, advance=steps)
