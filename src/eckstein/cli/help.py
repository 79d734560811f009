"""What commands say of themselves, in the language that is spoken."""
from collections.abc import Iterator
from typing import Any

from typer import rich_utils

from ..words import tell

HEADINGS = {"ARGUMENTS_PANEL_TITLE": "Arguments", "OPTIONS_PANEL_TITLE": "Options",
            "COMMANDS_PANEL_TITLE": "Commands", "DEFAULT_STRING": "[default: {}]",
            "REQUIRED_LONG_STRING": "[required]"}
SHOWS_HELP = "Show this message and exit."


def texts_of(command: Any) -> Iterator[str]:
    """All that a command and those under it say of themselves, in English."""
    yield from HEADINGS.values()
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
