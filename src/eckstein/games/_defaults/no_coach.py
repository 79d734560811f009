"""A game that has nothing of its own to tell learners."""
from collections.abc import Iterator

from ...contract.coaching import Noted, Turn

PLAIN_IS_PIECES = False


def missed(turn: Turn) -> Iterator[Noted]:
    """There is nothing to tell."""
    yield from ()
