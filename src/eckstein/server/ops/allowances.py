"""How much clients may ask for, and how much they may have: all rates and all caps.

Those that are chosen at startup (requests, sockets and streams) stand in `Settings`.  What is
stored is counted in the transaction that adds one more.
"""
from __future__ import annotations

from typing import NamedTuple

from ...wire.commands import PREPARED
from ...wire.http_studies import CHAPTERS
from ...wire.http_tournaments import TEAMS


class Rate(NamedTuple):
    """How often something may be done.

    Attributes:
        a_second: how much comes back in a second.
        at_once: how much there is at most.
        of: for which each of them counts; an address is a payer.
        what: what is counted, for operators.
        hit: under which kind metrics count that it was hit; None for under none.
    """

    a_second: float
    at_once: float
    of: str
    what: str
    hit: str | None

    @property
    def figure(self) -> str:
        """What it allows, for operators."""
        for unit, seconds in (("h", 3600), ("min", 60), ("s", 1)):
            if (many := self.a_second * seconds) <= 1:
                return f"{self.at_once:g} at once, then one in {1 / many:g} {unit}"
        return f"{self.at_once:,.0f} at once, then {self.a_second:,.0f} a second"


RATES = {
    "bytes": Rate(4e6, 16e6, "address", "bytes sent by sockets and streams", "bytes"),
    "mistakes": Rate(1.0, 100.0, "socket", "messages that are none", None),
    "games": Rate(1 / 10, 2000.0, "address, and account", "games made", "games"),
    "studies": Rate(0.05, 10.0, "address", "studies kept", "studies"),
    "study-writes": Rate(5.0, 60.0, "address", "changes of shared studies", "study-writes"),
    "seeks": Rate(1.0, 40.0, "address", "open challenges made or accepted in the lobby", "seeks"),
    "challenges": Rate(1 / 10, 20.0, "address", "challenges sent", "challenges"),
    "chat": Rate(1 / 6, 8.0, "player", "lines in one game", "chat"),
    "reports": Rate(20 / 86_400, 20.0, "address", "reports to moderators", "reports"),
    "tournaments": Rate(1 / 120, 10.0, "address", "tournaments made", "tournaments"),
    "orders": Rate(2.0, 150.0, "address", "orders in tournaments", "orders"),
    "accounts": Rate(1 / 120, 5.0, "address", "accounts made", "accounts"),
    "sign-ins": Rate(1 / 10, 20.0, "address", "attempts to sign in", "sign-ins"),
    "sign-ins-to-one": Rate(1 / 30, 10.0, "account", "attempts to sign in to it", None),
    "cards": Rate(1 / 2, 60.0, "address", "attempts to sign in by a card", "cards"),
    "pupils": Rate(1 / 60, 200.0, "address", "pupils added to classes", "pupils"),
    "mails-of-one": Rate(1 / 1800, 3.0, "account", "confirmation links, also to one mail address",
                         "mails"),
    "mails": Rate(1 / 300, 10.0, "address", "confirmation links asked for", "mails"),
    "recoveries-of-one": Rate(1 / 7200, 3.0, "account", "links to recover it", "mails"),
    "recoveries": Rate(1 / 300, 10.0, "address", "links asked for to recover accounts", "mails"),
}


class Cap(NamedTuple):
    """How many there may be of something.

    Attributes:
        most: how many.
        of: for which each of them counts; an address is a payer.
        what: what is counted, for operators.
    """

    most: int
    of: str
    what: str

    @property
    def figure(self) -> str:
        """What it allows, for operators."""
        return f"{self.most:,}"


CAPS = {
    # Of the server itself.
    "connections": Cap(20_000, "server", "connections, if more files may not be open"),
    "connections-beside": Cap(50, "address", "connections beside its sockets and streams"),
    "games": Cap(32, "socket", "games that are subscribed to"),
    "views": Cap(8, "socket", "views that wait or are made"),
    # Of these, when all places are taken, the payer with most gives way (see `sharing`).
    "views-in-all": Cap(1000, "server", "views that wait"),
    "works-in-all": Cap(20, "server", "pictures, or texts, that wait"),
    "sign-ins-in-all": Cap(20, "server", "passwords that wait to be checked"),
    "analyses-in-all": Cap(64, "server", "analyses that wait for an engine"),
    "commands": Cap(100, "game", "commands that wait"),
    "prepared": Cap(PREPARED, "player", "prepared moves in one game, all lines together"),
    # Of its parts.
    "tokens": Cap(20, "account", "API tokens"),
    "passkeys": Cap(20, "account", "passkeys"),
    "sessions": Cap(30, "account", "sessions; those not used for longest end"),
    "blocks": Cap(500, "account", "blocked accounts"),
    "follows": Cap(500, "account", "followed accounts"),
    "devices": Cap(10, "account", "devices with Web Push; those added first are dropped"),
    "notices-in-a-day": Cap(100, "account", "notices in a day, by mail and by Web Push each"),
    # More than the other limits of notices and of links let through.
    "mails-in-a-day": Cap(300, "account", "mails in a day"),
    "recoveries-waiting": Cap(200, "server", "accounts to recover that are being looked up"),
    "seeks": Cap(10, "player", "open challenges in the lobby"),
    "seeks-in-all": Cap(1000, "server", "open challenges in the lobby; of the payer with most, the "
                        "latest gives way"),
    "challenges-sent": Cap(10, "player", "pending challenges sent"),
    "challenges-received": Cap(30, "player", "pending challenges received"),
    "chat-lines": Cap(50, "player", "lines in one game"),
    "reports-in-a-day": Cap(6, "player", "reports to moderators in a day"),
    "reports-on-one": Cap(100, "account", "pending reports about it; more are not stored"),
    "chapters": Cap(CHAPTERS, "study", "chapters"),
    "study-versions": Cap(20, "study", "earlier versions; the oldest are dropped"),
    "tournaments-followed": Cap(16, "socket", "tournaments that are followed"),
    "tournament-players": Cap(256, "tournament", "players"),
    "round-robin-players": Cap(32, "tournament", "players of a round robin"),
    "teams": Cap(TEAMS, "tournament", "teams"),
    "organisers": Cap(8, "tournament", "organisers beside the creator"),
    "classes": Cap(20, "account", "classes that it teaches"),
    "class-teachers": Cap(8, "class", "teachers"),
    "pupils": Cap(100, "class", "pupils"),
    "class-tasks": Cap(20, "class", "tasks for all; the oldest are dropped"),
}
