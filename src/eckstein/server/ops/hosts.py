"""Under which names a server is asked for.

A page of a stranger's name can have the browser ask this machine, by letting that name lead here
(DNS rebinding): its requests then come from the same origin as they go to.  What gives them away is
the name, which is none of this server's.
"""
from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass

LOOPBACK = "localhost"


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names of a server.

    Attributes:
        names: in small letters, without ports.
        reached: whether other machines reach it by its addresses; unlike names, these cannot be
            made to lead to another machine.
    """

    names: frozenset[str]
    reached: bool

    def know(self, header: str | None) -> bool:
        """Whether the header Host names this server; True without one, since browsers always send
        it.
        """
        if header is None:
            return True
        name = name_in(header)
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name == LOOPBACK or name.endswith(f".{LOOPBACK}") or name in self.names
        return self.reached or address.is_loopback or name in self.names


def hosts_of(host: str, names: Iterable[str]) -> Hosts:
    """The names of a server.

    Args:
        host: where it listens.
        names: those that its operator gives it.
    """
    given = frozenset(map(name_in, names))
    if is_loopback(host):
        return Hosts(given, reached=False)
    own = name_in(socket.gethostname())
    return Hosts(given | {name_in(host), own, f"{own.partition('.')[0]}.local"}, reached=True)


def name_in(host: str) -> str:
    """A host without its port, as it is compared: the address, if it is one."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return (host if host.count(":") > 1 else host.partition(":")[0]).removesuffix(".")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, and no other machine reaches it there."""
    try:
        return ipaddress.ip_address(name_in(host)).is_loopback
    except ValueError:
        return name_in(host) == LOOPBACK
