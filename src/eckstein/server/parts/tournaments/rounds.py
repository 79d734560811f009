"""Rounds of tournaments: they are paired and begin, and how their games have ended is taken in."""
from __future__ import annotations

from collections.abc import Sequence

from ....wire.http_tournaments import Kind
from ...game.rulings import ABORTED, ADJUDICATED, FORFEIT, RefusedError
from ...ops.sharing import path_of
from ...rooms.events import GameArranged, Seated
from ...rooms.rooms import Rooms
from ...store.contract import ConflictError
from ...work.contract import Aside, OverloadedError, Work
from .begun import round_of
from .ledger import Ledger
from .rules.desk import ruled
from .rules.entering import Draft, begin_by_time
from .rules.pairing import Paired, is_due, is_over, pair
from .rules.records import Outcome
from .rules.standings import drawn
from .rules.state import Tournament
from .withdrawing import TRIES

SWISS_SECONDS = 120.0       # that pairing a round may take


class Rounds:
    """Those of all tournaments of this server.

    Args:
        rooms: the games.
        ledger: what is known of tournaments.
        work: where Swiss rounds are paired.
        aside: calls what pairs clubs and arenas.
    """

    def __init__(self, rooms: Rooms, ledger: Ledger, work: Work, aside: Aside) -> None:
        self._rooms, self._ledger, self._work, self._aside = rooms, ledger, work, aside

    async def paired(self, state: Tournament) -> Paired:
        """The next round; a Swiss is paired in another process.

        Raises:
            ValueError: if no round can be paired any more.
            RefusedError: if it cannot be paired now.
        """
        now = self._rooms.now()
        if state.settings.kind != "swiss":
            paired: Paired = await self._aside(pair, state, now)
            return paired
        try:
            found: Paired = await self._work.do(
                path_of(f"tournament {state.id}"), SWISS_SECONDS, pair, state, now,
                cost=0.4 if len(state.players) < 20 else 2.0)
            return found
        except ImportError as error:
            raise RefusedError("busy", str(error), "crowded") from None
        except OverloadedError:
            raise RefusedError("busy", "too much is asked for at once; try again",
                               "crowded") from None

    async def begin(self, state: Tournament, found: Paired, *, ordered: bool = False) -> None:
        """Begin a round with all its games; returns when they are on disk.

        Args:
            state: the tournament.
            found: the pairings.
            ordered: whether an organiser has ordered it, and can undo it.

        Raises:
            ConflictError: if something else has happened meanwhile.
            RefusedError: if they cannot be written.
        """
        data, begun = round_of(state, found, self._rooms.now(), self._rooms.pauses)
        if ordered:
            data |= {"order": "pair"}
        games = {row["id"]: False for one in begun for row in one.new_games}
        await self._ledger.happen(state, [("round", data)], games, begun)
        for one in begun:
            for row in one.players:
                self._rooms.hub.publish(Seated(row["who"]))
        clock = state.settings.clock
        if clock is not None and clock.kind == "days":
            for game in games:
                self._rooms.hub.publish(GameArranged(game))

    async def take_in(self, id: str, games: Sequence[str]) -> None:
        """Take in how games have ended; players that did not appear in them are set aside, but not
        if an organiser has ended the game.
        """
        for _ in range(TRIES):
            state = await self._ledger.state(id)
            going = {game.id: (number, game) for number, one in enumerate(state.rounds, 1)
                     for game in one.games if game.outcome is None and not game.by_hand}
            results, rulings = list[tuple[str, Outcome, bool]](), list[Draft]()
            for game in games:
                if game in going and (
                        result := await self._result(game, state.settings.kind)) is not None:
                    outcome, played, by_hand = result
                    if by_hand:
                        rulings.append(ruled(*going[game], outcome, played=played))
                    else:
                        results.append((game, outcome, played))
            over = dict.fromkeys(set(games) - going.keys(), True) | {
                game: True for game, *_ in results} | {
                data["game"]: True for _, data in rulings}
            if not over:
                return
            away = {going[game][1].black if outcome == "white" else going[game][1].white
                    for game, outcome, played in results
                    if not played and outcome != "none"
                    and state.settings.kind in ("swiss", "arena")}
            gone = [number for number in sorted(away) if not state.players[number - 1].away]
            try:
                state = await self._ledger.happen(state, [
                    *([("result", {"games": results})] if results or not rulings else []),
                    *rulings,
                    *(("left", {"player": number}) for number in gone)], over)
            except ConflictError:
                await self._ledger.refresh(id)
                continue
            await self.advance(id)
            return

    async def _result(self, game: str, kind: Kind) -> tuple[Outcome, bool, bool] | None:
        """How a game has ended, whether it was played, and whether an organiser has ended it; None
        if it goes on.
        """
        try:
            state = (await self._rooms.snapshot(game)).state
        except RefusedError as refused:
            if refused.code == "busy":
                raise
            return "none", False, False     # it is gone, or cannot be read
        if state.result is None:
            return None
        winner, reason = state.result["winner"], state.result["reason"]
        if reason == FORFEIT:
            return winner or "none", False, True
        if reason == ABORTED:
            return "none", False, False
        by_hand = reason == ADJUDICATED
        if winner is None:
            return "drawn" if by_hand else drawn(kind, len(state.moves)), True, by_hand
        return winner, by_hand or len(state.moves) > 1, by_hand

    async def advance(self, id: str) -> None:
        """Pair what is due, and end what is over."""
        for _ in range(TRIES):
            state = await self._ledger.state(id)
            now = self._rooms.now()
            try:
                if found_start := begin_by_time(state, now):
                    state = await self._ledger.happen(state, found_start)
                if is_over(state, now):
                    await self._ledger.happen(state, [("ended", {})])
                    return
                if not is_due(state, now):
                    return
                try:
                    found = await self.paired(state)
                except ValueError:          # all have met
                    if not any(state.running()):
                        await self._ledger.happen(state, [("ended", {})])
                    return
                if not found.games and state.settings.kind == "arena":
                    return
                await self.begin(state, found)
            except ConflictError:
                await self._ledger.refresh(id)
