"""Strangers and players behind HAProxy."""
import asyncio
import contextlib
import shutil

import httpx
import pytest
import websockets

from eckstein.server.serving import protocols

from ..server.helpers import PATIENCE, Client, serving
from .proxy import HAPROXY, any_certificate, proxied

HERE, THERE = "127.2.0.1", "127.3.0.1"
pytestmark = [pytest.mark.long, pytest.mark.skipif(
    not (HAPROXY and shutil.which("openssl")),
    reason="deploy/haproxy.cfg: there is no HAProxy, or no openssl")]


NETWORKS = [f"2001:db8:{number}" for number in range(1, 9)]
NAMES = {f"192.0.2.{number}": f"192.0.2.{number}" for number in range(8)} | {
    f"{network}::{number}": f"{network}::/64" for network in NETWORKS for number in (1, 2)}


async def test_each_payer_meets_the_same_server_until_it_is_gone(tmp_path):
    """Addresses are taken from a header here, for there are none of IPv6 to come from."""
    folders = [tmp_path / name for name in ("one", "two", "three")]
    for folder in folders:
        folder.mkdir()
    names = set(NAMES.values())
    trusting = any_certificate()
    async with contextlib.AsyncExitStack() as last_runs, contextlib.AsyncExitStack() as run:
        servers = [
            await runs.enter_async_context(serving(folder, proxies=("127.0.0.1",)))
            for runs, folder in zip((run, run, last_runs), folders, strict=True)]
        ports = [server.port for server in servers]
        async with proxied(tmp_path, *ports[:2], more="    http-request set-src hdr(X-Test)"
                           ) as (_, secure, reload):
            async def ask():
                """Which payers have asked each of the servers."""
                for server in servers:
                    server.service.requests._buckets.clear()
                async with httpx.AsyncClient(verify=trusting) as http:
                    for address in NAMES:
                        answer = await http.get(
                            f"https://127.0.0.1:{secure}/api/v1/games-known",
                            headers={"X-Test": address})
                        assert answer.status_code == 200
                return [names & set(server.service.requests._buckets) for server in servers]
            met = await ask()
            assert met[0] and met[1] == names - met[0] and not met[2]
            async with websockets.connect(
                    f"wss://127.0.0.1:{secure}/socket", ssl=trusting,
                    additional_headers={"X-Test": "192.0.2.1"}) as open_before:
                await reload(*ports)
                more = await ask()
                assert more[0] < met[0] and more[1] < met[1]
                assert more[2] == names - more[0] - more[1]
                client = Client(open_before)
                await client.say("ping")
                await client.hear("pong")
            await last_runs.aclose()
            # Until the proxy knows that it is gone, each request finds another by itself.
            # A request that went out by a connection to it which was kept is not answered:
            # browsers, too, ask again then.
            async with asyncio.timeout(PATIENCE):
                while True:
                    with contextlib.suppress(httpx.RemoteProtocolError):
                        last = await ask()
                        if last[0] > more[0] and last[1] == names - last[0]:
                            break
                    await asyncio.sleep(0.1)


async def test_the_proxy_and_the_server_together(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "FLOOD_SECONDS", 0.3)
    trusting = any_certificate()
    async with serving(tmp_path, proxies=("127.0.0.1",)) as server, \
            proxied(tmp_path, server.port) as (plain, secure, _):
        def asking(address):
            return httpx.AsyncClient(verify=False, base_url=f"https://127.0.0.1:{secure}",
                                     transport=httpx.AsyncHTTPTransport(
                                         verify=False, local_address=address))

        def socket(address):
            return websockets.connect(f"wss://127.0.0.1:{secure}/socket", ssl=trusting,
                                      local_addr=(address, 0))
        async with asking(HERE) as http, httpx.AsyncClient() as insecure:
            moved = await insecure.get(f"http://127.0.0.1:{plain}/play")
            assert (moved.status_code, moved.headers["Location"]) == (
                301, f"https://127.0.0.1:{plain}/play")
            for path, status in (("/api/v1/health", 200), ("/metrics", 404),
                                 ("/" + "a" * 9000, 414)):
                answer = await http.get(path, headers={"X-Forwarded-For": "192.0.2.1"})
                assert answer.status_code == status, path
            too_long = await http.post("/api/v1/read", content=b" " * 1_100_000)
            assert too_long.status_code == 413
        async with socket(HERE) as flooding, socket(THERE) as honest:
            client = Client(honest)

            async def flood():
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await flooding.pong(b"x" * 125)
                        await asyncio.sleep(0)
            flooded = asyncio.create_task(flood())
            for _ in range(20):
                await client.say("ping")
                await client.hear("pong")
            await flooded
            assert flooding.close_code == 1008
        payers = set(server.service.requests._buckets)
        assert {HERE, THERE} <= payers and "192.0.2.1" not in payers


async def test_pages_travel_compressed_through_it(tmp_path):
    async with serving(tmp_path) as server, proxied(tmp_path, server.port) as (_, secure, _), \
            httpx.AsyncClient(verify=any_certificate(), base_url=f"https://127.0.0.1:{secure}",
                              timeout=PATIENCE) as http:
        for accepted in ("gzip", "gzip, br"):
            headers = {"Accept-Encoding": accepted}
            async with http.stream("GET", "/board.js", headers=headers) as behind:
                body = b"".join([part async for part in behind.aiter_raw()])
            async with server.http() as direct, direct.stream(
                    "GET", "/board.js", headers=headers) as plain:
                assert b"".join([part async for part in plain.aiter_raw()]) == body
            assert behind.headers["content-encoding"] == accepted.rpartition(" ")[2]
            assert behind.headers["vary"] == "Accept-Encoding"
            assert 0 < len(body) < 30_000


class Logged(asyncio.DatagramProtocol):
    """What HAProxy logs."""

    def __init__(self):
        self.lines, self.more = [], asyncio.Event()

    def datagram_received(self, data, address):
        self.lines.append(data.decode())
        self.more.set()


async def test_no_key_in_an_address_is_logged(tmp_path):
    key = "key-of-somebody-0123456789abcdef"
    paths = [f"/api/v1/calendar/{key}", f"//api/v1/calendar//{key}", f"/api/v1/calend%61r/{key}",
             f"/api/v1/mail/{key}", f"/api/v1/tournaments/abcdefghjk?key={key}",
             f"/tournaments/abcdefghjk/wall?key={key}", f"/api/v1/games/x/stream?seat={key}",
             f"/api/v1/calendar/{key}{9000 * 'x'}"]
    transport, logged = await asyncio.get_running_loop().create_datagram_endpoint(
        Logged, local_addr=("127.0.0.1", 0))
    port = transport.get_extra_info("sockname")[1]
    async with serving(tmp_path, proxies=("127.0.0.1",)) as server, proxied(
            tmp_path, server.port, log=f"127.0.0.1:{port}") as (plain, secure, _), \
            httpx.AsyncClient(verify=any_certificate()) as http:
        for scheme, number in (("http", plain), ("https", secure)):
            for path in paths:
                await http.get(f"{scheme}://127.0.0.1:{number}{path}")
        await http.get(f"https://127.0.0.1:{secure}/api/v1/health?x=1")
        async with asyncio.timeout(PATIENCE):
            while not any('GET "/api/v1/health" HTTP' in line for line in logged.lines):
                logged.more.clear()
                await logged.more.wait()
    transport.close()
    assert sum(" GET " in line for line in logged.lines) > 2 * len(paths)
    assert not [line for line in logged.lines if key in line]
