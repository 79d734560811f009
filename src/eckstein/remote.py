"""A game on a server, for programs: plain requests, no further packages.

    game = RemoteGame.create("http://localhost:8000", rules="contra",
                             black={"kind": "computer", "level": 3})
    game.do("move", "white", "d1d2")
"""
from __future__ import annotations

import http.client
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from .board import Board
from .errors import EcksteinError
from .server.wire.commands import Complaint, Done, NewCommand
from .server.wire.games import GameFacts
from .server.wire.http_games import Created, Joined, JoinGame, NewGame
from .server.wire.socket import EventMessage, EventsMessage, GameMessage, Told
from .server.wire.words import What

TRIES = 6                   # of a request that got no answer; a command takes effect only once
PAUSE = 0.5
SECONDS = 30.0
Answer = TypeVar("Answer")
_told = msgspec.json.Decoder(Told)


class RemoteError(EcksteinError, ValueError):
    """A server that cannot be reached, or that says no.

    Attributes:
        code: what to do about it, for programs.
        why: the reason more finely; see docs/server.md.
    """

    def __init__(self, reason: str, code: str = "unreachable", why: str | None = None) -> None:
        super().__init__(reason)
        self.code, self.why = code, why or code


@dataclass(slots=True)
class RemoteGame:
    """A game on a server, and perhaps seats in it.

    Attributes:
        server: such as http://localhost:8000.
        game: its id.
        seats: tokens by colour.
        facts: what the server last said of it (see docs/server.md, the message `game`).
    """

    server: str
    game: str
    facts: GameFacts
    seats: dict[str, str] = field(default_factory=dict)

    @classmethod
    def create(cls, server: str, **wish: Any) -> RemoteGame:
        """Begin a game; `wish` as in `POST /games`.

        Raises:
            RemoteError: if the wish is none, or the server says no or is not there.
        """
        try:
            new = msgspec.convert(wish | {"id": secrets.token_urlsafe(24)}, NewGame)
        except msgspec.ValidationError as error:
            raise RemoteError(f"this game cannot be created: {error}", "bad") from None
        made = _ask(Created, server, "POST", "/api/v1/games", new)
        return cls(server, made.game, _facts(server, made.game), dict[str, str](made.seats.items()))

    @classmethod
    def join(cls, link: str, name: str | None = None) -> RemoteGame:
        """Join a game.

        Args:
            link: to a game; with a token it names the seat, and otherwise an open seat is taken if
                there is one.
            name: of the player; the server chooses one if it is None.

        Raises:
            RemoteError: if it is not a link to a game, or the server refuses or does not respond.
        """
        parts = urlsplit(link if "://" in link else f"http://{link}")
        words = parts.path.strip("/").split("/")
        if len(words) != 2 or words[0] != "game":
            raise RemoteError(f"{link} is not a link to a game, such as "
                              "http://localhost:8000/game/ID#TOKEN", "bad")
        server, game = f"{parts.scheme}://{parts.netloc}", words[1]
        remote = cls(server, game, _facts(server, game))
        if parts.fragment:
            letter = (parts.fragment.split(".") + [""])[1]
            colour = {"w": "white", "b": "black"}.get(letter)
            if colour is None:
                raise RemoteError("the part after the # is not a seat", "bad")
            remote.seats[colour] = parts.fragment
        elif any(player.open for player in remote.facts.players.values()):
            joined = _ask(Joined, server, "POST", f"/api/v1/games/{game}/join",
                          JoinGame(secrets.token_urlsafe(24), name=name))
            remote.seats[joined.colour] = joined.token
            remote.refresh()
        return remote

    def refresh(self) -> RemoteGame:
        """Ask how the game stands."""
        self.facts = _facts(self.server, self.game)
        return self

    def board(self) -> Board:
        """A board of its own, on which the game stands."""
        facts, options = self.facts, dict[str, Any](self.facts.options)
        board = Board(facts.rules, facts.start, **options)
        for move in facts.moves:
            board.push_text(move.text)
        return board

    def link(self, colour: str) -> str:
        """The link to the seat of a colour, "white" or "black"."""
        return f"{self.server}/game/{self.game}#{self.seats[colour]}"

    def do(self, what: What, colour: str, move: str = "") -> int:
        """Send a command; if its answer is lost, it is sent again and has an effect only once.

        Args:
            what: the command, such as "move" or "resign".
            colour: of the seat that sends it, "white" or "black".
            move: the text of a move, for the command "move".

        Returns:
            The number of the event that it has led to.

        Raises:
            RemoteError: if the server says no or is not there.
        """
        done = _ask(Done, self.server, "POST", f"/api/v1/games/{self.game}/commands", NewCommand(
            secrets.token_urlsafe(12), what, self.facts.seq, self.seats[colour], move))
        self.refresh()
        return done.seq

    def wait(self) -> Iterator[GameMessage | EventMessage]:
        """What happens in the game after `facts`; connects anew when the connection is lost.

        Raises:
            RemoteError: if the server is not there for long, or the game is not.
        """
        failures = 0
        while True:
            path = f"/api/v1/games/{self.game}/stream?since={self.facts.seq}"
            try:
                for message in _stream(self.server, path):
                    failures = 0
                    yield from message.events if isinstance(message, EventsMessage) else [message]
            except (OSError, http.client.HTTPException, ValueError) as error:
                if isinstance(error, RemoteError):
                    raise
            failures += 1
            if failures > TRIES:
                raise RemoteError(f"{self.server} does not respond")
            time.sleep(PAUSE * failures)
            self.refresh()


def _connection(server: str, seconds: float) -> http.client.HTTPConnection:
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise RemoteError(f"{server} is not the address of a server, such as "
                          "http://localhost:8000", "bad")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname, parts.port, timeout=seconds)


def _facts(server: str, game: str) -> GameFacts:
    return _ask(GameFacts, server, "GET", f"/api/v1/games/{game}")


def _ask(wanted: type[Answer], server: str, method: str, path: str,
         body: msgspec.Struct | None = None) -> Answer:
    """An answer; asked again if it gets lost, for nothing takes effect twice."""
    for attempt in range(1, TRIES + 1):
        connection = _connection(server, SECONDS)
        try:
            text = None if body is None else msgspec.json.encode(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            read = answer.read()
            if answer.status < 400:
                return msgspec.json.decode(read, type=wanted)
            error = _refusal(read)
        except (OSError, http.client.HTTPException, msgspec.DecodeError) as lost:
            error = RemoteError(f"{server} does not respond: {lost}")
        finally:
            connection.close()
        if attempt == TRIES or error.code not in ("unreachable", "busy", "too-fast"):
            raise error
        time.sleep(PAUSE * attempt)
    raise AssertionError("unreachable")


def _refusal(text: bytes) -> RemoteError:
    told = msgspec.json.decode(text, type=Complaint)
    return RemoteError(told.reason, told.code, told.why)


def _stream(server: str, path: str) -> Iterator[GameMessage | EventMessage | EventsMessage]:
    connection = _connection(server, SECONDS)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        if answer.status != 200:
            raise _refusal(answer.read())
        while line := answer.readline():
            if line.strip():
                yield _told.decode(line)
    finally:
        connection.close()
