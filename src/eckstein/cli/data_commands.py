"""Commands about data of games for learning: make, draw from tables, inspect, convert, split."""
from __future__ import annotations

import json as json_text
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..base.files import check_place
from ..base.sentence import Sentence
from ..games import check_game_name
from ..kernel import options as option_values
from ..words import phrase
from . import completion
from .arguments import (
    Encoding,
    Game,
    Options,
    Position,
    Ray,
    chosen_options,
    games_in,
    make_board,
)
from .lines import grouped, note

if TYPE_CHECKING:
    from ..lab.data import Games

app = typer.Typer(name="data",
                  help="Data of games for learning: make it, look at it, convert and split it.")
Files = Annotated[list[Path], typer.Argument(help="files of games", show_default=False)]
SHOWN = 100                 # moves of a game


@app.command()
def make(game: Game, option: Options = None,
         games: Annotated[int, typer.Option(
             "--games", min=1, max=100_000_000, help="how many games to make")] = 1000,
         out: Annotated[Path | None, typer.Option(
             metavar="<file>", help="where to write them", show_default="GAME.games")] = None,
         player: Annotated[str, typer.Option(
             metavar="<player>", help="who plays both sides, such as alphabeta:nodes=5000, level:5 "
             "or mcts:nodes=800", autocompletion=completion.players)] = "alphabeta:nodes=5000",
         random_plies: Annotated[int, typer.Option(
             min=0, max=1000, help="how many random moves each game begins with")] = 8,
         max_plies: Annotated[int, typer.Option(
             min=1, max=60_000, help="a game of so many moves ends without a result")] = 400,
         seed: Annotated[int, typer.Option(min=0, help="of all chance")] = 1,
         jobs: Annotated[int, typer.Option(
             "--jobs", "-j", min=1, max=256, help="how many games to play at once")] = 1,
         ray: Ray = None) -> int:
    """Make games of a player against himself, with what he thinks of each position.

    The same command continues what was stopped, also with more --games. The games depend on the
    seed, not on the jobs, unless the player is limited by time.
    """
    from ..lab.data import making
    check_game_name(game)
    path = out or Path(f"{game}.games")
    wanted = making.Making(game, tuple(chosen_options(game, option).items()), player, games,
                           random_plies, max_plies, seed)
    try:
        with _progress(game, games) as report:
            if not making.make(path, wanted, jobs, report, ray, note):
                print(phrase("{path} is finished already", path=path), file=sys.stderr)
    except KeyboardInterrupt:
        print(phrase("stopped; to continue, run the same command"), file=sys.stderr)
        return 130
    _tell_written(path)
    return 0


@app.command()
def endings(game: Game, option: Options = None,
            positions: Annotated[int, typer.Option(
                min=1, max=100_000_000, help="how many positions to draw")] = 20_000,
            out: Annotated[Path | None, typer.Option(
                metavar="<file>", help="where to write them",
                show_default="GAME-endings.games")] = None,
            seed: Annotated[int, typer.Option(min=0, help="of all chance")] = 1) -> None:
    """Draw positions of endings, with exact values and best moves from tables.

    Each becomes a game of one best move, so that whatever learns from games learns from tables,
    too. All tables of this machine are used, see eckstein tables list.
    """
    from ..lab.data import write_games
    from ..lab.data.endings import exact_positions
    check_game_name(game)
    path = out or Path(f"{game}-endings.games")
    check_place(path)
    options = chosen_options(game, option)
    with _progress(game, positions) as report:
        games = exact_positions(game, options, positions, seed, report)
    words = [game, *(f"-o {pair}" for pair in option_values.write(game, options).split())]
    write_games(path, games, f"eckstein data endings {' '.join(words)} --positions {positions} "
                             f"--seed {seed}")
    _tell_written(path)


@app.command()
def inspect(files: Files,
            show: Annotated[int, typer.Option(
                min=0, help="how many games of each file to print")] = 1,
            json: Annotated[bool, typer.Option(
                "--json", help="for each file one JSON object")] = False) -> None:
    """Tell what is in files of games, after a check of every checksum and every move."""
    from ..lab.data.games import joined
    from ..lab.data.inspecting import duplicates, inspected
    found: list[Games] = []
    for path in files:
        games, told = _named(path, partial(inspected, path))
        found.append(games)
        if json:
            print(json_text.dumps({"file": str(path), **told}))
        else:
            _tell(path, told)
            _show(games, show)
    if not json and len(found) > 1:
        together = joined(found)
        print(phrase("all files: {count} {count:game|games}, duplicates: {twice}",
                     count=len(together), twice=grouped(duplicates(together))))


