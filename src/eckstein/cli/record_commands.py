"""Commands about files of games and positions: convert, check."""
import sys
from typing import Annotated

import typer

from ..base.sentence import Sentence
from ..base.text_files import decoded, read_text
from ..kernel import options as option_values
from ..notation.errors import NotationError
from ..notation.pgn import RecordError
from ..record import Record
from ..words import phrase
from . import completion
from .arguments import Encoding, Options, games_in
from .lines import reason

app = typer.Typer()


@app.command()
def convert(file: Annotated[str, typer.Argument(help="a file, or - for standard input",
                                                show_default=False)] = "-",
            target: Annotated[str, typer.Option(
                "--to", help="position, record, moves, json, ramapo or studer",
                autocompletion=completion.formats_to_write)] = "position",
            source: Annotated[str | None, typer.Option(
                "--from", help="position, record, json, replay, ramapo or studer; detected "
                               "if left out",
                autocompletion=completion.formats_to_read)]
            = None,
            ply: Annotated[int | None, typer.Option(min=0, help="for positions, after so many "
                                                                "moves of each game")] = None,
            option: Options = None,
            output: Annotated[str | None, typer.Option("--output", "-O", metavar="<file>",
                                                       help="write here instead of the screen")]
            = None,
            encoding: Encoding = None) -> int:
    """Convert positions and games between our texts and the files of other programs.

    Games that cannot be read are named and skipped, and the exit status is then 1.
    """
    from ..base.files import check_place, save_text
    from ..record.conversion import check_target, read_each, written
    if output is not None:
        check_place(output)
    check_target(target, ply)
    found = read_each(_read(file, encoding), source, option_values.parse(option or []))
    games, wrong = games_in(file, found, output)
    if wrong and not games:
        return 2
    if not games:
        raise ValueError(Sentence("{name} contains no game", name=file))
    text = written(list(games.values()), target, ply).rstrip("\n") + "\n"
    if output is None:
        print(text, end="")
    else:
        save_text(output, text)
    return 1 if wrong else 0


@app.command()
def check(files: Annotated[list[str], typer.Argument(
              show_default=False, help="files of games, or - for standard input")],
          encoding: Encoding = None) -> int:
    """Check every move of every game in these files (status 1 if one is wrong)."""
    texts = [(name, _read(name, encoding)) for name in files]
    checked = {name: _is_well(name, text) for name, text in texts}
    if empty := [name for name, well in checked.items() if well is None]:
        raise ValueError(Sentence("there is no game in {names}", names=", ".join(empty)))
    return 0 if all(checked.values()) else 1


def _is_well(name: str, text: str) -> bool | None:
    """Tell what is wrong with the games of a text, and how many are right.

    Returns:
        Whether nothing is wrong; None if there is no game.
    """
    from ..record.conversion import read_each
    good = bad = odd = 0
    try:
        for found in read_each(text):
            told = [found] if isinstance(found, RecordError) else found.warnings
            for error in told:
                print(f"{name}: {reason(error)}")
            bad += isinstance(found, RecordError)
            good += isinstance(found, Record)
            odd += len(told)
    except NotationError as error:
        print(f"{name}: {reason(error)}")
        return False
    if good:
        print(_told(name, good, others=bad > 0))
    return odd == 0 if good or bad else None


def _told(name: str, good: int, *, others: bool) -> str:
    """How many games are right, where others are wrong or none is."""
    return (phrase("{name}: {count} other {count:game|games}, every move is legal",
                   name=name, count=good)
            if others else
            phrase("{name}: {count} {count:game|games}, every move is legal",
                   name=name, count=good))


def _read(name: str, encoding: str | None) -> str:
    """The text of a file, or of standard input."""
    return (decoded(name, sys.stdin.buffer.read(), encoding) if name == "-"
            else read_text(name, encoding))
