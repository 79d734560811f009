"""What other parts of the server ask about classes."""
from __future__ import annotations

from typing import ClassVar

from ...hub.events import Question


class IsHidden(Question[bool], frozen=True):
    """Whether a viewer must not find an account with a card: others than its class, and guests."""

    absent: ClassVar[bool] = True
    account: str
    viewer: str | None
