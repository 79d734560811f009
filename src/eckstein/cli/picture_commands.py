"""The command that makes pictures: render."""
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ..base.files import check_place, save_bytes
from ..base.sentence import Sentence, message_of
from ..base.text_files import read_text
from ..board import Board
from ..record import Record
from ..record.conversion import read_each
from ..words import phrase
from . import completion
from .arguments import Encoding, Moves, OptionalGame, Options, Position, a_number, make_board

KINDS = (".svg", ".png", ".gif", ".json")

File = Annotated[str | None, typer.Option("--file", "-f", metavar="<file>",
                                          help="a recorded game instead")]
Out = Annotated[str | None, typer.Option("--out", "-O", metavar="<file>", help=(
    "a file .svg, .png, .gif (the animated game) or .json (the game for the web board); SVG to the "
    "screen if left out"))]
Plan = Annotated[str | None, typer.Option("--move", metavar="<move>", help=(
    "a legal move to show, with its path, its result and its battles"))]
Arrows = Annotated[list[str] | None, typer.Option("--arrow", metavar="<d1d2:colour>", help=(
    "an arrow, optionally with a colour; may be given repeatedly"))]
Marks = Annotated[list[str] | None, typer.Option("--mark", metavar="<d3:colour>", help=(
    "a framed square, likewise"))]
Numerals = Annotated[bool | None, typer.Option("--numerals/--pips", show_default=False, help=(
    "what the dice show; default: numerals if flat"))]
Background = Annotated[str | None, typer.Option(metavar="<#rrggbb>", help=(
    "background colour; transparent if left out"))]
FirstPly = Annotated[int | None, typer.Option("--from", min=0, metavar="<ply>", help=(
    "start of the animation: after so many moves"))]
LastPly = Annotated[int | None, typer.Option("--to", min=0, metavar="<ply>", help=(
    "end of the animation, or the position to show"))]


app = typer.Typer()


@app.command()
def render(game: OptionalGame = None, moves: Moves = None, position: Position = None,
           option: Options = None, file: File = None, encoding: Encoding = None,
           number: Annotated[int, typer.Option(min=1, help="which game of the file")] = 1,
           out: Out = None,
           flat: Annotated[bool, typer.Option("--flat", help="from straight above")] = False,
           theme: Annotated[str, typer.Option(
               help="wood, slate, print or contrast", autocompletion=completion.themes)] = "wood",
           size: Annotated[int, typer.Option(help="width in pixels")] = 480,
           black: Annotated[bool, typer.Option("--black", help="from Black's side")] = False,
           move: Plan = None, arrow: Arrows = None, mark: Marks = None,
           last: Annotated[bool, typer.Option(help="mark the last move")] = True,
           coordinates: Annotated[bool, typer.Option(help="names of columns and rows")] = True,
           numerals: Numerals = None, background: Background = None, first_ply: FirstPly = None,
           last_ply: LastPly = None,
           speed: Annotated[float, typer.Option(
               callback=a_number, help="of an animation, 0.1 to 20")] = 1) -> None:
    """Make a picture of a position, or an animation of a game.

    Colours of arrows and marks: green, blue, red, yellow, orange, black, or #rrggbb.
    """
    kind = _kind(out)
    record = _record(game, moves, position, option, file, number, encoding)
    look = {"flat": flat, "theme": theme, "size": size, "black": black, "last": last,
            "coordinates": coordinates, "numerals": numerals, "background": background}
    pointed = {"move": move, "arrows": arrow or [], "marks": mark or []}
    content = _content(kind, record, look, pointed, (first_ply or 0, last_ply), speed)
    if out is None:
        sys.stdout.write(content.decode())
    else:
        save_bytes(out, content)


def _kind(out: str | None) -> str:
    """The kind of file that is wanted, by the end of its name."""
    if out is None:
        return ".svg"
    path = Path(out)
    if path.suffix.lower() not in KINDS:
        raise ValueError(Sentence("{out} should end in {kinds} or {last}; the extension sets "
                                  "the format", out=out, kinds=', '.join(KINDS[:-1]),
                                  last=KINDS[-1]))
    check_place(path)
    return path.suffix.lower()


def _record(game: str | None, moves: list[str] | None, position: str | None,
            option: list[str] | None, file: str | None, number: int,
            encoding: str | None) -> Record:
    """The game that the arguments tell."""
    if file is None:
        if game is None:
            raise ValueError(Sentence("name a game, such as eckstein render contra, or give "
                                      "--file"))
        return Record.from_board(make_board(game, position, option, moves))
    record = _recorded(file, number, encoding)
    if game not in (None, record.start.game):
        raise ValueError(Sentence("{file} holds a game of {game}, and not of {other}", file=file,
                                  game=record.start.game, other=game))
    return record


def _recorded(file: str, number: int, encoding: str | None) -> Record:
    count = 0
    for count, found in enumerate(read_each(read_text(file, encoding)), 1):
        if count == number and isinstance(found, Record):
            return found
        if count == number:
            raise ValueError(Sentence("{file}: {found}", file=file, found=found))
    if not count:
        raise ValueError(Sentence("{name} contains no game", name=file))
    raise ValueError(Sentence("there is no game {number} in {file}, which holds {count}",
                              number=number, file=file, count=count))


def _content(kind: str, record: Record, look: dict[str, Any], pointed: dict[str, Any],
             plies: tuple[int, int | None], speed: float) -> bytes:
    """The whole file."""
    from .. import render as pictures
    try:
        if kind == ".gif":
            return pictures.gif(record, speed=speed, first_ply=plies[0], last_ply=plies[1],
                                told=_telling(), **look)
        if kind == ".json":
            from ..record.film import film
            return msgspec.json.encode(film(record)) + b"\n"
        board = _board(record, plies[1])
        if kind == ".png":
            return pictures.png(board, **pointed, **look)
        return pictures.svg(board, **pointed, **look).encode()
    except ImportError as error:
        raise ValueError(message_of(error)) from None


def _board(record: Record, ply: int | None) -> Board:
    """The board after so many moves."""
    nodes = [record.root, *record.mainline()]
    if ply is not None and ply >= len(nodes):
        raise ValueError(Sentence("there is no ply {ply}; the last one is {count}", ply=ply,
                                  count=len(nodes) - 1))
    return record.board(nodes[-1 if ply is None else ply])


def _telling() -> Callable[[int, int], None] | None:
    """What tells a person how far an animation is."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int, all_moves: int) -> None:
        end = "\n" if done == all_moves else ""
        told = phrase("{done} of {count} moves drawn", done=done, count=all_moves)
        print(f"\r{told}", end=end, file=sys.stderr, flush=True)
    return tell
