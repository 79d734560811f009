"""Orders in a tournament: the events that follow, or why an order is refused."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .....base.sentence import Sentence
from .....wire.http_tournaments import NAME_LETTERS, NewTournament, TournamentOrder
from ....game.clocks import DAY
from ....game.rulings import RefusedError, check_rated
from .desk import DESK
from .entering import Draft, Orderer, check_in, enter, leaving
from .records import Settings
from .state import DAYS, Tournament

APPEAR = 180                    # seconds for the first move, if nothing is said
OWN = {"enter", "leave", "check-in"}        # what all players may order
BEGUN = {"pause", "resume", "pair", "propose", "swap", "late", "rule", "forfeit"}
AHEAD = 28 * DAY            # at most, until the start


def settings_of(wish: NewTournament, name: str, options: dict[str, Any], who: str, now: int,
                teams: Sequence[str] = ()) -> Settings:
    """The settings of a tournament that a client wants.

    Args:
        wish: the request.
        name: without invisible letters.
        options: of the rules, other than the usual ones.
        who: the identity.
        now: the time, in milliseconds since 1970.
        teams: the fixed teams, likewise.

    Raises:
        RefusedError: if there cannot be such a tournament.
    """
    if not name:
        raise RefusedError("bad", Sentence("a tournament needs a name"))
    if len(name) > NAME_LETTERS:
        raise RefusedError("bad", Sentence("the name of a tournament or club has at most {most} "
                                           "letters, and this one has {letters}",
                                           most=NAME_LETTERS, letters=len(name)))
    if wish.kind != "club" and wish.clock is None:
        raise RefusedError("bad", Sentence("a tournament needs a clock, or it might never end"))
    if wish.kind == "round-robin" and wish.rounds > 2:
        raise RefusedError("bad", Sentence("in a round robin each pair of players meets once or "
                                           "twice"))
    by_days = wish.clock is not None and wish.clock.kind == DAYS
    if wish.kind == "arena" and by_days:
        raise RefusedError("bad", Sentence("an arena is played by minutes, not by days"))
    if wish.start is not None:
        if wish.kind == "club":
            raise RefusedError("bad", Sentence("a club begins at once"))
        if not now < 1000 * wish.start <= now + AHEAD:
            raise RefusedError("bad", Sentence("a tournament begins at a time to come, within four "
                                               "weeks"))
    _check_teams(wish.best, teams)
    if wish.rated:
        check_rated(who, wish.clock is None, bool(options))
    appear = wish.appear
    if wish.clock is None:
        appear = None
    elif appear is None:
        appear = round(wish.clock.initial) if by_days else APPEAR
    return Settings(name, wish.kind, wish.rules, options, wish.clock, wish.rated, wish.rounds,
                    wish.minutes, appear, wish.pause, wish.listed,
                    None if wish.start is None else 1000 * wish.start, wish.best,
                    tuple(filter(None, teams)))


def _check_teams(best: int, teams: Sequence[str]) -> None:
    if teams and not best:
        raise RefusedError("bad", Sentence("say how many players of each team count"))
    seen = set[str]()
    for name in filter(None, teams):
        if name.casefold() in seen:
            raise RefusedError("bad", Sentence("two teams are called {name}", name=name))
        seen.add(name.casefold())


def drafts(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    """The events that an order leads to, but those of pairing and of rulings; none if it has
    happened already.

    Raises:
        RefusedError: if it is not allowed.
    """
    check_allowed(state, order, by)
    if order.what in DESK:
        return DESK[order.what](state, order, by)
    match order.what:
        case "enter":
            return enter(state, by)
        case "leave":
            return leaving(state, by.who)
        case "check-in":
            return check_in(state, by)
        case "start":
            return _start(state)
        case "pause":
            return [] if state.phase == "paused" else [("paused", {})]
        case "resume":
            return [] if state.phase == "running" else [("resumed", {})]
        case "end":
            return [("ended", {})]
    return []


def check_allowed(state: Tournament, order: TournamentOrder, by: Orderer) -> None:
    """Refuse what comes from a stranger, too early or too late."""
    if order.what not in OWN and not by.organises:
        raise RefusedError("not-yours", Sentence("only the organiser of the tournament can do "
                                                 "this"))
    if state.phase == "ended":
        raise RefusedError("over", Sentence("the tournament is over"))
    if order.what in BEGUN and state.phase == "open":
        raise RefusedError("not-now", Sentence("the tournament has not begun"))


def _start(state: Tournament) -> list[Draft]:
    if state.phase != "open":
        return []
    if sum(not one.away for one in state.players) < 2:
        raise RefusedError("not-now", Sentence("a tournament needs at least two players"))
    return [("started", {})]
