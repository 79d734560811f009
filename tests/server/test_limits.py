"""Who pays for what: buckets of tokens and connections, with a clock that a test moves."""
import pytest
import structlog
import websockets

from eckstein.server.ops import limits
from eckstein.server.ops.limits import (
    KEPT_BUCKETS,
    LOG_SECONDS,
    NEIGHBOURS,
    Bucket,
    Buckets,
    Connections,
    Hits,
    neighbourhood,
    payer_at,
)

from .helpers import all_gone, limited, serving

TOO_MANY = "your address has 2 open connections, the most allowed; close some"


def test_a_bucket_empties_and_fills():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == 0.5
    now[0] = 0.5
    assert bucket.take() and not bucket.take()


@pytest.fixture
def now(monkeypatch):
    """The time, which passes only while somebody waits for a bucket."""
    now = [0.0]

    async def sleep(seconds):
        now[0] += seconds
    monkeypatch.setattr(limits, "sleep", sleep)
    return now


async def test_who_is_too_fast_waits_and_pays(now):
    hit, waited = [], []
    buckets = Buckets(2.0, 3.0, hit.append, lambda: now[0])
    for cost in (1.0, 2.0, 1.0, 1.0, 8.0):
        await buckets.pay("a", cost)
        waited.append(now[0])
    assert waited == [0.0, 0.0, 0.5, 1.0, 5.0] and hit == ["a"] * 3
    assert not buckets.take("a", 0.1) and buckets.take("b")


async def test_all_sockets_and_requests_of_a_payer_count_together(now, server):
    async with server.client() as one, server.client() as two, server.http() as http:
        for client in (one, two):
            await client.say("ping")
            await client.hear("pong")
        assert (await http.get("/api/v1/health")).status_code == 200
        requests = server.service.requests
        requests._buckets.clear()
        requests._rate, requests._burst, requests._steady = 1.0, 3.0, lambda: now[0]
        assert (await http.get("/api/v1/health")).status_code == 200
        for client in (one, two, one, two):
            await client.say("ping")
            await client.hear("pong")
        assert now == [2.0]
        refused = await http.get("/api/v1/health")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert refused.headers["Connection"] == "close"
        await one.say("look", id=1, of={"game": "contra"})
        await one.hear("look")
        assert now == [4.0]


async def test_messages_that_nobody_understands_are_paid_for_and_end_the_socket(
        tmp_path, monkeypatch):
    limited(monkeypatch, "mistakes", 2, 1e-9)
    async with serving(tmp_path, requests=1e-9, burst=11) as server:
        async with server.client() as client:           # which costs 6
            for text in ("{", b"{}", "{"):
                await client.socket.send(text)
            with pytest.raises(websockets.ConnectionClosed) as caught:
                while True:
                    await client.hear("error")
            assert caught.value.rcvd.code == 1008
        assert not server.service.requests.take("127.0.0.1", 3.0)
        assert server.service.requests.take("127.0.0.1", 2.0)


async def test_a_socket_costs_more_than_a_request(tmp_path):
    async with serving(tmp_path, requests=1e-9, burst=8) as server:
        async with server.client() as client:
            await client.say("ping")
            await client.hear("pong")
        with pytest.raises(websockets.InvalidStatus) as caught:
            async with server.client():
                pass
        assert caught.value.response.status_code == 429
        assert int(caught.value.response.headers["Retry-After"]) > 1


def test_a_bucket_does_not_overflow():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    now[0] = 1000.0
    assert bucket.take(3.0) and not bucket.take(0.1)


def test_payers_do_not_share_buckets_and_are_forgotten():
    buckets = Buckets(0.001, 1.0)
    assert buckets.take("a") and not buckets.take("a") and buckets.take("b")
    for number in range(KEPT_BUCKETS):
        buckets.take(str(number))
    assert buckets.take("a")


@pytest.mark.parametrize(("payers", "other"), [
    ([f"192.0.2.{number}" for number in range(NEIGHBOURS + 1)], "192.0.3.1"),
    ([f"2001:db8:0:{number}::/64" for number in range(NEIGHBOURS + 1)], "2001:db8:1:1::/64")])
def test_neighbours_share_wider_limits(payers, other):
    buckets, connections = Buckets(0.001, 1.0), Connections(1)
    for payer in payers[:-1]:
        assert buckets.take(payer) and not connections.full(payer)
        connections.take(payer)
    assert not buckets.take(payers[-1]) and connections.full(payers[-1])
    assert buckets.take(other) and not connections.full(other)
    connections.leave(payers[0])
    assert not connections.full(payers[-1])
    for payer in payers[1:-1]:
        connections.leave(payer)
    assert not connections._taken


