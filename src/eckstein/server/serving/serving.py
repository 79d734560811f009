"""Running the server until it is stopped."""
from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path

import sqlalchemy as sa
import uvicorn
from starlette.applications import Starlette

from ...base.sentence import Sentence
from ...base.user_paths import data_folder
from ...wire.http_tournaments import NewTournament
from ...words import phrase
from ..database.databases import SQLITE, read_url
from ..database.store import Store
from ..game.tokens import Tokens
from ..ops.allowances import CAPS
from ..ops.limits import MESSAGE_BYTES
from ..parts.tournaments.clubs import found_club
from ..parts.tournaments.store import TournamentStore
from ..service import Service
from ..settings import Settings
from . import telemetry
from .gate import Gate, raise_file_limit
from .hosting import create_server
from .jobs import shared
from .metrics import Metrics, place_of
from .protocols import GatedConfig

PORT = 8000
PORTS_TRIED = 20
FILE = "games.sqlite"
PING_SECONDS = 20.0
GRACE_SECONDS = 5


def database_url(database: str | None) -> str:
    """The URL of a database, named by a path or a URL, or that of this user.

    Raises:
        ValueError: with a sentence, if it is no URL of a database, or its driver is not here.
    """
    if database and "://" in database:
        return read_url(database).render_as_string(hide_password=False)
    path = Path(database) if database else data_folder() / FILE
    if database is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.resolve().parent.is_dir():
        raise ValueError(Sentence("there is no folder {folder} for the database",
                                  folder=path.resolve().parent))
    return sa.URL.create(SQLITE, database=str(path.resolve())).render_as_string(
        hide_password=False)


def listening_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens.

    Args:
        host: where.
        port: which; the first free one from 8000 on if it is None, any with 0.

    Raises:
        ValueError: with a sentence, if it cannot be had.
    """
    wanted = [port] if port is not None else range(PORT, PORT + PORTS_TRIED)
    for number in wanted:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
            listening = socket.socket(family, kind, protocol)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind(address)
                listening.listen(2048)
            except OSError:
                listening.close()
                raise
            listening.setblocking(False)
            return listening
        except socket.gaierror:
            raise ValueError(Sentence("there is no address {host} to listen on",
                                      host=host)) from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            raise ValueError(
                Sentence("port {number} on {host} is in use by another program; choose another "
                         "with --port", number=number, host=host)
                if error.errno == errno.EADDRINUSE else
                Sentence("port {number} on {host} cannot be used: {reason}", number=number,
                         host=host, reason=error.strerror)) from None
    raise ValueError(Sentence("the ports {first} to {last} are all in use; choose another with "
                              "--port", first=PORT, last=PORT + PORTS_TRIED - 1))


def checked_proxies(proxies: Sequence[str]) -> list[str]:
    """Addresses and networks of proxies, each in its usual form.

    Raises:
        ValueError: with a sentence, if one is neither.
    """
    found = []
    for proxy in proxies:
        try:
            found.append(str(ipaddress.ip_network(proxy)) if "/" in proxy
                         else str(ipaddress.ip_address(proxy)))
        except ValueError:
            raise ValueError(Sentence("{proxy} is neither an address nor a network of a proxy, "
                                      "such as 127.0.0.1 or 10.0.0.0/8", proxy=proxy)) from None
    return found


class Server(uvicorn.Server):
    """Says good-bye to all clients before it closes.

    Args:
        app: what it serves.
        settings: what can be chosen.
        proxies: addresses that are trusted to say where a request comes from.
    """

    def __init__(self, app: Starlette, settings: Settings, proxies: Sequence[str] = ()) -> None:
        fitting = raise_file_limit()
        self._gate = Gate(app, proxies, settings.connections + CAPS["connections-beside"].most,
                          settings.all_connections or fitting)
        super().__init__(GatedConfig(
            app, self._gate, log_config=None, access_log=False, log_level="error",
            server_header=False,
            proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
            ws_max_size=MESSAGE_BYTES, ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS, ws_per_message_deflate=False, lifespan="on",
            timeout_graceful_shutdown=GRACE_SECONDS))
        self._app = app

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT and SIGTERM, and then go on with the program, which ends well."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit)
                  for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether it is to stop."""
        self._gate.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the clients, finish writing, close."""
        service: Service = self._app.state.service
        await service.say_bye()
        await super().shutdown(sockets)


def address_of(listening: socket.socket, host: str) -> str:
    """What to type into a browser."""
    number = listening.getsockname()[1]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{number}/"


def serve(settings: Settings, host: str, port: int | None, proxies: Sequence[str] = (),
          metrics: str | None = None, *, open_browser: bool | None,
          club: NewTournament | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C.

    Args:
        settings: what can be chosen.
        host: where to listen.
        port: which port; None for the first free one from 8000 on.
        proxies: addresses and networks of proxies; their X-Forwarded-For is trusted.
        metrics: a port, perhaps with an address, at which metrics can be read; None for nowhere.
        open_browser: whether to open one; None for where there is a display.
        club: the settings of a club, to print its links; None for none.
    """
    trusted, figures = checked_proxies(proxies), Metrics()
    exposed = figures.exposed(*place_of(metrics)) if metrics else contextlib.nullcontext()
    if settings.workers:
        shared(settings.database)
    listening = listening_socket(host, port)
    shown = own_address() if club is not None and host == "0.0.0.0" else None
    address = address_of(listening, shown or host)
    asyncio.run(Store(settings.database, key=settings.key).probe())
    links = asyncio.run(_club_links(settings, club, address)) if club else None
    server = Server(create_server(settings, metrics=figures), settings, trusted)
    # From now on, since the next line says how to stop it.
    with exposed, telemetry.exported(), server.capture_signals():
        print(phrase("Eckstein is at {address} (Ctrl-C stops it)", address=address), flush=True)
        if links is not None:
            print(phrase("For pupils: {link}", link=links[0]))
            print(phrase("For the projector: {link}", link=f"{links[0]}/wall"))
            print(phrase("For the teacher alone: {link}", link=links[1]), flush=True)
            address = links[1]
        if open_browser or (open_browser is None and _has_display()):
            webbrowser.open(address)
        sys.setswitchinterval(0.0005)   # or the thread that writes waits ten times as long
        try:
            server.run([listening])
        except SystemExit:
            raise ValueError(Sentence("the server could not start; see the log")) from None
    print(phrase("Stopped. All games are saved."), flush=True)


async def _club_links(settings: Settings, club: NewTournament, address: str) -> tuple[str, str]:
    """The pages of a club: for all, and for the teacher."""
    store = Store(settings.database, key=settings.key)
    await store.open()
    try:
        id, key = await found_club(club, Tokens(await store.secret()),
                                   TournamentStore(store.engine),
                                   store.write, round(time.time() * 1000))
    finally:
        await store.close()
    page = f"{address}tournaments/{id}"
    return page, f"{page}#{key}"


def own_address() -> str | None:
    """The address of this machine in the local network, if it has one; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("10.255.255.255", 1))
            found: str = asked.getsockname()[0]
        except OSError:
            return None
    return found


def _has_display() -> bool:
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
