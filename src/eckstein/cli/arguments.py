"""Arguments that several commands take, and the board or the text they tell."""
import inspect
import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..base.sentence import Sentence
from ..board import Board, push_texts
from ..kernel import options as option_values
from ..notation.pgn import RecordError
from ..record import Record
from ..wire.conditions import SEEK
from . import completion
from .lines import reason

# The heading of commands that speak English alone: their users read it.
IN_ENGLISH = "Research, programs and servers"


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
Encoding = Annotated[str | None, typer.Option(
    metavar="<encoding>", help="of the file, such as latin-1; UTF-8 or what its mark says, if left "
                               "out")]
Position = Annotated[str | None, typer.Option("--position", "-p", metavar="<position>",
                                              help="the position to start from")]
Options = Annotated[list[str] | None, typer.Option(
    "--option", "-o", metavar="<name=value>", help="a rule option; may be given repeatedly",
    autocompletion=completion.rule_options)]
Ray = Annotated[str | None, typer.Option(
    metavar="<address>", show_default=False,
    help="do the work on a Ray cluster: its address, or auto for the one that this machine belongs "
         "to")]
CsvLog = Annotated[Path | None, typer.Option(
    "--csv", metavar="<file>", show_default=False,
    help="log all numbers to this file, a line for each")]
TensorBoardLog = Annotated[Path | None, typer.Option(
    "--tensorboard", metavar="<folder>", show_default=False,
    help="log all numbers to this folder for TensorBoard; needs tensorboardX or PyTorch")]
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


def with_conditions(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command whose last argument is `**conditions`, with an option for each condition of open
    challenges that has words for it; None where it is not given."""
    *own, _ = inspect.signature(command).parameters.values()
    hints = {name: Annotated[one.type | None, typer.Option(help=one.asks, show_default=False)]
             for name, one in SEEK.items() if one.asks}
    made = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
            for name, hint in hints.items()]
    command.__signature__ = inspect.Signature([*own, *made])    # type: ignore[attr-defined]
    command.__annotations__.update(hints)
    return command


def chosen_options(game: str, options: list[str] | None) -> dict[str, option_values.Value]:
    """All options of a game with those that the arguments tell."""
    return option_values.complete(game, option_values.parse(options or []))


def make_board(game: str, position: str | None, options: list[str] | None,
               moves: list[str] | None = None) -> Board:
    """The board that the arguments tell.

    Raises:
        ValueError: of several kinds, each with a sentence for the user.
    """
    board = Board(game, position, compiled=False, **chosen_options(game, options))
    board.check_status()
    push_texts(board, " ".join(moves or []).split())
    return board


def games_in(name: str, found: Iterable[Record | RecordError],
             output: str | None = None) -> tuple[dict[int, Record], bool]:
    """The games of a file that can be read; the others are named on standard error.

    Args:
        name: the file.
        found: what was read from it.
        output: where the games will be written.

    Returns:
        The games by their numbers in the file, and whether others are wrong.

    Raises:
        ValueError: if games that cannot be read would be lost, as the output is the file.
    """
    both = list(found)
    faults = [fault for fault in both if isinstance(fault, RecordError)]
    if faults and output is not None and _same_file(name, output):
        raise ValueError(Sentence("{name}: {faults}; {output} would be written without it, so "
                                  "name another file", name=name, faults=faults[0], output=output))
    games = {number: one for number, one in enumerate(both, 1) if isinstance(one, Record)}
    for one in both:
        for error in [one] if isinstance(one, RecordError) else one.warnings:
            print(f"{name}: {reason(error)}", file=sys.stderr)
    return games, bool(faults)


def _same_file(name: str, output: str) -> bool:
    return Path(output).exists() and Path(name).exists() and Path(output).samefile(name)
