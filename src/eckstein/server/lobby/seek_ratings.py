"""What those who seek are rated, and whether they are whom a seek is for."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from ...base.sentence import Sentence
from ...wire.http_games import NewClock
from ...wire.lobby import NewSeek
from ..game.clocks import Control
from ..game.identity import account_of
from ..game.rulings import RefusedError
from ..game.speeds import speed_of
from ..people.glicko import Rating
from ..store.contract import database_asked
from ..store.lobbies import Seek
from ..store.transactions import stored_control

Points = Callable[[str, str], Awaitable[Mapping[str, float]]]


async def nobody_is_rated(account: str, rules: str) -> Mapping[str, float]:
    """The points of accounts where there are none."""
    return {}


class SeekRatings:
    """Ratings of those who seek.

    Args:
        points: how many points an account has in the games of some rules, by speed.
    """

    def __init__(self, points: Points) -> None:
        self._points = points

    async def of_seek(self, who: str, message: NewSeek) -> tuple[int | None, ...]:
        """What somebody is rated, by the number of the clock; nothing for a guest.

        Raises:
            RefusedError: if he names a range that cannot be, or has no account.
        """
        account, clocks = account_of(who), tuple(dict.fromkeys(message.clocks))
        if message.among is not None:
            if account is None:
                raise RefusedError("not-yours", Sentence("to choose whose ratings you meet, you "
                                                         "need an account"), "signed-out")
            if message.among[0] > message.among[1] or None in clocks:
                raise RefusedError("bad", Sentence("a range goes from a lower rating to a higher "
                                                   "one, in games with a clock"))
        return () if account is None else await self._of(account, message.rules, clocks)

    async def check(self, wanted: Seek, who: str, clock: NewClock | None) -> None:
        """See that somebody has a rating that a seek is for.

        Raises:
            RefusedError: if he has not.
        """
        if wanted.among is None:
            return
        account, (low, high) = account_of(who), wanted.among
        rating = None if account is None else (await self._of(account, wanted.rules, [clock]))[0]
        if rating is None or not low <= rating <= high:
            raise RefusedError("not-now", Sentence(
                "this seek is for accounts that are rated from {low} to {high}", low=str(low),
                high=str(high)))

    async def _of(self, account: str, rules: str, clocks: Sequence[NewClock | None]
                  ) -> tuple[int | None, ...]:
        with database_asked():
            points = await self._points(account, rules)
        controls = (stored_control(clock) for clock in clocks)
        return tuple(None if control is None else
                     round(points.get(speed_of(Control(**control)), Rating().points))
                     for control in controls)
