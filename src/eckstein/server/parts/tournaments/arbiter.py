"""Runs tournaments: orders are carried out, rounds are paired, results are taken in.

What happens is written as events, each under the next number of its tournament, together with the
games that begin by it.  So whatever the server is doing when it is killed, a round is there with
all its games or not at all, and of several servers that pair a round one succeeds.  All else is in
memory and can be rebuilt.
"""
from __future__ import annotations

import asyncio
import contextlib
import importlib.util
from collections import OrderedDict
from collections.abc import Awaitable, Mapping

import structlog
from msgspec import json

from ....base.sentence import Sentence, message_of
from ....wire import http_tournaments as wire
from ....wire.http_games import NewClock
from ...game.boards import make_board
from ...game.clocks import Control
from ...game.names import tidy
from ...game.rulings import RefusedError
from ...game.speeds import speed_of
from ...ops.limits import Hits
from ...ops.sharing import INVITED, TreePath
from ...ops.tasks import Tasks
from ...rooms.events import GameEnded, RatedGame
from ...rooms.front_door import Sender
from ...rooms.listing import unusual
from ...rooms.rooms import Rooms
from ...store.contract import ConflictError, database_asked
from ...store.tournaments import TournamentEvent
from ...work.contract import Aside, Work
from ..accounts.events import IdentityEnds
from ..ratings.events import PointsOf
from . import told
from .carrying import Carrying
from .ledger import Ledger
from .rounds import Rounds
from .rules.entering import Orderer
from .rules.folding import begin
from .rules.orders import settings_of as checked_settings
from .rules.state import Tournament
from .rules.trf import report, seeded
from .store import TournamentStore
from .withdrawing import TRIES, claim, withdraw

LOOK_SECONDS = 1.0          # between two looks at what is due
AT_ONCE = 50                # tournaments, or games that have ended, in one look
TOLD = 50                   # tournaments cached as they are sent
log = structlog.get_logger()


