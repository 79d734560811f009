"""Open challenges, and the lobbies of the other servers on the same database.

What servers tell each other of their lobbies may be lost, as with the presence in games
(`presence`).  Whether an open challenge has been taken, the store alone decides: see `Pairing`.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from ...wire.conditions import GAME, SEEK, SeekConditions, values_of
from ...wire.http_games import NewClock
from ...wire.lobby import ListedGame, OpenSeek, People
from ...wire.words import Colour, Options
from ..game.rulings import RefusedError
from ..hub.events import LocalEvent
from ..hub.hub import Hub
from . import ranges

NOBODY = People(0, 0)


class Pairing(NamedTuple):
    """The game that came of an open challenge; the store has at most one for each."""

    seek: str
    game: str
    colour: Colour


class Seek(SeekConditions, frozen=True):
    """An open challenge: a wish for an opponent, with its conditions.

    Attributes:
        id: its public id.
        who: the identity of its player, which is not to meet itself.
        name: that of the player.
        rules: the name of the game.
        options: of the rules, other than the usual ones.
        clocks: any of these suits; None is a game without clocks.
        colour: that of its player; None for either.
        since: when it was opened, in milliseconds since 1970.
        ratings: those of the player, by the number of the clock; None where no rating counts.
        also: other games that suit as well.
    """

    id: str
    who: str
    name: str
    rules: str
    options: Options
    clocks: tuple[NewClock | None, ...]
    colour: Colour | None
    since: int
    ratings: tuple[int | None, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """All games that suit."""
        return self.rules, *self.also

    def game_with(self, other: Seek) -> str | None:
        """The first of the games that suits both; None: none."""
        return next((game for game in self.games if game in other.games), None)

    @property
    def age(self) -> tuple[int, str]:
        """The oldest open challenge comes first by this."""
        return self.since, self.id

    def fits(self, other: Seek) -> bool:
        """Whether the two can play each other, now or when they have waited."""
        return self.fits_from(other) is not None

    def fits_from(self, other: Seek) -> int | None:
        """From when on the two can play each other, in milliseconds since 1970; None: never."""
        if not (self.who != other.who and self.game_with(other)
                and values_of(GAME, self) == values_of(GAME, other)
                and (self.colour is None or self.colour != other.colour)
                and self.options == other.options):
            return None
        return min((moment for clock in self.clocks if clock in other.clocks
                    if (moment := self._meets(other, clock)) is not None), default=None)

    def clock_with(self, other: Seek, now: int) -> NewClock | None:
        """The first of the clocks with which the two can play each other now."""
        return next(clock for clock in self.clocks if clock in other.clocks
                    if (moment := self._meets(other, clock)) is not None and moment <= now)

    def _meets(self, other: Seek, clock: NewClock | None) -> int | None:
        moments = [suits(one, another, clock) for suits in SUITS.values()
                   for one, another in ((self, other), (other, self))]
        return None if None in moments else max(moments)    # type: ignore[type-var]

    def excludes(self) -> bool:
        """Whether some players may not take it."""
        return any(getattr(self, name) != SEEK[name].usual for name in SUITS)

    def check(self, taker: Seek) -> None:
        """Check that it lets in a player who takes it, however long it has waited.

        Raises:
            RefusedError: if it does not.
        """
        for name, suits in SUITS.items():
            if suits(self, taker, taker.clocks[0]) is None:
                raise RefusedError("not-now", SEEK[name].refuse(getattr(self, name)))

    def rating(self, clock: NewClock | None) -> int | None:
        """The rating of its player for one of its clocks; None where none is known."""
        return ranges.at(self.ratings, self.clocks.index(clock))

    def shown(self) -> OpenSeek:
        """As clients see it."""
        return OpenSeek(self.id, self.name, self.rules, self.options, list(self.clocks),
                        self.colour, next((one for one in self.ratings if one is not None), None),
                        list(self.also), **values_of(SEEK, self))


def _by_rating(seek: Seek, other: Seek, clock: NewClock | None) -> int | None:
    return ranges.meets(seek.rating(clock), seek.among, seek.since, other.rating(clock))


SUITS: Mapping[str, Callable[[Seek, Seek, NewClock | None], int | None]] = {"among": _by_rating}
"""From when on an open challenge lets in the player of another one, in games with a clock, in
milliseconds since 1970; None: never.  By the name of the condition."""


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server tells of its lobby: what has changed.

    Attributes:
        anew: whether all that it sent before is to be forgotten.
        seeks: those that are open there now.
        gone: those that are not any more.
        taken: those, of whichever server, of which a game came.
        games: all that it lists; None if they are the same.
        people: how many are there; None if they are the same.
        here: accounts that have come, with the listed game that they play, "" for none; None for
            those that have gone.
    """

    anew: bool = False
    seeks: tuple[Seek, ...] = ()
    gone: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    games: tuple[ListedGame, ...] | None = None
    people: People | None = None
    here: dict[str, str | None] = {}


