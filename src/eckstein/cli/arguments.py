"""Arguments that several commands take, and the board or the text they tell."""
import math
from pathlib import Path
from typing import Annotated

import typer

from .. import options as option_values
from ..board import Board, play_out
from ..sentence import Sentence
from . import completion


def a_number(value: float | None) -> float | None:
    """Refuse nan, which is in every range: each option that is a float is looked at by this."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter("nan is not a number")
    return value


Game = Annotated[str, typer.Argument(help="pur, contra, ecke, duell, echek, or a game of your own",
                                     show_default=False, autocompletion=completion.games)]
OptionalGame = Annotated[str | None, typer.Argument(
    show_default=False, autocompletion=completion.games,
    help="pur, contra, ecke, duell, echek, or a game of your own; not needed with --file")]
Position = Annotated[str | None, typer.Option("--position", "-p", metavar="<position>",
                                              help="the position to start from")]
Options = Annotated[list[str] | None, typer.Option(
    "--option", "-o", metavar="<name=value>", help="a rule option; may be given repeatedly",
    autocompletion=completion.rule_options)]
Moves = Annotated[list[str] | None, typer.Argument(help="moves to make, in any accepted form",
                                                   show_default=False)]


Language = Annotated[str | None, typer.Option(
    metavar="<language>", show_default="of LANG", help="language of the interface",
    autocompletion=completion.languages)]
Plain = Annotated[bool, typer.Option("--plain", help="line by line, instead of the full-screen "
                                                     "board")]
Speed = Annotated[float, typer.Option(
    min=0, max=10, callback=a_number,
    help="of the dice on the full-screen board; 0 for no animation")]


def chosen_options(game: str, options: list[str] | None) -> dict[str, option_values.Value]:
    """All options of a game with those that the arguments tell."""
    return option_values.complete(game, option_values.parse(options or []))


def make_board(game: str, position: str | None, options: list[str] | None,
               moves: list[str] | None = None) -> Board:
    """The board that the arguments tell.

    Raises:
        ValueError: of several kinds, each with a sentence for the person who typed them.
    """
    board = Board(game, position, compiled=False, **chosen_options(game, options))
    board.check_status()
    play_out(board, " ".join(moves or []).split())
    return board


def text_file(name: str) -> str:
    """The text of a file.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is not text.
    """
    return decoded(name, Path(name).read_bytes())


def decoded(name: str, content: bytes) -> str:
    """The text that was read from somewhere."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(Sentence("{name} is not text in UTF-8 (byte {count})", name=name,
                                  count=error.start + 1)) from None
