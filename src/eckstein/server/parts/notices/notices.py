"""What is worth a notice: turns, clocks and ends of games by days, challenges, games that begin.

Such an event is only noted in memory.  What follows from it is looked up and written a moment
later, if an account wants the notice.  If the server is killed in that moment, or its database does
not respond, games by days are left to the next look back: that finds the same, under the same keys,
so that nothing is sent twice.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

import structlog
from msgspec.structs import replace

from ....wire.words import COLOURS, Colour, NoticeKind
from ...game.clocks import FREE_PLIES, Control
from ...game.events import other
from ...game.identity import account_of
from ...game.rulings import RefusedError
from ...game.snapshot import Snapshot
from ...game.state import State
from ...ops.allowances import CAPS
from ...rooms.events import GameArranged, GameByDaysChanged
from ...rooms.rooms import Rooms
from ...store.contract import StoreError, database_asked
from ..challenges.events import ChallengeMade, ChallengeOf, Stored
from ..people.events import IsHere
from .deliverer import Deliverer
from .events import NoticeDue
from .notice import LETTERS, Channel, ChannelName, Facts, Notice
from .store import NoticeStore

TURN = 10 * 60_000          # milliseconds of a turn before its player is notified
HERE = 10 * 60_000          # until a look at whether a player that is here has gone
HALF_DAY = 12 * 3_600_000   # left on a clock when its player is notified, or a fifth of all
KEPT = 60 * 86_400_000      # milliseconds, for which nothing is sent twice
FIRST = 1                   # the number of the event by which a game begins
NOTED = 10_000              # games in memory with notices still to be written
LOOK_SECONDS = 30.0         # between two looks at what is due
GATHER_SECONDS = 1.0        # between two looks, however much happens
BACK, MARGIN = 600_000, 60_000          # milliseconds between two looks back, which overlap
FOUND = 5000                # games of one look back
log = structlog.get_logger()


class Notices:
    """Writes notices, and has them delivered.

    Args:
        store: stores them.
        rooms: the games.

    Attributes:
        channels: how notices are delivered.
        deliverer: delivers them.
    """

    def __init__(self, store: NoticeStore, rooms: Rooms) -> None:
        self._store, self._rooms = store, rooms
        self.channels: dict[ChannelName, Channel] = {}
        self._changed: dict[str, None] = {}
        self._begun: dict[str, str] = {}
        self._challenged: dict[str, Stored] = {}
        self._wake = asyncio.Event()
        self._forgot = 0
        self.deliverer = Deliverer(store, self.channels, self._due, rooms.now, self._wake.set)
        rooms.hub.on(GameByDaysChanged, self._game_changed)
        rooms.hub.on(GameArranged, self._game_begun)
        rooms.hub.on(ChallengeMade, self._challenge_made)
        rooms.hub.on(NoticeDue, lambda event: self._wake.set())

    def add_channel(self, name: ChannelName, channel: Channel) -> None:
        """Deliver notices in one more way."""
        self.channels[name] = channel

    # What is noted.

    def _game_changed(self, event: GameByDaysChanged) -> None:
        if self.channels and len(self._changed) < NOTED:
            self._changed[event.game] = None
            self._wake.set()

    def _game_begun(self, event: GameArranged) -> None:
        if self.channels and len(self._begun) < NOTED:
            self._begun[event.game] = event.by
            self._wake.set()

    def _challenge_made(self, event: ChallengeMade) -> None:
        made = event.challenge
        if (self.channels and account_of(made.receiver) and len(self._challenged) < NOTED):
            self._challenged[made.id] = made
            self._wake.set()

    # What comes of it.

    async def tend(self, since: int) -> None:
        """Write and deliver notices, for ever.

        Args:
            since: until when servers had run before this one started.
        """
        next_look = 0
        while True:
            try:
                await self._write()
                if (now := self._rooms.now()) >= next_look:
                    await self._look_back(since - MARGIN)
                    since, next_look = now, now + BACK
                await self.deliverer.look()
            except Exception as error:      # the database may be back the next time
                log.error("notices", error=repr(error))
            await asyncio.sleep(GATHER_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS - GATHER_SECONDS):
                    await self._wake.wait()
            self._wake.clear()

    async def _write(self) -> None:
        """Write what was noted."""
        changed, self._changed = self._changed, {}
        begun, self._begun = self._begun, {}
        challenged, self._challenged = self._challenged, {}
        for game, by in begun.items():
            await self._look_at(game, by)
        for game in changed:
            await self._look_at(game)
        for one in challenged.values():
            with _others_go_on(challenge=one.id):
                await self._tell(account_of(one.receiver) or "", "challenge", f"challenge {one.id}",
                                 Facts(rules=one.wish.rules, against=one.sender,
                                       name=one.sender_name, challenge=one.id,
                                       wish=replace(one.wish, token=""), until=one.until),
                                 one.created, one.created)

    async def _look_at(self, game: str, begun_by: str | None = None) -> None:
        """Write what there is to tell of a game."""
        with _others_go_on(game=game):
            snapshot = await self._rooms.snapshot(game)
            if begun_by is not None:
                await self._tell_begun(snapshot.state, begun_by)
            else:
                await self._tell_of(snapshot)

    async def _look_back(self, since: int) -> None:
        """Find what this server, or one that is gone, has not written."""
        now = self._rooms.now()
        for game in await self._store.games_by_days(since, FOUND):
            await self._look_at(game)
        if now - self._forgot > BACK:
            self._forgot = now
            await self._store.forget(now - KEPT)

    async def _tell_begun(self, state: State, by: str) -> None:
        """Notify the players of a new game, but for the one that began it."""
        kind: NoticeKind = "tournament" if state.tournament else "begun"
        for colour, account in _accounts(state):
            if state.seats[colour].who != by and len(state.moves) < FREE_PLIES:
                await self._tell(account, kind, f"game {state.game} {FIRST}",
                                 _facts(state, colour), state.created, state.created)

    async def _tell_of(self, snapshot: Snapshot) -> None:
        """What there is to tell of a game by days as it stands."""
        state = snapshot.state
        if state.result is not None:
            for colour, account in _accounts(state):
                await self._tell(account, "over", f"over {state.game}", _facts(state, colour),
                                 state.touched, state.touched)
            if state.next_game is not None:
                rematch = (await self._rooms.snapshot(state.next_game)).state
                await self._tell_begun(rematch, state.seats[state.rematch[-1]].who)
            return
        mover = account_of(state.seats[state.turn].who)
        if mover is None or any(seat.open for seat in state.seats.values()):
            return
        facts, key = _facts(state, state.turn), f"{state.game} {state.changed}"
        await self._tell(mover, "turn", f"game {key}", facts, state.since, state.since + TURN)
        if (due := _clock_due(snapshot)) is not None:
            await self._tell(mover, "clock", f"clock {key}", facts, state.since, due)

    async def _tell(self, account: str, kind: NoticeKind, what: str, facts: Facts, at: int,
                    due: int) -> None:
        """Write notices to an account on all the channels by which it wants them."""
        for channel in await self._store.wanted(account, kind):
            if channel in self.channels:
                await self.add(Notice(f"{channel} {account} {what}", account, channel, kind, facts,
                                      at, due))

    async def add(self, notice: Notice) -> bool:
        """Write a notice; see `NoticeStore.add`."""
        new = await self._store.add(notice, CAPS["notices-in-a-day"].most)
        if new and notice.due <= self._rooms.now():
            self._wake.set()
        return new

    # When it is delivered.

    async def _due(self, notice: Notice) -> int | None:
        """See `Deliverer`."""
        if notice.kind in LETTERS:
            return notice.due
        due = await self._stands(notice)
        now = self._rooms.now()
        # A device that shows the game itself keeps to itself what is pushed to it.
        if (due is not None and due <= now and notice.channel == "mail"
                and await self._rooms.hub.query(IsHere(notice.account))):
            return None if notice.kind == "over" else now + HERE
        return due

    async def _stands(self, notice: Notice) -> int | None:
        """When a notice is due, regardless of presence; None if it is no longer true."""
        if notice.kind == "challenge":
            with database_asked():
                challenge = await self._rooms.hub.query(ChallengeOf(notice.facts.challenge))
            return notice.due if challenge is not None and (
                challenge.stand(self._rooms.now()) == "open") else None
        if notice.kind == "over":
            return notice.due
        try:
            snapshot = await self._rooms.snapshot(notice.facts.game)
        except RefusedError as refused:
            if refused.code == "busy":
                raise
            return None
        state = snapshot.state
        if state.result is not None:
            return None
        if notice.kind in ("begun", "tournament"):
            return notice.due if len(state.moves) < FREE_PLIES else None
        if state.changed != notice.facts.seq:
            return None
        if notice.kind == "clock":
            return _clock_due(snapshot)
        return snapshot.away_until(state.running) or notice.due

    async def finish(self) -> None:
        """Deliver no more."""
        await self.deliverer.finish()


@contextlib.contextmanager
def _others_go_on(**what: str) -> Iterator[None]:
    """Whatever has gone wrong with one, the others are to go on."""
    try:
        yield
    except RefusedError:                # it is gone, or is found by the next look back
        pass
    except (StoreError, OSError) as error:
        log.warning("notices", **what, error=repr(error))


def _accounts(state: State) -> Iterator[tuple[Colour, str]]:
    """The accounts that play a game, by colour."""
    for colour in COLOURS:
        if (account := account_of(state.seats[colour].who)) is not None:
            yield colour, account


def _facts(state: State, colour: Colour) -> Facts:
    """The facts of a game for a notice to one of its players."""
    against, outcome = state.seats[other(colour)], ""
    if state.result is not None:
        winner: str | None = state.result["winner"]
        outcome = ("none" if state.result["reason"] == "aborted" else "drawn" if winner is None
                   else "won" if winner == colour else "lost")
    return Facts(state.game, state.rules, state.changed, against.who, against.name,
                 outcome=outcome)


def _clock_due(snapshot: Snapshot) -> int | None:
    """When to notify a player that time is about to run out; None if no clock runs."""
    control, falls = snapshot.state.control, snapshot.flag_falls()
    return None if control is None or falls is None else falls - notice_before(control)


def notice_before(control: Control) -> int:
    """How much time is left when a player is notified that it runs out."""
    return max(control.initial // 5, HALF_DAY)