class Arbiter:
    """All tournaments of this server.

    Args:
        rooms: the games.
        store: where tournaments are read; they are written with the games.
        work: where Swiss rounds are paired.
        aside: calls what pairs clubs and arenas.
        hits: counts the requests that exceed limits.

    Attributes:
        ledger: what is known of them.
        rounds: how they begin and end.
    """

    def __init__(self, rooms: Rooms, store: TournamentStore, work: Work, aside: Aside,
                 hits: Hits) -> None:
        self._rooms, self._store = rooms, store
        self._hub = rooms.hub
        self._tokens, self.ledger = rooms.tokens, Ledger(rooms, store)
        self.rounds = Rounds(rooms, self.ledger, work, aside)
        self._carrying = Carrying(rooms, self.ledger, self.rounds)
        self._told: OrderedDict[str, tuple[int, Mapping[str, str],
                                           wire.Tournament | None]] = OrderedDict()
        self._looking = set[str]()
        self._made = hits.buckets("tournaments")
        self._ordered = hits.buckets("orders")
        self._tasks = Tasks("tournament", RefusedError)
        self._wake = asyncio.Event()
        self._hub.on(GameEnded, self._game_ended)
        self._hub.before(IdentityEnds, self._end)
        self._seen = 0

    # What clients ask.

    async def make(self, wish: wire.NewTournament, sender: Sender) -> wire.TournamentMade:
        """Make a tournament; returns when it is on disk.

        Raises:
            RefusedError: if there cannot be such a one, or it cannot be written.
        """
        self._check_running()
        if not sender.who:
            raise RefusedError("not-yours", Sentence("allow cookies to make a tournament"))
        try:
            options = unusual(wish.rules, make_board(wish.rules, wish.options).options)
        except ValueError as error:
            raise RefusedError("bad", message_of(error)) from None
        settings = checked_settings(wish, tidy(wish.name), options, sender.who,
                                    self._rooms.now(), [tidy(one) for one in wish.teams])
        if wish.kind == "swiss" and importlib.util.find_spec("py4swiss") is None:
            raise RefusedError("bad", Sentence("this server cannot pair a Swiss: its operator has "
                                               "to install eckstein[swiss]"))
        if not self._made.take(sender.payer):
            raise RefusedError("busy", Sentence("you make too many tournaments; wait a little"),
                               "crowded")
        id = self._tokens.tournament_of(f"{sender.who} {wish.id}")
        event = TournamentEvent(id, 1, "created", {
            "settings": json.decode(json.encode(settings)), "who": sender.who,
            "name": sender.name}, self._rooms.now())
        with contextlib.suppress(ConflictError):        # it was made before
            await self.ledger.write(None, begin(event), [event])
        return wire.TournamentMade(id, self._tokens.organiser(id), f"/tournaments/{id}")

    async def listed(self) -> wire.Tournaments:
        """Those that the lobby lists.

        Raises:
            RefusedError: if the database does not respond.
        """
        with database_asked():
            found = await self._store.listed(wire.LISTED)
        return wire.Tournaments([json.decode(row.told, type=wire.ListedTournament)
                                 for row in found])

    async def tell(self, id: str, who: str, key: str = "", left_out: int = 0, known: int = 0
                   ) -> wire.TournamentTold:
        """A tournament without so many of its first rounds, and the place of an identity in it.

        The first rounds are left out for a client that knows the tournament as it was after the
        event `known`, if they have not changed since.

        Raises:
            RefusedError: if there is no such tournament.
        """
        state = await self.ledger.state(id)
        names = await self.names(state)
        seq, called, facts = self._told.get(id, (0, {}, None))
        if facts is None or (seq, called) != (state.seq, names):
            facts = told.prepared(told.tournament(state, names, self._rooms.names.is_bot))
            self._told[id] = state.seq, names, facts
            if len(self._told) > TOLD:
                self._told.popitem(last=False)
        left_out = left_out if known >= state.recast else 0
        organises = self._organises(state, who, key)
        return wire.TournamentTold(
            told.without(facts, left_out, proposal=organises),
            told.place_of(state, who, organises, self._owns(state, who, key), self._tokens))

    async def facts(self, id: str) -> wire.Tournament:
        """The public facts of a tournament.

        Raises:
            RefusedError: if there is no such tournament.
        """
        state = await self.ledger.state(id)
        return told.tournament(state, await self.names(state), self._rooms.names.is_bot)

    async def file(self, id: str, form: str) -> str:
        """A tournament as a file: "csv", "teams" of one with teams, or "trf" of one with rounds.

        Raises:
            RefusedError: if there is no such file.
        """
        state = await self.ledger.state(id)
        if form == "csv":
            return told.csv_of(await self.facts(id))
        if form == "teams":
            if not state.settings.best:
                raise RefusedError("bad", Sentence("this tournament has no teams"))
            return told.teams_csv(await self.facts(id))
        if state.settings.kind not in ("swiss", "round-robin"):
            raise RefusedError("bad", Sentence("only a Swiss and a round robin have a tournament "
                                               "report file"))
        names = await self.names(state)
        return report(state, [told.called(one.who, one.name, names)
                              for one in seeded(state.players)], told.organisers(state, names))

    async def names(self, state: Tournament) -> Mapping[str, str]:
        """What the accounts in a tournament are called."""
        with database_asked():
            return await self._rooms.names.of(told.accounts_in(state))

    def _owns(self, state: Tournament, who: str, key: str) -> bool:
        """Whether an identity has made the tournament, or a client has its key."""
        return bool(who) and who == state.organiser or bool(key) and self._tokens.organises(
            state.id, key)

    def _path(self, id: str, key: str, sender: Sender) -> TreePath:
        """Where a client stands that asks for a place."""
        if self._tokens.invites(id, key):
            return INVITED, sender.who
        return self._tokens.veiled(sender.path)

    def _organises(self, state: Tournament, who: str, key: str) -> bool:
        return state.organises(who) or self._owns(state, who, key)

    async def order(self, id: str, order: wire.TournamentOrder, sender: Sender
                    ) -> wire.TournamentTold:
        """Carry an order out; returns when it is on disk.

        Raises:
            RefusedError: if it is not allowed, or cannot be written.
        """
        self._check_running()
        if not self._ordered.take(sender.payer):
            raise RefusedError("busy", Sentence("you order too much at once; wait a little"),
                               "crowded")
        chosen = "" if sender.account is not None or order.what != "enter" else (
            await self._rooms.names.chosen(order.name))
        for _ in range(TRIES):
            state = await self.ledger.state(id)
            old = state.player(sender.who)      # without a new name, the old one stays
            name = "" if sender.account is not None else (
                chosen or (old.name if old is not None else "") or sender.name)
            if order.what == "enter" and state.settings.rated:
                await self._hub.settle(RatedGame(sender.who))
            by = Orderer(sender.who, name,
                         self._organises(state, sender.who, order.key),
                         self._owns(state, sender.who, order.key),
                         await self._rating(state, sender) if order.what == "enter" else 0,
                         await self._is_bot(sender), self._rooms.now(), tidy(order.team),
                         self._path(id, order.key, sender))
            try:
                await self._carrying.carry_out(state, order, by)
                break
            except ConflictError:
                await self.ledger.refresh(id)
        else:
            raise RefusedError("busy", "too many commands at once; try again", "crowded")
        self._wake.set()
        if order.what == "enter" and state.settings.rated:
            await self._check_again(sender.who)
        return await self.tell(id, sender.who, order.key)

    async def _check_again(self, who: str) -> None:
        """Take back the entry of a player that was barred at the same moment."""
        try:
            await self._hub.settle(RatedGame(who))
        except RefusedError as refused:
            if refused.why == "barred":
                await self.withdraw(who, rated=True)
            raise

    async def withdraw(self, who: str, *, rated: bool, organises: bool = True) -> None:
        """See `withdraw`."""
        await withdraw(self.ledger, self._store, who, rated=rated, organises=organises)
        self._wake.set()

    async def _is_bot(self, sender: Sender) -> bool:
        if sender.account is None:
            return False
        with database_asked():
            await self._rooms.names.of([sender.account])
        return self._rooms.names.is_bot(sender.account)

    async def _rating(self, state: Tournament, sender: Sender) -> int:
        clock = state.settings.clock
        if sender.account is None or clock is None:
            return 0
        with database_asked():
            points = await self._hub.query(PointsOf(sender.account, state.settings.rules))
        return round(points.get(speed_of(_control(clock)), 0))

    def _check_running(self) -> None:
        if self._rooms.stopping:
            raise RefusedError("busy", "the server is shutting down; try again soon", "stopping")

    # What happens by itself.

    def _game_ended(self, event: GameEnded) -> None:
        if event.tournament:
            self._wake.set()

    async def _end(self, step: IdentityEnds) -> None:
        if step.why == "claimed":
            await claim(self.ledger, self._store, step.who, step.heir)
        elif step.why != "rename":
            await self.withdraw(step.who, rated=step.why in ("bar", "bot"),
                                organises=step.why != "gone")

    async def tend(self) -> None:
        """Look at what is due, for ever."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self.look()
            except Exception as error:      # the database may be back the next time
                log.error("tournaments", error=repr(error))

    async def look(self) -> None:
        """Take in games that have ended, pair what is due, and take note of what other servers did.
        """
        ended: dict[str, list[str]] = {}
        for id, game in await self._store.ended_games(AT_ONCE):
            ended.setdefault(id, []).append(game)
        for id, games in ended.items():
            await self._guarded(id, self.rounds.take_in(id, games))
        for id in await self._store.due(self._rooms.now(), AT_ONCE):
            if id not in self._looking:
                self._looking.add(id)
                self._tasks.begin(self._guarded(id, self.rounds.advance(id)))
        if self._rooms.store.shared and self._hub.keys("tournament"):
            for id, at in await self._store.changed(self._seen, AT_ONCE):
                self._seen = max(self._seen, at - 1)
                if self.ledger.shows(id):
                    await self._guarded(id, self.ledger.refresh(id))

    async def _guarded(self, id: str, doing: Awaitable[object]) -> None:
        """Do something for one tournament; the others are to go on."""
        try:
            await doing
        except (RefusedError, ConflictError):
            pass                # it is tried again at the next look
        except Exception as error:
            log.error("tournament", tournament=id, exc_info=error)
        finally:
            self._looking.discard(id)

    async def forget_old(self) -> None:
        """Forget a few tournaments that are older than the server keeps them."""
        keeping = self._rooms.keeping
        if keeping.days:
            await self._store.forget(*keeping.before(self._rooms.now()), AT_ONCE)

    async def finish(self) -> None:
        """Return when all that has begun is done."""
        await self._tasks.finish()


def _control(clock: NewClock) -> Control:
    return Control(clock.kind, round(1000 * clock.initial), round(1000 * clock.increment))
