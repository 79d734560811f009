"""Parts of the server: each declares what it registers, and any subset of them runs."""
import dataclasses
import re
from pathlib import Path
from typing import get_args
from unittest import mock

import pytest

from eckstein.server import connection, described
from eckstein.server.api import ENDPOINTS
from eckstein.server.hub.hub import Kind, UndeclaredError
from eckstein.server.installed import PARTS
from eckstein.server.part import Part, ordered, wanted
from eckstein.wire.socket import ClientMessage, Ping

from .helpers import LINE, serving

NAMES = [part.name for part in PARTS]


def without(name):
    """A part, and all parts that need it."""
    gone = {name}
    for part in PARTS:
        if gone & {*part.needs}:
            gone.add(part.name)
    return gone


def test_every_message_and_every_endpoint_has_one_place():
    declared = [kind for part in PARTS for kind in part.messages] + list(connection._HANDLED)
    assert sorted(map(str, declared)) == sorted(map(str, get_args(ClientMessage)))
    assert all(kind.needs for kind in declared)
    paths = [(one.method, one.path) for one in ENDPOINTS]
    assert len(paths) == len({*paths})
    topics = [topic for part in PARTS for topic in part.topics]
    assert len(topics) == len({*topics})


def test_parts_come_after_those_that_they_need():
    for number, one in enumerate(PARTS):
        assert {*one.needs} <= {*NAMES[:number]}
    for bad in ([part(needs=("b",))], [part(needs=("b",)), part("b", needs=("a",))]):
        with pytest.raises(UndeclaredError):
            ordered(bad)


def part(name="a", start=lambda site: None, **more):
    return Part(name, "it does nothing", "there is none", start, **more)


@pytest.mark.parametrize("name", NAMES)
async def test_a_server_runs_without_any_of_its_parts(tmp_path, name):
    gone = without(name)
    async with serving(tmp_path, without=frozenset([name])) as server, server.http() as http, \
            server.client() as client:
        assert server.service.parts.keys() == {*NAMES} - gone
        made = await server.create()
        await client.join(made, "white", "black")
        assert (await client.do(made, "white", "move", 1, LINE[0]))["t"] == "done"
        for one in PARTS:
            if one.name in gone:
                for endpoint in one.endpoints:
                    path = endpoint.path.replace("{", "").replace("}", "")
                    answer = await http.request(endpoint.method, path)
                    assert (answer.status_code, answer.json()["reason"]) == (404, one.absent)
        assert (await http.get("/api/v1/account")).json()["account"] is None


async def test_a_message_for_a_part_that_does_not_run_is_refused(tmp_path):
    async with serving(tmp_path, without=frozenset(["chat", "lobby"])) as server, \
            server.client() as client:
        for message, absent in (("chat", "nobody chats here"),
                                ("lobby", "there is no lobby here")):
            more = {"game": (await server.create())["game"]} if message == "chat" else {}
            await client.say(message, **more)
            refused = await client.hear("refused")
            assert (refused["code"], refused["reason"]) == ("not-now", absent)


async def test_a_part_that_registers_what_it_does_not_declare_is_refused(tmp_path):
    async with serving(tmp_path) as server:
        site = server.service

        async def nothing(*given):
            pass

        def topic(site):
            site.hub.add_kind(Kind("secrets", "anybody", nothing, nothing))

        @dataclasses.dataclass
        class Undeclared:
            pass
        site.messages.pop(Ping, None)
        site.hits.rates.discard("seeks")
        for start, more in ((topic, {}), (lambda site: site.on_message(Ping, nothing), {}),
                            (lambda site: site.on_message(Undeclared, nothing),
                             {"messages": (Undeclared,)}),
                            (lambda site: None, {"topics": ("promised",)}),
                            (lambda site: site.hits.buckets("seeks"), {}),
                            (lambda site: None, {"rates": ("promised",)}),
                            (lambda site: None, {"caps": ("promised",)})):
            with pytest.raises(UndeclaredError):
                site.start_part(part(start=start, **more))


def test_a_part_runs_only_where_its_needs_do():
    a, b, c = part(stored=False), part("b", needs=("a",), stored=False), part("c")
    with_database, without = (mock.Mock(database=one) for one in ("database", None))
    assert [one.name for one in wanted([a, b, c], [], with_database)] == ["a", "c", "b"]
    assert [one.name for one in wanted([a, b, c], [], without)] == ["a", "b"]
    assert [one.name for one in wanted([a, b, c], ["a"], without)] == []


@pytest.mark.parametrize("name", NAMES)
def test_each_part_is_described_on_a_screen(name):
    told = described.described(name).splitlines()
    found = next(one for one in PARTS if one.name == name)
    assert told[0] == f"{name}: {found.about}"
    assert len([line for line in told if "/api/v1/" in line]) == len(found.endpoints)
    assert len([line for line in told if line.startswith("message ")]) == len(found.messages)
    assert len(told) <= 60 and all(len(line) < 200 for line in told)


def test_all_parts_are_listed_and_no_others_are_known():
    assert len(described.described("all").splitlines()) == len(PARTS)
    with pytest.raises(ValueError, match="the server has no part chess; its parts are accounts, "):
        described.described("chess")
    with pytest.raises(ValueError, match="no part chess"):
        described.checked(["chat", "chess"])


def test_every_rate_and_every_cap_belongs_to_one_part_or_to_all():
    for declared in ([name for one in PARTS for name in one.rates],
                     [name for one in PARTS for name in one.caps]):
        assert len(declared) == len({*declared})


def test_pages_ask_for_parts_that_there_are():
    pages = Path(__file__).parents[2] / "web/app/src"
    asked = {name for kind in ("*.ts", "*.svelte") for path in pages.rglob(kind)
             for name in re.findall(r'\b(?:runs|partOf)\("(\w+)"', path.read_text())}
    assert {"lobby", "accounts", "chat"} <= asked <= {*NAMES}
