"""Metrics for Prometheus, which reads them at a port of their own, if at all."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)

from ...base.sentence import Sentence
from ..ops.figures import Figures

SECONDS = (.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5)


class Metrics(Figures):
    """Counters of one server; the rest is read off on request.  See `Figures`."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)       # its memory, processor time and files
        self._requests = Counter("eckstein_http_requests", "HTTP requests by status",
                                ["method", "status"], registry=self._registry)
        self._hits = Counter("eckstein_limits_hit", "limits that clients have hit", ["kind"],
                             registry=self._registry)
        self._commands, self._commits = (
            Histogram(f"eckstein_{name}_seconds", text, registry=self._registry, buckets=SECONDS)
            for name, text in (("command", "from a command's arrival until it is on disk"),
                               ("commit", "one transaction, with its wait for the writer")))

    def answered(self, method: str, status: int) -> None:
        """A request was answered with a status."""
        self._requests.labels(method, str(status)).inc()

    def limit_hit(self, kind: str) -> None:
        """A client has hit a limit of some kind."""
        self._hits.labels(kind).inc()

    def command_took(self, seconds: float) -> None:
        """A command was carried out, or refused."""
        self._commands.observe(seconds)

    def commit_took(self, seconds: float) -> None:
        """A transaction was written."""
        self._commits.observe(seconds)

    def add(self, name: str, text: str, read: Callable[[], float]) -> None:
        """One more figure, which is read off on request."""
        Gauge(name, text, registry=self._registry).set_function(read)

    @contextlib.contextmanager
    def exposed(self, host: str, port: int) -> Iterator[int]:
        """Let them be read by HTTP, in a thread of its own; gives the port.

        Args:
            host: the address to listen on.
            port: of it; 0 for any that is free.

        Raises:
            ValueError: with a sentence, if it is not possible to listen there.
        """
        try:
            server, thread = start_http_server(port, host, self._registry)
        except OSError as error:
            raise ValueError(Sentence("metrics cannot be read at {place}: {reason}",
                                      place=f"{host}:{port}", reason=error.strerror)) from None
        try:
            yield server.server_port
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def place_of(text: str) -> tuple[str, int]:
    """Address and port of a text such as 9100, 0.0.0.0:9100 or [::1]:9100.

    Raises:
        ValueError: with a sentence, if it is none.
    """
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port) < 2**16):
        raise ValueError(Sentence("{text} is not a port for metrics, such as 9100 or 0.0.0.0:9100",
                                  text=text))
    return host.strip("[]") or "127.0.0.1", int(port)
