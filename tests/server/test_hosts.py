"""A server answers under its own names alone, so that no page of another name can ask this machine
(DNS rebinding)."""
import socket

import pytest

from eckstein.server.ops.hosts import hosts_of, is_loopback, name_in

from .helpers import figures, serving

HERE = ["localhost", "LOCALHOST:8000", "localhost.", "club.localhost:1", "127.0.0.1",
        "127.0.0.1:80",
        "127.1.2.3", "[::1]", "[::1]:8000"]
ADDRESSES = ["192.168.1.5:8000", "0.0.0.0", "[fd00::5]:8000", "203.0.113.9"]
NAMED = ["play.example.org", "PLAY.example.org:443", "play.example.org."]
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket",
           "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==", "Sec-WebSocket-Version": "13"}
STRANGE = ["attacker.example", "attacker.example:8000", "localhost.attacker.example",
           "127.0.0.1.attacker.example", "xlocalhost", "play.example.org.attacker.example", "",
           "a play.example.org", "[", "]", "play.example.org@attacker.example", "2130706433",
           "\u0131ocalhost"]


@pytest.mark.parametrize("host, names, known, unknown", [
    ("127.0.0.1", [], HERE, [*ADDRESSES, *NAMED, *STRANGE]),
    ("::1", [], HERE, [*ADDRESSES, *NAMED, *STRANGE]),
    ("127.0.0.1", ["play.example.org"], [*HERE, *NAMED], [*ADDRESSES, *STRANGE]),
    ("127.0.0.1", ["Play.Example.org:443", "203.0.113.9"], [*HERE, *NAMED, "203.0.113.9"],
     ["192.168.1.5:8000", *STRANGE]),
    ("0.0.0.0", ["play.example.org"], [*HERE, *ADDRESSES, *NAMED, socket.gethostname()], STRANGE),
    ("play.example.org", [], [*HERE, *ADDRESSES, *NAMED], STRANGE)])
def test_a_server_knows_its_names(host, names, known, unknown):
    hosts = hosts_of(host, names)
    assert [one for one in known if not hosts.know(one)] == []
    assert [one for one in unknown if hosts.know(one)] == []
    assert hosts.know(None)             # no browser


def test_names_are_compared_without_ports():
    assert [name_in(one) for one in ("A.b:1", "[::1]:2", "::1", " a. ")] == ["a.b", "::1", "::1",
                                                                             "a"]
    assert all(map(is_loopback, ("localhost", "127.0.0.1", "::1")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "example.org", "10.0.0.1")))


async def test_nothing_is_answered_under_a_strange_name(tmp_path):
    async with serving(tmp_path, hosts=hosts_of("127.0.0.1", [])) as server:
        strange = f"attacker.example:{server.port}"
        headers = {"Host": strange, "Origin": f"http://{strange}"}
        async with server.http() as http:
            for method, path in (("POST", "/api/v1/games"), ("GET", "/"),
                                 ("GET", "/api/v1/health"), ("GET", "/api/v1/account"),
                                 ("GET", "/nothing")):
                answer = await http.request(method, path, headers=headers, json={"rules": "contra"})
                assert answer.status_code == 421 and "--hostname" in answer.json()["reason"]
                assert not answer.cookies
            assert (await http.post("/api/v1/games", json={"rules": "contra"})).status_code == 201
        async with server.http() as http:
            answer = await http.get("/socket", headers=headers | UPGRADE)
            assert answer.status_code == 421
        async with server.client() as client:
            await client.say("lobby")
            await client.hear("lobby")
        assert 'kind="host"' in figures(server)