def test_whose_neighbours_are_whose():
    assert neighbourhood("192.0.2.7") == "192.0.2.0/24"
    assert neighbourhood("2001:db8:1:2::/64") == "2001:db8:1::/48"
    assert neighbourhood("") is neighbourhood("unix:") is None


def test_limits_that_were_hit_are_counted_and_few_are_logged():
    now, counted = [0.0], []
    hits = Hits(lambda payer: f"alias of {payer}", counted.append, lambda: now[0])
    with structlog.testing.capture_logs() as logged:
        for seconds, payer in ((0.0, "a"), (1.0, "b"), (2.0, "c"), (LOG_SECONDS, "d")):
            now[0] = seconds
            hits.note("requests", payer)
            hits.of("bytes")(payer)
    assert counted == ["requests", "bytes"] * 4
    assert [(line["kind"], line["payer"], line["times"]) for line in logged] == [
        ("requests", "alias of a", 1), ("bytes", "alias of a", 1),
        ("requests", "alias of d", 3), ("bytes", "alias of d", 3)]


def test_an_address_may_have_so_many_connections_and_no_more():
    connections = Connections(2)
    connections.take("a")
    assert not connections.full("a")
    connections.take("a")
    assert connections.full("a") and not connections.full("b")
    connections.leave("a")
    assert not connections.full("a")


async def test_a_socket_too_many_is_told_why(tmp_path):
    async with serving(tmp_path, connections=2) as server:
        made = await server.create()
        async with server.client(), server.client() as second:
            async with server.client() as third:
                assert (await third.hear("error"))["reason"] == TOO_MANY
                try:
                    await third.hear("pong")
                except websockets.ConnectionClosed as closed:
                    assert closed.rcvd.code == 1013
            async with server.http() as http:
                answer = await http.get(f"/api/v1/games/{made['game']}/stream")
                assert answer.status_code == 503 and answer.json()["reason"] == TOO_MANY
            await second.say("ping")
            await second.hear("pong")
        await all_gone(server.service)
        async with server.client() as again:
            await again.say("ping")
            await again.hear("pong")


async def test_streams_are_counted_and_forgotten(tmp_path):
    async with serving(tmp_path, connections=1) as server:
        made = await server.create()
        path = f"/api/v1/games/{made['game']}/stream"
        async with server.http() as http:
            for _ in range(2):
                async with http.stream("GET", path) as answer:
                    assert answer.status_code == 200
                    await anext(answer.aiter_lines())
                    async with server.client() as client:
                        await client.hear("error")
                await all_gone(server.service)


@pytest.mark.parametrize(("rate", "told"), [(0.05, "20"), (0.3, "4"), (50.0, "1")])
def test_who_was_refused_is_told_when_to_come_back(rate, told):
    steady = [0.0]
    buckets = Buckets(rate, 1, steady=lambda: steady[0])
    assert buckets.take("a") and not buckets.take("a")
    assert buckets.retry_after("a") == {"Retry-After": told}
    steady[0] += int(told)
    assert buckets.take("a")


@pytest.mark.parametrize(("one", "other", "same"), [
    ("192.0.2.1", "192.0.2.2", False), ("2001:db8::1", "2001:db8::2", True),
    ("2001:db8::1", "2001:db8:0:1::1", False), ("::ffff:192.0.2.1", "192.0.2.1", True),
    ("", "", True)])
def test_whose_limits_are_shared(one, other, same):
    assert (payer_at(one) == payer_at(other)) is same


@pytest.mark.parametrize(("proxies", "status"), [
    ((), [200, 200, 429, 429]), (("192.0.2.7",), [200, 200, 429, 429]),
    (("127.0.0.1",), [200, 200, 200, 200]), (("127.0.0.0/8",), [200, 200, 200, 200])])
async def test_a_proxy_that_was_named_tells_who_asks_and_nobody_else_does(
        tmp_path, proxies, status):
    async with serving(tmp_path, proxies=proxies, requests=0.001, burst=3) as server, \
            server.http() as http:
        async def ask(*addresses):
            return [(await http.get("/api/v1/health", headers={"X-Forwarded-For": address})
                     ).status_code for address in addresses]
        # Where no proxy is trusted, the connection counts as a request as well.
        assert await ask(*["198.51.100.1", "203.0.113.2"] * 2) == status
        assert await ask(*["198.51.100.1"] * 2) == [status[-1], 429]


async def test_lines_behind_a_proxy_count_for_those_in_front_of_it(tmp_path):
    async with serving(tmp_path, proxies=("127.0.0.1",), connections=1) as server:
        def coming(address):
            return server.client(additional_headers={"X-Forwarded-For": address})
        async with coming("198.51.100.1") as one, coming("198.51.100.2") as two, \
                coming("198.51.100.1") as three:
            for client in (one, two):
                await client.say("ping")
                await client.hear("pong")
            assert "has 1 open connections" in (await three.hear("error"))["reason"]