@app.command()
def convert(files: Annotated[list[Path], typer.Argument(
                show_default=False,
                help="files of games, Parquet, or texts that eckstein convert reads")],
            out: Annotated[Path, typer.Option(
                metavar="<file>", help="where to write; how its name ends tells the format",
                show_default=False)],
            target: Annotated[str | None, typer.Option(
                "--to", metavar="<format>", help="games, parquet, record, json or moves",
                show_default="by the name of the file, or else record")] = None,
            source: Annotated[str | None, typer.Option(
                "--from", metavar="<format>", help="of texts: position, record, json, replay, "
                "ramapo or studer; detected if left out",
                autocompletion=completion.formats_to_read)] = None,
            texts: Annotated[bool, typer.Option(
                "--texts/--no-texts", help="whether Parquet has moves as texts, too")] = True,
            option: Options = None, encoding: Encoding = None) -> int:
    """Convert games between files of games, Parquet and texts, several files into one.

    What the other format cannot hold is reported. Games in texts that cannot be read are named and
    skipped, and the exit status is then 1.
    """
    from ..lab.data import converting
    from ..lab.data.games import DataError, joined
    check_place(out)
    chosen = converting.target_of(out, target)
    found, hows = list[Any](), dict[str, None]()
    lost, wrong = dict[str, None](), False
    for path in files:
        games, how, missing, faulty = _read(path, source, option, encoding, str(out))
        if games is not None:
            if found and found[0].rules != games.rules:
                raise DataError(Sentence(
                    "{path} holds games of {ours}, and the files before it hold games of {theirs}; "
                    "games of one kind belong together", path=path, ours=games.rules,
                    theirs=found[0].rules))
            found.append(games)
            hows[how] = None
        lost |= dict.fromkeys(missing)
        wrong |= faulty
    if not found:
        if wrong:
            return 2
        raise DataError(Sentence("there is no game in {names}", names=", ".join(map(str, files))))
    games = joined(found)
    lost |= dict.fromkeys(converting.write(out, games, "; ".join(hows), chosen, texts))
    if lost:
        print(phrase("left out: {what}", what=", ".join(lost)), file=sys.stderr)
    print(phrase("{path}: {count} {count:game|games}", path=out, count=len(games)))
    return 1 if wrong else 0


@app.command()
def split(files: Files,
          parts: Annotated[str, typer.Option(
              metavar="<name=size,...>", help="the parts, and their sizes in relation to each "
              "other")] = "train=80,valid=10,test=10",
          seed: Annotated[int, typer.Option(min=0, help="another one gives other parts")] = 0,
          out: Annotated[Path | None, typer.Option(
              metavar="<stem>", help="how the names of the parts begin: STEM-train.games",
              show_default="the first file, without .games")] = None) -> None:
    """Split games into parts, such as those for training and for tests.

    The part of a game follows from its start and moves alone, so the same game is never in two
    parts, even if it is in several files.
    """
    from ..lab.data import read_games, write_games
    from ..lab.data.data_file import SUFFIX, open_games
    from ..lab.data.games import split as split_games
    sizes = _sizes(parts)
    stem = out or files[0].with_suffix("")
    paths = {name: stem.with_name(f"{stem.name}-{name}{SUFFIX}") for name in sizes}
    for path in paths.values():
        check_place(path)
    games = read_games(*files)
    how = "; ".join(dict.fromkeys(open_games(path)[0].how for path in files))
    for name, part in split_games(games, sizes, seed).items():
        write_games(paths[name], part, f"{how} | split {parts} --seed {seed}: {name}")
        _tell_written(paths[name])


@app.command()
def solve(game: Game, option: Options = None, position: Position = None,
          out: Annotated[Path | None, typer.Option(
              metavar="<file>", help="where to write the solution, as Parquet",
              show_default="GAME.parquet")] = None,
          most: Annotated[int, typer.Option(
              min=1, max=1_000_000_000, metavar="<positions>",
              help="give up beyond so many positions; each takes some 300 bytes of memory")
              ] = 3_000_000,
          texts: Annotated[bool, typer.Option(
              "--texts/--no-texts", help="whether to write positions as texts, too")] = True
          ) -> int:
    """Solve a board whole: the exact value of every position that its start can lead to.

    It is for small boards, such as contra -o size=3. Every value is checked by the rules before
    the file is written.
    """
    from ..lab.data.parquet import pyarrow_modules
    from ..lab.tables.solution_file import write_solution
    from ..lab.tables.whole import solve as solve_board
    board = make_board(game, position, option)
    path = out or Path(f"{game}.parquet")
    check_place(path)
    pyarrow_modules()
    words = ["eckstein", "data", "solve", game]
    words += [word for text in option or () for word in ("-o", text)]
    words += ["--position", position] if position else []
    try:
        with _solving() as report:
            solution = solve_board(board, most, partial(report, phrase("finding positions")))
            card = write_solution(path, solution, shlex.join(words), texts,
                                  partial(report, phrase("checking positions")))
    except KeyboardInterrupt:
        print(phrase("stopped; nothing is kept"), file=sys.stderr)
        return 130
    print(phrase("{path}: {count} positions, {won} won, {drawn} drawn, {lost} lost; the farthest "
                 "end is {longest} {longest:ply|plies} away", path=path,
                 count=grouped(card.positions), won=grouped(card.won), drawn=grouped(card.drawn),
                 lost=grouped(card.lost), longest=card.longest))
    print(phrase("{start}, {side} to move: {value}", start=card.start,
                 side=phrase(board.turn.value), value=card.value))
    print(phrase("every value is checked; digest {digest}", digest=card.digest))
    return 0


