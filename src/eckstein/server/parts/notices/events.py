"""What happens to notices."""
from __future__ import annotations

from ...hub.events import LocalEvent


class NoticeDue(LocalEvent, frozen=True):
    """A notice has been written that is to be delivered at once."""
