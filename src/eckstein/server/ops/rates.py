"""How much clients may ask for: all rates, in one table.

Those that are chosen at startup (requests, connections) stand in `Settings`.  How many there may be
of something at any time stands with it, and is counted in the transaction that adds one more.
"""
from __future__ import annotations

from typing import NamedTuple


class Rate(NamedTuple):
    """A rate, of one payer if nothing else is said.

    Attributes:
        a_second: how much comes back in a second.
        at_once: how much there is at most.
        what: what is counted, for operators.
        hit: under which kind metrics count that it was hit; None for under none.
    """

    a_second: float
    at_once: float
    what: str
    hit: str | None


RATES = {
    "bytes": Rate(4e6, 16e6, "bytes sent by sockets and streams", "bytes"),
    "mistakes": Rate(1.0, 100.0, "messages on one socket that are none", None),
    "studies": Rate(0.05, 10.0, "studies kept", "studies"),
    "study-writes": Rate(5.0, 60.0, "changes of shared studies", "study-writes"),
    "seeks": Rate(1.0, 40.0, "open challenges made or taken in the lobby", "seeks"),
    "challenges": Rate(1 / 10, 20.0, "challenges made", "challenges"),
    "chat": Rate(1 / 6, 8.0, "lines of one player in one game", "chat"),
    "reports": Rate(20 / 86_400, 20.0, "reports to moderators", "reports"),
    "tournaments": Rate(1 / 120, 10.0, "tournaments made", "tournaments"),
    "orders": Rate(2.0, 150.0, "orders in tournaments", "orders"),
    "accounts": Rate(1 / 120, 5.0, "accounts made", "accounts"),
    "sign-ins": Rate(1 / 10, 20.0, "tries to sign in", "sign-ins"),
    "sign-ins-to-one": Rate(1 / 30, 10.0, "tries to sign in to one account", None),
    "mails-of-one": Rate(1 / 1800, 3.0, "mails to one account or address", "mails"),
    "mails": Rate(1 / 300, 10.0, "mails asked for", "mails"),
    "recoveries-of-one": Rate(1 / 7200, 3.0, "links to recover one account", "mails"),
    "recoveries": Rate(1 / 300, 10.0, "links asked for to recover accounts", "mails"),
}
