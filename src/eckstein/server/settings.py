"""What can be chosen for a server, and what differs between a machine and a browser."""
from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .game.tokens import Tokens
from .ops.figures import Figures
from .ops.hosts import Hosts
from .parts.mail.events import MailSettings
from .parts.push.events import Pusher
from .store.contract import GameStore
from .work.contract import Aside, Work
from .work.engines import Launch

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen.

    Attributes:
        database: its URL.
        key: the file of the key that signs seats, for a database that does not hold it itself.
        engines: how many computer players think at once, and how many analyses run at once.
        quick: how many computer players that think shortly have places of their own; 0: none.
        requests, burst: HTTP requests and messages on sockets a second of one payer, and at
            once.
        connections: how many sockets and streams one payer may have.
        all_connections: how many connections there may be in all; None for as many as this process
            may have files open.
        keep: days for which games and studies are stored in which nothing happens any more; 0 for
            ever.
        first_move: seconds for the first move of each player, in games of strangers.
        table: megabytes of an analysis's transposition table.
        threads: how many threads an analysis has.
        workers: whether engines are wherever workers are, instead of on this machine.
        push: where the makers of browsers reach the operator, as `mailto:` or `https://`; empty if
            there is no Web Push.
        push_services: the origins of push services beside those of browsers.
        mail: how mail is sent; None if none is.
        hosts: the names under which it is asked for; None for any.
        warm: whether to start the process that makes views before the first is asked for.
        without: names of parts that are closed to clients, as are those that need them.
    """

    database: str
    key: Path | None = None
    engines: int = field(default_factory=lambda: max(2, (os.cpu_count() or 2) // 2))
    quick: int = 2
    requests: float = 100.0
    burst: float = 600.0
    connections: int = 100
    all_connections: int | None = None
    keep: float = 0.0
    first_move: float = 30.0
    table: int = 64
    threads: int = 1
    workers: bool = False
    push: str = ""
    push_services: tuple[str, ...] = ()
    mail: MailSettings | None = None
    hosts: Hosts | None = None
    warm: bool = True
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Environment:
    """What differs between a server on a machine and one in a browser.

    Attributes:
        store: stores games; not open yet.
        figures: what is counted.
        views, texts, pictures: where slow work is done, by its kind.
        aside: calls what takes a while, in this process.
        start_engine: how engines are started.
        database: where parts keep what is theirs; None where there is none.
        persons: its columns that hold a person, as `table.name`.
        passwords: where the passwords of accounts are checked.
        pairing: where the rounds of tournaments are paired.
        pusher: makes the sender by Web Push, or None.
    """

    store: GameStore
    figures: Figures
    views: Work
    texts: Work
    pictures: Work
    aside: Aside
    start_engine: Launch
    database: AsyncEngine | None = None
    persons: Sequence[str] = ()
    passwords: Work = field(default_factory=Work)
    pairing: Work = field(default_factory=Work)
    pusher: Callable[[Tokens], Pusher | None] = lambda tokens: None
