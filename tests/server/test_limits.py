"""Buckets of tokens, with a clock that a test moves; and how many connections there may be."""
import asyncio

import httpx
import websockets

from eckstein.server.limits import KEPT_BUCKETS, Bucket, Buckets, Lines

from .helpers import run, serving


def test_a_bucket_empties_and_fills():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == 0.5
    now[0] = 0.5
    assert bucket.take() and not bucket.take()


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


def test_an_address_has_so_many_lines_and_no_more():
    lines = Lines(2)
    lines.take("a")
    assert not lines.full("a")
    lines.take("a")
    assert lines.full("a") and not lines.full("b")
    lines.leave("a")
    assert not lines.full("a")


def test_a_socket_too_many_is_told_why(tmp_path):
    async def test():
        async with serving(tmp_path, lines=2) as server:
            made = await server.create()
            async with server.client(), server.client() as second:
                async with server.client() as third:
                    assert "2 connections" in (await third.hear("error"))["reason"]
                    try:
                        await third.hear("pong")
                    except websockets.ConnectionClosed as closed:
                        assert closed.rcvd.code == 1013
                async with httpx.AsyncClient(base_url=server.base) as http:
                    answer = await http.get(f"/api/v1/games/{made['game']}/stream")
                    assert answer.status_code == 503 and "2 connections" in answer.text
                await second.say("ping")
                await second.hear("pong")
            while server.service.connections:
                await asyncio.sleep(0.01)
            async with server.client() as again:
                await again.say("ping")
                await again.hear("pong")
    run(test())


def test_streams_are_counted_and_forgotten(tmp_path):
    async def test():
        async with serving(tmp_path, lines=1) as server:
            made = await server.create()
            path = f"/api/v1/games/{made['game']}/stream"
            async with httpx.AsyncClient(base_url=server.base) as http:
                for _ in range(2):
                    async with http.stream("GET", path) as answer:
                        assert answer.status_code == 200
                        await anext(answer.aiter_lines())
                        async with server.client() as client:
                            await client.hear("error")
                    while server.service.listeners:
                        await asyncio.sleep(0.01)
    run(test())
