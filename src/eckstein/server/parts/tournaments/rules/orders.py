"""Orders in a tournament: the events that follow, or why an order is refused."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .....base.sentence import Sentence
from .....wire.http_tournaments import NAME_LETTERS, NewTournament, TournamentOrder
from ....game.clocks import DAY
from ....game.identity import account_of, level_of, of_level
from ....game.likeness import likeness
from ....game.rulings import RefusedError, check_rated
from ....ops.allowances import CAPS
from .records import Game, Player, Settings
from .state import DAYS, Tournament

APPEAR = 180                    # seconds for the first move, if nothing is said
OWN = {"enter", "leave", "check-in"}        # what all players may order
CHECK_IN = 15 * 60_000          # milliseconds before the start in which players check in
AHEAD = 28 * DAY            # at most, until the start
Draft = tuple[str, dict[str, Any]]      # the kind of an event, and its data


@dataclass(frozen=True, slots=True)
class Orderer:
    """The client that orders something.

    Attributes:
        who: the identity.
        name: of a guest; of an account it is left out.
        organises: whether the client has the rights of the organiser.
        rating: of the account; 0 for none.
        bot: whether the account is a bot.
        now: the time, in milliseconds since 1970.
        team: for which the client wants to play.
    """

    who: str
    name: str
    organises: bool = False
    rating: int = 0
    bot: bool = False
    now: int = 0
    team: str = ""


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
    match order.what:
        case "enter":
            return _enter(state, by)
        case "leave":
            return leaving(state, by.who)
        case "check-in":
            return _check_in(state, by)
        case "remove":
            player = _named(state, order.player)
            return [] if player.away else [("left", {"player": player.number})]
        case "rename":
            return _rename(state, order)
        case "computer":
            return _computer(state, order)
        case "start":
            return _start(state)
        case "pause":
            return [] if state.phase == "paused" else [("paused", {})]
        case "resume":
            return [] if state.phase == "running" else [("resumed", {})]
        case "end":
            return [("ended", {})]
    return []


def leaving(state: Tournament, who: str) -> list[Draft]:
    """What happens when a player leaves."""
    player = state.player(who)
    return [] if player is None or player.away else [("left", {"player": player.number})]


def check_allowed(state: Tournament, order: TournamentOrder, by: Orderer) -> None:
    """Refuse what comes from a stranger, too early or too late."""
    if order.what not in OWN and not by.organises:
        raise RefusedError("not-yours", Sentence("only the organiser of the tournament can do "
                                                 "this"))
    if state.phase == "ended":
        raise RefusedError("over", Sentence("the tournament is over"))
    if order.what in ("pause", "resume", "pair", "rule") and state.phase == "open":
        raise RefusedError("not-now", Sentence("the tournament has not begun"))


def _enter(state: Tournament, by: Orderer) -> list[Draft]:
    if not by.who:
        raise RefusedError("not-yours", Sentence("allow cookies to enter a tournament"))
    if state.settings.rated and account_of(by.who) is None:
        check_rated(by.who)
    if state.settings.rated and by.bot:
        raise RefusedError("bad", Sentence("bots enter tournaments that are not rated"))
    old = state.player(by.who)
    team = _team(state, by, old)
    if old is not None and not old.away and (old.name, old.team) == (by.name, team) and (
            old.checked_in or not may_check_in(state, by.now)):
        return []
    if old is None:
        _check_space(state)
        _check_name(state, by.name)
    elif state.settings.kind == "round-robin" and old.away and state.phase != "open":
        raise RefusedError("not-now", Sentence("players cannot come back to a round robin after "
                                               "leaving it: their games are lost"))
    else:
        _check_name(state, by.name, but=old.number)
    found = {"who": by.who, "name": by.name, "rating": by.rating} | ({"team": team} if team else {})
    return [("entered", found | {"checked_in": True} if may_check_in(state, by.now) else found)]


def _team(state: Tournament, by: Orderer, old: Player | None) -> str:
    """The team of a player that enters; empty without teams."""
    if not state.settings.best:
        if by.team:
            raise RefusedError("bad", Sentence("this tournament has no teams"))
        return ""
    wanted = by.team or (old.team if old is not None else "")
    if not wanted:
        raise RefusedError("bad", Sentence("choose the team for which you play"))
    teams = state.teams()
    team = next((one for one in teams if one.casefold() == wanted.casefold()), None)
    if team is None:
        if state.settings.teams:
            raise RefusedError("bad", Sentence("there is no team {name} in this tournament",
                                               name=wanted))
        if len(teams) >= CAPS["teams"].most:
            raise RefusedError("not-now", Sentence("the tournament has as many teams as it can "
                                                   "have"))
        team = wanted
    if old is not None and old.team not in ("", team) and state.phase != "open":
        raise RefusedError("not-now", Sentence("players cannot change teams once the tournament "
                                               "has begun"))
    return team


def may_check_in(state: Tournament, now: int) -> bool:
    """Whether players may say that they are there."""
    start = state.settings.start
    return state.phase == "open" and start is not None and now >= start - CHECK_IN


def _check_in(state: Tournament, by: Orderer) -> list[Draft]:
    player = state.player(by.who)
    if player is None or player.away:
        raise RefusedError("not-now", Sentence("you do not take part; enter the tournament first"))
    if player.checked_in or state.phase != "open":
        return []
    if not may_check_in(state, by.now):
        raise RefusedError("not-now", Sentence("players check in during the quarter of an hour "
                                               "before the start"))
    return [("checked-in", {"player": player.number})]


def begin_by_time(state: Tournament, now: int) -> list[Draft]:
    """What happens when a tournament begins by itself: players that have not checked in do not
    play, and with fewer than two players it is over.  Empty if it is not to begin now.
    """
    start = state.settings.start
    if state.phase != "open" or start is None or now < start:
        return []
    stay = [one.number for one in state.players if not one.away
            and (one.checked_in or level_of(one.who) is not None)]
    return [("started", {"players": stay})] if len(stay) > 1 else [("ended", {})]


def _check_space(state: Tournament) -> None:
    """Refuse one more player that comes too late, or is too many."""
    around = state.settings.kind == "round-robin"
    if state.phase != "open" and (around or state.planned and
                                  len(state.rounds) >= state.planned):
        raise RefusedError("not-now", Sentence("the tournament has begun, and no more players can "
                                               "enter"))
    if len(state.players) >= CAPS["round-robin-players" if around else "tournament-players"].most:
        raise RefusedError("not-now", Sentence("the tournament has as many players as it can have"))


def _check_name(state: Tournament, name: str, but: int = 0) -> None:
    """Refuse a name that looks like another player's, since names tell players apart."""
    if name and any(_look(one.name) == _look(name) for one in state.players
                    if one.name and one.number != but):
        raise RefusedError("bad", Sentence("another player here is called {name} already; enter by "
                                           "another name", name=name))


