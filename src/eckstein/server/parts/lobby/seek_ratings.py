"""The ratings of players in the lobby, and whether an open challenge is for them."""
from __future__ import annotations

from collections.abc import Sequence

from ....base.sentence import Sentence
from ....wire.http_games import NewClock
from ....wire.lobby import NewSeek
from ...game.clocks import Control
from ...game.glicko import Rating
from ...game.identity import account_of
from ...game.rulings import RefusedError
from ...game.speeds import speed_of
from ...hub.hub import Hub
from ...store.contract import database_asked
from ...store.lobbies import Seek
from ...store.transactions import stored_control
from ..ratings.events import PointsOf


class SeekRatings:
    """Ratings of players in the lobby.

    Args:
        hub: where to ask for points.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def of_seek(self, who: str, message: NewSeek) -> tuple[int | None, ...]:
        """The ratings of an identity, one for each of the clocks; none for a guest.

        Raises:
            RefusedError: if it names an impossible range, or names one without an account.
        """
        account, clocks = account_of(who), tuple(dict.fromkeys(message.clocks))
        if message.among is not None:
            if account is None:
                raise RefusedError("not-yours", Sentence("to choose the ratings of your opponents, "
                                                         "you need an account"), "signed-out")
            if message.among[0] > message.among[1] or None in clocks:
                raise RefusedError("bad", Sentence("a range goes from a lower rating to a higher "
                                                   "one, in games with a clock"))
        return () if account is None else await self._of(account, message.rules, clocks)

    async def of_taker(self, who: str, wanted: Seek, clock: NewClock | None
                       ) -> tuple[int | None, ...]:
        """The rating of an identity that takes an open challenge, if that asks for one."""
        account = account_of(who)
        return (() if account is None or wanted.among is None else
                await self._of(account, wanted.rules, [clock]))

    async def _of(self, account: str, rules: str, clocks: Sequence[NewClock | None]
                  ) -> tuple[int | None, ...]:
        with database_asked():
            points = await self._hub.query(PointsOf(account, rules))
        controls = (stored_control(clock) for clock in clocks)
        return tuple(None if control is None else
                     round(points.get(speed_of(Control(**control)), Rating().points))
                     for control in controls)
