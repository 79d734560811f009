"""Metrics for Prometheus."""
from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ..ops.figures import Figures

SECONDS = (.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5)


class Metrics(Figures):
    """Counters of one server; the rest is read off when somebody asks.  See `Figures`."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter("eckstein_http_requests", "HTTP requests by status",
                                ["method", "status"], registry=self._registry)
        self._commands, self._commits = (
            Histogram(f"eckstein_{name}_seconds", text, registry=self._registry, buckets=SECONDS)
            for name, text in (("command", "from a command's arrival until it is on disk"),
                               ("commit", "one transaction, with its wait for the writer")))

    def answered(self, method: str, status: int) -> None:
        """A request was answered with a status."""
        self._requests.labels(method, str(status)).inc()

    def command_took(self, seconds: float) -> None:
        """A command was carried out, or refused."""
        self._commands.observe(seconds)

    def commit_took(self, seconds: float) -> None:
        """A transaction was written."""
        self._commits.observe(seconds)

    def add(self, name: str, text: str, read: Callable[[], float]) -> None:
        """One more figure, which is read off when somebody asks."""
        Gauge(name, text, registry=self._registry).set_function(read)

    def page(self) -> bytes:
        """All figures as text."""
        return generate_latest(self._registry)
