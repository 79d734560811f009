"""Open challenges (seeks): they are posted, withdrawn and taken, and two that fit are paired.

Where a game comes of two of them, it is on disk with both their names before any client is
notified, and no name is ever written twice (`Pairing`).  So a client that is cut off by a crash and
sends its open challenge again is answered with the game that came of it; and of two clients that
take one at once, at whichever servers, one gets it.  All else is in memory: an open challenge ends
with the socket that it came by.
"""
from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ....base.sentence import Sentence, message_of
from ....wire.conditions import GAME, SEEK, values_of
from ....wire.http_games import NewClock
from ....wire.lobby import ListedGame, NewSeek, OpenSeek, OpenSeeks, People
from ....wire.socket import PairedMessage, SeekingMessage, ServerMessage, Take, WithdrawnMessage
from ...game.boards import make_board
from ...game.events import other
from ...game.identity import account_of, of_account
from ...game.rulings import RefusedError, check_rated
from ...game.tokens import link_to
from ...hub.subscriber import Subscriber, SubscriberLeft
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...ops.sharing import TreePath, who_gives_way
from ...ops.tasks import Tasks
from ...rooms.events import NotBegun, RatedGame
from ...rooms.front_door import FrontDoor
from ...rooms.listing import Listing, unusual
from ...rooms.rooms import GONE, Rooms
from ...store.contract import StoreError, database_asked
from ...store.lobbies import NOBODY, Pairing, Seek, SeeksChanged, Share
from ...store.ranges import WIDENING
from ..accounts.events import IdentityEnds, Renamed
from ..people.events import AreApart
from .events import LOBBY, FindSeek, SeeksEnd
from .news import News
from .seekers import Seekers
from .unbegun import Unbegun

LISTED = 200                # open challenges in one answer
GRACE_SECONDS = 10.0        # for a lost connection to come back
MARGIN_SECONDS = 0.01       # so that a range has widened at the next look
RETRY_SECONDS = 1.0         # after the database did not respond
LOOK_SECONDS = 1.0          # between two looks at the games
APART_SECONDS = 60.0        # until two players are tried again of which one blocked the other
SEARCH_SECONDS = 15.0       # between two searches for what others took, without being heard


@dataclass(slots=True, eq=False)
class Waiting:
    """An open challenge at this server, or the taking of one.

    Attributes:
        seek: what is sought.
        key: by which the client knows it.
        visitor: its client; None while the connection is lost.
        payer: the payer of a game that comes of it.
        path: where its client stands when places are scarce.
        takes: whether it takes an open challenge, and is none itself.
        withdrawn: whether it is to be closed as soon as it is known that no game has come of it.
        timer: closes it, while the connection is lost.
        widens: looks again for an opponent, when its range or that of another has widened.
    """

    seek: Seek
    key: str
    visitor: Subscriber | None
    payer: str
    path: TreePath
    takes: bool = False
    withdrawn: bool = False
    timer: asyncio.TimerHandle | None = None
    widens: asyncio.TimerHandle | None = None

    def seeking(self, now: int) -> SeekingMessage:
        """The message to its client."""
        widens = self.seek.among is None and any(one is not None for one in self.seek.ratings)
        return SeekingMessage(self.key, self.seek.id, max(0, now - self.seek.since) / 1000,
                              list(WIDENING) if widens else [])

    def is_open(self) -> bool:
        """Whether others may take it."""
        return self.visitor is not None and not (self.takes or self.withdrawn)

    def tell(self, message: ServerMessage) -> None:
        """Send a message to its client, if that is connected."""
        if self.visitor is not None:
            self.visitor.answer(message)


