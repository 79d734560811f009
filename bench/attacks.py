"""What strangers can do to a server, and how long the moves of an honest player beside them take.

`python -m bench.attacks`; names of attacks after it choose some.  The server has one core; the
strangers and the player have another, a process each, and addresses of their own, as Linux allows
on the loopback.  The tests make the same attacks (`tests/attacks`).
"""
import asyncio
import base64
import contextlib
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import websockets

SECONDS = 12.0
STRANGER, HONEST = "127.0.0.1", "127.1.0.1"     # no neighbours
MOST_BYTES = 1 << 26            # that a stranger sends on one connection
ENOUGH = 64 * 1024              # that he sends at once
MOVES = ["d1d2", "d7d6", "d2d3", "d6d5", "a1a2", "a7a6", "b1b2", "b7b6", "c1c2", "c7c6"]
TEXT, PING, PONG, PART = 1, 9, 10, 0
CORES = sorted(os.sched_getaffinity(0))


class Stranger:
    """A bare connection.

    Attributes:
        sent: bytes that the server has taken in, or the system has on its way.
        heard: all that it has answered.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.sent, self.heard = 0, b""

    @classmethod
    @contextlib.asynccontextmanager
    async def connected(cls, port: int, address: str = STRANGER) -> AsyncIterator["Stranger"]:
        """A connection that was not refused by the system."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        try:
            yield cls(reader, writer)
        finally:
            writer.transport.abort()

    async def send(self, data: bytes) -> bool:
        """Send something; returns whether the connection is still there."""
        if self._writer.is_closing() or self._reader.at_eof():
            return False
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError:
            return False
        self.sent += len(data)
        return True

    async def send_on(self, data: bytes) -> None:
        """Send the same over and over until the server ends it."""
        listening = asyncio.create_task(self.hear_all())
        sending = asyncio.create_task(self._send_on(data))
        try:
            await asyncio.wait([listening, sending], return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                await listening
        finally:
            for task in (listening, sending):
                task.cancel()
            await asyncio.gather(listening, sending, return_exceptions=True)

    async def _send_on(self, data: bytes) -> None:
        while self.sent < MOST_BYTES and await self.send(data):
            pass

    async def hear_all(self) -> bytes:
        """What the server says until it closes the connection."""
        with contextlib.suppress(OSError):
            while data := await self._reader.read(ENOUGH):
                self.heard += data
        return self.heard

    async def open_socket(self) -> bool:
        """Go on as a socket; returns whether it may."""
        key = base64.b64encode(os.urandom(16)).decode()
        await self.send(f"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                        "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            return b" 101 " in await self._reader.readuntil(b"\r\n\r\n")
        return False


def frame(opcode: int, body: bytes = b"", *, last: bool = True) -> bytes:
    """A frame with a mask of zeros."""
    assert len(body) < 126
    return bytes((last << 7 | opcode, 0x80 | len(body), 0, 0, 0, 0)) + body


def close_code(heard: bytes) -> int | None:
    """The code with which a socket was closed, if that was the last that was heard of it."""
    place = heard.rfind(b"\x88")
    return int.from_bytes(heard[place + 2:place + 4], "big") if place >= 0 else None


# Attacks: each is made once, and returns when the server has put an end to it.

async def endless_url(port: int) -> Stranger:
    """An address that does not end."""
    async with Stranger.connected(port) as stranger:
        await stranger.send(b"GET /")
        await stranger.send_on(b"a" * ENOUGH)
        return stranger


async def endless_head(port: int) -> Stranger:
    """Headers that do not end."""
    async with Stranger.connected(port) as stranger:
        await stranger.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        await stranger.send_on(b"X-More: and more\r\n" * 1000)
        return stranger


async def endless_body(port: int, chunk: bytes = b"1\r\n \r\n" * 1000) -> Stranger:
    """A body in chunks that do not end."""
    async with Stranger.connected(port) as stranger:
        await stranger.send(b"POST /api/v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                            b"application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        await stranger.send_on(chunk)
        return stranger


async def extended_chunks(port: int) -> Stranger:
    """Chunks of one byte with long extensions."""
    return await endless_body(port, (b"1;" + b"x" * 4000 + b"\r\n \r\n") * 20)


async def short_body(port: int, length: int = 1_000_000) -> Stranger:
    """A body of one byte less than announced."""
    async with Stranger.connected(port) as stranger:
        await stranger.send(b"POST /api/v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                            b"application/json\r\nContent-Length: %d\r\n\r\n" % length)
        await stranger.send(b" " * (length - 1))
        await stranger.hear_all()
        return stranger


async def silence(port: int) -> Stranger:
    """Nothing at all."""
    async with Stranger.connected(port) as stranger:
        await stranger.hear_all()
        return stranger


async def flood(port: int, frames: bytes) -> Stranger:
    """The same frames on one socket, as fast as they are taken."""
    async with Stranger.connected(port) as stranger:
        if await stranger.open_socket():
            await stranger.send_on(frames)
        return stranger


async def handshake(port: int, address: str) -> bool:
    """A socket that is opened and dropped; returns whether it was opened."""
    async with Stranger.connected(port, address) as stranger:
        return await stranger.open_socket()


def pings(port: int) -> Awaitable[Stranger]:
    """Pings with much to echo."""
    return flood(port, frame(PING, b"x" * 100) * 500)


def pongs(port: int) -> Awaitable[Stranger]:
    """Pongs without a ping."""
    return flood(port, frame(PONG) * 5000)


def nonsense(port: int) -> Awaitable[Stranger]:
    """Messages that are no JSON."""
    return flood(port, frame(TEXT, b"{") * 5000)


def fragments(port: int) -> Awaitable[Stranger]:
    """A message of empty parts."""
    return flood(port, frame(TEXT, last=False) + frame(PART, last=False) * 5000)


class Player:
    """A client that plays both sides of games.

    Attributes:
        waits: seconds from each move to its acknowledgement.
    """

    def __init__(self, port: int, address: str = HONEST) -> None:
        self._port, self._address = port, address
        self._numbers = count()
        self.waits: list[float] = []

    async def _create(self) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port,
                                                       local_addr=(self._address, 0))
        body = b'{"rules": "contra"}'
        writer.write(b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                     b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
                     % (len(body), body))
        answer = await reader.read()
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def play(self, games: int, pause: float = 0.0) -> None:
        """Play games to the end of a line of moves; returns when all moves are acknowledged.

        Args:
            games: how many.
            pause: seconds between two moves.
        """
        async with websockets.connect(f"ws://127.0.0.1:{self._port}/socket",
                                      local_addr=(self._address, 0)) as socket:
            for _ in range(games):
                made = await self._create()
                await socket.send(json.dumps({"t": "join", "game": made["game"],
                                              "seats": list(made["seats"].values())}))
                for ply, move in enumerate(MOVES):
                    began, name = time.perf_counter(), str(next(self._numbers))
                    await socket.send(json.dumps({
                        "t": "do", "game": made["game"], "id": name, "what": "move", "move": move,
                        "seq": ply + 1, "seat": made["seats"][("white", "black")[ply % 2]]}))
                    while (answer := json.loads(await socket.recv())).get("id") != name:
                        pass
                    assert answer["t"] == "done", answer
                    self.waits.append(time.perf_counter() - began)
                    await asyncio.sleep(pause)
                await socket.send(json.dumps({"t": "leave", "game": made["game"]}))


async def over_and_over(times: int, attack: Callable[[], Awaitable[Any]]) -> None:
    """Make an attack so many times at once, and again when the server has ended it."""
    async def again() -> None:
        while True:
            with contextlib.suppress(OSError):
                await attack()
            await asyncio.sleep(0.01)
    await asyncio.gather(*(again() for _ in range(times)))


def neighbours(port: int) -> Awaitable[bool]:
    """Sockets from many addresses that may be one stranger's."""
    return handshake(port, f"127.0.0.{1 + next(_NUMBERS) % 250}")


async def request(port: int, path: str, **body: str) -> int:
    """The status of the answer to a request of a new stranger."""
    number = next(_NUMBERS)
    address = f"127.{3 + number % 200}.{number // 200 % 250}.1"
    text = json.dumps(body).encode()
    async with Stranger.connected(port, address) as stranger:
        await stranger.send(b"POST /api/v1%b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
                            % (path.encode(), len(text), text))
        return int((await stranger.hear_all()).split(b" ", 2)[1])


def guess(port: int) -> Awaitable[int]:
    """A guess at the password of one account or another."""
    return request(port, "/account/sign-in", name=f"Anna {next(_NUMBERS) % 1000}",
                   password="123456789")


def sign_up(port: int) -> Awaitable[int]:
    """One more account, of a new client."""
    number, letters = next(_NUMBERS), ""
    while number:
        number, letter = divmod(number, 26)
        letters += chr(ord("a") + letter)
    return request(port, "/account", name=f"Name {letters}",
                   password="tilting dice")


_NUMBERS = count()
ATTACKS: dict[str, tuple[int, Callable[[int], Awaitable[Any]]]] = {
    "nobody": (0, silence),
    "an endless address": (1, endless_url),
    "endless headers": (1, endless_head),
    "endless chunks of a byte": (4, endless_body),
    "chunks with extensions": (4, extended_chunks),
    "bodies one byte short": (600, short_body),
    "pings": (1, pings),
    "pongs": (1, pongs),
    "messages of one brace": (1, nonsense),
    "empty fragments": (1, fragments),
    "pings on 100 sockets": (100, pings),
    "silent connections": (1100, silence),
    "handshakes of neighbours": (20, neighbours),
    "guessed passwords": (50, guess),
    "new accounts": (50, sign_up)}
"""By name, how many make it at once, and how it is made once."""


@contextlib.contextmanager
def attacked(name: str, port: int) -> Iterator[None]:
    """Strangers in a process of their own attack a server."""
    process = subprocess.Popen([sys.executable, "-m", "bench.attacks", name, str(port)])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def memory(pid: int) -> float:
    """Megabytes that a process has."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def cpu_seconds(pid: int) -> float:
    """The processor's time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def server(folder: str, *options: str, files: tuple[int, int] | None = None,
           log: IO[Any] | int = subprocess.DEVNULL) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server in a process of its own; its port, and the process.

    Args:
        folder: of its database.
        options: of the command.
        files: how many files it may have open, and how many it may ask for.
        log: where its log goes.
    """
    def prepare() -> None:
        os.sched_setaffinity(0, CORES[:1])
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, files)
    process = subprocess.Popen(
        [sys.executable, "-m", "eckstein", "serve", "--no-open", "--port", "0", "--database",
         f"{folder}/games.sqlite", *options],
        stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=prepare)
    try:
        assert process.stdout
        address = urlsplit(next(word for word in process.stdout.readline().split()
                                if word.startswith("http")))
        assert address.port
        yield address.port, process
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    finally:
        process.kill()
        process.wait()


async def measure(name: str, port: int, pid: int) -> None:
    """Print one line of figures."""
    player = Player(port)
    await player.play(1)
    player.waits.clear()
    with attacked(name, port):
        await asyncio.sleep(1)
        before = most = memory(pid)
        spent, began = cpu_seconds(pid), time.perf_counter()
        playing = asyncio.create_task(player.play(10_000, 0.05))
        while (passed := time.perf_counter() - began) < SECONDS and not playing.done():
            most = max(most, memory(pid))
            await asyncio.sleep(0.05)
        spent = cpu_seconds(pid) - spent
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    waits = sorted(1000 * wait for wait in player.waits)
    print(f"{name:26} {len(waits):5} moves {statistics.median(waits):8.1f} ms "
          f"{waits[len(waits) * 99 // 100]:8.1f} ms {waits[-1]:8.1f} ms "
          f"{most - before:7.0f} MB more {100 * spent / passed:5.0f} % of a core", flush=True)


def main() -> None:
    """Print figures of each attack."""
    given = sys.argv[1:]
    if len(given) == 2 and given[1].isdecimal():
        times, attack = ATTACKS[given[0]]
        asyncio.run(over_and_over(times, partial(attack, int(given[1]))))
        return
    print(f"moves of one player in {SECONDS:.0f} s; median, 99 % and longest from a move to its "
          f"acknowledgement; load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
        if len(CORES) > 1:
            os.sched_setaffinity(0, CORES[1:2])
        for name in given or ATTACKS:
            asyncio.run(measure(name, port, process.pid))


if __name__ == "__main__":
    main()
