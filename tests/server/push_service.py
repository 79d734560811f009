"""A push service of our own on this machine, and devices that are subscribed to it.

It decrypts what it gets, and checks who has signed it.
"""
import base64
import contextlib
import queue
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from .helpers import PATIENCE


def letters(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


class Device:
    """A browser that is subscribed.

    Attributes:
        answers: the statuses with which the service answers, the next one first, and 201 when
            there are none left; None for none at all, and bytes for what is sent as it is.
        got: what has come, decrypted, with its headers.
    """

    def __init__(self, base):
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.path = f"/{secrets.token_urlsafe(16)}"
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.endpoint, self.p256dh, self.auth = base + self.path, letters(point), letters(
            self._secret)
        self.answers, self.got = [], queue.Queue()

    @property
    def keys(self):
        return {"p256dh": self.p256dh, "auth": self.auth}

    def take_in(self, body, headers):
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Content-Encoding"] == "aes128gcm"
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret)
        self.got.put((text.decode(), headers))

    def next(self):
        """What comes next."""
        return self.got.get(timeout=PATIENCE)


class PushService:
    """The service; see `running`.

    Attributes:
        connections: all that were made to it, by the address of the other end.
    """

    def __init__(self):
        devices, hanging = self._devices, self.hanging = {}, threading.Event()
        connections = self.connections = set()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                connections.add(self.client_address)
                body = self.rfile.read(int(self.headers["Content-Length"]))
                device = devices.get(self.path)
                answer = device.answers.pop(0) if device and device.answers else (
                    201 if device else 404)
                if device:
                    device.take_in(body, dict(self.headers))
                if answer is None:
                    hanging.wait(PATIENCE)
                    self.close_connection = True
                    return
                if isinstance(answer, bytes):
                    self.wfile.write(answer)
                    self.close_connection = True
                    return
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"

    def device(self):
        """A new one."""
        device = Device(self.base)
        self._devices[device.path] = device
        return device

    @contextlib.contextmanager
    def serving(self):
        thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield self
        finally:
            self.hanging.set()
            self._server.shutdown()
            thread.join()
            self._server.server_close()


def running():
    """A service, while the context lasts."""
    return PushService().serving()
