"""What is to be paired now, by the kind of a tournament, and when it is over."""
from __future__ import annotations

from typing import Any

from msgspec import Struct

from .....base.sentence import Sentence
from ....game.identity import level_of
from .berger import Pair, berger
from .matching import ARENA, CLUB, Memory, matched, ranks_of
from .records import Outcome
from .standings import standings
from .state import ARENA_PATIENCE, ARENA_WAITS, Tournament
from .swiss import FREE, swiss_round
from .trf import report, seeded


class Paired(Struct, frozen=True):
    """A round that is to be.

    Attributes:
        games: White, Black, and how it ends without play; None if it is to be played.
        byes: the numbers of the free players.
        out: the numbers of players who are there, but sit out.
        granted: the numbers of players with a bye that an organiser gave, and what each gets for
            it in half points.
        absent: the numbers of players that are away in this round.
    """

    games: list[tuple[int, int, Outcome | None]]
    byes: list[int]
    out: list[int] = []
    granted: list[tuple[int, int]] = []
    absent: list[int] = []

    def told(self) -> dict[str, Any]:
        """All but the games, as an event has it."""
        more = {"out": self.out, "granted": self.granted, "absent": self.absent}
        return {"byes": self.byes} | {name: value for name, value in more.items() if value}


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
    return state.settings.kind == "club" or state.has_next and not any(state.running())


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
            return _around(state, berger(len(state.players), len(state.rounds) + 1))
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


def as_proposed(state: Tournament) -> Paired:
    """The next round as it is proposed.

    Raises:
        ValueError: if other players are there than when it was proposed.
    """
    one = state.proposal
    assert one is not None
    pairs = [(game.white, game.black) for game in one.games]
    if state.settings.kind == "round-robin":
        return _around(state, pairs)
    there = {player.number for player in state.players if player.plays_next}
    if there != {number for pair in pairs for number in pair} | one.byes.keys():
        raise ValueError(Sentence("other players are there than when these pairings were proposed; "
                                  "propose them again"))
    return Paired([(*pair, None) for pair in pairs], list(one.byes), [], *_sitting_out(state))


def _sitting_out(state: Tournament) -> tuple[list[tuple[int, int]], list[int]]:
    """The byes that were given for the next round, and the players that are away in it."""
    return ([(one.number, one.bye) for one in state.players if one.bye is not None],
            [one.number for one in state.players if one.absent])


def _around(state: Tournament, pairs: list[Pair]) -> Paired:
    games: list[tuple[int, int, Outcome | None]] = []
    for white, black in pairs:
        if max(white, black) <= len(state.players):     # else the other one is free
            games.append((white, black, _without_play(state, white, black)))
    return Paired(games, [], absent=_sitting_out(state)[1])


def _without_play(state: Tournament, white: int, black: int) -> Outcome | None:
    """How a game ends of which a player has left, or is away in this round."""
    away = [not one.plays_next for one in (state.players[white - 1], state.players[black - 1])]
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
    pairs = swiss_round(report(state, [f"{one.number}" for one in players], zeroed=True))
    named: dict[int, int] = {start: one.number for start, one in enumerate(players, 1)}
    games: list[tuple[int, int, Outcome | None]] = []
    byes: list[int] = []
    for white, black in pairs:
        if FREE in (white, black):
            byes.append(named[white or black])
        else:
            games.append((named[white], named[black], None))
    return Paired(games, byes, [], *_sitting_out(state))


