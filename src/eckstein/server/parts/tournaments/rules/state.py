"""A tournament as the fold over its events; nothing here needs a database or the time."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .....wire.http_tournaments import Phase
from ....store.tournaments import TournamentEvent
from .berger import rounds_of
from .records import WIN, Game, Player, Round, Settings

DAYS = "days"


class Tournament(Struct, frozen=True):
    """All that is known of a tournament.

    Attributes:
        id: its public id.
        settings: see there.
        organiser: the identity of the organiser.
        organiser_name: the name of a guest; of an account it is left out.
        created: when it was made.
        seq: how many events there were.
        at: when the last one was.
        phase: whether it has begun, goes on, is paused, or has ended.
        begun: when it began; 0 before.
        over: when the last round was over; 0 while it goes on.
        freed: in an arena, since when two or more are free and wait for a game; 0 if there are not.
        players: in the order in which they entered.
        rounds: what was paired, in order.
    """

    id: str
    settings: Settings
    organiser: str
    organiser_name: str
    created: int
    seq: int = 1
    at: int = 0
    phase: Phase = "open"
    begun: int = 0
    over: int = 0
    freed: int = 0
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()

    def player(self, who: str) -> Player | None:
        """The player of an identity."""
        return next((one for one in self.players if who and one.who == who), None)

    def teams(self) -> list[str]:
        """All teams: those that were fixed, and those that players have named."""
        return list(dict.fromkeys((*self.settings.teams,
                                   *(one.team for one in self.players if one.team))))

    def numbered(self, number: int) -> Player | None:
        """The player of a number."""
        return self.players[number - 1] if 1 <= number <= len(self.players) else None

    def running(self) -> Iterator[Game]:
        """Games that go on."""
        return (game for one in self.rounds for game in one.games if game.outcome is None)

    def game_of(self, number: int) -> Game | None:
        """The game that a player plays; by days there may be several, and this is the first."""
        return next((game for game in self.running() if game.has(number)), None)

    def free(self) -> list[Player]:
        """Players that could be paired now."""
        busy = {number for game in self.running() for number in (game.white, game.black)}
        return [one for one in self.players if not one.away and one.number not in busy]

    def waiting(self, now: int) -> dict[int, int]:
        """For how many milliseconds each player who is free has waited for a game."""
        last = {number: game.over for one in self.rounds for game in one.games
                for number in (game.white, game.black)}
        return {one.number: max(0, now - max(self.begun, one.since, last.get(one.number, 0)))
                for one in self.free()}

    @property
    def planned(self) -> int:
        """How many rounds there are to be; 0 if that is open."""
        match self.settings.kind:
            case "swiss" if self.phase == "open":
                return self.settings.rounds
            case "swiss":               # no two players meet twice
                return min(self.settings.rounds, rounds_of(len(self.players)))
            case "round-robin":
                return self.settings.rounds * rounds_of(len(self.players))
        return 0

    @property
    def by_days(self) -> bool:
        """Whether the games have days for each move."""
        return self.settings.clock is not None and self.settings.clock.kind == DAYS

    @property
    def ends(self) -> int | None:
        """When an arena that has begun stops pairing, in milliseconds since 1970; None for any
        other tournament.
        """
        if self.settings.kind != "arena" or not self.begun:
            return None
        return self.begun + 60_000 * self.settings.minutes

    @property
    def is_complete(self) -> bool:
        """Whether a Swiss or round robin that runs has nothing left to be played."""
        if self.phase != "running" or any(self.running()):
            return False
        kind = self.settings.kind
        if kind == "swiss" and sum(not one.away for one in self.players) < 2:
            return True
        return kind in ("swiss", "round-robin") and len(self.rounds) >= self.planned

    def next_round(self) -> int | None:
        """When the next round is to be paired by itself; None if that is not known yet."""
        settings = self.settings
        if (self.phase != "running" or settings.kind not in ("round-robin", "swiss")
                or len(self.rounds) >= self.planned):
            return None
        if not self.rounds or (settings.kind == "round-robin" and self.by_days):
            return self.begun       # by days, all rounds are played at the same time
        if settings.pause is None or not self.over:
            return None
        return self.over + 1000 * settings.pause

    def due(self) -> int | None:
        """When the server has to look at it without being asked."""
        if self.phase == "open":
            return self.settings.start
        if self.phase != "running":
            return None
        if self.settings.kind == "arena":
            ends = self.ends
            assert ends is not None
            return self.freed + ARENA_WAITS if self.freed and self.at < ends else ends
        return self.at if self.is_complete else self.next_round()

    def after(self, event: TournamentEvent) -> Tournament:
        """The tournament after the next event.

        Raises:
            ValueError: if it is not the next one.
        """
        if event.seq != self.seq + 1 or event.tournament != self.id:
            raise ValueError(f"event {event.seq} cannot follow event {self.seq} of {self.id}")
        after = replace(_TAKE_IN[event.kind](self, event), seq=event.seq, at=event.at)
        if after.settings.kind != "arena" or after.phase != "running":
            return after
        waits = len(after.free()) > 1
        since = 0 if event.kind == "round" else after.freed
        return replace(after, freed=(since or event.at) if waits else 0)


ARENA_WAITS = 2000          # milliseconds in which others may become free, so that pairs change
ARENA_PATIENCE = 60_000     # for which two who have just met wait for others, while others play


def begin(event: TournamentEvent) -> Tournament:
    """The tournament after its first event."""
    data = event.data
    return Tournament(event.tournament, msgspec.convert(data["settings"], Settings),
                      data["who"], data["name"], event.at, 1, event.at,
                      "running" if data["settings"]["kind"] == "club" else "open", event.at
                      if data["settings"]["kind"] == "club" else 0)


def _entered(state: Tournament, event: TournamentEvent) -> Tournament:
    data = event.data
    old = state.player(data["who"])
    if old is None:
        new = Player(len(state.players) + 1, data["who"], data["name"], data["rating"],
                     checked_in=data.get("checked_in", False), team=data.get("team", ""),
                     since=event.at)
        return replace(state, players=(*state.players, new))
    return _changed(state, old.number, away=False, name=data["name"], team=data.get("team", ""),
                    checked_in=old.checked_in or data.get("checked_in", False), since=event.at)


def _changed(state: Tournament, number: int, **changes: Any) -> Tournament:
    return replace(state, players=tuple(replace(one, **changes) if one.number == number else one
                                        for one in state.players))


def _left(state: Tournament, event: TournamentEvent) -> Tournament:
    return _changed(state, event.data["player"], away=True, checked_in=False)


def _checked_in(state: Tournament, event: TournamentEvent) -> Tournament:
    return _changed(state, event.data["player"], checked_in=True)


def _renamed(state: Tournament, event: TournamentEvent) -> Tournament:
    return _changed(state, event.data["player"], name=event.data["name"])


def _started(state: Tournament, event: TournamentEvent) -> Tournament:
    """It begins: with all players that have entered, or with some of them, which get new numbers.
    """
    stay = event.data.get("players")
    players = state.players if stay is None else tuple(
        replace(state.players[old - 1], number=number) for number, old in enumerate(stay, 1))
    return replace(state, phase="running", begun=event.at, players=players)


def _paused(state: Tournament, event: TournamentEvent) -> Tournament:
    return replace(state, phase="paused", freed=0)


def _resumed(state: Tournament, event: TournamentEvent) -> Tournament:
    return replace(state, phase="running")


def _round(state: Tournament, event: TournamentEvent) -> Tournament:
    games = tuple(Game(id, white, black, outcome, bool(id))
                  for id, white, black, outcome in event.data["games"])
    byes = dict.fromkeys(event.data["byes"], WIN)
    waits = {number: wait // 1000 for number, wait in state.waiting(event.at).items()
             if any(game.has(number) for game in games)} if state.settings.kind == "arena" else {}
    one = Round(games, byes, tuple(event.data.get("out", ())), waits)
    return _over(replace(state, over=0, rounds=(*state.rounds, one)), event.at)


def _result(state: Tournament, event: TournamentEvent) -> Tournament:
    """Games of any rounds that have ended."""
    ended = {id: (outcome, played) for id, outcome, played in event.data["games"]}

    def now(game: Game) -> Game:
        if game.outcome is not None or game.id not in ended:
            return game
        outcome, played = ended[game.id]
        return replace(game, outcome=outcome, played=played, over=event.at)
    rounds = tuple(one if one.is_over else replace(one, games=tuple(map(now, one.games)))
                   for one in state.rounds)
    return _over(replace(state, rounds=rounds), event.at)


def _over(state: Tournament, at: int) -> Tournament:
    """Note when the last round was over."""
    over = not state.over and all(one.is_over for one in state.rounds)
    return replace(state, over=at) if over else state


def _ended(state: Tournament, event: TournamentEvent) -> Tournament:
    return replace(state, phase="ended")


_TAKE_IN: dict[str, Callable[[Tournament, TournamentEvent], Tournament]] = {
    "entered": _entered, "left": _left, "renamed": _renamed, "checked-in": _checked_in,
    "started": _started,
    "paused": _paused, "resumed": _resumed, "round": _round, "result": _result, "ended": _ended}
