"""Challenges: they are made, accepted, declined and withdrawn.

All of it is in the database, so that it outlives a restart.  Where a game comes of a challenge, it
is on disk with the challenge's name before any client is notified, and no name is ever written
twice (`Pairing`); withdrawing or declining writes the same name without a game.  So if one player
accepts while the other withdraws, at whichever servers, one of them is right; and a client that is
cut off by a crash and accepts again is answered with the game that came of it.
"""
from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from ....base.sentence import Sentence, message_of
from ....wire.conditions import GAME, values_of
from ....wire.http_challenges import Challenge, Declined, NewChallenge, OwnSeat, Party
from ....wire.socket import ChallengesMessage, HearChallenges
from ....wire.words import Colour
from ...game.boards import make_board
from ...game.clocks import DAY
from ...game.events import other
from ...game.identity import GUEST, account_of, of_account
from ...game.rulings import RefusedError, TooFastError, check_rated
from ...game.tokens import link_to
from ...hub.hub import Kind
from ...hub.subscriber import Subscriber
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...ops.tasks import Tasks
from ...rooms.events import GameArranged, GameEnded, RatedGame, Rematch, RematchChanged
from ...rooms.front_door import FrontDoor, Sender
from ...rooms.listing import unusual
from ...rooms.rooms import Rooms
from ...store.contract import NOT_WRITTEN, GoneError, TakenError, database_asked
from ...store.lobbies import Seek
from ..accounts.events import (
    FindAccount,
    IdentityEnds,
    PrivacyChanged,
    Renamed,
    Token,
    TokensRevoked,
)
from ..accounts.store import AccountStore
from ..bots.events import ENGAGED, IsEngaged, WouldRefuse
from ..lobby.events import FindSeek
from ..people.events import AreApart, BlockChanged
from .events import (
    LIVE,
    ChallengeMade,
    ChallengeOf,
    FullError,
    OpenTo,
    Stored,
    Wish,
    challenges_topic,
    open_for,
)
from .rematches import Rematches, wish_of
from .store import ChallengeStore

KEPT = DAY                  # after its end, for its sender
ACCEPTS = "+"               # what accepting adds to the name of a challenge
GONE = "this challenge is not open any more"


