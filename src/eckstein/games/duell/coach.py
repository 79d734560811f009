"""What Duell tells learners: dice won and lost by force are all that its plain value counts."""
from collections.abc import Iterator

from ...contract.coaching import Noted, Turn

PLAIN_IS_PIECES = True


def missed(turn: Turn) -> Iterator[Noted]:
    """There is nothing beyond what holds in all games."""
    yield from ()
