"""Commands about files of games and positions: convert, check."""
import sys
from typing import Annotated

import typer

from .. import options as option_values
from ..words import phrase
from . import completion
from .arguments import Options, decoded, text_file
from .lines import reason


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("convert")(convert)
    app.command("check")(check)


def convert(file: Annotated[str, typer.Argument(help="a file, or - for standard input",
                                                show_default=False)] = "-",
            target: Annotated[str, typer.Option(
                "--to", help="position, record, moves, json, ramapo or studer",
                autocompletion=completion.formats_to_write)] = "position",
            source: Annotated[str | None, typer.Option(
                "--from", help="position, record, replay, ramapo or studer; detected if left out",
                autocompletion=completion.formats_to_read)]
            = None,
            ply: Annotated[int | None, typer.Option(min=0, help="for positions, after so many "
                                                                "moves of each game")] = None,
            option: Options = None,
            output: Annotated[str | None, typer.Option("--output", "-O", metavar="<file>",
                                                       help="write here instead of the screen")]
            = None) -> None:
    """Convert positions and games between our texts and the files of other programs."""
    from ..conversion import convert as convert_text
    from ..files import check_place, save_text
    if output is not None:
        check_place(output)
    text = convert_text(_read(file), source=source, target=target, ply=ply,
                        options=option_values.parse(option or []))
    if output is None:
        print(text.rstrip("\n"))
    else:
        save_text(output, text.rstrip("\n") + "\n")


def check(files: Annotated[list[str], typer.Argument(
              show_default=False, help="files of games, or - for standard input")]
          ) -> int:
    """Check every move of every game in these files (status 1 if one is wrong)."""
    from ..notation.pgn import RecordError
    from ..record import read_each
    texts = [(name, _read(name)) for name in files]
    well = True
    for name, text in texts:
        good = bad = 0
        for found in read_each(text):
            if isinstance(found, RecordError):
                bad += 1
                print(f"{name}: {reason(found)}")
            else:
                good += 1
        if good:
            print(_told(name, good, others=bad > 0))
        elif not bad:
            print(phrase("{name} contains no game", name=name))
        well = well and good > 0 and bad == 0
    return 0 if well else 1


def _told(name: str, good: int, *, others: bool) -> str:
    """How many games are right, where others are wrong or none is."""
    if good == 1:
        return (phrase("{name}: 1 other game, every move is legal", name=name) if others else
                phrase("{name}: 1 game, every move is legal", name=name))
    return (phrase("{name}: {count} other games, every move is legal", name=name, count=good)
            if others else
            phrase("{name}: {count} games, every move is legal", name=name, count=good))


def _read(name: str) -> str:
    """The text of a file, or of standard input."""
    return decoded(name, sys.stdin.buffer.read()) if name == "-" else text_file(name)
