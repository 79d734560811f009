"""A game on a server, for programs: plain requests, no further packages.

    game = RemoteGame.create("http://localhost:8000", rules="contra",
                             black={"kind": "computer", "level": 3})
    game.do("move", "white", "d1d2")
"""
from __future__ import annotations

import contextlib
import http.client
import secrets
import socket
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import SplitResult, quote, unquote, urlsplit

import msgspec

from ..base.errors import EcksteinError
from ..base.json_text import read_json
from ..base.sentence import Sentence
from ..board import Board
from ..wire.commands import Complaint, Done, NewCommand
from ..wire.games import GameFacts, NextGame
from ..wire.http_games import Created, Joined, JoinGame, NewGame, StreamRequest
from ..wire.lobby import NewSeek
from ..wire.socket import (
    EventMessage,
    EventsMessage,
    GameMessage,
    PairedMessage,
    PreparedMessage,
    RefusedMessage,
    SeekingMessage,
    Told,
    WithdrawnMessage,
)
from ..wire.words import Colour, What

TRIES = 6                   # of a request that got no answer; a command takes effect only once
PAUSE = 0.5
SECONDS = 30.0
IN_JSON = {"Content-Type": "application/json"}
PASSING = ("unreachable", "busy", "too-fast")       # what may be over when it is tried again
Answer = TypeVar("Answer")
Heard = GameMessage | EventMessage | PreparedMessage
Sought = SeekingMessage | PairedMessage | WithdrawnMessage | RefusedMessage
_told = msgspec.json.Decoder(Told)
_sought: msgspec.json.Decoder[Sought] = msgspec.json.Decoder(Sought)


class RemoteError(EcksteinError, ValueError):
    """A server that cannot be reached, or that says no.

    Attributes:
        code: what to do about it, for programs.
        why: the reason more finely; see docs/server-api.md.
        status: of the answer, in HTTP; 0 if there was none.
    """

    def __init__(self, reason: str, code: str = "unreachable", why: str | None = None) -> None:
        super().__init__(reason)
        self.code, self.why, self.status = code, why or code, 0


