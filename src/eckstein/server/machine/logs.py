"""Structured logs on standard error: for people, or as JSON lines."""
import logging
import re
import sys
from typing import Any

import structlog

# Tokens of seats and cookies of guests, which are signed, what is signed with its time, such as the
# keys of links in mails, and keys: nothing logs them, but they may stand in what a client has sent,
# or in the text of an error.
SECRET = re.compile(r"(?<![\w-])(?:(?:\w{10}(?:\.[wb](?:\.\d+)?)?|[\w-]{6})\.[\w-]{27}|[\w-]{64})"
                    r"(?![\w-])", re.ASCII)
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
