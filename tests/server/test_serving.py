"""Starting and stopping: ports, addresses, signals."""
import asyncio
import json
import signal
import socket
import subprocess
import sys

import pytest
import websockets

from eckstein.server.serving import serving as module
from eckstein.server.serving.serving import (
    address_of,
    checked_proxies,
    database_url,
    listening_socket,
)

from .helpers import PATIENCE


def test_a_port_in_use_is_said_in_a_sentence():
    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ValueError, match=f"port {port} on 127.0.0.1 is in use"):
            listening_socket("127.0.0.1", port)


def test_the_next_free_port_is_taken_where_none_was_asked_for(monkeypatch):
    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(module, "PORT", port)
        with listening_socket("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + module.PORTS_TRIED


def test_an_address_that_is_not_here():
    with pytest.raises(ValueError, match="cannot be used"):
        listening_socket("203.0.113.7", 0)


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "localhost"), ("0.0.0.0", "localhost")])
def test_what_to_type_into_a_browser(host, shown):
    with listening_socket(host, 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, host) == f"http://{shown}:{port}/"


def test_where_the_database_lies(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "data"))
    assert database_url(None) == f"sqlite+aiosqlite:///{tmp_path / 'data' / 'games.sqlite'}"
    assert database_url("sqlite+aiosqlite:///here.sqlite") == "sqlite+aiosqlite:///here.sqlite"
    with pytest.raises(ValueError, match="there is no folder"):
        database_url(str(tmp_path / "none" / "games.sqlite"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_it_gracefully(tmp_path, number):
    server = subprocess.Popen(
        [sys.executable, "-m", "eckstein", "serve", "--port", "0", "--no-open", "--database",
         str(tmp_path / "games.sqlite")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = server.stdout.readline().split()[3]
    port = address.rstrip("/").rsplit(":", 1)[1]
    async with asyncio.timeout(PATIENCE), websockets.connect(
            f"ws://127.0.0.1:{port}/socket") as client:
        await client.send('{"t": "ping"}')
        assert json.loads(await client.recv()) == {"t": "pong"}
        server.send_signal(number)
        assert json.loads(await client.recv())["t"] == "bye"
        with pytest.raises(websockets.ConnectionClosed) as caught:
            await client.recv()
        assert caught.value.rcvd.code == 1012
    out, err = server.communicate(timeout=PATIENCE)
    assert (server.returncode, out.strip(), err) == (130, "Stopped. All games are saved.", "")


STOP_WHILE_LOADING = """
import os, signal, sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == "eckstein.cli.server_commands":
            os.kill(os.getpid(), signal.Signals({number}))
sys.meta_path.insert(0, Stop())
from eckstein.__main__ import main
main()
"""

STOP_WHEN_TOLD = """
import os, signal, sys
import eckstein.server.serving.serving as serving
from eckstein.__main__ import main
def stop(template, **facts):
    if "Ctrl-C" in template:
        os.kill(os.getpid(), signal.Signals({number}))
    return template
serving.phrase = stop
main()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("program", [STOP_WHILE_LOADING, STOP_WHEN_TOLD])
def test_a_signal_while_it_starts_is_no_error(tmp_path, number, program):
    done = subprocess.run(
        [sys.executable, "-c", program.format(number=int(number)), "serve", "--port", "0",
         "--no-open", "--database", str(tmp_path / "games.sqlite")],
        capture_output=True, text=True, timeout=PATIENCE)
    assert done.stderr == ""
    if program is STOP_WHILE_LOADING:
        assert done.returncode == 130
    else:
        assert done.stdout.endswith("Stopped. All games are saved.\n")


def test_a_port_in_use_at_the_command_line(tmp_path, capsys):
    from eckstein.cli import run
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--database", str(tmp_path / "g.sqlite")]) == 2
    assert "in use by another program" in capsys.readouterr().err


@pytest.mark.parametrize(("url", "complaint"), [
    ("nonsense://x", "nonsense:// is not the scheme of a database address"),
    ("sqlite:///games.sqlite", "such as sqlite"),
    ("postgresql+psycopg2cffi://me@localhost/games", "need the Python package psycopg2cffi"),
])
def test_a_database_that_cannot_be_used_is_said_in_a_sentence(url, complaint):
    with pytest.raises(ValueError, match=complaint):
        database_url(url)


def test_a_proxy_is_an_address_or_a_network():
    assert checked_proxies(["::1", "10.0.0.0/8"]) == ["::1", "10.0.0.0/8"]
    for nonsense in ("*", "localhost", "10.0.0.1/8", ""):
        with pytest.raises(ValueError, match="neither an address nor a network"):
            checked_proxies([nonsense])


def test_names_and_the_database_are_chosen_at_the_command_line_or_around_it(tmp_path, monkeypatch):
    from eckstein.cli import run
    chosen = []
    monkeypatch.setattr(module, "serve", lambda *all, **named: chosen.append(all[0]))
    database = str(tmp_path / "g.sqlite")
    assert run(["serve", "--hostname", "a.example", "--hostname", "b.example:443", "--mail-from",
                "e@example.org", "--address", "https://c.example/", "--database", database]) == 130
    monkeypatch.setenv("ECKSTEIN_HOSTNAME", "d.example e.example")
    monkeypatch.setenv("ECKSTEIN_DATABASE", database)
    assert run(["serve"]) == run(["club", "Dice", "--host", "0.0.0.0"]) == 130
    assert [one.hosts.names for one in chosen[:2]] == [{"a.example", "b.example", "c.example"},
                                                       {"d.example", "e.example"}]
    assert [one.hosts.reached for one in chosen] == [False, False, True]
    assert chosen[2].hosts.know("d.example") and not chosen[2].hosts.know("a.example")
    assert len({one.database for one in chosen}) == 1 and database in chosen[0].database


def test_limits_are_chosen_at_the_command_line(tmp_path, monkeypatch):
    from eckstein.cli import run
    chosen = []
    monkeypatch.setattr(module, "serve", lambda *all, **named: chosen.append(all))
    assert run(["serve", "--connections", "7", "--requests", "10", "--engines", "3",
                "--proxy", "::1", "--proxy", "10.0.0.0/8",
                "--database", str(tmp_path / "g.sqlite")]) == 130
    settings, _, _, proxies, *_ = chosen[0]
    assert (settings.connections, settings.requests, settings.burst, settings.engines) == (
        7, 10, 60, 3)
    assert list(proxies) == ["::1", "10.0.0.0/8"]


@pytest.mark.parametrize("words", [["--connections", "0"], ["--requests", "0"], ["--engines", "0"],
                                   ["--proxy", "*"]])
def test_limits_that_make_no_sense(tmp_path, capsys, words):
    from eckstein.cli import run
    assert run(["serve", *words, "--database", str(tmp_path / "g.sqlite")]) == 2
    assert words[0] in (told := capsys.readouterr().err) or "neither an address" in told


def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path, capsys):
    from eckstein.cli import run
    (tmp_path / "g.sqlite").write_text("This is not a database, but a long enough text.")
    assert run(["serve", "--port", "0", "--database", str(tmp_path / "g.sqlite")]) == 2
    assert f"the database cannot be used: {tmp_path / 'g.sqlite'}: file is not a database" in (
        capsys.readouterr().err)