@dataclass(slots=True)
class RemoteGame:
    """A game on a server, and perhaps seats in it.

    Attributes:
        server: such as http://localhost:8000.
        game: its id.
        seats: tokens by colour.
        facts: what the server last said of it (see docs/server-api.md, the message `game`).
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
            wrong = Sentence("this game cannot be created: {error}", error=error)
            raise RemoteError(wrong, "bad") from None
        made = ask(Created, server, "POST", api("games"), new)
        return cls.at(server, made.game, made.seats)

    @classmethod
    def at(cls, server: str, game: str, seats: Mapping[Colour, str]) -> RemoteGame:
        """A game by its id, as it stands now, with seats in it.

        Raises:
            RemoteError: if the server is not there, or the game is not.
        """
        return cls(server, game, _facts(server, game), dict[str, str](seats.items()))

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
        parts = _split(link if "://" in link else f"http://{link}")
        words = [] if parts is None else parts.path.strip("/").split("/")
        if parts is None or len(words) != 2 or words[0] != "game":
            raise RemoteError(Sentence("{link} is not a link to a game, such as "
                                       "http://localhost:8000/game/ID#TOKEN", link=link), "bad")
        server, game = f"{parts.scheme}://{parts.netloc}", unquote(words[1])
        remote = cls(server, game, _facts(server, game))
        if parts.fragment:
            letter = (parts.fragment.split(".") + [""])[1]
            colour = {"w": "white", "b": "black"}.get(letter)
            if colour is None:
                raise RemoteError(Sentence("the part after the # is not a seat"), "bad")
            remote.seats[colour] = parts.fragment
        elif any(player.open for player in remote.facts.players.values()):
            joined = ask(Joined, server, "POST", api("games", game, "join"),
                          JoinGame(secrets.token_urlsafe(24), name=name))
            remote.seats[joined.colour] = joined.token
            remote.refresh()
        return remote

    @classmethod
    def meet(cls, server: str, token: str = "", **wish: Any) -> RemoteGame:
        """Look for an opponent in the lobby until there is one; an interruption withdraws the seek.

        Args:
            server: such as http://localhost:8000.
            token: of the account that looks, or empty for a guest.
            wish: as in `POST /lobby/seeks`.

        Raises:
            RemoteError: if the wish is invalid, or the server refuses it or cannot be reached for
                long.
        """
        try:
            new = msgspec.convert(wish | {"id": secrets.token_urlsafe(24)}, NewSeek)
        except msgspec.ValidationError as error:
            wrong = Sentence("this game cannot be created: {error}", error=error)
            raise RemoteError(wrong, "bad") from None
        failures = 0
        while True:
            try:
                with contextlib.closing(
                        Lines(server, api("lobby", "seeks"), _sought, new, token)) as told:
                    for message in told:
                        failures = 0
                        if isinstance(message, PairedMessage):
                            return cls.at(server, message.game, {message.colour: message.token})
                        if isinstance(message, RefusedMessage):
                            raise RemoteError(message.reason, message.code, message.why)
                lost = RemoteError(Sentence("{server} does not respond", server=server))
            except RemoteError as error:
                if error.code not in PASSING:
                    raise
                lost = error
            failures += 1
            if failures > TRIES:
                raise lost
            time.sleep(PAUSE * failures)

    def refresh(self, tries: int = TRIES) -> RemoteGame:
        """Ask how the game stands.

        Args:
            tries: how often, while there is no answer.

        Raises:
            RemoteError: if the server is not there, or the game is not.
        """
        self.facts = _facts(self.server, self.game, tries)
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
        return f"{self.page()}#{self.seats[colour]}"

    def page(self) -> str:
        """The link to the game itself."""
        return f"{self.server}/game/{quote(self.game, safe='')}"

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
        done = self.send(self.command(what, colour, move))
        self.refresh()
        return done.seq

    def command(self, what: What, colour: str, move: str = "") -> NewCommand:
        """A command as `do` takes it, which can be sent again and again and has an effect once."""
        return NewCommand(secrets.token_urlsafe(12), what, self.facts.seq, self.seats[colour], move)

    def send(self, command: NewCommand, tries: int = TRIES) -> Done:
        """Send a command, so often at most as long as there is no answer.

        Returns:
            The number of the event that it has led to; for a rematch that both want, the next
            game too, with the seat in it.

        Raises:
            RemoteError: if the server says no or is not there.
        """
        return ask(Done, self.server, "POST", api("games", self.game, "commands"), command, tries)

    def follow(self, following: NextGame) -> RemoteGame:
        """The game that a rematch began."""
        return RemoteGame.at(self.server, following.game, following.seats)

    def listen(self) -> Listening:
        """A connection that tells what happens in the game after `facts`.

        As long as it is open, the players of `seats` are present for the others.

        Raises:
            RemoteError: if the server is not there, or the game or a seat is not.
        """
        asked = StreamRequest(since=self.facts.seq, seats=[*self.seats.values()])
        return Listening(self.server, api("games", self.game, "stream"), asked)

    def wait(self) -> Iterator[Heard]:
        """The events of the game after `facts`; reconnects when the connection is lost.

        While the iteration lasts, the players of `seats` are present for the others.

        Raises:
            RemoteError: if the server is not there for long, or the game or a seat is not.
        """
        failures = 0
        while True:
            try:
                with contextlib.closing(self.listen()) as heard:
                    for message in heard:
                        failures = 0
                        yield message
            except RemoteError as error:
                if error.code != "unreachable":
                    raise
            failures += 1
            if failures > TRIES:
                raise RemoteError(Sentence("{server} does not respond", server=self.server))
            time.sleep(PAUSE * failures)
            self.refresh()


class Lines(Generic[Answer]):
    """An answer that never ends, a message a line, until it is lost or closed.

    Args:
        server: such as http://localhost:8000.
        path: of the stream.
        decoder: of the messages.
        asked: the body of the request; None for a request without one.
        token: of an account, or empty.

    Raises:
        RemoteError: if the server is not there, or says no.
    """

    def __init__(self, server: str, path: str, decoder: msgspec.json.Decoder[Answer],
                 asked: msgspec.Struct | None = None, token: str = "") -> None:
        self._server, self._connection = server, connect(server, SECONDS)
        self._decoder = decoder
        self._socket: socket.socket | None = None
        try:
            if asked is None:
                self._connection.request("GET", path, headers=bearer(token))
            else:
                self._connection.request("POST", path, msgspec.json.encode(asked),
                                         IN_JSON | bearer(token))
            self._socket = self._connection.sock
            self._answer = self._connection.getresponse()
            told = None if self._answer.status == 200 else self._answer.read()
        except (OSError, http.client.HTTPException) as lost:
            self._connection.close()
            raise no_answer(server, lost) from None
        if told is not None:
            self._connection.close()
            raise refusal(server, told)

    def __iter__(self) -> Iterator[Answer]:
        """The messages; they end when the server or the caller closes the connection.

        Raises:
            RemoteError: if the connection is lost.
        """
        try:
            while line := self._answer.readline():
                if line.strip():
                    yield self._decoder.decode(line)
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as lost:
            raise no_answer(self._server, lost) from None

    def hang_up(self) -> None:
        """End what is told, while another thread waits for it; it has to close the connection."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class Listening(Lines[Told]):
    """A connection that tells what happens in a game.

    Args:
        server, path: as for `Lines`.
        asked: where the stream starts, and for which seats.
    """

    def __init__(self, server: str, path: str, asked: StreamRequest) -> None:
        super().__init__(server, path, _told, asked)

    def __iter__(self) -> Iterator[Heard]:
        """What happens, one after the other; see `Lines`."""
        for message in super().__iter__():
            yield from message.events if isinstance(message, EventsMessage) else [message]


