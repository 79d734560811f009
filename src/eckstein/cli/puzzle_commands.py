"""Commands about puzzles: solve them, list them, make them, prove them once more."""
from __future__ import annotations

import datetime
import itertools
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..base.files import check_place, set_aside
from ..base.sentence import Sentence, message_of
from ..games import check_game_name, names
from ..words import phrase, speak, spoken
from . import completion
from .arguments import Game, Language, Options, chosen_options
from .lines import note, reason

if TYPE_CHECKING:
    from ..lab.puzzles import Puzzle
    from ..lab.puzzles.puzzle_file import Header


app = typer.Typer()
puzzles = typer.Typer(name="puzzles", help="Puzzles: make them, list them, prove them again.")


@app.command()
def puzzle(game: Game,
           grade: Annotated[int | None, typer.Option(
               min=1, max=11, help="only puzzles that this level of the engine solves, and no "
               "weaker one; 11: that none solves", show_default=False)] = None,
           theme: Annotated[str | None, typer.Option(
               metavar="<theme>", help="only puzzles of this theme, such as battle",
               show_default=False, autocompletion=completion.puzzle_themes)] = None,
           id: Annotated[str | None, typer.Option(
               "--id", metavar="<id>", help="begin with this puzzle", show_default=False)] = None,
           language: Language = None) -> None:
    """Solve puzzles: find the only move that wins, or the only one that does not lose."""
    from ..lab.puzzles.tally import read_tally
    from .solving import LinePuzzles, chosen
    speak(language or spoken())
    check_game_name(game)
    tally = read_tally()
    LinePuzzles(game, chosen(game, tally.of(game).solved, grade, theme, id), tally).run()


@puzzles.command()
def make(game: Game, option: Options = None,
         count: Annotated[int, typer.Option(
             min=1, max=100_000, help="how many puzzles to make")] = 300,
         seed: Annotated[int, typer.Option(
             min=0, help="of the games that are searched for puzzles")] = 1,
         out: Annotated[Path | None, typer.Option(
             metavar="<file>", help="where to write them", show_default="GAME.jsonl")] = None,
         resume: Annotated[bool, typer.Option(
             "--resume", help="continue an existing file, with its seed")] = False,
         keep: Annotated[Path | None, typer.Option(
             metavar="<file>", help="keep the puzzles of this file that fit, with their ids",
             show_default=False)] = None,
         jobs: Annotated[int, typer.Option(
             "--jobs", "-j", min=1, max=256, help="how many games to search at once")] = 1
         ) -> int:
    """Make puzzles from games between levels of the engine, each of them proved.

    The file is written after every few games, so Ctrl-C loses little.
    """
    from ..lab.puzzles import making, puzzle_file
    check_game_name(game)
    options = chosen_options(game, option)
    path = out or Path(f"{game}.jsonl")
    check_place(path)
    header, found = _begun(path, game, option, resume)
    header = header or puzzle_file.Header(
        puzzle_file.KIND, puzzle_file.VERSION, game, "", "", 0, seed)
    how = _told(game, option, count, header.seed, keep)
    earlier = puzzle_file.read_puzzles(keep) if keep and not found else None
    collection = making.Collection(game, count, found, header.last)
    if keep and earlier:
        _check_game(keep, earlier[0], game)
        making.take_over(collection, *earlier)
    games = header.games

    def save(looked_at: int) -> None:
        nonlocal games
        games = looked_at
        puzzle_file.write_puzzles(path, puzzle_file.Header(
            header.eckstein, header.version, game, datetime.date.today().isoformat(), how,
            len(collection.puzzles), header.seed, games, collection.last),
            sorted(collection.puzzles, key=lambda one: one.id))
    status = 0
    try:
        with _progress(game, count) as report:
            making.make(collection, game, options, header.seed, games, jobs, save, report)
    except KeyboardInterrupt:
        print(phrase("stopped; to continue, run the same command with --resume"), file=sys.stderr)
        status = 130
    save(games)
    print(phrase("{path}: puzzles: {count}, games looked at: {games}", path=path,
                 count=len(collection.puzzles), games=games))
    return status


def _told(game: str, option: list[str] | None, count: int, seed: int, keep: Path | None) -> str:
    """The command that makes these puzzles."""
    words = ["eckstein", "puzzles", "make", game, "--count", str(count), "--seed", str(seed),
             *(["--keep", keep.name] if keep else [])]
    for one in option or []:
        words += ["-o", one]
    return shlex.join(words)


def _options_in(how: str) -> list[str]:
    """The options of a command that makes puzzles."""
    words = shlex.split(how)
    return sorted(value for word, value in itertools.pairwise(words) if word == "-o")


