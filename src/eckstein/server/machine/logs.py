"""Structured logs on standard error: for people, or as JSON lines."""
import logging
import sys

import structlog


def set_up_logs(*, as_json: bool) -> None:
    """Say how logs are written.

    Args:
        as_json: a JSON object a line with everything; else only what people should know.
    """
    level = logging.INFO if as_json else logging.WARNING
    shared: list[structlog.typing.Processor] = [structlog.processors.add_log_level,
              structlog.processors.TimeStamper(fmt="iso", utc=True)]
    last: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if not as_json:
        last = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
