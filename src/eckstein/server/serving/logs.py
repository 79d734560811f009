"""Structured logs on standard error: for people, or as JSON lines."""
import logging
import re
import sys
from typing import Any

import structlog

from ..game.tokens import ALPHABET

# What lets its holder do something: nothing logs it, but it may stand in what a client has sent, or
# in the text of an error.  Letters drawn by chance are of both sizes, as names of ours are not.
_DRAWN = r"(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]"
_KINDS = (
    r"(?:\w{10}(?:\.[wb](?:\.\d+)?)?|[\w-]{6})\.[\w-]{27}",     # seats, guests, links in mails
    r"[\w-]{64}",                              # keys that sign
    rf"(?:eck_)?{_DRAWN}{{43}}",                # tokens of programs, and sessions
    rf"{_DRAWN}{{32}}", rf"{_DRAWN}{{27}}",     # calendars, and writers of studies
    rf"(?:[{ALPHABET}]{{5}}-){{3}}[{ALPHABET}]{{5}}")           # recovery codes
# In JSON, the end of a line is two signs, of which the second is a letter.
SECRET = re.compile(rf"(?:(?<![\w-])|(?<=\\[nrt]))(?:{'|'.join(_KINDS)})(?![\w-])", re.ASCII)
HIDDEN = "(secret)"


def set_up_logs(*, as_json: bool) -> None:
    """Say how logs are written, those of other packages like our own.

    Args:
        as_json: a JSON object a line with everything; else only what people should know.
    """
    level = logging.INFO if as_json else logging.WARNING
    first: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars, structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True)]
    last: list[structlog.typing.Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer() if as_json else
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()), _hide]
    structlog.configure(
        processors=[*first, *last], wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=first,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def _hide(logger: Any, name: str, line: Any) -> str:
    """Leave out of a finished line what looks like a secret."""
    return SECRET.sub(HIDDEN, line)
