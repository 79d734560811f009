"""Challenges: they are made, accepted, declined and withdrawn.

All of it is in the database, so that it outlives a restart.  Where a game comes of a challenge, it
is on disk with the challenge's name before anybody is told, and no name is ever written twice
(`Pairing`); whoever withdraws or declines writes the same name without a game.  So of two who
accept and withdraw at once, at whichever servers, one is right, and whoever is cut off by a crash
and accepts again is told the game that came of it.
"""
from __future__ import annotations

from collections.abc import Awaitable, Callable

from ...base.sentence import message_of
from ...wire.http_challenges import (
    Challenge,
    Declined,
    NewChallenge,
    OwnSeat,
    Party,
)
from ...wire.socket import ChallengesMessage, encoded
from ...wire.words import Colour
from ..game.boards import make_board
from ..game.clocks import DAY
from ..game.events import other
from ..game.identity import GUEST, account_of, of_account
from ..game.rulings import RefusedError, TooFastError, check_rated
from ..game.tokens import link_to
from ..lobby.listing import unusual
from ..ops.limits import Buckets, Hits
from ..people.bots import ENGAGED, refusal
from ..people.challenges import Stored, Wish
from ..people.contract import Account, People, TakenError
from ..rooms.front_door import FrontDoor, Sender
from ..rooms.rooms import Rooms
from ..store.contract import NOT_WRITTEN, GoneError, database_asked
from ..store.lobbies import Seek
from .callers import Callers

FROM_ONE, TO_ONE = 10, 30   # open challenges from somebody, and to somebody
LIVE = 10 * 60_000          # milliseconds for which a challenge to a game with a clock is open
SLOW = 3 * DAY              # the same for days a move, and without a clock
KEPT = DAY                  # after its end, for whoever has made it
MADE, MADE_AT_ONCE = 1 / 10, 20.0       # by one payer: a second, and at once
ACCEPTS = "+"               # what the seek of whoever accepts has more in its name
GONE = "this challenge is not open any more"