def _look(name: str) -> str:
    return likeness(name) or name       # where it has no letters


def _named(state: Tournament, number: int) -> Player:
    player = state.numbered(number)
    if player is None:
        raise RefusedError("bad", Sentence("there is no player {number}", number=number))
    return player


def _rename(state: Tournament, order: TournamentOrder) -> list[Draft]:
    player = _named(state, order.player)
    if account_of(player.who) is not None or level_of(player.who) is not None:
        raise RefusedError("bad", Sentence("only guests can be renamed"))
    if not order.name:
        raise RefusedError("bad", Sentence("a player needs a name"))
    _check_name(state, order.name, but=player.number)
    return [("renamed", {"player": player.number, "name": order.name})]


def _computer(state: Tournament, order: TournamentOrder) -> list[Draft]:
    if state.settings.rated:
        raise RefusedError("bad", Sentence("rated games are between accounts"))
    who = of_level(order.level)
    old = state.player(who)
    if old is None:
        _check_space(state)
    elif not old.away:
        raise RefusedError("not-now", Sentence("this level takes part already"))
    return [("entered", {"who": who, "name": "", "rating": 0})]


def _start(state: Tournament) -> list[Draft]:
    if state.phase != "open":
        return []
    if sum(not one.away for one in state.players) < 2:
        raise RefusedError("not-now", Sentence("a tournament needs at least two players"))
    return [("started", {})]


def chosen_pair(state: Tournament, order: TournamentOrder) -> tuple[Player, Player]:
    """Two players that the teacher of a club wants to play each other.

    Raises:
        RefusedError: if they cannot.
    """
    first, second = _named(state, order.player), _named(state, order.against)
    free = state.free()
    for one in (first, second):
        if one not in free:
            raise RefusedError("not-now", Sentence("one of the two is not free"))
    if first == second:
        raise RefusedError("bad", Sentence("choose two different players"))
    return first, second


def game_to_rule(state: Tournament, order: TournamentOrder, by: Orderer) -> Game:
    """A game that goes on, which the organiser ends.

    Raises:
        RefusedError: if there is none, or the organiser plays it.
    """
    game = next((game for game in state.running() if game.id == order.game), None)
    if game is None:
        raise RefusedError("not-now", Sentence("this game does not go on in the tournament"))
    player = state.player(by.who)
    if player is not None and game.has(player.number):
        raise RefusedError("not-yours", Sentence("another organiser has to end your own game"))
    return game
