"""Spans for OpenTelemetry: of requests, of what is asked for on sockets, and of transactions.

Spans are made only with the extra `telemetry`, and where the environment says where to send them.
All else is set by the variables that OpenTelemetry defines for every program.
"""
from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import structlog

from ..ops.asked import trace_by
from .logs import HIDDEN, SECRET

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

ENDPOINTS = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"
NAME = "eckstein"
FAILED = 500                # of a request, from this status on
LONG = "socket",            # may last for days, and what is asked for on it has spans of its own
log = structlog.get_logger()


@contextlib.contextmanager
def exported() -> Iterator[None]:
    """Send spans meanwhile, if the environment says where to."""
    off = os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true"
    if off or not any(map(os.environ.get, ENDPOINTS)):
        yield
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        log.warning("no spans: pip install 'eckstein[telemetry]'")
        yield
        return
    provider = TracerProvider(resource=Resource.create({
        "service.name": os.environ.get("OTEL_SERVICE_NAME", NAME),
        "service.version": version(NAME)}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    with tracing(provider):
        yield


@contextlib.contextmanager
def tracing(provider: TracerProvider) -> Iterator[None]:
    """Make spans meanwhile; then send those that wait."""
    trace_by(functools.partial(_span, provider.get_tracer(NAME)))
    try:
        yield
    finally:
        trace_by(None)
        provider.shutdown()


@contextlib.contextmanager
def _span(tracer: Tracer, name: str, facts: dict[str, Any]) -> Iterator[None]:
    """One span; its attributes are what the log tells, and as little of what is secret."""
    if name in LONG:
        yield
        return
    with tracer.start_as_current_span(name, record_exception=False,
                                      set_status_on_exception=False) as span:
        try:
            yield
        finally:
            told = structlog.contextvars.get_contextvars() | facts
            span.set_attributes({f"{NAME}.{fact}": _hidden(value) for fact, value in told.items()
                                 if value is not None})
            if facts.get("status", 0) >= FAILED:
                from opentelemetry.trace import StatusCode
                span.set_status(StatusCode.ERROR)


def _hidden(value: Any) -> Any:
    return SECRET.sub(HIDDEN, value) if isinstance(value, str) else value