def _sizes(parts: str) -> dict[str, float]:
    """The names of parts, and their sizes.

    Raises:
        DataError: unless each part has a name of its own and a size.
    """
    from ..lab.data.games import DataError
    found: dict[str, float] = {}
    for part in parts.split(","):
        name, _, size = (word.strip() for word in part.partition("="))
        try:
            found[name] = float(size) if name not in found else float("nan")
        except ValueError:
            found[name] = float("nan")
        if not (name.isidentifier() and 0 <= found[name] < float("inf")):
            raise DataError(Sentence("expected parts as name=size,name=size, each once, such as "
                                     "train=80,test=20, not {part!r}", part=part))
    return found


def _read(path: Path, source: str | None, option: list[str] | None, encoding: str | None,
          out: str) -> tuple[Games | None, str, list[str], bool]:
    """The games of a file, how they were made, what of them is lost, and whether some are wrong."""
    from ..base.text_files import read_text
    from ..lab.data import converting
    from ..lab.data.games import joined
    from ..record.conversion import read_each
    kind = converting.source_of(path)
    if kind == converting.GAMES:
        from ..lab.data.data_file import open_games
        header, blocks = open_games(path)
        return joined(blocks), header.how, [], False
    if kind == converting.PARQUET:
        from ..lab.data.parquet import read_parquet
        games, how = read_parquet(path)
        return games, how, [], False
    from ..lab.data.records import from_records
    each = read_each(read_text(str(path), encoding), source, option_values.parse(option or []))
    records, wrong = games_in(str(path), each, out)
    if not records:
        return None, "", [], wrong
    games, lost = _named(path, partial(from_records, records.values()))
    return games, f"converted from {path.name}", lost, wrong


def _named(path: Path, work: Callable[[], Any]) -> Any:
    """What work at a file finds; faults of its games are reported with the file's name."""
    from ..base.sentence import message_of
    from ..lab.data.games import DataError
    try:
        return work()
    except DataError as error:
        if str(path) in str(error):
            raise
        raise DataError(Sentence("{path}: {error}", path=path, error=message_of(error))) from None


def _tell(path: Path, told: dict[str, Any]) -> None:
    """What is in a file, line by line."""
    options = option_values.write(told["game"], told["options"])
    print(phrase("{path}: {games} games of {game}, {moves} moves, {bytes} bytes, {rate} a move",
                 path=path, games=grouped(told["games"]), moves=grouped(told["moves"]),
                 game=" ".join(filter(None, [told["game"], options])),
                 bytes=grouped(told["bytes"]), rate=f"{told['bytes'] / max(1, told['moves']):.2f}"))
    print(phrase("  made by: {how} (version {version}, {day})", how=told["how"],
                 version=told["engine"], day=told["made"]))
    print(phrase("  results: ") + ", ".join(f"{name} {grouped(count)}" for name, count in
                                           told["results"].items()))
    for name, numbers in (("plies", told["plies"]), ("random plies", told["random_plies"])):
        print(phrase("  {name}: {least} to {most}, in the middle {median}", name=name, **numbers))
    print(phrase("  values: {values}, visits: {visits}, starts: {starts}, duplicates: {twice}",
                 values=grouped(told["values"]), visits=grouped(told["visits"]),
                 starts=grouped(told["starts"]), twice=grouped(told["duplicates"])))
    print(phrase("  every checksum is right, every move is legal"))


def _show(games: Games, count: int) -> None:
    """The first games as texts."""
    import numpy as np

    from ..lab.data.games import RESULTS
    from ..lab.data.records import boards, texts_of
    first = games.select(np.arange(min(count, len(games))))
    for number, board in enumerate(boards(first)):
        texts = texts_of(board)
        more = [phrase("... {count} more", count=len(texts) - SHOWN)] if texts[SHOWN:] else []
        print(" ".join([f"  {number + 1}.", *texts[:SHOWN], *more,
                        RESULTS[games.results[number]]]))


def _tell_written(path: Path) -> None:
    """How many games a file has that was written."""
    from ..lab.data import read_games
    games, size = read_games(path), path.stat().st_size
    print(phrase("{path}: {count} {count:game|games}, {moves} moves, {size} bytes", path=path,
                 count=len(games), moves=grouped(games.moves), size=grouped(size)))


@contextmanager
def _progress(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; yields what is told how many games there are."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

    from .progress import Progress, Rate
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                  Rate(lambda speed: f"{speed:.1f}/s"), TimeElapsedColumn()) as progress:
        task = progress.add_task(text, total=total)

        def report(games: int) -> None:
            progress.update(task, completed=games)
        yield report


@contextmanager
def _solving() -> Iterator[Callable[[str, int], None]]:
    """A line on standard error; yields what is told what is done, and of how many positions."""
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    from .progress import Progress
    with Progress(SpinnerColumn(), TextColumn("{task.description}: {task.completed:,}"),
                  TimeElapsedColumn(), transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda text, count: progress.update(task, description=text, completed=count)
