"""The games that an identity has played, with the opponents."""
from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import cast

from ....wire.http_accounts import History, HistoryQuery, Opponent, PlayedGame, Speed
from ....wire.words import Colour
from ...game.identity import GUEST, account_of, level_of
from ...game.tokens import guest_name
from ...rooms.account_names import Names
from ...store.contract import database_asked
from .played import PlayedGames, Seated, Wanted

ALL_AT_ONCE = 500           # of all games, those that are read together


class Histories:
    """What is stored of games that people have played.

    Args:
        played: stores the seats of games.
        names: what accounts are called.
    """

    def __init__(self, played: PlayedGames, names: Names) -> None:
        self._played, self._names = played, names

    async def of(self, who: str, query: HistoryQuery, against: str | None = None) -> History:
        """Games of an identity that have ended, the newest first.

        Args:
            who: the identity.
            query: which of them.
            against: the identity of the opponent that the query names.

        Raises:
            RefusedError: if the database does not respond.
        """
        found = await self._ended(who, query, query.most + 1, against)
        games = [PlayedGame(one.game, one.rules, _colour(one), one.began // 1000,
                            (one.ended or 0) // 1000, one.outcome or "none", opponent,
                            cast(Speed | None, one.speed), one.rated)
                 for one, opponent in zip(found, await self.opponents(found), strict=True)]
        more = len(games) > query.most
        last = found[query.most - 1] if more else None
        return History(games[:query.most],
                       None if last is None else f"{last.ended}.{last.game}")

    async def _ended(self, who: str, query: HistoryQuery, most: int,
                     against: str | None) -> list[Seated]:
        at, _, game = (query.before or "").partition(".")
        with database_asked():
            return await self._played.games(
                who, ended=True, before=(int(at), game) if at else None, most=most,
                wanted=Wanted(query.rules, query.speed, query.outcome, query.rated, against))

    async def all_of(self, who: str) -> AsyncIterator[Seated]:
        """All games of an identity: first those that have ended, then those that go on.

        Raises:
            RefusedError: if the database does not respond.
        """
        for ended in (True, False):
            before: tuple[int, str] | None = None
            while True:
                with database_asked():
                    found = await self._played.games(who, ended=ended, before=before,
                                                     most=ALL_AT_ONCE)
                for one in found:
                    yield one
                if len(found) < ALL_AT_ONCE:
                    break
                before = found[-1].ended if ended else found[-1].began, found[-1].game  # type: ignore

    async def opponents(self, games: Sequence[Seated]) -> list[Opponent]:
        """The opponent in each of some games, in the same order.

        Raises:
            RefusedError: if the database does not respond.
        """
        accounts = {account for one in games if (account := account_of(one.against or ""))}
        with database_asked():
            names = await self._names.of(accounts)
        return [opponent_of(one.against or "", names, self._names.is_bot) for one in games]


def _colour(game: Seated) -> Colour:
    return "white" if game.colour == "white" else "black"


def opponent_of(who: str, names: dict[str, str], is_bot: Callable[[str], bool]) -> Opponent:
    """The opponent that an identity is, given the names of accounts and which are bots."""
    if account := account_of(who):
        return Opponent("account", names[account], bot=is_bot(account))
    if who.startswith(GUEST):
        return Opponent("guest", guest_name(who.removeprefix(GUEST)))
    if (level := level_of(who)) is not None:
        return Opponent("computer", "", level)
    return Opponent("nobody", "")
