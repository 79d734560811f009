"""Seeks, and the lobbies of the other servers on the same database.

What servers tell each other of their lobbies is soft, as who is in which games is (`presence`).
Whether a seek has been taken, the store alone decides: see `Pairing`.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from ...wire.http_games import NewClock
from ...wire.lobby import ListedGame, OpenSeek, People
from ...wire.words import Colour, Options
from . import ranges
from .ranges import Range

NOBODY = People(0, 0)


class Pairing(NamedTuple):
    """What came of a seek; the store has at most one for each."""

    seek: str
    game: str
    colour: Colour


class Seek(msgspec.Struct, frozen=True):
    """A wish for an opponent.

    Attributes:
        id: by which everybody knows it.
        who: the identity of the one who seeks, who is not to meet himself.
        name: how he is called.
        rules: the name of the game.
        options: of the rules, other than the usual ones.
        clocks: any of these suits; None is a game without clocks.
        colour: what he wants; None for either.
        since: when it was opened, in milliseconds since 1970.
        rated: whether the game is to count for the ratings of both, who have accounts.
        ratings: what he is rated, by the number of the clock; None where no rating counts.
        among: the ratings that he wants to meet; None for a range that widens (`ranges`).
        challenges: whether he can be challenged to another game, too.
    """

    id: str
    who: str
    name: str
    rules: str
    options: Options
    clocks: tuple[NewClock | None, ...]
    colour: Colour | None
    since: int
    rated: bool = False
    ratings: tuple[int | None, ...] = ()
    among: Range | None = None
    challenges: bool = True

    @property
    def age(self) -> tuple[int, str]:
        """The oldest seek comes first by this."""
        return self.since, self.id

    def fits(self, other: Seek) -> bool:
        """Whether the two can play each other, now or when they have waited."""
        return self.fits_from(other) is not None

    def fits_from(self, other: Seek) -> int | None:
        """From when on the two can play each other, in milliseconds since 1970; None: never."""
        if not (self.who != other.who and self.rules == other.rules
                and self.rated == other.rated
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
        mine = ranges.at(self.ratings, self.clocks.index(clock))
        theirs = ranges.at(other.ratings, other.clocks.index(clock))
        moments = (ranges.meets(mine, self.among, self.since, theirs),
                   ranges.meets(theirs, other.among, other.since, mine))
        return None if None in moments else max(moments)    # type: ignore[type-var]

    def shown(self) -> OpenSeek:
        """As everybody may see it."""
        return OpenSeek(self.id, self.name, self.rules, self.options, list(self.clocks),
                        self.colour, self.rated,
                        next((one for one in self.ratings if one is not None), None), self.among,
                        self.challenges)


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server tells of its lobby: what has changed.

    Attributes:
        anew: whether all that it told before is to be forgotten.
        seeks: those that are open there now.
        gone: those that are not any more.
        taken: those, of whichever server, of which a game came.
        games: all that it lists; None if they are the same.
        people: how many are there; None if they are the same.
        called: what has changed in the database that people hear of: see `Callers`.
        here: accounts that have come, with the game that they play and anybody may watch, "" for
            none; None for those that have gone.
        ended: identities whose open seeks end, with whether only the rated ones do.
    """

    anew: bool = False
    seeks: tuple[Seek, ...] = ()
    gone: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    games: tuple[ListedGame, ...] | None = None
    people: People | None = None
    called: tuple[str, ...] = ()
    here: dict[str, str | None] = {}
    ended: dict[str, bool] = {}


class Lobbies:
    """What is known of the lobbies of the other servers.

    Attributes:
        heard: is told, after each change, which seeks may have changed, and which were taken.
        called: is told what has changed that people hear of.
        moved: is told which accounts have come or gone, or begun or ended a game.
        ended: is told whose open seeks end, and whether only the rated ones do.
    """

    def __init__(self) -> None:
        self._servers: dict[str, tuple[dict[str, Seek], tuple[ListedGame, ...], People]] = {}
        self.heard: Callable[[Iterable[str], Iterable[str]], None] = lambda changed, taken: None
        self.called: Callable[[Iterable[str]], None] = lambda what: None
        self.moved: Callable[[Iterable[str]], None] = lambda accounts: None
        self.ended: Callable[[str, bool], None] = lambda who, rated: None
        self._here: dict[str, dict[str, str]] = {}

    def hear(self, server: str, share: Share) -> None:
        """Another server tells what has changed there."""
        if share.called:
            self.called(share.called)
            return
        if share.here:
            self._hear_who(server, share.here)
            return
        if share.ended:
            for who, rated in share.ended.items():
                self.ended(who, rated)
            return
        seeks, games, people = self._servers.get(server, ({}, (), NOBODY))
        changed = {*share.gone, *(seek.id for seek in share.seeks)}
        if share.anew:
            self._forget_who(server)
            changed |= seeks.keys()
            seeks, games, people = {}, (), NOBODY
        for seek in share.gone:
            seeks.pop(seek, None)
        seeks |= {seek.id: seek for seek in share.seeks}
        self._servers[server] = (seeks, games if share.games is None else share.games,
                                 people if share.people is None else share.people)
        self.heard(changed, share.taken)

    def forget(self, server: str) -> None:
        """A server is gone."""
        self._forget_who(server)
        if server in self._servers:
            self.heard(self._servers.pop(server)[0].keys(), ())

    def _hear_who(self, server: str, here: Mapping[str, str | None]) -> None:
        known = self._here.setdefault(server, {})
        for account, game in here.items():
            if game is None:
                known.pop(account, None)
            else:
                known[account] = game
        self.moved(here)

    def _forget_who(self, server: str) -> None:
        self.moved(self._here.pop(server, {}))

    def where(self, account: str) -> str | None:
        """The game that somebody plays who is at another server, "" for none; None: he is not."""
        found = [here[account] for here in self._here.values() if account in here]
        return max(found, default=None)

    def accounts(self) -> set[str]:
        """Those that are at other servers."""
        return set().union(*self._here.values())

    def drop(self, seek: str) -> None:
        """A seek was taken, whether its server knows it or not."""
        for seeks, _, _ in self._servers.values():
            seeks.pop(seek, None)

    def seek(self, id: str) -> Seek | None:
        """An open seek."""
        return next((seeks[id] for seeks, _, _ in self._servers.values() if id in seeks), None)

    def seeks(self) -> Iterator[Seek]:
        """All open seeks."""
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
