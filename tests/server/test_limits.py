"""Buckets of tokens, with a clock that a test moves; and how many connections there may be."""
import httpx
import pytest
import websockets

from eckstein.server.ops import limits
from eckstein.server.ops.limits import KEPT_BUCKETS, Bucket, Buckets, Connections, household

from .helpers import all_gone, run, serving

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


def test_who_is_too_fast_waits_and_pays(now):
    bucket, waited = Bucket(2.0, 3.0, lambda: now[0]), []

    async def pay():
        for cost in (1.0, 2.0, 1.0, 1.0, 2.0):
            await bucket.pay(cost)
            waited.append(now[0])
    run(pay())
    assert waited == [0.0, 0.0, 0.5, 1.0, 2.0] and not bucket.take(0.1)


def test_a_socket_that_says_too_much_is_read_at_its_rate(tmp_path, now):
    async def test():
        async with serving(tmp_path) as server, server.client() as client:
            await client.say("ping")
            await client.hear("pong")
            connection, = server.service.connections
            connection._bucket = Bucket(1.0, 2.0, lambda: now[0])
            for _ in range(3):
                await client.say("ping")
                await client.hear("pong")
            await client.say("look", id=1, of={"game": "contra"})
            await client.hear("look")
            assert now == [3.0]
    run(test())


def test_a_bucket_does_not_overflow():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    now[0] = 1000.0
    assert bucket.take(3.0) and not bucket.take(0.1)


def test_clients_do_not_share_buckets_and_are_forgotten():
    buckets = Buckets(0.001, 1.0)
    assert buckets.of("a").take() and not buckets.of("a").take() and buckets.of("b").take()
    for number in range(KEPT_BUCKETS):
        buckets.of(str(number))
    assert buckets.of("a").take()


def test_an_address_has_so_many_connections_and_no_more():
    connections = Connections(2)
    connections.take("a")
    assert not connections.full("a")
    connections.take("a")
    assert connections.full("a") and not connections.full("b")
    connections.leave("a")
    assert not connections.full("a")


def test_a_socket_too_many_is_told_why(tmp_path):
    async def test():
        async with serving(tmp_path, connections=2) as server:
            made = await server.create()
            async with server.client(), server.client() as second:
                async with server.client() as third:
                    assert (await third.hear("error"))["reason"] == TOO_MANY
                    try:
                        await third.hear("pong")
                    except websockets.ConnectionClosed as closed:
                        assert closed.rcvd.code == 1013
                async with httpx.AsyncClient(base_url=server.base) as http:
                    answer = await http.get(f"/api/v1/games/{made['game']}/stream")
                    assert answer.status_code == 503 and answer.json()["reason"] == TOO_MANY
                await second.say("ping")
                await second.hear("pong")
            await all_gone(server.service)
            async with server.client() as again:
                await again.say("ping")
                await again.hear("pong")
    run(test())


def test_streams_are_counted_and_forgotten(tmp_path):
    async def test():
        async with serving(tmp_path, connections=1) as server:
            made = await server.create()
            path = f"/api/v1/games/{made['game']}/stream"
            async with httpx.AsyncClient(base_url=server.base) as http:
                for _ in range(2):
                    async with http.stream("GET", path) as answer:
                        assert answer.status_code == 200
                        await anext(answer.aiter_lines())
                        async with server.client() as client:
                            await client.hear("error")
                    await all_gone(server.service)
    run(test())


@pytest.mark.parametrize(("rate", "told"), [(0.05, "20"), (0.3, "4"), (50.0, "1")])
def test_who_was_refused_is_told_when_to_come_back(rate, told):
    steady = [0.0]
    bucket = Bucket(rate, 1, lambda: steady[0])
    assert bucket.take() and not bucket.take()
    assert bucket.retry_after() == {"Retry-After": told}
    steady[0] += int(told)
    assert bucket.take()


@pytest.mark.parametrize(("one", "other", "same"), [
    ("192.0.2.1", "192.0.2.2", False), ("2001:db8::1", "2001:db8::2", True),
    ("2001:db8::1", "2001:db8:0:1::1", False), ("::ffff:192.0.2.1", "192.0.2.1", True),
    ("", "", True)])
def test_whose_limits_are_shared(one, other, same):
    assert (household(one) == household(other)) is same


@pytest.mark.parametrize(("proxies", "status"), [
    ((), [200, 429, 429]), (("192.0.2.7",), [200, 429, 429]), (("127.0.0.1",), [200, 200, 429]),
    (("127.0.0.0/8",), [200, 200, 429])])
def test_a_proxy_that_was_named_tells_who_asks_and_nobody_else_does(tmp_path, proxies, status):
    async def test():
        async with serving(tmp_path, proxies=proxies, requests=0.001, burst=1) as server, \
                httpx.AsyncClient(base_url=server.base) as http:
            found = [await http.get("/api/v1/health", headers={"X-Forwarded-For": address})
                     for address in ("198.51.100.1", "198.51.100.2", "198.51.100.2")]
            assert [answer.status_code for answer in found] == status
    run(test())


def test_lines_behind_a_proxy_count_for_those_in_front_of_it(tmp_path):
    async def test():
        async with serving(tmp_path, proxies=("127.0.0.1",), connections=1) as server:
            def coming(address):
                return server.client(additional_headers={"X-Forwarded-For": address})
            async with coming("198.51.100.1") as one, coming("198.51.100.2") as two, \
                    coming("198.51.100.1") as three:
                for client in (one, two):
                    await client.say("ping")
                    await client.hear("pong")
                assert "has 1 open connections" in (await three.hear("error"))["reason"]
    run(test())
