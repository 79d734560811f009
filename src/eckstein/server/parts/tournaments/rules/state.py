"""A tournament as it stands; nothing here needs a database or the time."""
from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from .....wire.http_tournaments import Phase
from .berger import rounds_of
from .records import Game, Last, Player, Round, Settings

DAYS = "days"
ARENA_WAITS = 2000          # milliseconds in which others may become free, so that pairs change
ARENA_PATIENCE = 60_000     # for which two who have just met wait for others, while others play


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
        organisers: the identities of those that organise it beside its creator.
        proposal: the next round, while an organiser looks at its pairings; None otherwise.
        last: the order that would be undone; None if there is none.
        recast: the number of the last event that has changed a round that was over.
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
    organisers: tuple[str, ...] = ()
    proposal: Round | None = None
    last: Last | None = None
    recast: int = 0

    def organises(self, who: str) -> bool:
        """Whether an identity has the rights of the organiser."""
        return who != "" and who in (self.organiser, *self.organisers)

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
        """The game that a player plays here; by days there may be several, and this is the first.
        """
        return next((game for game in self.running() if game.has(number) and not game.by_hand),
                    None)

    def free(self) -> list[Player]:
        """Players that could be paired now."""
        busy = {number for game in self.running() for number in (game.white, game.black)}
        return [one for one in self.players if not one.away and one.number not in busy]

    def waiting(self, now: int) -> dict[int, int]:
        """For how many milliseconds each free player has waited for a game."""
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
    def has_next(self) -> bool:
        """Whether a Swiss or round robin has another round to come."""
        return (self.settings.kind in ("round-robin", "swiss")
                and (self.phase == "open" or len(self.rounds) < self.planned))

    @property
    def at_once(self) -> bool:
        """Whether all rounds are played at the same time."""
        return self.settings.kind == "round-robin" and self.by_days

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
        if self.phase != "running" or not self.has_next or self.proposal is not None:
            return None
        if not self.rounds or self.at_once:
            return self.begun
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
