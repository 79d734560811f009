"""Limits on what clients may ask for.

They count by payer: the source of requests, over HTTP and on all sockets together.  A payer is a
text: an address of IPv4, or the network of 2^64 addresses that one customer has in IPv6.
Neighbours share wider limits, since a stranger may have many addresses.
"""
from __future__ import annotations

import functools
import ipaddress
import math
import time
from asyncio import sleep
from collections import Counter, OrderedDict
from collections.abc import Callable

import structlog

from .allowances import RATES

MESSAGE_BYTES = 64 * 1024
BODY_BYTES = 1024 * 1024
KEPT_BUCKETS = 10_000
NEIGHBOURS = 4              # times what one payer may have is for all of a neighbourhood
KEPT_PAYERS = 4096
LOG_SECONDS = 10.0          # between two lines about limits of one kind
log = structlog.get_logger()


def payer_at(address: str) -> str:
    """The payer at an address: itself, or the network of 2^64 that one customer has in IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


@functools.lru_cache(KEPT_PAYERS)
def neighbourhood(payer: str) -> str | None:
    """The wider network of a payer, 256 addresses of IPv4 or 2^80 of IPv6, if the payer is an
    address.
    """
    try:
        network = ipaddress.ip_network(payer)
    except ValueError:
        return None
    return str(network.supernet(new_prefix=24 if network.version == 4 else 48))


class Bucket:
    """Tokens that come back with time: so many at once, and so many a second from then on.

    Args:
        rate: tokens a second.
        burst: tokens at most.
        steady: a source of seconds.
    """

    def __init__(self, rate: float, burst: float,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._steady = rate, burst, steady
        self._tokens, self._seen = burst, steady()

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens, if there are enough."""
        if self.wait(cost):
            return False
        self.spend(cost)
        return True

    def spend(self, cost: float = 1.0) -> None:
        """Take tokens, also those that are still to come."""
        self._fill()
        self._tokens -= cost

    def wait(self, cost: float = 1.0) -> float:
        """In how many seconds there will be enough; for 0, in how many none are owed."""
        self._fill()
        return max(0.0, (cost - self._tokens) / self._rate)

    def _fill(self) -> None:
        now = self._steady()
        self._tokens = min(self._burst, self._tokens + (now - self._seen) * self._rate)
        self._seen = now


class Buckets:
    """What each of many payers may take of something: out of a bucket of its own, and out of the
    wider one of its neighbourhood.

    Buckets not used for longest are forgotten.

    Args:
        rate, burst: of the bucket of one payer.
        hit: is called with a payer that finds too little.
        steady: a source of seconds.
    """

    def __init__(self, rate: float, burst: float, hit: Callable[[str], None] = lambda payer: None,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._hit, self._steady = rate, burst, hit, steady
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, payer: str, cost: float = 1.0) -> bool:
        """Take so much, if it is there."""
        buckets = self._of(payer)
        if any(bucket.wait(cost) for bucket in buckets):
            self._hit(payer)
            return False
        for bucket in buckets:
            bucket.spend(cost)
        return True

    def spend(self, payer: str, cost: float = 1.0) -> float:
        """Take so much, also what is still to come; returns in how many seconds none is owed."""
        buckets = self._of(payer)
        for bucket in buckets:
            bucket.spend(cost)
        owed = max(bucket.wait(0.0) for bucket in buckets)
        if owed:
            self._hit(payer)
        return owed

    async def pay(self, payer: str, cost: float = 1.0) -> None:
        """Take so much, and wait until it is there; the first to pay goes on first."""
        if owed := self.spend(payer, cost):
            await sleep(owed)

    def retry_after(self, payer: str, cost: float = 1.0) -> dict[str, str]:
        """The header that tells a refused client when there will be enough."""
        seconds = max(bucket.wait(cost) for bucket in self._of(payer))
        return {"Retry-After": str(max(1, math.ceil(seconds)))}

    def _of(self, payer: str) -> list[Bucket]:
        wider = neighbourhood(payer)
        own = self._bucket(payer, 1)
        return [own] if wider is None else [own, self._bucket(wider, NEIGHBOURS)]

    def _bucket(self, name: str, times: int) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(times * self._rate, times * self._burst,
                                                  self._steady)
            if len(self._buckets) > KEPT_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket


class Connections:
    """How many connections each payer has, and each neighbourhood.

    Args:
        most: how many a payer may have.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def full(self, payer: str) -> bool:
        """Whether a payer has as many as it may have, or its neighbours have."""
        wider = neighbourhood(payer)
        return self._taken.get(payer, 0) >= self.most or (
            wider is not None and self._taken.get(wider, 0) >= NEIGHBOURS * self.most)

    def take(self, payer: str) -> None:
        """One more."""
        for name in filter(None, (payer, neighbourhood(payer))):
            self._taken[name] += 1

    def leave(self, payer: str) -> None:
        """One less; payers without any are forgotten."""
        for name in filter(None, (payer, neighbourhood(payer))):
            self._taken[name] -= 1
            if self._taken[name] <= 0:
                del self._taken[name]

    @property
    def complaint(self) -> str:
        """A sentence for a client that finds no free connection."""
        return (f"your address has {self.most} open connections, the most allowed; close some")


class Hits:
    """Limits that were hit: all are counted, and of each kind one is logged in a while.

    Args:
        alias: what stands for a payer in the log.
        count: is called with the kind of each.
        steady: a source of seconds.

    Attributes:
        rates: names of the rates of which there are buckets.
    """

    def __init__(self, alias: Callable[[str], str], count: Callable[[str], None],
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._alias, self._count, self._steady = alias, count, steady
        self._times: Counter[str] = Counter()
        self._logged: dict[str, float] = {}
        self.rates: set[str] = set()

    def note(self, kind: str, payer: str) -> None:
        """A payer has hit a limit of some kind."""
        self._count(kind)
        self._times[kind] += 1
        now = self._steady()
        if now - self._logged.get(kind, -math.inf) >= LOG_SECONDS:
            self._logged[kind] = now
            log.warning("limit", kind=kind, payer=self._alias(payer), times=self._times.pop(kind))

    def of(self, kind: str) -> Callable[[str], None]:
        """What notes that a payer has hit a limit of this kind."""
        return functools.partial(self.note, kind)

    def buckets(self, name: str) -> Buckets:
        """What payers may take at a rate of the table `RATES`."""
        rate = RATES[name]
        self.rates.add(name)
        return Buckets(rate.a_second, rate.at_once,
                       (lambda payer: None) if rate.hit is None else self.of(rate.hit))