class Challenges:
    """All challenges.

    Args:
        people: where they are kept.
        find: the account of a name.
        seek: an open seek in the lobby by its id.
        rooms: the games.
        door: begins them.
        hits: is told of limits that are hit.

    Attributes:
        callers: who hears at once.
        made: is told that somebody has been challenged.
        accepted: is told which game has begun, and who has accepted.
    """

    def __init__(self, people: People, find: Callable[[str], Awaitable[Account | None]],
                 seek: Callable[[str], Seek | None], rooms: Rooms, door: FrontDoor, hits: Hits
                 ) -> None:
        self._seek = seek
        self._store, self._blocks, self._find_account = people.challenges, people.blocks, find
        self._bots = people.bots
        self._rooms, self._door = rooms, door
        self.made: Callable[[Stored], None] = lambda challenge: None
        self.accepted: Callable[[str, str], None] = lambda game, by: None
        self._made = Buckets(MADE, MADE_AT_ONCE, hits.of("challenges"))
        self.callers = Callers(rooms.store, rooms.lobbies)

    # What people do.

    async def of(self, sender: Sender) -> list[Challenge]:
        """Those to somebody, and his own.

        Raises:
            RefusedError: if the database does not respond.
        """
        if not sender.who:
            return []
        with database_asked():
            return await self._shown(sender.who)

    async def make(self, wish: NewChallenge, sender: Sender) -> Challenge:
        """Challenge somebody; the same challenge again for the same key.

        Raises:
            RefusedError: if there is nobody, or nothing, to be challenged to.
        """
        who = _somebody(sender)
        id = self._rooms.tokens.challenge_of(who, wish.id)
        with database_asked():
            made = await self._store.one(id)
        if made is None:
            made = await self._new(id, wish, sender)
            with database_asked(NOT_WRITTEN):
                try:
                    await self._store.add(made)
                except TakenError:          # the same request, at another server
                    made = await self._store.one(id) or made
                except GoneError:
                    raise no_challenge() from None
            if await self._apart(made.sender, made.receiver):       # since a moment ago
                with database_asked(NOT_WRITTEN):
                    await self._store.close(id, None)
                raise no_challenge()
            self.callers.changed(made.sender, made.receiver)
            self.made(made)
        with database_asked():
            told, = await self._told([made], who)
        return told

    async def accept(self, id: str, sender: Sender) -> OwnSeat:
        """Begin the game; the same game again if it has begun.

        Raises:
            RefusedError: if the challenge is not open any more, or is to somebody else.
        """
        challenge, now = await self._find(id, sender, mine=False), self._rooms.now()
        if challenge.stand(now) == "open" and not await self._apart(challenge.sender, sender.who):
            await self._check_at_once(sender)
            if challenge.wish.rated:
                await self._rooms.check_bar(sender.who)
                if not await self._door.may_be_rated(challenge.sender):
                    await self._close(challenge, None)
                    raise RefusedError("not-now", GONE, "challenge-gone")
            try:
                await self._begin(challenge, sender)
            except RefusedError as refused:
                if refused.why != "seek-gone":
                    raise
            challenge = await self._find(id, sender, mine=False)
            self.callers.changed(challenge.sender, challenge.receiver)
            if challenge.pairing is not None and challenge.pairing.game:
                self.accepted(challenge.pairing.game, sender.who)
        seat = self._seat(challenge, sender.who)
        if seat is None:
            raise RefusedError("not-now", GONE, "challenge-gone")
        return seat

    async def decline(self, id: str, reason: Declined, sender: Sender) -> None:
        """Say no, and why.

        Raises:
            RefusedError: if it is not open any more, or is to somebody else.
        """
        challenge = await self._find(id, sender, mine=False)
        if challenge.stand(self._rooms.now()) == "declined":
            return
        await self._close(challenge, reason)

    async def withdraw(self, id: str, sender: Sender) -> None:
        """Take one's own challenge back; or dismiss it, if it has been answered.

        Raises:
            RefusedError: if it has just been answered, or is somebody else's.
        """
        challenge = await self._find(id, sender, mine=True)
        if challenge.pairing is None:
            await self._close(challenge, None)
        with database_asked(NOT_WRITTEN):
            await self._store.forget([id])
        self.callers.changed(challenge.sender, challenge.receiver)

    async def _close(self, challenge: Stored, answer: Declined | None) -> None:
        with database_asked(NOT_WRITTEN):
            closed = await self._store.close(challenge.id, answer)
        self.callers.changed(challenge.sender, challenge.receiver)
        if not closed:
            raise RefusedError("not-now", GONE, "challenge-gone")

    async def part(self, account: str, other: str) -> None:
        """Close all open challenges between two accounts, of which one blocks the other."""
        one, two, now = of_account(account), of_account(other), self._rooms.now()
        with database_asked(NOT_WRITTEN):
            for found in await self._store.of(one, now):
                if two in (found.sender, found.receiver) and found.stand(now) == "open":
                    await self._store.close(found.id, None)
        self.callers.changed(one, two)

    async def end(self, who: str, *, rated: bool) -> None:
        """Close all open challenges by somebody and to him.

        Args:
            who: his identity.
            rated: whether only those to rated games.
        """
        now, told = self._rooms.now(), {who}
        with database_asked(NOT_WRITTEN):
            for found in await self._store.of(who, now):
                if found.stand(now) == "open" and (found.wish.rated or not rated):
                    await self._store.close(found.id, None)
                    told |= {found.sender, found.receiver}
        self.callers.changed(*told)

    async def _apart(self, one: str, other: str) -> bool:
        """Whether one of two people blocks the other."""
        accounts = account_of(one), account_of(other)
        if accounts[0] is None or accounts[1] is None:
            return False
        with database_asked():
            return await self._blocks.apart(accounts[0], accounts[1])

    async def forget_old(self) -> None:
        """Delete those that ended long ago."""
        await self._store.forget_old(self._rooms.now() - KEPT)

    # How a challenge comes about, and a game of it.

    async def _new(self, id: str, wish: NewChallenge, sender: Sender) -> Stored:
        """A challenge that may be made."""
        try:
            options = unusual(wish.rules, make_board(wish.rules, wish.options).options)
        except ValueError as error:
            raise RefusedError("bad", message_of(error)) from None
        if not self._made.take(sender.payer):
            raise TooFastError("you challenge too often; wait a little",
                               self._made.retry_after(sender.payer))
        receiver, name = await self._receiver(wish, sender)
        if receiver == sender.who:
            raise RefusedError("bad", "you cannot challenge yourself", "own-challenge")
        if wish.rated:
            for who in (sender.who, receiver):
                check_rated(who, wish.clock is None, bool(options))
            await self._rooms.check_bar(sender.who)
            await self._door.check_pool(sender.who, receiver)
            if not await self._door.may_be_rated(receiver):
                raise no_challenge()
        if await self._apart(sender.who, receiver):
            raise no_challenge()
        await self._check_bot(receiver, Wish(wish.rules, options, wish.clock, wish.colour,
                                             wish.rated), sender)
        now = self._rooms.now()
        await self._check_space(sender.who, receiver, now)
        # Who looks for an opponent is here now, and a guest perhaps never again.
        live = wish.seek is not None or wish.clock is not None and wish.clock.kind != "days"
        own = sender.name and await self._rooms.names.chosen(wish.name) or sender.name
        return Stored(id, sender.who, receiver, own, name,
                      Wish(wish.rules, options, wish.clock, wish.colour, wish.rated),
                      now, now + (LIVE if live else SLOW))

    async def _receiver(self, wish: NewChallenge, sender: Sender) -> tuple[str, str]:
        """The identity of whoever is challenged, and what a guest is called."""
        to = wish.to
        if (to is None) == (wish.seek is None):
            raise RefusedError("bad", "challenge either somebody, or whoever has a seek")
        if to is None:
            if await self._door.is_bot(sender.who):
                raise RefusedError("not-yours", "a bot challenges nobody who looks for people")
            seek = self._seek(wish.seek or "")
            if seek is None:
                raise RefusedError("not-now", "this seek is not open any more", "seek-gone")
            if not seek.challenges:
                raise no_challenge()
            return seek.who, "" if account_of(seek.who) else seek.name
        if isinstance(to, str):
            account = await self._find_account(to)
            if account is None:
                raise RefusedError("bad", f"there is nobody called {to}")
            return of_account(account.id), ""
        seat = (await self._rooms.room(to.game)).loaded().state.seats[to.colour]
        if not account_of(seat.who) and not seat.who.startswith(GUEST):
            raise RefusedError("bad", "nobody who can be challenged has this seat")
        return seat.who, "" if account_of(seat.who) else seat.name

    async def _check_bot(self, receiver: str, wish: Wish, sender: Sender) -> None:
        """Raise RefusedError if a bot does not accept a challenge."""
        bot = account_of(receiver)
        if bot is None or not await self._door.is_bot(receiver):
            return
        with database_asked():
            policy, playing = await self._bots.policy(bot), await self._bots.playing(receiver)
        refused = refusal(policy, playing, wish, "guest" if sender.account is None else
                          "bot" if await self._door.is_bot(sender.who) else "person")
        if refused is not None:
            raise RefusedError("not-now", refused)

    async def _check_at_once(self, sender: Sender) -> None:
        """Raise RefusedError if a bot plays as many games as it takes at once."""
        if sender.account is not None and await self._door.is_bot(sender.who):
            with database_asked():
                policy = await self._bots.policy(sender.account)
                if await self._bots.playing(sender.who) >= policy.most:
                    raise RefusedError("not-now", ENGAGED)

    async def _check_space(self, sender: str, receiver: str, now: int) -> None:
        """Raise RefusedError if there are too many challenges."""
        with database_asked():
            own = await self._store.of(sender, now)
            his = await self._store.of(receiver, now)
        if len(_open(own, now, sender=sender)) >= FROM_ONE:
            raise RefusedError("not-now",
                f"you have {FROM_ONE} open challenges already; withdraw one first",
                "many-challenges")
        if len(_open(his, now, receiver=receiver)) >= TO_ONE:
            raise no_challenge()

    async def _begin(self, challenge: Stored, sender: Sender) -> None:
        wish, by, to = challenge.wish, challenge.sender, challenge.receiver
        await self._door.pair(
            Seek(challenge.id, by, challenge.sender_name, wish.rules, wish.options, (wish.clock,),
                 wish.colour, challenge.created, wish.rated),
            Seek(challenge.id + ACCEPTS, to, challenge.receiver_name, wish.rules, wish.options,
                 (wish.clock,), wish.colour and other(wish.colour), self._rooms.now(), wish.rated),
            wish.clock, sender.payer, listed=False)

    async def _find(self, id: str, sender: Sender, *, mine: bool) -> Stored:
        """A challenge that somebody has made, or that is to him."""
        with database_asked():
            found = await self._store.one(id)
        if found is None or sender.who not in (found.sender, found.receiver):
            raise RefusedError("not-now", GONE, "challenge-gone")
        if sender.who != (found.sender if mine else found.receiver):
            raise RefusedError("not-yours", "only whoever has challenged can do this" if mine else
                               "only whoever is challenged can do this")
        return found

    # What is told.

    async def news(self, who: str) -> str:
        """The message to somebody with all challenges that are his.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        return encoded(ChallengesMessage(await self._shown(who)))

    async def open_to(self, who: str) -> list[Challenge]:
        """Those to somebody that are open.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        return [one for one in await self._shown(who) if not one.mine and one.state == "open"]

    async def open_from(self, who: str) -> list[str]:
        """The ids of those by somebody that are open.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        return [one.id for one in await self._shown(who) if one.mine and one.state == "open"]

    async def _shown(self, who: str) -> list[Challenge]:
        now = self._rooms.now()
        found = await self._store.of(who, now - KEPT)
        return await self._told([one for one in found if one.stand(now) == "open"
                                 or one.sender == who and one.stand(now) != "over"], who)

    async def _told(self, found: list[Stored], who: str) -> list[Challenge]:
        people = {account for one in found for side in (one.sender, one.receiver)
                  if (account := account_of(side))}
        names = await self._rooms.names.of(people)

        def party(identity: str, name: str) -> Party:
            account = account_of(identity)
            return Party("guest", name) if account is None else Party(
                "account", names[account], self._rooms.names.is_bot(account))
        now = self._rooms.now()
        return [Challenge(
            id=one.id, by=party(one.sender, one.sender_name),
            to=party(one.receiver, one.receiver_name), mine=one.sender == who,
            rules=one.wish.rules, options=one.wish.options, clock=one.wish.clock,
            colour=one.wish.colour, rated=one.wish.rated, created=one.created // 1000,
            until=one.until // 1000, reason=_reason(one), seat=self._seat(one, who),
            state=one.stand(now)) for one in found]

    def _seat(self, challenge: Stored, who: str) -> OwnSeat | None:
        """The seat of one of the two in the game that came of a challenge."""
        pairing = challenge.pairing
        if pairing is None or not pairing.game:
            return None
        colour: Colour = pairing.colour if who == challenge.sender else other(pairing.colour)
        token = self._rooms.tokens.seat(pairing.game, colour)
        return OwnSeat(pairing.game, colour, token, link_to(pairing.game, token))


def no_challenge() -> RefusedError:
    """Somebody takes no challenge; it is not told why."""
    return RefusedError("not-now", "this player takes no challenge from you now",
                        "no-challenge")


def _somebody(sender: Sender) -> str:
    if not sender.who:
        raise RefusedError("not-yours", "nobody knows who you are; open the page of this server "
                           "first, or sign in", "signed-out")
    return sender.who


def _open(found: list[Stored], now: int, sender: str | None = None, receiver: str | None = None
          ) -> list[Stored]:
    return [one for one in found if one.stand(now) == "open"
            and sender in (None, one.sender) and receiver in (None, one.receiver)]


def _reason(challenge: Stored) -> Declined | None:
    answer: Declined | None = challenge.answer  # type: ignore[assignment]
    return answer
