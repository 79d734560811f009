"""The barest of clients for benchmarks that have thousands of sockets."""
import asyncio
import base64
import os


class Socket(asyncio.Protocol):
    """One socket, texts in frames.

    Args:
        greeting: what is sent first.
    """

    def __init__(self, greeting: str) -> None:
        self.greeting, self.buffer = greeting, b""
        self.open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write((f"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                         f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                         "Sec-WebSocket-Version: 13\r\n\r\n").encode())

    def send(self, text: str) -> None:
        """One frame with a mask of zeros."""
        body = text.encode()
        size = len(body)
        head = (bytes((0x81, 0x80 | size)) if size < 126
                else bytes((0x81, 0xFE)) + size.to_bytes(2, "big"))
        self.transport.write(head + b"\0\0\0\0" + body)

    def data_received(self, data: bytes) -> None:
        """Take frames apart, and answer pings."""
        data = self.buffer + data
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self.open = True
            self.send(self.greeting)
        while len(data) >= 2:
            size, start = data[1], 2
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(data[2:10], "big"), 10
            if len(data) < start + size:
                break
            if data[0] == 0x81:
                self.hear(data[start:start + size])
            elif data[0] == 0x89:
                self.transport.write(b"\x8a\x80\0\0\0\0" if not size else
                                     bytes((0x8A, 0x80 | size)) + b"\0\0\0\0"
                                     + data[start:start + size])
            elif data[0] == 0x88:
                self.transport.close()
            data = data[start + size:]
        self.buffer = data

    def hear(self, text: bytes) -> None:
        """What the server says."""
        raise NotImplementedError
