"""How mail is sent, for other parts of the server."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How mail is sent.

    Attributes:
        name, address: of the sender.
        base: the address of the pages to which links lead.
        host, port: the mail server.
        user, password: with which to sign in there; empty for not at all.
    """

    name: str
    address: str
    base: str
    host: str
    port: int
    user: str = ""
    password: str = ""
