"""Ports for what tests start."""
import random
import socket

BELOW_CONNECTIONS = range(10_000, 32_000)       # of these a system gives none to a connection


def free_port():
    """A port of this machine that nobody listens on, nor will while what has it is started anew."""
    while True:
        port = random.SystemRandom().choice(BELOW_CONNECTIONS)
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