class Challenges:
    """All challenges.

    Args:
        store: stores them.
        accounts: say which tokens have ended, and which of them guests may challenge.
        rooms: the games.
        door: begins them.
        hits: counts the requests that exceed limits.
    """

    def __init__(self, store: ChallengeStore, accounts: AccountStore, rooms: Rooms,
                 door: FrontDoor, hits: Hits) -> None:
        self._store, self._accounts = store, accounts
        self._rooms, self._door = rooms, door
        self._made = hits.buckets("challenges")
        self._accepting = WeakValueDictionary[str, asyncio.Lock]()
        self._rematches = Rematches(store, rooms, door, self._add, self._changed)
        self._tasks = Tasks("challenges")
        hub = self._hub = rooms.hub
        hub.add_kind(Kind("challenges", HearChallenges.needs, self._check_own, self._news))
        hub.on(GameEnded, lambda event: self._changed(*event.players))  # ends its call
        hub.before(Rematch, self._check_rematch)
        hub.on(RematchChanged, self._rematch_changed)
        hub.before(TokensRevoked, lambda step: self.end_of_tokens(of_account(step.account)))
        hub.before(IdentityEnds, self._end)
        hub.before(BlockChanged, self._part)
        hub.before(PrivacyChanged, self._end_of_guests)
        hub.on(Renamed, self._renamed)
        hub.answer(ChallengeOf, lambda asked: store.one(asked.id))
        hub.answer(OpenTo, self._waiting_for)

    async def _waiting_for(self, asked: OpenTo) -> list[Stored]:
        now = self._rooms.now()
        return [one for one in await self._store.of(asked.who, now)
                if one.receiver == asked.who and one.stand(now) == "open"]

    def _changed(self, *whose: str) -> None:
        """The challenges of some people have changed."""
        self._hub.touch(*map(challenges_topic, whose))

    # What people do.

    async def of(self, sender: Sender) -> list[Challenge]:
        """The challenges to and from an identity.

        Raises:
            RefusedError: if the database does not respond.
        """
        if not sender.who:
            return []
        with database_asked():
            return await self._shown(sender.who)

    async def make(self, wish: NewChallenge, sender: Sender, token: Token | None = None
                   ) -> Challenge:
        """Challenge a player; the same challenge again for the same key.

        Args:
            wish: the receiver, and the game.
            sender: the client that challenges.
            token: the token of the request; the challenge ends with it.

        Raises:
            RefusedError: if the receiver or the game does not exist, or the challenge is not
                allowed.
        """
        who = _somebody(sender)
        id = self._rooms.tokens.challenge_of(who, wish.id)
        with database_asked():
            made = await self._store.one(id)
        if made is None:
            made = await self._new(id, wish, sender, token)
            made = await self._add(made)
            if await self._apart(made.sender, made.receiver):       # since a moment ago
                with database_asked(NOT_WRITTEN):
                    await self._store.close(id, None)
                raise no_challenge()
            if made.wish.token:
                await self.end_of_tokens(made.sender)               # if it has just been revoked
                with database_asked():
                    made = await self._store.one(id) or made
            self._changed(made.sender, made.receiver)
            self._hub.publish(ChallengeMade(made))
        with database_asked():
            told, = await self._told([made], who)
        return told

    async def accept(self, id: str, sender: Sender) -> OwnSeat:
        """Begin the game; the same game again if it has begun.

        Raises:
            RefusedError: if the challenge is not open any more, or is to another player.
        """
        challenge, now = await self._find(id, sender, mine=False), self._rooms.now()
        rematch: Stored | None = None
        if challenge.stand(now) == "open" and not await self._apart(challenge.sender, sender.who):
            if challenge.wish.rated:
                await self._hub.settle(RatedGame(sender.who))
                if not await self._door.may_be_rated(challenge.sender):
                    await self._close(challenge, None)
                    raise RefusedError("not-now", GONE, "challenge-gone")
            # One after the other, so that each game is counted before the next one begins.
            async with self._accepting.setdefault(sender.who, asyncio.Lock()):
                try:
                    if (await self._find(id, sender, mine=False)).stand(now) == "open":
                        await self._check_at_once(sender.who)
                        if challenge.wish.rematch_of is None:
                            await self._begin(challenge, sender)
                        else:
                            rematch = await self._rematches.accept(challenge, sender)
                except RefusedError as refused:
                    if refused.why != "seek-gone":
                        raise
            challenge = rematch or await self._find(id, sender, mine=False)
            self._changed(challenge.sender, challenge.receiver)
            if (challenge.pairing is not None and challenge.pairing.game
                    and challenge.wish.rematch_of is None):
                self._hub.publish(GameArranged(challenge.pairing.game, sender.who))
        seat = self._seat(challenge, sender.who)
        if seat is None:
            raise RefusedError("not-now", GONE, "challenge-gone")
        return seat

    async def decline(self, id: str, reason: Declined, sender: Sender) -> None:
        """Say no, and why.

        Raises:
            RefusedError: if it is not open any more, or is to another player.
        """
        challenge = await self._find(id, sender, mine=False)
        stand = challenge.stand(self._rooms.now())
        if stand == "declined":
            return
        if stand != "open":
            raise RefusedError("not-now", GONE, "challenge-gone")
        await self._close(challenge, reason)

    async def withdraw(self, id: str, sender: Sender) -> None:
        """Take one's own challenge back; or dismiss it, if it has been answered.

        Raises:
            RefusedError: if it has just been answered, or is another player's.
        """
        challenge = await self._find(id, sender, mine=True)
        if challenge.pairing is None:
            await self._close(challenge, None)
        with database_asked(NOT_WRITTEN):
            await self._store.forget([id])
        self._changed(challenge.sender, challenge.receiver)

    async def _close(self, challenge: Stored, answer: Declined | None) -> None:
        with database_asked(NOT_WRITTEN):
            closed = await self._shut(challenge, answer)
        self._changed(challenge.sender, challenge.receiver)
        if not closed:
            raise RefusedError("not-now", GONE, "challenge-gone")

    async def _shut(self, challenge: Stored, answer: Declined | None = None) -> bool:
        """Close a challenge; False if it is not open any more."""
        if challenge.wish.rematch_of is not None:
            return await self._rematches.end(challenge, answer)
        return await self._store.close(challenge.id, answer)

    async def _part(self, step: BlockChanged) -> None:
        """Close all open challenges between two accounts, of which one blocks the other."""
        if not step.blocked:
            return
        one, two, now = of_account(step.account), of_account(step.other), self._rooms.now()
        with database_asked(NOT_WRITTEN):
            for found in await self._store.of(one, now):
                if two in (found.sender, found.receiver) and found.stand(now) == "open":
                    await self._shut(found)
        self._changed(one, two)

    async def _end(self, step: IdentityEnds) -> None:
        """Close all open challenges from an identity and to it, and forget all of one that is gone.
        """
        if step.why == "rename":
            return
        rated, who = step.why in ("bar", "bot"), step.who
        now, told = self._rooms.now(), {who}
        with database_asked(NOT_WRITTEN):
            all_of_them = await self._store.of(who, now - KEPT)
            for found in all_of_them:
                if found.stand(now) == "open" and (found.wish.rated or not rated):
                    await self._shut(found)
                    told |= {found.sender, found.receiver}
            if step.why == "gone":
                await self._store.forget([found.id for found in all_of_them])
                told |= {side for found in all_of_them for side in (found.sender, found.receiver)}
        self._changed(*told)

    def _renamed(self, event: Renamed) -> None:
        self._tasks.begin(self._call(event.account))

    def _rematch_changed(self, event: RematchChanged) -> None:
        self._tasks.begin(self._rematches.follow(event))

    async def _call(self, account: str) -> None:
        """Show the challenges to and from an account under its name of now."""
        with database_asked():
            found = await self._store.of(of_account(account), self._rooms.now() - KEPT)
        for who in {side for one in found for side in (one.sender, one.receiver)}:
            self._hub.touch_here(challenges_topic(who))

    async def finish(self) -> None:
        """Return when nothing is done any more that was begun."""
        await self._tasks.finish()

    async def end_of_tokens(self, who: str) -> None:
        """Close all open challenges that an identity has made by tokens that have ended.

        Raises:
            RefusedError: if the database does not respond.
        """
        now, told = self._rooms.now(), set[str]()
        with database_asked(NOT_WRITTEN):
            made = [one for one in await self._store.of(who, now)
                    if one.sender == who and one.wish.token and one.stand(now) == "open"]
            alive = (await self._accounts.alive([one.wish.token for one in made], now)
                     if made else set())
            for one in made:
                if one.wish.token not in alive:
                    await self._store.close(one.id, None)
                    told |= {one.sender, one.receiver}
        self._changed(*told)

    async def _apart(self, one: str, other: str) -> bool:
        """Whether one of two people blocks the other."""
        accounts = account_of(one), account_of(other)
        if accounts[0] is None or accounts[1] is None:
            return False
        with database_asked():
            return await self._hub.query(AreApart(accounts[0], accounts[1]))

    async def _unwelcome(self, sender: str, receiver: str) -> bool:
        """Whether a guest challenges an account that takes no challenges from guests."""
        account = account_of(receiver)
        if account is None or account_of(sender) is not None:
            return False
        with database_asked():
            found = await self._accounts.account(account)
        return found is not None and not found.guests

    async def _end_of_guests(self, step: PrivacyChanged) -> None:
        """Close what guests have sent to an account that takes none of it any more."""
        who, now, told = of_account(step.account), self._rooms.now(), set[str]()
        with database_asked(NOT_WRITTEN):
            for one in await self._store.of(who, now):
                if (one.receiver == who and one.stand(now) == "open"
                        and await self._unwelcome(one.sender, who)):
                    await self._store.close(one.id, None)
                    told |= {who, one.sender}
        self._changed(*told)

    async def forget_old(self) -> None:
        """End rematches that have expired, and delete those that ended long ago."""
        now = self._rooms.now()
        for one in await self._store.rematches_over(now):
            await self._shut(one)
        await self._store.forget_old(now - KEPT)

    # How a challenge comes about, and a game of it.

    async def _add(self, made: Stored) -> Stored:
        """Store a challenge, or find it stored by another server."""
        sent, received = CAPS["challenges-sent"].most, CAPS["challenges-received"].most
        with database_asked(NOT_WRITTEN):
            try:
                closed = await self._store.add(made, sent, received)
            except TakenError:              # the same request, at another server
                return await self._store.one(made.id) or made
            except GoneError:
                raise no_challenge() from None
            except FullError as full:
                if full.player == "receiver":
                    raise no_challenge() from None
                raise RefusedError("not-now", f"you have {sent} open challenges already; "
                                              "withdraw one first", "many-challenges") from None
        if closed is not None:
            self._changed(closed)
        return made

    async def _new(self, id: str, wish: NewChallenge, sender: Sender, token: Token | None
                   ) -> Stored:
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
            await self._hub.settle(RatedGame(sender.who))
            await self._door.check_pool(sender.who, receiver)
            if not await self._door.may_be_rated(receiver):
                raise no_challenge()
        if await self._apart(sender.who, receiver) or await self._unwelcome(sender.who, receiver):
            raise no_challenge()
        made = Wish(wish.rules, options, wish.clock, wish.colour,
                    "" if token is None else token.digest, self._rooms.tokens.veiled(sender.path),
                    **values_of(GAME, wish))
        await self._check_bot(receiver, made, sender.who)
        now = self._rooms.now()
        # A player that looks for an opponent is here now, and a guest perhaps never again.
        until = now + (LIVE if wish.seek is not None else open_for(wish.clock))
        if token is not None and token.ends is not None:
            until = min(until, token.ends)
        own = sender.name and await self._rooms.names.chosen(wish.name) or sender.name
        return Stored(id, sender.who, receiver, own, name, made, now, until)

    async def _receiver(self, wish: NewChallenge, sender: Sender) -> tuple[str, str]:
        """The identity of the receiver, and its name if it is a guest."""
        to = wish.to
        if (to is None) == (wish.seek is None):
            raise RefusedError("bad", "challenge either somebody, or whoever has a seek")
        if to is None:
            if await self._door.is_bot(sender.who):
                raise RefusedError("not-yours", "a bot challenges nobody who looks for people")
            seek = await self._hub.query(FindSeek(wish.seek or ""))
            if seek is None:
                raise RefusedError("not-now", "this seek is not open any more", "seek-gone")
            if not seek.challenges:
                raise no_challenge()
            return seek.who, "" if account_of(seek.who) else seek.name
        if isinstance(to, str):
            account = await self._hub.query(FindAccount(to, sender.account))
            if account is None:
                raise RefusedError("bad", Sentence("there is no account called {name}", name=to))
            return of_account(account.id), ""
        seat = (await self._rooms.room(to.game)).loaded().state.seats[to.colour]
        if not account_of(seat.who) and not seat.who.startswith(GUEST):
            raise RefusedError("bad", "nobody who can be challenged has this seat")
        return seat.who, "" if account_of(seat.who) else seat.name

    async def _check_bot(self, receiver: str, wish: Wish, sender: str) -> None:
        """Raise RefusedError if a bot does not accept a challenge by an identity."""
        bot = account_of(receiver)
        if bot is None or not await self._door.is_bot(receiver):
            return
        with database_asked():
            refused = await self._hub.query(WouldRefuse(
                bot, wish, "guest" if account_of(sender) is None else
                "bot" if await self._door.is_bot(sender) else "person"))
        if refused is not None:
            raise RefusedError("not-now", refused)

    async def _check_at_once(self, who: str) -> None:
        """Raise RefusedError if a bot plays as many games as it takes at once."""
        account = account_of(who)
        if account is not None and await self._door.is_bot(who):
            with database_asked():
                if await self._hub.query(IsEngaged(account)):
                    raise RefusedError("not-now", ENGAGED)

    async def _check_rematch(self, step: Rematch) -> None:
        """Raise RefusedError if a bot would not accept a challenge to the same game."""
        state, colour = step.state, step.colour
        mine, theirs = state.seats[colour].who, state.seats[other(colour)].who
        if state.next_game is not None or colour in state.rematch:      # the same request again
            return
        await self._check_at_once(mine)
        if other(colour) in state.rematch:      # the other has agreed already
            return
        await self._check_bot(theirs, wish_of(state, colour), mine)

    async def _begin(self, challenge: Stored, sender: Sender) -> None:
        wish, by, to = challenge.wish, challenge.sender, challenge.receiver
        await self._door.pair(
            Seek(challenge.id, by, challenge.sender_name, wish.rules, wish.options, (wish.clock,),
                 wish.colour, challenge.created, **values_of(GAME, wish)),
            Seek(challenge.id + ACCEPTS, to, challenge.receiver_name, wish.rules, wish.options,
                 (wish.clock,), wish.colour and other(wish.colour), self._rooms.now(),
                 **values_of(GAME, wish)),
            wish.clock, sender.payer, listed=False)

    async def _find(self, id: str, sender: Sender, *, mine: bool) -> Stored:
        """A challenge of which the client is the sender (`mine`) or the receiver."""
        with database_asked():
            found = await self._store.one(id)
        if found is None or sender.who not in (found.sender, found.receiver):
            raise RefusedError("not-now", GONE, "challenge-gone")
        if sender.who != (found.sender if mine else found.receiver):
            raise RefusedError("not-yours", "only whoever has challenged can do this" if mine else
                               "only whoever is challenged can do this")
        return found

    # What is sent.

    async def _check_own(self, who: str, subscriber: Subscriber) -> None:
        """Refuse the challenges of others."""
        if who != subscriber.who:
            raise RefusedError("not-yours", "these are not your challenges")

    async def _news(self, who: str, subscriber: Subscriber) -> str:
        """The message to a player with all challenges to and from it."""
        return subscriber.text(ChallengesMessage(await self._shown(who)))

    async def open_to(self, who: str) -> list[Challenge]:
        """The open challenges to an identity, but for rematches.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        return [one for one in await self._shown(who)
                if not one.mine and one.state == "open" and one.rematch_of is None]

    async def open_from(self, who: str) -> list[str]:
        """The ids of the open challenges from an identity, but for rematches.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        return [one.id for one in await self._shown(who)
                if one.mine and one.state == "open" and one.rematch_of is None]

    async def _shown(self, who: str) -> list[Challenge]:
        now = self._rooms.now()
        found = await self._store.of(who, now - KEPT)
        return await self._told([one for one in found if one.stand(now) == "open"
                                 or one.sender == who and not one.played
                                 and one.stand(now) != "over"], who)

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
            colour=one.wish.colour, created=one.created // 1000,
            until=one.until // 1000, reason=_reason(one), seat=self._seat(one, who),
            state=one.stand(now), rematch_of=one.wish.rematch_of,
            **values_of(GAME, one.wish)) for one in found]

    def _seat(self, challenge: Stored, who: str) -> OwnSeat | None:
        """The seat of one of the two in the game that came of a challenge."""
        pairing = challenge.pairing
        if pairing is None or not pairing.game:
            return None
        colour: Colour = pairing.colour if who == challenge.sender else other(pairing.colour)
        token = self._rooms.tokens.seat(pairing.game, colour)
        return OwnSeat(pairing.game, colour, token, link_to(pairing.game, token))


def no_challenge() -> RefusedError:
    """The refusal of a challenge, without a reason."""
    return RefusedError("not-now", "this player takes no challenge from you now",
                        "no-challenge")


def _somebody(sender: Sender) -> str:
    if not sender.who:
        raise RefusedError("not-yours", "nobody knows who you are; open the page of this server "
                           "first, or sign in", "signed-out")
    return sender.who


def _reason(challenge: Stored) -> Declined | None:
    answer: Declined | None = challenge.answer  # type: ignore[assignment]
    return answer