def api(*words: str) -> str:
    """The path of a request, by the words between its slashes, whatever is in them."""
    return "/api/v1/" + "/".join(quote(word, safe="") for word in words)


def bearer(token: str) -> dict[str, str]:
    """The header that shows a token of an account."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def connect(server: str, seconds: float) -> http.client.HTTPConnection:
    """A connection that is opened by the first request.

    Raises:
        RemoteError: if that is no address of a server.
    """
    parts = _split(server)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise RemoteError(Sentence("{server} is not the address of a server, such as "
                                   "http://localhost:8000", server=server), "bad")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname, parts.port, timeout=seconds)


def _split(address: str) -> SplitResult | None:
    """The parts of an address; None if it is none, as its port is no number or its host no text."""
    try:
        parts = urlsplit(address)
        parts.port, (parts.hostname or "").encode("idna")       # both are read only when asked for
    except ValueError:
        return None
    return parts


def _facts(server: str, game: str, tries: int = TRIES) -> GameFacts:
    return ask(GameFacts, server, "GET", api("games", game), tries=tries)


def ask(wanted: type[Answer], server: str, method: str, path: str,
        body: msgspec.Struct | None = None, tries: int = TRIES, token: str = "") -> Answer:
    """An answer; asked again if it gets lost, for nothing takes effect twice.

    Args:
        wanted: of which type it is.
        server: such as http://localhost:8000.
        method, path, body: what is asked.
        tries: how often, while there is no answer.
        token: of an account, or empty.

    Raises:
        RemoteError: if the server says no or is not there.
    """
    for attempt in range(1, tries + 1):
        connection = connect(server, SECONDS)
        try:
            text = None if body is None else msgspec.json.encode(body)
            connection.request(method, path, text, IN_JSON | bearer(token))
            answer = connection.getresponse()
            read = answer.read()
            if answer.status < 400:
                return read_json(read, wanted)
            error = refusal(server, read)
            error.status = answer.status
        except (OSError, http.client.HTTPException, msgspec.DecodeError) as lost:
            error = no_answer(server, lost)
        finally:
            connection.close()
        if attempt == tries or error.code not in PASSING:
            raise error
        time.sleep(PAUSE * attempt)
    raise AssertionError("unreachable")


def no_answer(server: str, lost: Exception) -> RemoteError:
    """The error of a server that cannot be reached."""
    return RemoteError(Sentence("{server} does not respond: {reason}", server=server, reason=lost))


def refusal(server: str, text: bytes) -> RemoteError:
    """The error of a server that says no, by what it says."""
    try:
        told = read_json(text, Complaint)
    except msgspec.DecodeError as wrong:
        return no_answer(server, wrong)
    return RemoteError(told.reason, told.code, told.why)
