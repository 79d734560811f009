"""Commands about opening books: make, show, check, list."""
from __future__ import annotations

import datetime
import json as json_text
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from .. import __version__
from ..base.files import check_place
from ..base.sentence import Sentence, message_of
from ..board import WHITE
from ..engine.limits import MOST
from ..games import check_game_name, names
from ..kernel.options import COUNTS, NO_PROGRESS, REPETITION, changed_rules, complete
from ..session.sentences import score_told
from ..words import phrase
from . import completion
from .arguments import (
    Game,
    Moves,
    Options,
    Position,
    a_number,
    chosen_options,
    make_board,
)
from .lines import grouped, note, reason

if TYPE_CHECKING:
    from ..engine.books.book_file import Header
    from ..lab.books.graph import Graph


app = typer.Typer(name="book", help="Opening books: what the engine found about the first plies.")


@app.command()
def make(game: Game, option: Options = None,
         nodes: Annotated[int, typer.Option(
             min=1, max=MOST, help="how many positions each search looks at")] = 1_000_000,
         positions: Annotated[int, typer.Option(
             min=1, max=60_000, help="how many positions to put into the book")] = 6000,
         minutes: Annotated[float | None, typer.Option(
             min=0, max=1e6, callback=a_number, help="start nothing new after this many minutes",
             show_default=False)] = None,
         jobs: Annotated[int, typer.Option(
             "--jobs", "-j", min=1, max=256, help="how many positions to search at once")] = 1,
         out: Annotated[Path | None, typer.Option(
             metavar="<file>", help="where to write it", show_default="among your own books, "
             "where the engine looks first")] = None,
         resume: Annotated[bool, typer.Option(
             "--resume", help="continue an existing book, with its nodes")] = False,
         force: Annotated[bool, typer.Option(
             "--force", help="replace an existing book")] = False) -> int:
    """Make an opening book: expand it best-first, and back up values.

    The file is written after every few positions, so Ctrl-C loses little.
    """
    from ..engine.books import BookError, book_file
    from ..lab.books.making import Maker
    check_game_name(game)
    wanted = _wanted(game, option, nodes, positions, minutes)
    path = out or book_file.own_path(game, tuple(wanted.options.items()))
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    check_place(path)
    if path.exists() and not (resume or force):
        raise BookError(Sentence("{path} exists; add --resume to continue it, --force to "
                                 "replace it, or name another file with --out", path=path))
    header, graph = (_begun(path, wanted) if resume and book_file.KIND.is_there(path, note, True)
                     else (wanted, None))
    deadline = None if minutes is None else time.monotonic() + 60 * minutes
    try:
        with _progress(game, positions, deadline) as report, closing(
                Maker(game, dict(header.options), header.nodes, jobs, graph)) as maker:
            graph = maker.graph
            while len(graph.nodes) < positions and maker.round(positions, report):
                _write(path, header, graph)
                if deadline is not None and time.monotonic() >= deadline:
                    break
    except KeyboardInterrupt:
        print(phrase("stopped; to continue, run the same command with --resume"), file=sys.stderr)
        return 130
    _write(path, header, graph)
    inner = sum(1 for node in graph.nodes.values() if node.after)
    print(phrase("{path}: {count} {count:position|positions}, the moves of {inner} of them; "
                 "{size} bytes", path=path,
                 count=grouped(len(graph.nodes)), inner=grouped(inner),
                 size=grouped(path.stat().st_size)))
    return 0


def _wanted(game: str, option: list[str] | None, nodes: int, positions: int,
            minutes: float | None) -> Header:
    """What is to be made.

    Raises:
        BookError: if no book can be about these options.
    """
    from ..engine.books import BookError, book_file
    options = chosen_options(game, option)
    if any(options[name] != default for name, (default, _) in COUNTS.items()):
        raise BookError(Sentence("books are about the usual draws; leave out {first} and {second}",
                                 first=REPETITION, second=NO_PROGRESS))
    chosen = changed_rules(game, options)
    how = f"{book_file.command(game, dict(chosen))} --nodes {nodes} --positions {positions}"
    how += "" if minutes is None else f" --minutes {minutes:g}"
    return book_file.Header(
        game=game, options=dict(chosen), rules=book_file.rules_digest(game, chosen), made="",
        how=how, engine=__version__, nodes=nodes, positions=0)


def _begun(path: Path, wanted: Header) -> tuple[Header, Graph]:
    """The header and the positions of a book that is to be gone on with."""
    from ..engine.books.book_file import check_wanted, read_book
    from ..lab.books.graph import Graph, start_of
    book = read_book(path)
    check_wanted(path, book.header, wanted.game, tuple(wanted.options.items()))
    return book.header, Graph.of_book(start_of(book.header), book)


