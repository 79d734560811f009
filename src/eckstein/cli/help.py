"""What commands say of themselves, in the language that is spoken."""
import re
from collections.abc import Iterator
from typing import Any

from typer import rich_utils

from ..sentence import Sentence
from ..words import tell

HEADINGS = {"ARGUMENTS_PANEL_TITLE": "Arguments", "OPTIONS_PANEL_TITLE": "Options",
            "COMMANDS_PANEL_TITLE": "Commands", "DEFAULT_STRING": "[default: {}]",
            "REQUIRED_LONG_STRING": "[required]"}
SHOWS_HELP = "Show this message and exit."
COMPLAINTS = (              # the longer one first, where one begins like another
    "No such option: {option} Did you mean {other}?",
    "No such option: {option} (Possible options: {others})", "No such option: {option}",
    "No such command {name}. Did you mean {other}?", "No such command {name}",
    "Missing argument {name}", "Missing option {name}", "Option {name} requires an argument",
    "Got unexpected extra argument(s) ({words})", "Got unexpected extra argument ({words})",
    "Invalid value for {name}: {reason}", "Value error, {reason}",
    "Input should be a valid integer, unable to parse string as an integer",
    "Input should be a valid number, unable to parse string as a number",
    "Input should be less than or equal to {most}",
    "Input should be greater than or equal to {least}", "{text} is not one of {known}")


def retold(complaint: str) -> str:
    """What the library of the command line complains of, in the language that is spoken."""
    for template in COMPLAINTS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template))
        if found := re.fullmatch(pattern, complaint.rstrip(".")):
            return tell(Sentence(template, **{name: retold(text)
                                              for name, text in found.groupdict().items()}))
    return complaint


def texts_of(command: Any) -> Iterator[str]:
    """All that a command and those under it say of themselves, in English."""
    yield from HEADINGS.values()
    yield from COMPLAINTS
    yield SHOWS_HELP
    for holder, name in _holders(command):
        yield getattr(holder, name)


def translate(command: Any) -> None:
    """Let a command, and those under it, speak the language that is spoken."""
    for name, heading in HEADINGS.items():
        setattr(rich_utils, name, tell(heading))
    for holder, name in _holders(command):
        setattr(holder, name, tell(getattr(holder, name)))


def _holders(command: Any) -> Iterator[tuple[Any, str]]:
    """Commands, options and arguments with the names of those of their members that are texts."""
    for member in ("help", "short_help", "epilog"):
        if getattr(command, member, None):
            yield command, member
    for param in command.params:
        for member in ("help", "show_default"):
            if isinstance(text := getattr(param, member, None), str) and (
                    member == "help" or " " in text):
                yield param, member
    for inner in getattr(command, "commands", {}).values():
        yield from _holders(inner)