class SeeksChanged(LocalEvent, frozen=True):
    """Open challenges have changed at another server.

    Attributes:
        seeks: the ids of those that are open or gone there.
        taken: the ids of those, of any server, of which a game came.
    """

    seeks: tuple[str, ...]
    taken: tuple[str, ...]


class AccountsMoved(LocalEvent, frozen=True):
    """Accounts have come or gone at some server, or have begun or ended a game there."""

    accounts: tuple[str, ...]


class Lobbies:
    """What is known of the lobbies of the other servers.

    Args:
        hub: where `SeeksChanged` and `AccountsMoved` are published.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._servers: dict[str, tuple[dict[str, Seek], tuple[ListedGame, ...], People]] = {}
        self._here: dict[str, dict[str, str]] = {}

    def hear(self, server: str, share: Share) -> None:
        """Another server tells what has changed there."""
        seeks, games, people = self._servers.get(server, ({}, (), NOBODY))
        changed = {*share.gone, *(seek.id for seek in share.seeks)}
        if share.anew:
            self._forget_who(server)
            changed |= seeks.keys()
            seeks, games, people = {}, (), NOBODY
        if share.here:
            self._hear_who(server, share.here)
        for seek in share.gone:
            seeks.pop(seek, None)
        seeks |= {seek.id: seek for seek in share.seeks}
        self._servers[server] = (seeks, games if share.games is None else share.games,
                                 people if share.people is None else share.people)
        if share != Share(here=share.here):
            self._hub.publish(SeeksChanged(tuple(changed), share.taken))

    def forget(self, server: str) -> None:
        """A server is gone."""
        self._forget_who(server)
        if server in self._servers:
            self._hub.publish(SeeksChanged(tuple(self._servers.pop(server)[0]), ()))

    def _hear_who(self, server: str, here: Mapping[str, str | None]) -> None:
        known = self._here.setdefault(server, {})
        for account, game in here.items():
            if game is None:
                known.pop(account, None)
            else:
                known[account] = game
        self._hub.publish(AccountsMoved(tuple(here)))

    def _forget_who(self, server: str) -> None:
        self._hub.publish(AccountsMoved(tuple(self._here.pop(server, {}))))

    def where(self, account: str) -> str | None:
        """The game that an account plays at another server, "" for none; None if it is not there.
        """
        found = [here[account] for here in self._here.values() if account in here]
        return max(found, default=None)

    def accounts(self) -> set[str]:
        """Those that are at other servers."""
        return set().union(*self._here.values())

    def drop(self, seek: str) -> None:
        """An open challenge was taken, whether its server knows it or not."""
        for seeks, _, _ in self._servers.values():
            seeks.pop(seek, None)

    def seek(self, id: str) -> Seek | None:
        """An open challenge by its id; None if there is none."""
        return next((seeks[id] for seeks, _, _ in self._servers.values() if id in seeks), None)

    def seeks(self) -> Iterator[Seek]:
        """All open challenges."""
        for seeks, _, _ in self._servers.values():
            yield from seeks.values()

    def games(self) -> Iterator[ListedGame]:
        """All games that are listed."""
        for _, games, _ in self._servers.values():
            yield from games

    def people(self) -> People:
        """How many are there in all."""
        return People(sum(people.lobby for _, _, people in self._servers.values()),
                      sum(people.playing for _, _, people in self._servers.values()))
