"""Ports for what tests start."""
import random
import socket

# Of these a system gives none to a connection, and a browser asks each; 10080 it would refuse.
BELOW_CONNECTIONS = range(10_081, 32_000)


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
