"""HTTP and sockets as uvicorn speaks them, with an end to all that a client could draw out.

These are subclasses of what is inside of uvicorn, so its version is pinned: read what has changed
before taking another (`tests/attacks/test_uvicorn.py`).
"""
from __future__ import annotations

import asyncio
import math
import sys
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ..net.guard import JOURNEY, complaint
from ..ops.limits import BODY_BYTES, Bucket
from .gate import IDLE, Gate, Line

HEAD_BYTES, URL_BYTES = 16 * 1024, 8 * 1024
BODY_RAW_BYTES = BODY_BYTES + 64 * 1024     # with what frames its chunks; the guard counts exactly
HEAD_SECONDS, BODY_SECONDS = 10.0, 20.0
WRITE_SECONDS = 60.0        # for a client to read anything of what fills its buffer
LINGER_SECONDS = 2.0        # in which a client may read why it was refused, or answer a close
SLICE = 4096                # bytes that are read at once
FRAMES_SLICE = 128          # where they hold frames that are no messages, and cost as much as these
PIECES = 4096               # into which a body may be cut
PIECES_PER_REQUEST = 32     # that cost as much as a request
SOCKET_RATE, SOCKET_BURST = 32 * 1024.0, 128 * 1024.0       # bytes a second, and at once
SOCKET_QUEUE = 4            # messages that wait to be heard
FRAGMENTS = 1024            # of one message
FLOOD_SECONDS = 15.0        # of sending faster than that
BREAK_SECONDS = 1.0         # without sending, after which it is no flood any more
LINGER_BYTES = 8 * 1024 * 1024
REFUSALS = {400: ("bad", "this is no HTTP"), 413: ("too-long", "this is too long"),
            414: ("too-long", "this address is too long"),
            431: ("too-long", "these headers are too long")}


class GatedConfig(uvicorn.Config):
    """Uvicorn's settings, which its protocols are given, with the gate.

    Args:
        app: what is served.
        gate: lets connections in.
        settings: those of uvicorn.
    """

    def __init__(self, app: ASGIApp, gate: Gate, **settings: Any) -> None:
        super().__init__(app, http=GatedHttp, ws=GatedSocket, **settings)
        self.gate = gate


