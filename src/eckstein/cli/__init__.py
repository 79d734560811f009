"""The command `eckstein`.

Exit status: 0 done, 1 the answer is no, 2 bad input, with one sentence on standard error, 130
stopped by Ctrl-C or SIGTERM.
"""
import errno
import functools
import itertools
import os
import signal
import sys
import warnings
from types import FrameType
from typing import Annotated, Any, TextIO

import typer

from .. import __version__
from ..base.errors import EcksteinError
from ..base.sentence import Sentence, message_of
from ..base.terminal_text import shown
from ..words import ENGLISH, LANGUAGES, phrase, preferred, speak, spoken, tell
from . import (
    arena_commands,
    benchmark_commands,
    board_commands,
    book_commands,
    bot_commands,
    completion,
    data_commands,
    database_commands,
    engine_commands,
    game_commands,
    learn_commands,
    lookup_commands,
    output,
    picture_commands,
    proof_commands,
    puzzle_commands,
    record_commands,
    server_commands,
    site_commands,
    table_commands,
    tool_commands,
    zero_commands,
)
from .arguments import IN_ENGLISH
from .conditions import enforce

app = typer.Typer(name="eckstein", rich_markup_mode="rich", pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"],
                                    "max_content_width": 100})
for module in (game_commands, board_commands, engine_commands, arena_commands,
               benchmark_commands, record_commands, proof_commands, puzzle_commands,
               server_commands, lookup_commands, bot_commands, site_commands, picture_commands,
               tool_commands):
    app.add_typer(module.app)
learn_commands.app.add_typer(zero_commands.app)
for group in (table_commands.app, book_commands.app, puzzle_commands.puzzles,
              data_commands.app, learn_commands.app, database_commands.app):
    app.add_typer(group, rich_help_panel=IN_ENGLISH)

# Packages that several commands need, and the extra that brings no more than they do.
EXTRAS = {"numpy": "arena", "pyarrow": "learning"}
UNWRITTEN = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO, errno.EBADF)


@app.callback(invoke_without_command=True)
def about(version: Annotated[bool, typer.Option("--version", help="show the version and exit",
                                                is_eager=True)] = False) -> None:
    """Cublino Pur, Contra and Ecke, Duell, and Echek: play, analyse and research them."""
    if version:
        print(f"eckstein {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line and leave with its status."""
    sys.stdout, sys.stderr = shown(sys.stdout), shown(sys.stderr)
    told_by_python = warnings.formatwarning

    def told(message: Warning | str, category: type[Warning], filename: str, lineno: int,
             line: str | None = None) -> str:
        if category.__module__.startswith(__package__.partition(".")[0]):
            return _sentence(tell(message if isinstance(message, str)
                                   else message_of(message))) + "\n"
        return told_by_python(message, category, filename, lineno, line)
    warnings.formatwarning = told
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        try:
            status = run(sys.argv[1:])
        finally:
            _leave()
    except KeyboardInterrupt:       # a second Ctrl-C, while the first one was told of
        status = 130
        _leave()
    # Python ends by SIGINT itself if Ctrl-C once came while text was run as code, as dataclasses
    # are made, even if it was caught; it forgets that when text is run again.
    exec("")
    sys.exit(status)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """A system that shuts down asks for what Ctrl-C asks for: that nothing is lost."""
    asked = signal.getsignal(signal.SIGINT)
    (asked if callable(asked) else signal.default_int_handler)(number, frame)


def _leave() -> None:
    """From now on nothing is interrupted, and no process is waited for."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if begun := sys.modules.get("multiprocessing"):
        for child in begun.active_children():
            child.kill()


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status."""
    try:
        return _run(arguments)
    finally:
        if spoken() != ENGLISH:
            from .help import restore
            restore()


def _run(arguments: list[str]) -> int:
    output.prepare()
    command = _commands()
    speak(_language(arguments, command))
    if spoken() != ENGLISH:
        from .help import translate
        _commands.cache_clear()     # the next run in this process begins in English
        translate(command)

    def obey() -> object:
        return command.main(args=_or_help(arguments, command), prog_name="eckstein",
                            standalone_mode=False)
    try:
        if completion.asked_by_bash():
            completion.answer_bash(obey)
            return 0
        if sys.stdout is None:      # closed by the caller
            raise ValueError(Sentence("standard output is closed; open it, or write to a file"))
        status = obey()
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except SystemExit as left:      # so the library leaves when a reader has gone away
        return left.code if completion.asked() and isinstance(left.code, int) else 0
    except KeyboardInterrupt:
        print(phrase("stopped"), file=sys.stderr)
        return 130
    except BrokenPipeError:
        _abandon(sys.stdout)
        return 0
    except ValueError as error:
        return _complain(tell(message_of(error)))
    except OSError as error:
        name = error.filename
        if name is None and error.errno in UNWRITTEN:       # writers of files name them
            _abandon(sys.stdout)
            name = phrase("standard output")
        told = tell(error.strerror or str(error))
        return _complain(f"{name}: {told}" if name else told)
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        return _complain(phrase("this needs the package {name}; install it with pip install "
                                "'eckstein[{extra}]'", name=error.name, extra=EXTRAS[error.name]))
    except MemoryError:
        return _complain(phrase("there is not enough memory for this"))
    except RuntimeError as error:   # the command line library's own has no public base class
        if isinstance(error, typer.Abort):
            return 130
        if isinstance(error, EcksteinError):
            return _complain(tell(message_of(error)))
        if isinstance(error.__context__, KeyboardInterrupt):    # Python could not release a lock
            print(phrase("stopped"), file=sys.stderr)
            return 130
        raise
    except Exception as error:
        if hasattr(error, "format_message"):
            from . import help
            return _complain(help.translated(error.format_message()))
        raise


@functools.cache
def _commands() -> Any:
    """All commands; to make them takes longer than most of them do."""
    command = typer.main.get_command(app)
    enforce(command)
    return command


def _or_help(arguments: list[str], command: Any) -> list[str]:
    """What was typed; where that is only the name of a group of commands, its help is meant."""
    for word in arguments:
        command = getattr(command, "commands", {}).get(word)
    return [*arguments, "--help"] if getattr(command, "commands", None) else arguments


def _abandon(stream: TextIO) -> None:
    """Let what a stream could not take be lost, so that leaving does not complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _language(arguments: list[str], command: Any) -> str:
    """The language that is asked for, which help and complaints need before options are read."""
    named = next((one for one in arguments if not one.startswith("-")), None)
    if getattr(command.commands.get(named), "rich_help_panel", None) == IN_ENGLISH:
        return ENGLISH
    for option, value in itertools.pairwise([*arguments, ""]):
        wanted = value if option == "--language" else option.removeprefix("--language=")
        if wanted in LANGUAGES and wanted != option:
            return wanted
    return preferred(os.environ)


def _sentence(complaint: str) -> str:
    return "eckstein: " + " ".join(complaint.split()).rstrip(".") + "."


def _complain(complaint: str) -> int:
    print(_sentence(complaint), file=sys.stderr)
    return 2
