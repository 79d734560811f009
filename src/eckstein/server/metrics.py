"""Figures for Prometheus."""
from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from .service import Service


SECONDS = (.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5)


class Metrics:
    """Counters of one server; the rest is read off when somebody asks.

    Args:
        service: of what.
    """

    def __init__(self, service: Service) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter("eckstein_http_requests", "HTTP requests by status",
                                ["method", "status"], registry=self._registry)
        commands, commits = (
            Histogram(f"eckstein_{name}_seconds", text, registry=self._registry, buckets=SECONDS)
            for name, text in (("command", "from a command's arrival until it is on disk"),
                               ("commit", "one transaction, with its wait for the writer")))
        service.tables.took, service.store.took = commands.observe, commits.observe
        for name, text, read in (
                ("eckstein_sockets", "open sockets", lambda: len(service.connections)),
                ("eckstein_tables", "games in memory", lambda: len(service.tables)),
                ("eckstein_commits", "transactions", lambda: service.store.commits),
                ("eckstein_events", "events written", lambda: service.store.written),
                ("eckstein_engine_failures", "engines that failed in a game",
                 lambda: service.computers.failures)):
            Gauge(name, text, registry=self._registry).set_function(read)

    def page(self) -> bytes:
        """All figures as text."""
        return generate_latest(self._registry)
