"""What programs call: pictures of boards, views and records."""
from collections.abc import Callable, Iterable, Mapping
from math import isqrt
from typing import Any

import msgspec

from ..base.expect import expect, expect_several
from ..base.sentence import Sentence
from ..board import Board
from ..board.view import view as view_of
from ..notation.errors import IllegalMoveError
from ..record import Record
from ..record.film import views
from .caption import Caption
from .look import Look
from .marks import read_arrow, read_mark
from .motion import Frames
from .raster import animation, raster
from .scene import Scene, draw

LARGEST = 60_000_000        # squared width times positions of an animation, for memory is finite
Shown = Board | Mapping[str, Any]


def svg(board: Shown, *, move: str | None = None, arrows: Iterable[str] = (),
        marks: Iterable[str] = (), **look: Any) -> str:
    """A picture of a position as the text of an SVG file, which says in words what it shows.

    Args:
        board: a board, or a view of one.
        move: a legal move to be shown as a plan: its way, a ghost of the die at its end, and the
            sums of its battles.
        arrows: such as "d1d2" or "d1d2:red"; colours are green, blue, red, yellow, orange, black,
            #rrggbb, or a theme's arrow, target, check, highlight, last, goal, area, hint, ink.
        marks: squares to be framed, such as "d3" or "d3:blue".
        look: flat, theme, size, black, last, coordinates, numerals, background: see `Look`.

    Raises:
        ValueError: for a move that is not legal, squares that are not there, unknown colours or
            themes and impossible sizes, with a sentence that says so.
        TypeError: if it is neither a board nor a view.
    """
    expect("what is drawn", board, Board, Mapping)
    if not isinstance(board, Board) and not {"pieces", "board", "game"} <= board.keys():
        raise TypeError("what is drawn is a Board, or a view of one (eckstein.board.view)")
    expect_several("arrows", arrows, str)
    expect_several("marks", marks, str)
    chosen = Look(**look)
    shown = view_of(board, legal=False) if isinstance(board, Board) else board
    plan = None if move is None else _described(board, move)
    framed, drawn = [read_mark(text) for text in marks], [read_arrow(text) for text in arrows]
    caption = Caption.of(shown, plan, [mark.squares[0] for mark in framed],
                         ["-".join(arrow.squares) for arrow in drawn], chosen.last)
    return draw(shown, chosen, Scene(plan, framed, drawn, caption=caption))


def png(board: Shown, **choices: Any) -> bytes:
    """The same as a PNG file.

    Args:
        board: a board, or a view of one.
        choices: as for `svg`.

    Raises:
        ValueError: as `svg`.
        ImportError: if the package for it is not installed; the message says what to install.
    """
    return raster(svg(board, **choices))


def gif(game: Board | Record, *, speed: float = 1, first_ply: int = 0,
        last_ply: int | None = None, told: Callable[[int, int], None] | None = None, **look: Any
        ) -> bytes:
    """The moves of a game as an animated GIF: dice tip, jump and fall as they would.

    Args:
        game: a board with its moves, or a record; its main line is shown.
        speed: 1 is a calm pace, 2 is twice as fast; 0.1 to 20.
        first_ply: after how many moves it begins.
        last_ply: after how many moves it ends; all of them if left out.
        told: called with the number of moves drawn so far and of all moves, after each.
        look: as for `svg`.

    Raises:
        ValueError: if the plies or the speed cannot be, or it would be too large.
        ImportError: if a package for it is not installed; the message says what to install.
    """
    return animation(frames(game, speed=speed, first_ply=first_ply, last_ply=last_ply, told=told,
                            **look))


def frames(game: Board | Record, *, speed: float = 1, first_ply: int = 0,
           last_ply: int | None = None, told: Callable[[int, int], None] | None = None, **look: Any
           ) -> Frames:
    """The frames of which `gif` makes an animation, drawn one by one: pairs of an SVG text and how
    many hundredths of a second it is shown.

    Args:
        game, speed, first_ply, last_ply, told, look: as for `gif`.

    Raises:
        ValueError: as `gif`.
    """
    expect("what is shown", game, Board, Record)
    expect("the speed", speed, int, float)
    expect("the first ply", first_ply, int)
    expect("the last ply", last_ply, int, type(None))
    chosen = Look(**look)
    if not 0.1 <= speed <= 20:
        raise ValueError(Sentence("the speed is 0.1 to 20, and not {speed:g}", speed=speed))
    record = game if isinstance(game, Record) else Record.from_board(game)
    shown = views(record, first_ply, last_ply)
    widest = isqrt(LARGEST // len(shown))
    if chosen.size > widest:
        raise ValueError(Sentence("an animation of {count} {count:move|moves} can be at most "
                                  "{widest} pixels wide; make it smaller, or show fewer moves",
                                  count=len(shown) - 1, widest=widest))
    return Frames(shown, chosen, speed, told)


def _described(board: Shown, text: str) -> Mapping[str, Any]:
    """What a move does, of a board or of a view with its legal moves."""
    if isinstance(board, Board):
        described: dict[str, Any] = msgspec.to_builtins(board.describe(board.parse(text)))
        return described
    if board["legal"] is None:
        raise ValueError(Sentence("this view was made without legal moves, so that none can be "
                                  "shown"))
    for told in board["legal"]:
        if text in (told["text"], told["notation"]):
            found: Mapping[str, Any] = told
            return found
    raise IllegalMoveError(Sentence("{text} is not one of the legal moves of this view",
                                    text=text))
