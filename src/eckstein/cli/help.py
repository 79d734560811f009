"""What commands say of themselves, in the language that is spoken."""
import functools
from collections.abc import Callable, Iterator
from typing import Any

from typer import rich_utils

from ..base.sentence import template_of
from ..words import retold, tell
from .arguments import IN_ENGLISH

HIGHLIGHTS = rich_utils.OptionHighlighter.highlights
HEADINGS = {"ARGUMENTS_PANEL_TITLE": "Arguments", "OPTIONS_PANEL_TITLE": "Options",
            "COMMANDS_PANEL_TITLE": "Commands", "DEFAULT_STRING": "[default: {}]",
            "REQUIRED_LONG_STRING": "[required]"}
USAGE = "Usage: "
COMPLAINTS = (              # the longer one first, where one begins like another
    "No such option: {option} Did you mean {other}?",
    "No such option: {option} (Possible options: {others})", "No such option: {option}",
    "No such command {name}. Did you mean {other}?", "No such command {name}",
    "Missing argument {name}", "Missing option {name}", "Option {name} requires an argument",
    "Option {name} does not take a value",
    "Got unexpected extra argument(s) ({words})", "Got unexpected extra argument ({words})",
    "Invalid value for {name}: {reason}", "{text} is not a valid int range",
    "{text} is not a valid int", "{text} is not a valid float range",
    "{text} is not a valid float", "{text} is not in the range {range}",
    "{text} is not a number", "{text} is not one of {known}")


def translated(complaint: str) -> str:
    """What the library of the command line complains of, in the language that is spoken."""
    return retold(complaint, *COMPLAINTS)


def texts_of(command: Any) -> Iterator[str]:
    """All that a command and those under it say of themselves, in English."""
    yield from HEADINGS.values()
    yield from COMPLAINTS
    yield USAGE
    for holder, name in _holders(command):
        yield template_of(getattr(holder, name))["text"]


def translate(command: Any) -> None:
    """Let a command, and those under it, speak the language that is spoken."""
    for name, heading in HEADINGS.items():
        setattr(rich_utils, name, tell(heading))
    rich_utils.OptionHighlighter.highlights = [*HIGHLIGHTS, f"(?P<usage>{tell(USAGE)})"]
    for holder, name in _holders(command):
        setattr(holder, name, tell(getattr(holder, name)))
    for one in _with_inner(command):
        one.get_usage = functools.partial(_usage, one.get_usage)


def restore() -> None:
    """Let what the library keeps for all commands be English again."""
    for name, heading in HEADINGS.items():
        setattr(rich_utils, name, heading)
    rich_utils.OptionHighlighter.highlights = HIGHLIGHTS


def _usage(get_usage: Callable[[Any], str], context: Any) -> str:
    """How a command is used, beginning in the language that is spoken."""
    return tell(USAGE) + get_usage(context).removeprefix(USAGE)


def _with_inner(command: Any) -> Iterator[Any]:
    """A command and those under it."""
    yield command
    for inner in getattr(command, "commands", {}).values():
        yield from _with_inner(inner)


def _holders(command: Any, parent: Any = None) -> Iterator[tuple[Any, str]]:
    """Commands, options and arguments with the names of those of their members that are texts."""
    context = command.context_class(command, parent=parent, **command.context_settings)
    for member in ("help", "short_help", "epilog", "options_metavar", "subcommand_metavar"):
        if getattr(command, member, None):
            yield command, member
    for param in command.get_params(context):       # the option --help among them
        for member in ("help", "show_default", "metavar"):
            if isinstance(text := getattr(param, member, None), str) and (
                    member != "show_default" or " " in text):
                yield param, member
    for inner in getattr(command, "commands", {}).values():
        if inner.rich_help_panel == IN_ENGLISH:
            yield inner, "rich_help_panel"
        else:
            yield from _holders(inner, context)
