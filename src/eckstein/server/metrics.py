"""Figures for Prometheus."""
from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

if TYPE_CHECKING:
    from .service import Service


class Metrics:
    """Counters of one server; the rest is read off when somebody asks.

    Args:
        service: of what.
    """

    def __init__(self, service: Service) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter("eckstein_http_requests", "HTTP requests by status",
                                ["method", "status"], registry=self._registry)
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