class Measured(h11.Connection):
    """The parser of HTTP, which measures what it reads."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, HEAD_BYTES)
        self.read = self.pieces = 0     # bytes and pieces since the head

    def receive_data(self, data: bytes) -> None:
        """Take what has come in."""
        self.read += len(data)
        super().receive_data(data)

    def next_event(self) -> Any:
        """The next part of a request.

        Raises:
            h11.RemoteProtocolError: if it is none, or too large.
        """
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as error:
            if error.error_status_hint == 431 and b"\n" not in self.trailing_data[0]:
                raise h11.RemoteProtocolError(REFUSALS[414][1], 414) from None
            raise
        if isinstance(event, h11.Request):
            self.read, self.pieces = len(self.trailing_data[0]), 0
            if len(event.target) > URL_BYTES:
                raise h11.RemoteProtocolError(REFUSALS[414][1], 414)
            if sum(len(name) + len(value) + 4 for name, value in event.headers) > HEAD_BYTES:
                raise h11.RemoteProtocolError(REFUSALS[431][1], 431)
        elif isinstance(event, h11.Data):
            self.pieces += 1
        if self.their_state is h11.SEND_BODY and (
                self.read > BODY_RAW_BYTES or self.pieces > PIECES):
            raise h11.RemoteProtocolError(REFUSALS[413][1], 413)
        return event


def written(connection: h11.Connection, response: Response) -> bytes:
    """A whole response, after which the connection is closed."""
    response.headers["Connection"] = "close"
    parts = (h11.Response(status_code=response.status_code, headers=response.raw_headers,
                          reason=HTTPStatus(response.status_code).phrase),
             h11.Data(data=bytes(response.body)), h11.EndOfMessage())
    return b"".join(connection.send(part) or b"" for part in parts)


class GatedHttp(H11Protocol):
    """A connection of HTTP: heads and bodies have to be short, and to be there in time."""

    conn: Measured

    def __init__(self, config: GatedConfig, *given: Any, **more: Any) -> None:
        super().__init__(config, *given, **more)
        self.conn, self._gate = Measured(), config.gate
        self._line: Line | None = None
        self._refused: int | None = None        # bytes that have come in since, and are not read

    def connection_made(self, transport: asyncio.Transport) -> None:    # type: ignore[override]
        """Let it in, or say that there are too many."""
        refusal = self._gate.enter(transport)
        if refusal is not None:
            transport.write(written(h11.Connection(h11.SERVER), refusal))
            transport.close()
            return
        super().connection_made(transport)
        self._line = self._gate.line(transport)
        self._line.expect(IDLE, HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        if self._line is not None:
            super().connection_lost(exc)
            self._gate.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as what comes is no more than it may be."""
        line = self._line
        for start in range(0, len(data), SLICE):
            if line is None or self.transport.is_closing():
                return
            if self._refused is not None:
                self._refused += SLICE
                if self._refused > LINGER_BYTES:
                    self.transport.abort()
                continue
            pieces = self.conn.pieces
            super().data_received(data[start:start + SLICE])
            if self.transport.get_protocol() is not self:
                return                  # a socket
            if self.conn.pieces > pieces:
                self._gate.service.requests.spend(
                    self._payer(line), (self.conn.pieces - pieces) / PIECES_PER_REQUEST)
        if line is not None:
            self._expect(line)

    def _expect(self, line: Line) -> None:
        """Say what has to happen next: a body is to end, a head is to end, or one is to begin.

        Nothing is expected of a client that waits for its answer.
        """
        next_ = None
        if self.conn.their_state is h11.SEND_BODY:
            next_ = "body"
        elif self.conn.their_state is h11.IDLE:
            next_ = "head" if self.conn.trailing_data[0] else IDLE
        line.done(*{"body", "head", IDLE} - {next_})
        if next_ is not None and not line.awaits(next_):
            line.expect(next_, BODY_SECONDS if next_ == "body" else HEAD_SECONDS)

    def _payer(self, line: Line) -> str:
        forwarded = next((value for name, value in reversed(self.headers or ())
                          if name == b"x-forwarded-for"), None)
        return self._gate.payer(line, forwarded.decode("latin-1") if forwarded else None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Go on as a socket."""
        if self._line is not None:
            self._line.done("head", IDLE)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with a request, if its answer has not begun, and end the connection."""
        error = sys.exception()
        status = getattr(error, "error_status_hint", 400)
        assert self._line is not None
        self._gate.hit(f"status-{status}", self._line.payer)
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        code, reason = REFUSALS.get(status, REFUSALS[400])
        self.transport.write(written(self.conn, complaint(status, code, reason)))
        if self.cycle is not None:
            self.cycle.disconnected = True      # a reader of the body gives up
            self.cycle.message_event.set()
        # A connection that is closed before all was read is reset, and the answer with it.
        self._refused = 0
        self._line.done("head", "body", IDLE)
        self._line.expect("close", LINGER_SECONDS)
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def on_response_complete(self) -> None:
        """The next request may come."""
        super().on_response_complete()
        if self._line is not None and not self.transport.is_closing():
            self._expect(self._line)

    def shutdown(self) -> None:
        """The server stops, and waits for no body."""
        if self._line is not None and self._line.awaits("body"):
            self.transport.abort()
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        """The client does not read."""
        if self._line is not None:
            self._line.expect("read", WRITE_SECONDS)
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client has read."""
        if self._line is not None:
            self._line.done("read")
        super().resume_writing()


class GatedSocket(WebSocketsSansIOProtocol):
    """A socket: no faster than so many bytes a second, and frames that are no messages are paid
    for like messages.

    What was received is read slice by slice, as long as nothing is owed, and only while its answers
    are read.  Otherwise it waits, and nothing more is received.
    """

    def __init__(self, config: GatedConfig, *given: Any, **more: Any) -> None:
        super().__init__(config, *given, **more)
        self._gate = config.gate
        self._bytes = Bucket(SOCKET_RATE, SOCKET_BURST, self.loop.time)
        self._payer = ""
        self._unread = bytearray()
        self._reading = False
        self._free = 0              # frames that are not paid for
        self._fragments = 0         # of the message that has begun
        self._owes_until = -math.inf
        self._flooding_since = 0.0
        self._slice = FRAMES_SLICE
        self._refused: int | None = None        # bytes that have come in since, and are not read
        self.close_timeout = LINGER_SECONDS
        self.read_paused = True     # so that reading is paused and resumed only here

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It has been a connection of HTTP."""
        super().connection_made(transport)
        self._line = self._gate.line(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        self._gate.leave(self.transport)

    def handle_connect(self, event: Request) -> None:
        """The request for a socket."""
        forwarded = event.headers.get_all("X-Forwarded-For")
        self._payer = self._gate.payer(self._line, forwarded[-1] if forwarded else None)
        super().handle_connect(event)
        if not self.transport.is_closing():     # else it was no request for a socket
            self.scope[JOURNEY] = lambda: self.last_ping_rtt    # type: ignore

    def data_received(self, data: bytes) -> None:
        """Read on, or later."""
        if self._refused is None:
            self._unread += data
            self._read_on()
            return
        self._refused += len(data)
        if self._refused > LINGER_BYTES:
            self.transport.abort()

    def _may_read(self) -> bool:
        return (self.loop.time() >= self._owes_until and self.writable.is_set()
                and (self.close_sent or self.queue.qsize() < SOCKET_QUEUE))

    def _read_on(self) -> None:
        if self._reading or self.transport.is_closing():
            return
        self._reading = True            # a slice may bring about an answer, and that this is called
        while self._unread and self._may_read() and not self.transport.is_closing():
            part = bytes(self._unread[:self._slice])
            del self._unread[:self._slice]
            super().data_received(part)
            self._pay(len(part))
        self._reading = False
        if self.transport.is_closing():
            return
        if self._unread or not self._may_read():
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _pay(self, read: int) -> None:
        now = self.loop.time()
        self._bytes.spend(read)
        owed = self._bytes.wait(0.0)
        if self._free:
            owed = max(owed, self._gate.service.requests.spend(self._payer, float(self._free)))
        self._slice = FRAMES_SLICE if self._free else min(2 * self._slice, SLICE)
        self._free = 0
        if not owed:
            return
        if now - self._owes_until > BREAK_SECONDS:
            self._flooding_since = now
        elif now - self._flooding_since > FLOOD_SECONDS:
            self._end("flood")
            return
        self._owes_until = now + owed
        self.loop.call_later(owed + 0.001, self._read_on)

    def _end(self, kind: str) -> None:
        """Close it, as a client's that does not behave."""
        if self.close_sent or self.transport.is_closing():
            return
        self._gate.hit(kind, self._payer)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008, "reason": kind})
        self.conn.fail(1008, "too much was sent")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        # Closed before all was read, it would be reset, and the reason with it.  Nor does it say
        # before then that it ends, or a proxy may close the client's side at once.
        self._refused = 0
        self._unread.clear()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def keepalive_timeout(self) -> None:
        """The client does not answer pings: it is gone, though perhaps not all was read by it."""
        super().keepalive_timeout()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1011, "reason": ""})

    def handle_ping(self) -> None:
        """Answer it."""
        self._free += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """The client is there."""
        self._free += 1
        super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """A message, or its first part."""
        self._fragments = 0
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message of bytes, or its first part."""
        self._fragments = 0
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """The next part of a message."""
        self._free += 1
        self._fragments += 1
        if self._fragments > FRAGMENTS:
            self._end("fragments")
        else:
            super().handle_cont(event)

    async def receive(self) -> Any:
        """The next message; there is space for another."""
        message = await super().receive()
        self.read_paused = True
        self._read_on()
        return message

    async def send(self, message: Any) -> None:
        """Send a message, or answer the request for a socket.

        Raises:
            ClientDisconnected: if it has been closed.
        """
        if self.handshake_complete and self.close_sent:     # or uvicorn takes it for a mistake
            raise ClientDisconnected
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True      # or uvicorn logs an error

    def pause_writing(self) -> None:
        """The client does not read, so it is not read either."""
        self._line.expect("read", WRITE_SECONDS)
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client has read."""
        self._line.done("read")
        super().resume_writing()
        self._read_on()
