"""Limits on what clients may ask for."""
import ipaddress
import math
import time
from asyncio import sleep
from collections import Counter, OrderedDict
from collections.abc import Callable

MESSAGE_BYTES = 64 * 1024
BODY_BYTES = 1024 * 1024
KEPT_BUCKETS = 10_000


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
        now = self._steady()
        self._tokens = min(self._burst, self._tokens + (now - self._seen) * self._rate)
        self._seen = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """In how many seconds there will be enough."""
        return max(0.0, (cost - self._tokens) / self._rate)

    def retry_after(self) -> dict[str, str]:
        """The header that tells a client whose request was refused when there will be enough."""
        return {"Retry-After": str(max(1, math.ceil(self.wait())))}

    async def pay(self, cost: float = 1.0) -> None:
        """Take tokens as soon as there are enough."""
        while not self.take(cost):
            await sleep(self.wait(cost))


class Buckets:
    """A bucket for each of many clients; those not seen for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        """The bucket of a client."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._burst)
            while len(self._buckets) > KEPT_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket


def household(address: str) -> str:
    """For whom limits count: an address, or the network of 2^64 that one customer has in IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


class Connections:
    """How many sockets and streams each address has.

    Args:
        most: how many it may have.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def full(self, address: str) -> bool:
        """Whether an address has as many as it may have."""
        return self._taken.get(address, 0) >= self.most

    def take(self, address: str) -> None:
        """One more."""
        self._taken[address] += 1

    def leave(self, address: str) -> None:
        """One less; addresses that have none are forgotten."""
        self._taken[address] -= 1
        if self._taken[address] <= 0:
            del self._taken[address]

    @property
    def complaint(self) -> str:
        """A sentence for a client that finds no free connection."""
        return (f"your address has {self.most} open connections, the most allowed; close some")
