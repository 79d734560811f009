"""Metrics are read at a port of their own, and nowhere by default."""
import httpx
import pytest

from eckstein.cli import run
from eckstein.server.serving.metrics import Metrics, place_of


@pytest.mark.parametrize(("text", "place"), [
    ("9100", ("127.0.0.1", 9100)), ("0.0.0.0:9100", ("0.0.0.0", 9100)),
    ("[::1]:0", ("::1", 0)), (":9100", ("127.0.0.1", 9100))])
def test_where_metrics_are_read(text, place):
    assert place_of(text) == place


@pytest.mark.parametrize("text", ["", "x", "9100:", "1.2.3.4", "65536", "-1", "٩١٠٠"])
def test_what_is_no_port(text):
    with pytest.raises(ValueError, match="is not a port for metrics"):
        place_of(text)


def test_they_are_read_while_they_are_exposed():
    metrics = Metrics()
    metrics.add("eckstein_sockets", "open sockets", lambda: 7)
    with metrics.exposed("127.0.0.1", 0) as port:
        assert "eckstein_sockets 7.0" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


def test_a_port_for_metrics_that_is_in_use(tmp_path, capsys):
    with Metrics().exposed("127.0.0.1", 0) as port:
        assert run(["serve", "--port", "0", "--no-open", "--metrics", str(port), "--database",
                    str(tmp_path / "games.sqlite")]) == 2
    assert f"metrics cannot be read at 127.0.0.1:{port}" in capsys.readouterr().err
