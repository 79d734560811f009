"""Metrics for Prometheus."""
from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5)


class Metrics:
    """Counters of one server; the rest is read off when somebody asks.

    Attributes:
        requests: answers by method and status.
        commands, commits: seconds that each has taken.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter("eckstein_http_requests", "HTTP requests by status",
                                ["method", "status"], registry=self._registry)
        self.commands, self.commits = (
            Histogram(f"eckstein_{name}_seconds", text, registry=self._registry, buckets=SECONDS)
            for name, text in (("command", "from a command's arrival until it is on disk"),
                               ("commit", "one transaction, with its wait for the writer")))

    def add(self, name: str, text: str, read: Callable[[], float]) -> None:
        """One more figure, which is read off when somebody asks."""
        Gauge(name, text, registry=self._registry).set_function(read)

    def page(self) -> bytes:
        """All figures as text."""
        return generate_latest(self._registry)
