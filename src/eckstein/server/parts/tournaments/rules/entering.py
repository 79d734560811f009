"""Who takes part in a tournament: players enter, check in and leave."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .....base.sentence import Sentence
from ....game.identity import account_of, level_of
from ....game.likeness import likeness
from ....game.rulings import RefusedError, check_rated
from ....ops.allowances import CAPS
from ....ops.sharing import INVITED, TreePath, path_of, who_gives_way
from .records import Player
from .state import Tournament

CHECK_IN = 15 * 60_000          # milliseconds before the start in which players check in
Draft = tuple[str, dict[str, Any]]      # the kind of an event, and its data


@dataclass(frozen=True, slots=True)
class Orderer:
    """The client that orders something.

    Attributes:
        who: the identity.
        name: of a guest; of an account it is left out.
        organises: whether the client has the rights of the organiser.
        owns: whether the client may name other organisers.
        rating: of the account; 0 for none.
        bot: whether the account is a bot.
        now: the time, in milliseconds since 1970.
        team: for which the client wants to play.
        path: where the client stands when places are scarce, veiled.
    """

    who: str
    name: str
    organises: bool = False
    owns: bool = False
    rating: int = 0
    bot: bool = False
    now: int = 0
    team: str = ""
    path: TreePath = ()


def leaving(state: Tournament, who: str) -> list[Draft]:
    """What happens when a player leaves."""
    player = state.player(who)
    return [] if player is None or player.away else [("left", {"player": player.number})]


def enter(state: Tournament, by: Orderer) -> list[Draft]:
    """What happens when a player enters, or comes back.

    Raises:
        RefusedError: if that is not allowed.
    """
    if not by.who:
        raise RefusedError("not-yours", Sentence("allow cookies to enter a tournament"))
    if state.settings.rated and account_of(by.who) is None:
        check_rated(by.who)
    if state.settings.rated and by.bot:
        raise RefusedError("bad", Sentence("bots enter tournaments that are not rated"))
    old = state.player(by.who)
    team = team_of(state, by, old)
    if old is not None and not old.away and (old.name, old.team) == (by.name, team) and (
            old.checked_in or not may_check_in(state, by.now)):
        return []
    place = {}
    if old is None:
        place = placed(state, by.path)
        check_name(state, by.name, but=place.get("instead", 0))
    elif state.settings.kind == "round-robin" and old.away and state.phase != "open":
        raise RefusedError("not-now", Sentence("players cannot come back to a round robin after "
                                               "leaving it: their games are lost"))
    else:
        check_name(state, by.name, but=old.number)
    found = {"who": by.who, "name": by.name, "rating": by.rating,
             **place} | ({"team": team} if team else {})
    return [("entered", found | {"checked_in": True} if may_check_in(state, by.now) else found)]


def team_of(state: Tournament, by: Orderer, old: Player | None) -> str:
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


def check_in(state: Tournament, by: Orderer) -> list[Draft]:
    """What happens when a player checks in; see `enter`."""
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
            and (one.checked_in or one.by_name or level_of(one.who) is not None)]
    return [("started", {"players": stay})] if len(stay) > 1 else [("ended", {})]


def placed(state: Tournament, path: TreePath) -> dict[str, Any]:
    """Where one more player stands, and which place it takes: that of a player that has left and
    played nothing, or, before the tournament begins, of the one that gives way (see `sharing`).

    Raises:
        RefusedError: if it comes too late, or there is no place.
    """
    around = state.settings.kind == "round-robin"
    if state.phase != "open" and (around or state.planned and
                                  len(state.rounds) >= state.planned):
        raise RefusedError("not-now", Sentence("the tournament has begun, and no more players can "
                                               "enter"))
    most = CAPS["round-robin-players" if around else "tournament-players"].most
    place: dict[str, Any] = {"path": path} if path else {}
    if len(state.players) < most:
        return place
    took_part = {number for one in state.rounds for game in one.games
                 for number in (game.white, game.black)}.union(*(
                     (*one.byes, *one.out, *one.absent, *one.granted) for one in state.rounds))
    instead = next((one.number for one in state.players
                    if one.away and one.number not in took_part), None)
    if instead is None and state.phase == "open":
        instead = who_gives_way([
            (one.path or path_of(one.who), one.number if _came(one) else None)
            for one in sorted(state.players, key=lambda one: one.since)], path)
    if instead is None:
        raise RefusedError("not-now", Sentence("the tournament has as many players as it can have"))
    return place | {"instead": instead}


def _came(player: Player) -> bool:
    """Whether a player has entered by itself: those of the organiser do not give way."""
    return bool(player.path) and player.path[0] != INVITED


def check_name(state: Tournament, name: str, but: int = 0) -> None:
    """Refuse a name that looks like another player's, since names tell players apart."""
    if name and any(_look(one.name) == _look(name) for one in state.players
                    if one.name and one.number != but):
        raise RefusedError("bad", Sentence("another player here is called {name} already; enter by "
                                           "another name", name=name))


def _look(name: str) -> str:
    return likeness(name) or name       # where it has no letters


def named(state: Tournament, number: int) -> Player:
    """The player of a number; refused if there is none."""
    player = state.numbered(number)
    if player is None:
        raise RefusedError("bad", Sentence("there is no player {number}", number=number))
    return player
