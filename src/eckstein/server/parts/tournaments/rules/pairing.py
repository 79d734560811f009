"""What is to be paired now, by the kind of a tournament, and when it is over."""
from __future__ import annotations

from msgspec import Struct

from ....game.identity import level_of
from .berger import berger
from .matching import ARENA, CLUB, Memory, matched, ranks_of
from .records import Outcome, Player
from .standings import standings
from .state import ARENA_PATIENCE, ARENA_WAITS, Tournament
from .swiss import FREE, report, seeded, swiss_round


class Paired(Struct, frozen=True):
    """A round that is to be.

    Attributes:
        games: White, Black, and how it ends without play; None if it is to be played.
        byes: the numbers of the free players.
        out: the numbers of players who are there, but sit out.
    """

    games: list[tuple[int, int, Outcome | None]]
    byes: list[int]
    out: list[int] = []


def is_over(state: Tournament, now: int) -> bool:
    """Whether a tournament that runs is over by itself."""
    if state.settings.kind == "arena":
        return (state.phase == "running" and now >= (state.ends or 0)
                and not any(state.running()))
    return state.is_complete


def is_due(state: Tournament, now: int) -> bool:
    """Whether something is to be paired by itself."""
    if state.phase != "running":
        return False
    if state.settings.kind == "arena":
        return now < (state.ends or 0) and 0 < state.freed <= now - ARENA_WAITS
    when = state.next_round()
    return when is not None and when <= now


def may_pair(state: Tournament) -> bool:
    """Whether the next round can be begun by a click."""
    if state.settings.kind == "club":
        return True
    return (state.settings.kind in ("swiss", "round-robin") and not any(state.running())
            and len(state.rounds) < state.planned)


def pair(state: Tournament, now: int) -> Paired:
    """The next round, or in an arena and a club the next games; it may have no games.

    This can take seconds.

    Args:
        state: the tournament.
        now: the time, in milliseconds since 1970.

    Raises:
        ValueError: if no round can be paired any more.
        ImportError: if a Swiss is to be paired, and py4swiss is not installed.
    """
    match state.settings.kind:
        case "round-robin":
            return _around(state)
        case "swiss":
            return _swiss(state)
    points = {one.number: one.points for one in standings(
        state.settings.kind, state.players, state.rounds)}
    free = state.free()
    people = [one for one in free if level_of(one.who) is None]
    # A level plays the person that is left over.
    ready = people + [one for one in free if level_of(one.who) is not None][:len(people) % 2]
    ranks, memory = ranks_of(ready, points), Memory(state.rounds)
    if state.settings.kind == "club":
        found = matched(ready, ranks, memory, CLUB)
        return Paired([(*one, None) for one in found.pairs], [], found.out if found.pairs else [])
    waits = {number: wait / 1000 for number, wait in state.waiting(now).items()}
    patient = any(state.running()) and now - state.freed < ARENA_PATIENCE
    found = matched(ready, ranks, memory, ARENA, waits=waits, patient=patient)
    return Paired([(*one, None) for one in found.pairs], [])


def _around(state: Tournament) -> Paired:
    games: list[tuple[int, int, Outcome | None]] = []
    for white, black in berger(len(state.players), len(state.rounds) + 1):
        if max(white, black) <= len(state.players):     # else the other one is free
            games.append((white, black, _without_play(state, white, black)))
    return Paired(games, [])


def _without_play(state: Tournament, white: int, black: int) -> Outcome | None:
    """How a game ends of which a player has left."""
    away = [one.away for one in (state.players[white - 1], state.players[black - 1])]
    match away:
        case [True, True]:
            return "none"
        case [True, False]:
            return "black"
        case [False, True]:
            return "white"
    return None


def _swiss(state: Tournament) -> Paired:
    players = seeded(state.players)
    pairs = swiss_round(swiss_report(state, players, [f"{one.number}" for one in players],
                                     zeroed=True))
    named: dict[int, int] = {start: one.number for start, one in enumerate(players, 1)}
    games: list[tuple[int, int, Outcome | None]] = []
    byes: list[int] = []
    for white, black in pairs:
        if FREE in (white, black):
            byes.append(named[white or black])
        else:
            games.append((named[white], named[black], None))
    return Paired(games, byes)


def swiss_report(state: Tournament, players: list[Player], names: list[str], *,
                 zeroed: bool = False) -> str:
    """The report file of a Swiss, of which all rounds are over that it tells; see `report`."""
    over = [one for one in state.rounds if one.is_over]
    ranks = {one.number: one.rank for one in standings("swiss", state.players, over)}
    return report(state.settings.name, players, over, max(state.planned, len(over) + zeroed), names,
                  [ranks[one.number] for one in players], zeroed=zeroed)
