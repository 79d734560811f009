"""Spans of what is asked for, for OpenTelemetry; needs the extra `telemetry`."""
import http.server
import sys
import threading

import pytest

from eckstein.server.ops import asked
from eckstein.server.serving import telemetry
from eckstein.server.serving.logs import HIDDEN

from .helpers import LINE, serving

trace = pytest.importorskip("opentelemetry.sdk.trace")


@pytest.fixture
def finished():
    """Spans are made; gives all that are finished."""
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
    exporter, provider = InMemorySpanExporter(), trace.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    with telemetry.tracing(provider):
        yield exporter.get_finished_spans
    assert asked._trace is None


def told(span):
    return {name.removeprefix("eckstein."): value for name, value in span.attributes.items()}


async def test_requests_commands_and_transactions_are_spans(tmp_path, finished):
    async with serving(tmp_path) as server, server.http() as web:
        made = await server.create()
        answer = await web.post(f"/api/v1/games/{made['game']}/commands", json={
            "id": "x", "what": "move", "seat": made["seats"]["white"], "seq": 1, "move": LINE[0]})
        async with server.client() as client:
            await client.join(made, "black")
            refused = await client.do(made, "black", "move", 2, LINE[0])
            assert refused["t"] == "refused"
        await web.get(f"/api/v1/games/{made['seats']['white']}")
    request = answer.headers["X-Request-Id"]
    spans = {}
    for span in finished():
        spans.setdefault(span.name, []).append(span)
    assert spans.keys() == {"request", "command", "join", "transaction"}
    by_http, on_socket = spans["command"]
    asking, = (span for span in spans["request"] if told(span)["request"] == request)
    assert by_http.parent.span_id == asking.context.span_id
    assert told(asking)["status"] == 200 and told(asking)["method"] == "POST"
    assert told(by_http)["request"] == request and told(by_http)["seq"] == 2
    assert on_socket.parent is None and told(on_socket)["request"].endswith(".2")
    assert told(on_socket)["refused"] == "illegal" and on_socket.status.is_unset
    assert {"events": 1, "together": 1} in map(told, spans["transaction"])
    assert made["seats"]["white"] not in str([told(span) for some in spans.values()
                                              for span in some])
    assert told(spans["request"][-1])["path"] == f"/api/v1/games/{HIDDEN}"


def test_a_request_that_fails_is_an_error(finished):
    for status in (200, 404, 500):
        with asked.timed("request") as facts:
            facts["status"] = status
    assert [span.status.is_ok or span.status.is_unset for span in finished()] == [
        True, True, False]


@pytest.fixture
def collector(monkeypatch):
    """Something that spans can be sent to; gives the paths of what came."""
    paths = []

    class Collector(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            paths.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass
    with http.server.HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, args=[0.01]).start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        yield paths
        server.shutdown()


def test_spans_are_sent_where_the_environment_says(collector):
    with telemetry.exported(), asked.timed("look"):
        pass
    assert collector == ["/v1/traces"]


@pytest.mark.parametrize("off", ["no endpoint", "switched off", "not installed"])
def test_otherwise_there_are_none(collector, monkeypatch, off):
    if off == "no endpoint":
        monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT")
    elif off == "switched off":
        monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    else:
        monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with telemetry.exported(), asked.timed("look"):
        assert asked._trace is None
    assert collector == []