def _begun(path: Path, game: str, option: list[str] | None,
           resume: bool) -> tuple[Header | None, list[Puzzle]]:
    """The header and the puzzles of a file that is to be gone on with; one that is damaged is set
    aside, and made again.
    """
    from ..lab.puzzles import PuzzleError, read_puzzles
    from ..lab.puzzles.puzzle_file import ForeignError
    if not path.exists():
        return None, []
    if not resume:
        raise PuzzleError(Sentence("{path} exists; add --resume to continue it, or name another "
                                   "file with --out", path=path))
    try:
        header, found = read_puzzles(path)
    except ForeignError:
        raise
    except PuzzleError as error:
        note(set_aside(path, Sentence("cannot be continued: {error}", error=message_of(error))))
        return None, []
    _check_game(path, header, game)
    if _options_in(header.how) != sorted(option or []):
        raise PuzzleError(Sentence("{path} was made by \"{command}\"; continue with the same "
                                   "options", path=path, command=header.how))
    return header, found


def _check_game(path: Path, header: Header, game: str) -> None:
    from ..lab.puzzles import PuzzleError
    if header.game != game:
        raise PuzzleError(Sentence("{path} has puzzles of {game}, not of {other}", path=path,
                                   game=header.game, other=game))


@puzzles.command()
def check(what: Annotated[str | None, typer.Argument(
              metavar="<game|file>", help="all games if left out", show_default=False,
              autocompletion=completion.games)] = None,
          trees: Annotated[bool, typer.Option(
              "--trees", help="prove the whole trees as well: what wins after every defence")
              ] = False) -> int:
    """Prove puzzles again, by plain search at full width (status 1 if one is wrong)."""
    from ..lab.puzzles import PuzzleError
    from ..lab.puzzles.making.puzzle_check import Checker
    from ..lab.puzzles.making.tree_check import TreeChecker
    from ..lab.puzzles.trees import Trees
    sets = [_set(what)] if what is not None else [_set(game) for game in names()]
    status = 0
    for name, game, puzzles in sets:
        checker, wrong, builder = Checker(game), 0, Trees()
        whole = TreeChecker(game, checker)
        with _progress(name, len(puzzles)) as report:
            for number, puzzle in enumerate(puzzles, 1):
                try:
                    checker.check(puzzle)
                    if trees:
                        whole.check(puzzle, builder.tree(puzzle, puzzle.board(game)))
                except PuzzleError as error:
                    wrong, status = wrong + 1, 1
                    print(f"{name}: {reason(error)}")
                report(number, number)
        print(phrase("{name}: {right} of {count} {count:puzzle is|puzzles are} right", name=name,
                     right=len(puzzles) - wrong, count=len(puzzles)))
    return status


def _set(what: str) -> tuple[str, str, list[Puzzle]]:
    """The name of a set of puzzles, the game, and the puzzles; of a game or from a file."""
    from ..lab.puzzles import PuzzleError, load, read_puzzles
    if what in names():
        return what, what, load(what)
    if not Path(what).exists():
        raise PuzzleError(Sentence("there is neither a game nor a file {what!r}; the games "
                                   "are {known}", what=what, known=", ".join(names())))
    header, found = read_puzzles(Path(what))
    return what, header.game, found


@puzzles.command()
def tree(what: Annotated[str, typer.Argument(
             metavar="<game|file>", help="where the puzzle is", show_default=False,
             autocompletion=completion.games)],
         id: Annotated[str, typer.Argument(
             metavar="<id>", help="its name, such as c0001", show_default=False)],
         json: Annotated[bool, typer.Option("--json", help="the tree as one JSON object")] = False
         ) -> None:
    """Print the whole tree of a puzzle: what wins after every defence, to the end."""
    from ..lab.puzzles.trees import Trees
    from .solving import with_id
    from .tree_text import tell_tree, tree_as_json
    _, game, puzzles = _set(what)
    puzzle = with_id(what, puzzles, id)
    found = Trees().tree(puzzle, puzzle.board(game))
    if json:
        print(tree_as_json(game, puzzle, found))
    else:
        for line in tell_tree(game, puzzle, found):
            print(line)


@puzzles.command("list")
def list_puzzles(game: Annotated[str | None, typer.Argument(
        help="all games if left out", show_default=False,
        autocompletion=completion.games)] = None) -> None:
    """List how many puzzles there are, by grade and by theme."""
    from ..lab.puzzles import THEMES, load
    for name in [game] if game else names():
        found = load(name)
        grades = Counter(puzzle.grade for puzzle in found)
        themes = Counter(theme for puzzle in found for theme in puzzle.themes)
        print(phrase("{name}: {count} {count:puzzle|puzzles}", name=name, count=len(found)))
        if found:
            print(phrase("  grades: ") + ", ".join(f"{grade}: {grades[grade]}"
                                           for grade in sorted(grades)))
            print(phrase("  themes: ") + ", ".join(f"{theme}: {themes[theme]}" for theme in THEMES
                                           if themes[theme]))


@contextmanager
def _progress(text: str, total: int) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error; yields what is told how many puzzles and games are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

    from .progress import Progress
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                  TextColumn("{task.fields[rate]}"), TimeElapsedColumn()) as progress:
        puzzles = progress.add_task(text, total=total, rate="")
        games = progress.add_task("", total=None, visible=False, rate="")

        def report(done: int, looked_at: int) -> None:
            progress.update(games, completed=looked_at)
            speed = progress.tasks[1].speed
            progress.update(puzzles, completed=done, rate=f"{speed:.1f}/s" if speed else "")
        yield report