def _write(path: Path, header: Header, graph: Graph) -> None:
    from ..engine.books.book_file import write_book
    header = msgspec.structs.replace(header, made=datetime.date.today().isoformat())
    write_book(path, header, graph.entries())


@app.command()
def show(game: Game, moves: Moves = None, position: Position = None, option: Options = None,
         json: Annotated[bool, typer.Option("--json", help="one JSON object")] = False) -> int:
    """Show what the book knows of a position: its moves with their values and best lines.

    Values are in dice, positive for White (status 1 if the book says nothing).
    """
    from ..engine.analysis import Value, spoken_line
    from ..engine.books import find
    from ..engine.books.probing import line
    from ..engine.books.values import score_of
    board = make_board(game, position, option, moves)
    known = find(board)
    if known is None:
        print(json_text.dumps({"position": board.position(), "moves": []}) if json
              else phrase("the book says nothing about this position"))
        return 1
    rows = [(one, Value.of(score_of(one.value), board.turn),
             spoken_line(board, tuple(line(board, one.move)))) for one in known.moves]
    if json:
        print(json_text.dumps({
            "position": board.position(), "nodes": known.header.nodes, "made": known.header.made,
            "moves": [{"move": one.text, "value": value.score, "mate": value.mate,
                       "positions": one.below, "line": list(texts)}
                      for one, value, texts in rows]}))
        return 0
    width = max(len(board.notation(one.move)) for one in known.moves)
    for one, _, texts in rows:
        print(f"{board.notation(one.move):{width}}  "
              f"{score_told(score_of(one.value).seen_by(WHITE, board.turn)):>8}  "
              f"{grouped(one.below):>6}  {' '.join(texts)}")
    print(phrase("each position searched with {nodes} nodes, {made}; values in dice, positive for "
                 "White, and positions of the book", nodes=grouped(known.header.nodes),
                 made=known.header.made))
    return 0


@app.command()
def check(what: Annotated[str | None, typer.Argument(
              metavar="<game|file>", help="the books of all games if left out", show_default=False,
              autocompletion=completion.games)] = None) -> int:
    """Check books: that moves lead to all their positions, and that values follow from the leaves.

    Status 1 if one is wrong.
    """
    from ..engine.books import BookError
    from ..engine.books.book_file import Book, check_wanted, open_book, read_book
    from ..lab.books.graph import check as check_book
    books: list[tuple[str, Book]] = []
    status = 0
    if what is not None and what not in names():
        if not Path(what).exists():
            raise BookError(Sentence("there is neither a game nor a file {what!r}; the games "
                                     "are {known}", what=what, known=", ".join(names())))
        book = read_book(Path(what))
        check_game_name(book.header.game)
        check_wanted(Path(what), book.header, book.header.game,
                     tuple(sorted(book.header.options.items())))
        books.append((what, book))
    for game in names() if what is None else [what] if what in names() else []:
        try:
            if (there := open_book(game, complete(game, {}))) is not None:
                books.append((game, there))
        except BookError as error:
            print(reason(error))
            status = 1
    for name, book in books:
        try:
            check_book(book)
        except BookError as error:
            print(phrase("{name}: {error}", name=name, error=message_of(error)))
            status = 1
        else:
            print(phrase("{name}: {count} {count:position is|positions are} right", name=name,
                         count=grouped(book.header.positions)))
    return status


@app.command("list")
def list_books() -> None:
    """List the books that there are, and how they were made."""
    from ..engine.books import BookError, open_book
    for game in names():
        try:
            book = open_book(game, complete(game, {}))
        except BookError as error:
            print(phrase("{name}: {error}", name=game, error=message_of(error)))
            continue
        if book is None:
            print(phrase("{game}: no book", game=game))
            continue
        header = book.header
        inner = sum(1 for entry in book.entries.values() if entry.below)
        print(phrase("{game}: {count} {count:position|positions}, the moves of {inner} of them; "
                     "{nodes} nodes for each, by version {version}, {made}", game=game,
                     count=grouped(header.positions), inner=grouped(inner),
                     nodes=grouped(header.nodes), version=header.engine, made=header.made))


@contextmanager
def _progress(text: str, total: int, deadline: float | None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; yields what is told how many positions there are."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

    from .progress import Progress
    begin, first = time.monotonic(), list[int]()
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                  TextColumn("{task.fields[rate]}"), TimeElapsedColumn()) as progress:
        task = progress.add_task(text, total=total, rate="")

        def report(positions: int) -> None:
            first[:] = first or [positions - 1]
            now = time.monotonic()
            rate = (positions - first[0]) / max(now - begin, 1e-9)
            left = (total - positions) / rate
            if deadline is not None:
                left = min(left, max(0.0, deadline - now))
            to_go = datetime.timedelta(seconds=round(max(0.0, left)))
            progress.update(task, completed=positions,
                            rate=phrase("{rate:.1f}/s, {time} to go,", rate=rate, time=to_go))
        yield report
