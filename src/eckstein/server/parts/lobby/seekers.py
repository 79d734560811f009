"""What the lobby knows of players who look for an opponent: their ratings."""
from __future__ import annotations

from msgspec.structs import replace

from ....base.sentence import Sentence
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


class Seekers:
    """Players in the lobby.

    Args:
        hub: where to ask for points.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def known(self, seek: Seek) -> Seek:
        """An open challenge with what is known of its player.

        Raises:
            RefusedError: if it names an impossible range, or names one without an account.
        """
        account = account_of(seek.who)
        if seek.among is not None:
            if account is None:
                raise RefusedError("not-yours", Sentence("to choose the ratings of your opponents, "
                                                         "you need an account"), "signed-out")
            if seek.among[0] > seek.among[1] or None in seek.clocks:
                raise RefusedError("bad", Sentence("a range goes from a lower rating to a higher "
                                                   "one, in games with a clock"))
        return seek if account is None or seek.also else replace(seek, ratings=await self._ratings(
            account, seek))

    async def _ratings(self, account: str, seek: Seek) -> tuple[int | None, ...]:
        """Those of an account, one for each of the clocks."""
        with database_asked():
            points = await self._hub.query(PointsOf(account, seek.rules))
        controls = (stored_control(clock) for clock in seek.clocks)
        return tuple(None if control is None else
                     round(points.get(speed_of(Control(**control)), Rating().points))
                     for control in controls)
