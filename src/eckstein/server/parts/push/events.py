"""Web Push, for other parts of the server."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Sent = Literal["delivered", "later", "gone", "refused"]


@dataclass(frozen=True, slots=True)
class Keys:
    """Where a message goes, and what it is encrypted with.

    Attributes:
        endpoint: the address at the push service.
        p256dh, auth: the public key of the browser, and its secret, as it writes them.
    """

    endpoint: str
    p256dh: str
    auth: str


class Pusher(Protocol):
    """Sends messages to push services."""

    @property
    def public_key(self) -> str:
        """The key of this server, by which a browser subscribes."""
        ...

    def fits(self, keys: Keys) -> bool:
        """Whether messages can be sent there: the service is known, and the keys are sound."""
        ...

    async def send(self, keys: Keys, text: str, topic: str, seconds: int) -> Sent:
        """Send a message.

        Args:
            keys: where it goes.
            text: what it says, of at most 3000 bytes.
            topic: of two messages of one topic that wait at the service, only the later one stays.
            seconds: for how long the service keeps it while the device is off.

        A service that says how long it is to be left alone is left alone.
        """
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...
