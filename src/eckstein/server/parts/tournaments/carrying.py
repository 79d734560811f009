"""Carries orders out that take more than the tournament: pairings, games, and accounts."""
from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from ....base.sentence import Sentence, message_of
from ....wire import http_tournaments as wire
from ...game.events import SERVER
from ...game.identity import account_of, of_account
from ...game.rulings import ABORTED, FORFEIT, Command, RefusedError
from ...rooms.rooms import Rooms
from ...store.contract import database_asked
from ..accounts.events import FindAccount
from ..people.events import AreApart
from .ledger import Ledger
from .rounds import Rounds
from .rules.desk import chosen_pair, dismissing, game_to_rule, naming, ruled, undo
from .rules.entering import Orderer
from .rules.matching import Memory
from .rules.orders import check_allowed, drafts
from .rules.pairing import Paired, as_proposed, may_pair
from .rules.state import Tournament

Carry = Callable[[Tournament, wire.TournamentOrder, Orderer], Awaitable[None]]


class Carrying:
    """Orders to the tournaments of this server.

    Args:
        rooms: the games.
        ledger: what is known of tournaments.
        rounds: how they begin and end.
    """

    def __init__(self, rooms: Rooms, ledger: Ledger, rounds: Rounds) -> None:
        self._rooms, self._ledger, self._rounds = rooms, ledger, rounds
        self._more: dict[str, Carry] = {
            "pair": self._pair, "propose": self._propose, "rule": self._rule,
            "forfeit": self._rule, "undo": self._undo, "organiser": self._name,
            "dismiss": self._name}

    async def carry_out(self, state: Tournament, order: wire.TournamentOrder, by: Orderer) -> None:
        """Carry an order out; returns when it is on disk.

        Raises:
            ConflictError: if something else has happened meanwhile.
            RefusedError: if it is not allowed, or cannot be written.
        """
        if order.what in ("rename", "add"):
            order = replace(order, name=await self._rooms.names.chosen(order.name))
        if order.what in self._more:
            check_allowed(state, order, by)
            return await self._more[order.what](state, order, by)
        found = drafts(state, order, by)
        if found:
            await self._ledger.happen(state, found)
        return None

    async def _pair(self, state: Tournament, order: wire.TournamentOrder, by: Orderer) -> None:
        """Pair two in a club, or whatever is to be paired next."""
        if state.phase == "paused":
            raise RefusedError("not-now", Sentence("the tournament is paused"))
        if order.player:
            if state.settings.kind != "club":
                raise RefusedError("bad", Sentence("here rounds are paired as a whole"))
            first, second = (one.number for one in chosen_pair(state, order))
            white, black = Memory(state.rounds).coloured(first, second)
            found = Paired([(white, black, None)], [])
        else:
            found = await self._next(state)
        await self._rounds.begin(state, found, ordered=True)

    async def _next(self, state: Tournament) -> Paired:
        """The next round, as it is proposed if it is."""
        if not may_pair(state):
            raise RefusedError("not-now", Sentence("there is nothing to pair now: a round goes on, "
                                                   "or all are played"))
        try:
            found = (await self._rounds.paired(state) if state.proposal is None
                     else as_proposed(state))
        except ValueError as error:
            raise RefusedError("not-now", message_of(error)) from None
        if not found.games and not found.byes:
            raise RefusedError("not-now", Sentence("there are not two free players"))
        return found

    async def _propose(self, state: Tournament, order: wire.TournamentOrder, by: Orderer) -> None:
        """Pair the next round without beginning it."""
        if state.settings.kind not in ("swiss", "round-robin") or state.at_once:
            raise RefusedError("bad", Sentence("here players are not paired round by round"))
        found = await self._next(replace(state, proposal=None))
        await self._ledger.happen(state, [("proposed", {
            "games": [("", white, black, None) for white, black, _ in found.games],
            "byes": found.byes, "order": "propose"})])

    async def _rule(self, state: Tournament, order: wire.TournamentOrder, by: Orderer) -> None:
        """Enter a result; that of a game which goes on here ends it, and is taken in as of any
        other.
        """
        number, game = game_to_rule(state, order, by)
        played = order.what == "rule"
        if not game.id or game.by_hand or game.outcome is not None:
            await self._ledger.happen(state, [ruled(number, game, order.outcome, played=played)])
            return
        await self._end(game.id, order.outcome + ("" if played else f" {FORFEIT}"), by.who)
        await self._rounds.take_in(state.id, [game.id])

    async def _end(self, game: str, how: str, who: str) -> None:
        """End a game that goes on."""
        seq = (await self._rooms.room(game)).loaded().state.seq
        await self._rooms.submit(game, Command(
            SERVER, f"adjudicate {seq}", "adjudicate", None, seq, how, who=who))

    async def _undo(self, state: Tournament, order: wire.TournamentOrder, by: Orderer) -> None:
        """Undo the last order; the games that it began are called off if no move was made."""
        found, games = undo(state, by), dict[str, bool]()
        if state.last is not None and state.last.what == "pair":
            games = {game.id: True for game in state.rounds[-1].games if game.id}
            begun = [(await self._rooms.snapshot(game)).state for game in games]
            if any(one.moves for one in begun):
                raise RefusedError("not-now", Sentence("there is nothing to undo: the tournament "
                                                       "has gone on since"))
            for one in begun:
                if one.result is None:
                    await self._end(one.game, f"none {ABORTED}", by.who)
        await self._ledger.happen(state, found, games)

    async def _name(self, state: Tournament, order: wire.TournamentOrder, by: Orderer) -> None:
        """Name an organiser, or take that back."""
        with database_asked():
            account = await self._rooms.hub.query(FindAccount(
                order.name or "", account_of(by.who)))
        if account is None:
            raise RefusedError("bad", Sentence("there is no account of this name"))
        who = of_account(account.id)
        if not by.owns and (order.what, who) != ("dismiss", by.who):
            raise RefusedError("not-yours", Sentence("the creator of the tournament names its "
                                                     "organisers"))
        if order.what == "dismiss":
            found = dismissing(state, who)
        elif await self._are_apart(by.who, account.id):
            raise RefusedError("not-now", Sentence("this account cannot become an organiser here"))
        else:
            found = naming(state, who)
        if found:
            await self._ledger.happen(state, found)

    async def _are_apart(self, who: str, account: str) -> bool:
        """Whether one of the two blocks the other."""
        own = account_of(who)
        if own is None:
            return False
        with database_asked():
            return await self._rooms.hub.query(AreApart(own, account))