class Lobby:
    """All open challenges at this server, and their pairing.

    Args:
        rooms: the games.
        door: begins them.
        hits: counts the requests that exceed limits.
    """

    def __init__(self, rooms: Rooms, door: FrontDoor, hits: Hits) -> None:
        hub = self._hub = rooms.hub
        self._seekers = Seekers(hub)
        self._rooms, self._door = rooms, door
        self._store, self._tokens, self._others = rooms.store, rooms.tokens, rooms.lobbies
        self._waiting: dict[str, Waiting] = {}
        self._apart = dict[frozenset[str], float]()
        self._engaged: dict[str, str] = {}      # by identity, its seek that becomes a game
        self._unbegun = Unbegun()
        self._opened = hits.buckets("seeks")
        self._listing = Listing(rooms.lobbies)
        self._news = News(hub, self._shown, self._all_shown, self._listing)
        self._told: tuple[tuple[ListedGame, ...], People] = (), NOBODY
        self._tasks = Tasks("lobby")
        hub.on(SeeksChanged, lambda event: self._heard(event.seeks, event.taken))
        hub.on(SubscriberLeft, lambda event: self.gone(event.subscriber))
        hub.on(SeeksEnd, lambda event: self._end(event.who, event.rated))
        hub.on(NotBegun, lambda event: self._not_begun(event.who))
        hub.on(Renamed, self._renamed)
        hub.before(IdentityEnds, self._end_of)
        hub.answer(FindSeek, self._found)

    def __len__(self) -> int:
        return len(self._waiting)

    # What clients say.

    async def enter(self, visitor: Subscriber) -> None:
        """Subscribe a client to the lobby."""
        if not self._hub.audience(LOBBY):
            self._look()
        await self._hub.subscribe(LOBBY, visitor)

    async def seek(self, visitor: Subscriber, message: NewSeek) -> None:
        """Post an open challenge, or go on with one after the connection was lost.

        Raises:
            RefusedError: if there is no such game, or there are too many open challenges.
        """
        self._check_running()
        id = self._tokens.seek_of(message.id)
        if not self._come_back(id, visitor):
            seek = self._read(id, visitor, message)
            self._pay(visitor)
            if seek.rated:
                await self._hub.settle(RatedGame(visitor.who))
            seek = await self._seekers.known(
                replace(seek, name=await self._name(visitor, message.name)))
            if await self._tell_known(id, message.id, visitor) or self._come_back(id, visitor):
                return
            self._check_patience(visitor.who)
            self._make_room(visitor)
            self._waiting[id] = Waiting(seek, message.id, visitor, visitor.payer,
                                        visitor.path)
            visitor.answer(self._waiting[id].seeking(self._rooms.now()))
            self._offer(self._waiting[id])

    async def take(self, visitor: Subscriber, message: Take) -> None:
        """Take an open challenge.

        Raises:
            RefusedError: if it is gone, or is the client's own.
        """
        self._check_running()
        id = self._tokens.seek_of(message.id)
        self._pay(visitor)
        name = await self._name(visitor, message.name)
        if await self._tell_known(id, message.id, visitor) or self._come_back(id, visitor):
            return
        self._check_patience(visitor.who)
        wanted = self.find(message.seek)
        if wanted is None or wanted.who in self._engaged:
            raise RefusedError("not-now", GONE, "seek-gone")
        if wanted.who == visitor.who:
            raise RefusedError("not-now", "you cannot play yourself: this seek is your own",
                               "own-seek")
        if visitor.who in self._engaged:
            raise RefusedError("not-now", "a game is just beginning for you", "seek-gone")
        if message.clock >= len(wanted.clocks):
            raise RefusedError("bad", f"this seek has no clock {message.clock}")
        if message.rules and message.rules not in wanted.games:
            raise RefusedError("bad", f"this seek is not for {message.rules}")
        clock = wanted.clocks[message.clock]
        if wanted.rated:
            check_rated(visitor.who)
            await self._hub.settle(RatedGame(visitor.who))
        mine = Seek(id, visitor.who, name, message.rules or wanted.rules, wanted.options,
                    (clock,), wanted.colour and other(wanted.colour), self._rooms.now(),
                    **values_of(GAME, wanted))
        if wanted.excludes():
            mine = await self._seekers.known(mine)
            wanted.check(mine)
        self._waiting[id] = Waiting(mine, message.id, visitor, visitor.payer, visitor.path,
                                    takes=True)
        refused = await self._engage(wanted, mine, clock, visitor.payer)
        if refused is not None:
            raise refused

    def withdraw(self, visitor: Subscriber, key: str) -> None:
        """Close an open challenge, unless a game is just about to come of it."""
        waiting = self._waiting.get(self._tokens.seek_of(key))
        if waiting is None:
            visitor.answer(WithdrawnMessage(key))
        elif self._engaged.get(waiting.seek.who) == waiting.seek.id:
            waiting.withdrawn = True
        else:
            self._close(waiting)

    async def _end_of(self, step: IdentityEnds) -> None:
        """Close all open challenges of an identity, at whichever server."""
        self._listing.forget(step.who)
        self._hub.publish(SeeksEnd(step.who, rated=step.why == "bar"))

    def _renamed(self, event: Renamed) -> None:
        self._listing.forget(of_account(event.account))
        if self._of(of_account(event.account)):
            self._tasks.begin(self._call(event.account))

    async def _call(self, account: str) -> None:
        """Show the open challenges of an account under its name of now."""
        with database_asked():
            name = (await self._rooms.names.of([account]))[account]
        for waiting in self._of(of_account(account)):
            waiting.seek = replace(waiting.seek, name=name)
            if waiting.is_open():
                self._say(Share(seeks=(waiting.seek,)))

    async def _found(self, question: FindSeek) -> Seek | None:
        return self.find(question.id)

    def _end(self, who: str, rated: bool) -> None:
        for waiting in self._of(who):
            if waiting.seek.rated or not rated:
                waiting.withdrawn = True
                if self._engaged.get(who) != waiting.seek.id:
                    self._close(waiting)

    def gone(self, visitor: Subscriber) -> None:
        """A connection is lost; its open challenges stay for GRACE_SECONDS."""
        for waiting in self._waiting.values():
            if waiting.visitor is visitor:
                waiting.visitor = None
                waiting.timer = asyncio.get_running_loop().call_later(
                    GRACE_SECONDS, self._close_if_lost, waiting)
                self._say(Share(gone=(waiting.seek.id,)))

    # Opening and closing.

    def _check_running(self) -> None:
        if self._rooms.stopping:
            raise RefusedError("busy", "the server is shutting down; try again soon", "stopping")

    def _read(self, id: str, visitor: Subscriber, message: NewSeek) -> Seek:
        """The open challenge that a message describes."""
        try:
            options = make_board(message.rules, message.options).options
            for game in message.also:
                make_board(game, {})
        except ValueError as error:
            raise RefusedError("bad", message_of(error)) from None
        changed = unusual(message.rules, options)
        if message.also and (changed or message.rated or message.among):
            raise RefusedError("bad", "a seek for several games has the usual rules, and no "
                                      "ratings")
        if message.rated:
            check_rated(visitor.who, None in message.clocks, bool(changed))
        return Seek(id, visitor.who, "", message.rules, changed,
                    tuple(dict.fromkeys(message.clocks)), message.colour, self._rooms.now(),
                    also=tuple(dict.fromkeys(message.also)), **values_of(SEEK, message))

    async def _name(self, visitor: Subscriber, name: str | None) -> str:
        """The name of a client: that of its account, or the one that a guest has chosen."""
        account = account_of(visitor.who)
        if account is None:
            return await self._rooms.names.chosen(name) or visitor.name
        with database_asked():
            called = (await self._rooms.names.of([account]))[account]
        if self._rooms.names.is_bot(account):
            raise RefusedError("not-yours", Sentence("a bot plays by challenges and by links, not "
                                                     "in the lobby"))
        return called

    def _pay(self, visitor: Subscriber) -> None:
        if not self._opened.take(visitor.payer):
            raise RefusedError("busy", "you open or take too many seeks; wait a little",
                               "seeks-too-fast")

    def _not_begun(self, who: str) -> None:
        """A player has not begun a game: after some of these, it has no open challenges."""
        self._unbegun.note(who, self._rooms.now())
        if self._unbegun.wait(who, self._rooms.now()):
            self._end(who, rated=False)

    def _check_patience(self, who: str) -> None:
        """Refuse a player that has not begun its last games, and has to wait."""
        if wait := self._unbegun.wait(who, self._rooms.now()):
            minutes, seconds = divmod(-(-wait // 1000), 60)
            raise RefusedError("not-now", Sentence(
                "your last games from the lobby were cancelled because you did not move in time; "
                "you can play here again in {time}", time=f"{minutes}:{seconds:02}"),
                "lobby-waits")

    def _make_room(self, visitor: Subscriber) -> None:
        """Have a place for one more open challenge.

        Raises:
            RefusedError: if this player has too many, or all places are taken and no client has
                more than this one would have.
        """
        if len(self._of(visitor.who)) >= (most := CAPS["seeks"].most):
            raise RefusedError("not-now", f"you have {most} open seeks already; withdraw one first",
                               "many-seeks")
        if len(self) < CAPS["seeks-in-all"].most:
            return
        full = RefusedError("busy", "there are too many open seeks; try again soon", "lobby-full")
        heaviest = who_gives_way(((one.path, one if self._gives_way(one) else None)
                                  for one in self._waiting.values()), visitor.path)
        if heaviest is None:
            raise full
        if heaviest.visitor is not None:
            heaviest.visitor.refuse(heaviest.key, full)
        self._close(heaviest)

    def _gives_way(self, waiting: Waiting) -> bool:
        return not waiting.takes and self._engaged.get(waiting.seek.who) != waiting.seek.id

    def _of(self, who: str) -> list[Waiting]:
        return [waiting for waiting in self._waiting.values() if waiting.seek.who == who]

    def _come_back(self, id: str, visitor: Subscriber) -> bool:
        """Go on with an open challenge that is here; returns whether it is."""
        waiting = self._waiting.get(id)
        if waiting is None:
            return False
        if waiting.timer is not None:
            waiting.timer.cancel()
        waiting.visitor, waiting.timer, waiting.withdrawn = visitor, None, False
        if self._engaged.get(waiting.seek.who) != id:     # else they are needed as they were
            waiting.seek = replace(waiting.seek, who=visitor.who)
        if not waiting.takes:
            visitor.answer(waiting.seeking(self._rooms.now()))
            self._offer(waiting)
        return True

    def _close_if_lost(self, waiting: Waiting) -> None:
        if waiting.visitor is None:
            waiting.withdrawn = True
            if self._engaged.get(waiting.seek.who) != waiting.seek.id:
                self._close(waiting)

    def _close(self, waiting: Waiting) -> None:
        """An open challenge is over, and no game has come of it."""
        del self._waiting[waiting.seek.id]
        if waiting.timer is not None:
            waiting.timer.cancel()
        waiting.tell(WithdrawnMessage(waiting.key))
        self._say(Share(gone=(waiting.seek.id,)))

    # Pairing.

    def _offer(self, waiting: Waiting) -> None:
        """Announce an open challenge, and pair it with the oldest one that fits."""
        if waiting.is_open():
            self._say(Share(seeks=(waiting.seek,)))
            self._pair(waiting)

    def _pair(self, waiting: Waiting) -> None:
        if not waiting.is_open() or waiting.seek.who in self._engaged:
            return
        found = [(moment, one) for one in self._open() if one.who not in self._engaged
                 and (moment := one.fits_from(waiting.seek)) is not None
                 and not self._are_apart(one, waiting.seek)]
        now = self._rooms.now()
        if fitting := [one for moment, one in found if moment <= now]:
            older, younger = sorted((min(fitting, key=_age), waiting.seek), key=_age)
            self._engage(older, younger, older.clock_with(younger, now), waiting.payer)
        elif found:                         # the first of them when both ranges are wide enough
            if waiting.widens is not None:
                waiting.widens.cancel()
            wait = (min(moment for moment, _ in found) - now) / 1000 + MARGIN_SECONDS
            waiting.widens = asyncio.get_running_loop().call_later(wait, self._pair_again, waiting)

    def _engage(self, older: Seek, younger: Seek, clock: NewClock | None, payer: str
                ) -> asyncio.Task[RefusedError | None]:
        """Begin a game between two players; meanwhile neither is paired with another."""
        self._engaged |= {older.who: older.id, younger.who: younger.id}
        agreed = replace(older, rules=older.game_with(younger))
        return self._tasks.begin(self._begin(agreed, younger, clock, payer))

    async def _begin(self, older: Seek, younger: Seek, clock: NewClock | None, payer: str
                     ) -> RefusedError | None:
        """See `_engage`; returns why there is no game."""
        refused, found = None, list[Pairing]()
        try:
            await self._check_apart(older, younger)
            await self._check_bars(older, younger)
            found = await self._door.pair(older, younger, clock, payer)
        except RefusedError as error:
            refused = error
            if error.why == "seek-gone":
                found = await self._search([older.id, younger.id])
        finally:
            self._engaged.pop(older.who, None)
            self._engaged.pop(younger.who, None)
            self._conclude(found, (older, younger))
        return refused

    def _are_apart(self, one: Seek, other: Seek) -> bool:
        """Whether one of two blocked the other a moment ago."""
        until = self._apart.get(frozenset((one.who, other.who)), 0.0)
        return asyncio.get_running_loop().time() < until

    async def _check_apart(self, one: Seek, other: Seek) -> None:
        """Refuse a game between two players of which one blocks the other, in the words for an open
        challenge that is gone, so that blocks stay secret.
        """
        accounts = account_of(one.who), account_of(other.who)
        if accounts[0] is None or accounts[1] is None:
            return
        with database_asked():
            apart = await self._hub.query(AreApart(accounts[0], accounts[1]))
        if apart:
            now = asyncio.get_running_loop().time()
            self._apart = {pair: until for pair, until in self._apart.items() if until > now}
            self._apart[frozenset((one.who, other.who))] = now + APART_SECONDS
            raise RefusedError("not-now", GONE, "seek-gone")

    async def _check_bars(self, *seeks: Seek) -> None:
        """Refuse a rated game with a player that has just been barred, in the same words."""
        for seek in seeks:
            if seek.rated and not await self._door.may_be_rated(seek.who):
                self._hub.publish(SeeksEnd(seek.who, rated=True))
                raise RefusedError("not-now", GONE, "seek-gone")

    async def _search(self, seeks: Sequence[str]) -> list[Pairing]:
        """The games that came of open challenges, as far as they are known."""
        try:
            return await self._store.pairings(seeks)
        except (StoreError, OSError):
            return []

    def _conclude(self, found: Sequence[Pairing], seeks: Iterable[Seek]) -> None:
        """Two players are free again, but for the games that have come of their open challenges."""
        for pairing in found:
            self._settle(pairing)
        for seek in seeks:
            for waiting in self._of(seek.who):
                if waiting.takes:           # the client was answered with a refusal
                    del self._waiting[waiting.seek.id]
                elif waiting.withdrawn:
                    self._close(waiting)
                elif found:
                    self._pair(waiting)
                else:
                    asyncio.get_running_loop().call_later(RETRY_SECONDS, self._pair_again, waiting)

    def _pair_again(self, waiting: Waiting) -> None:
        if self._waiting.get(waiting.seek.id) is waiting:
            self._pair(waiting)

    def _settle(self, pairing: Pairing) -> None:
        """A game has come of an open challenge of any server: notify its client, if that is here.
        """
        self._others.drop(pairing.seek)
        waiting = self._waiting.pop(pairing.seek, None)
        if waiting is not None:
            if waiting.timer is not None:
                waiting.timer.cancel()
            waiting.tell(self._paired(waiting.key, pairing))
            for one in self._of(waiting.seek.who):
                if self._engaged.get(one.seek.who) != one.seek.id:
                    self._close(one)
        self._say(Share(gone=(pairing.seek,), taken=(pairing.seek,)))

    def _paired(self, key: str, pairing: Pairing) -> PairedMessage:
        token = self._tokens.seat(pairing.game, pairing.colour)
        return PairedMessage(id=key, game=pairing.game, colour=pairing.colour, token=token,
                             link=link_to(pairing.game, token))

    async def _tell_known(self, id: str, key: str, visitor: Subscriber) -> bool:
        """Send a client the game that has come of an open challenge before; returns whether there
        is one.
        """
        with database_asked():
            found = await self._store.pairings([id])
        for pairing in found:
            visitor.answer(self._paired(key, pairing))
        return bool(found)

    # What clients and other servers see.

    def _open(self) -> Iterable[Seek]:
        """All open challenges, those of other servers included."""
        for waiting in self._waiting.values():
            if waiting.is_open():
                yield waiting.seek
        for seek in self._others.seeks():
            if seek.id not in self._waiting:
                yield seek

    def find(self, id: str) -> Seek | None:
        """An open challenge, at whichever server."""
        waiting = self._waiting.get(id)
        if waiting is not None:
            return waiting.seek if waiting.is_open() else None
        return self._others.seek(id)

    def listed(self) -> OpenSeeks:
        """All open challenges, the oldest first, for a single answer."""
        found = sorted(self._open(), key=_age)
        return OpenSeeks([seek.shown() for seek in found[:LISTED]], len(found))

    def _shown(self, id: str) -> OpenSeek | None:
        found = self.find(id)
        return None if found is None else found.shown()

    def _all_shown(self) -> list[OpenSeek]:
        return [seek.shown() for seek in sorted(self._open(), key=_age)]

    def _say(self, share: Share) -> None:
        """Tell listeners and other servers what has changed here."""
        self._news.changed([*share.gone, *(seek.id for seek in share.seeks)],
                           soon=bool(share.seeks))
        self._store.tell_lobby(share)

    def _heard(self, changed: Iterable[str], taken: Iterable[str]) -> None:
        """Something has changed at another server."""
        ids = list(changed)
        self._news.changed(ids, soon=any(self._others.seek(id) for id in ids))
        if mine := [id for id in taken if id in self._waiting]:
            self._tasks.begin(self._learn(mine))
        for id in ids:
            # Of two that were posted at once, the server of the younger one pairs them.
            if (seek := self._others.seek(id)) is not None and id not in self._waiting:
                for waiting in list(self._waiting.values()):
                    if waiting.seek.age > seek.age and waiting.seek.fits(seek):
                        self._pair(waiting)

    async def _learn(self, seeks: Sequence[str]) -> None:
        """Find out whether games have come of open challenges that wait here."""
        for pairing in await self._search(seeks):
            waiting = self._waiting.get(pairing.seek)
            if waiting and self._engaged.get(waiting.seek.who) != pairing.seek:
                self._settle(pairing)

    async def tend(self) -> None:
        """Look at the games that can be watched, and for what others have taken, for ever."""
        searched = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._hub.audience(LOBBY) or self._store.shared:
                self._look()
            now = asyncio.get_running_loop().time()
            if self._store.shared and now - searched > SEARCH_SECONDS:
                searched = now
                await self._learn(list(self._waiting))

    def _look(self) -> None:
        self._listing.look(self._rooms.going_on(), self._rooms.now())
        own = self._listing.own, People(len(self._hub.audience(LOBBY)), self._listing.playing)
        if own != self._told:
            self._told = own
            self._store.tell_lobby(Share(games=own[0], people=own[1]))
        self._news.changed()

    async def finish(self) -> None:
        """Return when all games that are about to begin have begun."""
        await self._tasks.finish()


def _age(seek: Seek) -> tuple[int, str]:
    return seek.age
