"""The arbiter's desk: what organisers alone order, and the events that follow.

A forfeit, a bye, an absence and a withdrawal are four things.  A player that does not come to a
paired game loses it by forfeit.  A player with a bye is not paired in the next round, and gets the
points that the organiser says; an absent one gets none.  Both play on after it, unlike a player
that has withdrawn.
"""
from __future__ import annotations

from collections.abc import Callable

from .....base.sentence import Sentence
from .....wire.http_tournaments import TournamentOrder
from ....game.identity import account_of, level_of, of_level
from ....game.rulings import RefusedError
from ....ops.allowances import CAPS
from ....ops.sharing import INVITED
from .entering import Draft, Orderer, check_name, named, placed, team_of
from .records import Game, Player, Round
from .state import Tournament

Carry = Callable[[Tournament, TournamentOrder, Orderer], list[Draft]]


def _halves(points: float) -> int:
    """Points as half points."""
    if points not in (0, 0.5, 1):
        raise RefusedError("bad", Sentence("say 0, 0.5 or 1 for the points"))
    return round(2 * points)


def _check_others(state: Tournament, by: Orderer, number: int) -> None:
    """Refuse what an organiser orders to the own advantage."""
    player = state.player(by.who)
    if player is not None and player.number == number:
        raise RefusedError("not-yours", Sentence("another organiser has to give you points"))


def _add(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    """A player without a device enters, by name alone."""
    if state.settings.rated:
        raise RefusedError("bad", Sentence("rated games are between accounts"))
    if not order.name:
        raise RefusedError("bad", Sentence("a player needs a name"))
    place = placed(state, (INVITED, order.name))
    check_name(state, order.name, but=place.get("instead", 0))
    points = _late_points(state, order.points, len(state.rounds)) if order.points else 0
    team = team_of(state, by, None)
    return [("entered", {"who": "", "name": order.name, "rating": order.rating, "order": "add"}
             | place | ({"team": team} if team else {}) | ({"points": points} if points else {}))]


def _computer(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    if state.settings.rated:
        raise RefusedError("bad", Sentence("rated games are between accounts"))
    who = of_level(order.level)
    old = state.player(who)
    if old is not None and not old.away:
        raise RefusedError("not-now", Sentence("this level takes part already"))
    place = placed(state, (INVITED, who)) if old is None else {}
    return [("entered", {"who": who, "name": "", "rating": 0, "order": "computer", **place})]


def _rename(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    player = named(state, order.player)
    if account_of(player.who) is not None or level_of(player.who) is not None:
        raise RefusedError("bad", Sentence("only guests can be renamed"))
    if not order.name:
        raise RefusedError("bad", Sentence("a player needs a name"))
    check_name(state, order.name, but=player.number)
    return [("renamed", {"player": player.number, "name": order.name, "order": "rename"})]


def _remove(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    player = named(state, order.player)
    return [] if player.away else [("left", {"player": player.number, "order": "remove"})]


def _back(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    player = named(state, order.player)
    if not player.by_name:
        raise RefusedError("bad", Sentence("this player has entered himself, and enters "
                                           "again to come back"))
    if state.settings.kind == "round-robin" and player.away and state.phase != "open":
        raise RefusedError("not-now", Sentence("players cannot come back to a round robin after "
                                               "leaving it: their games are lost"))
    return [("back", {"player": player.number, "order": "back"})] if player.away else []


def _next_round(state: Tournament, number: int) -> Player:
    """A player of the next round, which is not there yet."""
    player = named(state, number)
    if state.settings.kind not in ("swiss", "round-robin") or state.at_once:
        raise RefusedError("bad", Sentence("here players are not paired round by round"))
    if player.away:
        raise RefusedError("not-now", Sentence("this player has withdrawn"))
    if not state.has_next:
        raise RefusedError("not-now", Sentence("there is no round after this one"))
    return player


def _absent(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    player = _next_round(state, order.player)
    return [] if player.absent else [("absent", {"player": player.number, "order": "absent"})]


def _bye(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    player, points = _next_round(state, order.player), _halves(order.points)
    if state.settings.kind != "swiss":
        raise RefusedError("bad", Sentence("byes are given in a Swiss alone"))
    if points:
        _check_others(state, by, player.number)
    return [] if player.bye == points else [
        ("bye", {"player": player.number, "points": points, "order": "bye"})]


def _present(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    player = _next_round(state, order.player)
    return [] if player.plays_next else [
        ("present", {"player": player.number, "order": "present"})]


def _late(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    player = named(state, order.player)
    points = _late_points(state, order.points, player.missed)
    if points:
        _check_others(state, by, player.number)
    return [("late", {"player": player.number, "points": points, "order": "late"})]


def _late_points(state: Tournament, points: float, missed: int) -> int:
    """What a player that comes late gets for each round before, in half points."""
    if state.settings.kind != "swiss" or not missed:
        raise RefusedError("bad", Sentence("only late entries to a Swiss have points for earlier "
                                           "rounds"))
    if points > 0.5:
        raise RefusedError("bad", Sentence("an earlier round gives half a point at most"))
    return _halves(points)


def _swap(state: Tournament, order: TournamentOrder, by: Orderer) -> list[Draft]:
    one = state.proposal
    if one is None:
        raise RefusedError("not-now", Sentence("ask for the pairings of the next round first"))
    first, second = named(state, order.player).number, named(state, order.against).number
    for number in (first, second):
        if one.game_of(number) is None and number not in one.byes:
            raise RefusedError("bad", Sentence("player {number} is not in these pairings",
                                               number=number))
    if first == second:
        raise RefusedError("bad", Sentence("choose two different players"))
    meet = one.game_of(first)
    if meet is None or not meet.has(second):
        _check_swap(state, one, first, second)
    return [("swapped", {"player": first, "against": second, "order": "swap"})]


def _check_swap(state: Tournament, one: Round, first: int, second: int) -> None:
    """Refuse an exchange of two players that do not meet."""
    if state.settings.kind == "round-robin":
        raise RefusedError("bad", Sentence("in a round robin each player meets each other by a "
                                           "table; only the colours can be exchanged"))
    met = {frozenset((game.white, game.black)) for past in state.rounds for game in past.games
           if game.played}
    for number, place in ((first, second), (second, first)):
        game = one.game_of(place)
        if game is not None and frozenset((number, game.opponent(place))) in met:
            raise RefusedError("not-now", Sentence(
                "players {one} and {other} have met", one=number, other=game.opponent(place)))


def undo(state: Tournament, by: Orderer) -> list[Draft]:
    """What happens when the last order is undone.

    Raises:
        RefusedError: if there is none, or something depends on it.
    """
    last = state.last
    if last is None:
        raise RefusedError("not-now", Sentence("there is nothing to undo: the tournament has gone "
                                               "on since"))
    if last.what in ("organiser", "dismiss") and not by.owns:
        raise RefusedError("not-yours", Sentence("the creator of the tournament names its "
                                                 "organisers"))
    player = state.player(by.who)
    if last.what in ("rule", "forfeit") and player and player.number in last.players:
        raise RefusedError("not-yours", Sentence("another organiser has to end your own game"))
    return [("undone", {"seq": last.seq}
             | ({"game": last.game} if last.game else {}))]


def naming(state: Tournament, who: str) -> list[Draft]:
    """What happens when an account becomes an organiser."""
    most = CAPS["organisers"].most
    if len(state.organisers) >= most:
        raise RefusedError("not-now", Sentence("a tournament has {most} other organisers at most",
                                               most=most))
    return [] if state.organises(who) else [("organiser", {"who": who, "order": "organiser"})]


def dismissing(state: Tournament, who: str) -> list[Draft]:
    """What happens when an organiser organises no more."""
    if who in state.organisers:
        return [("dismissed", {"who": who, "order": "dismiss"})]
    raise RefusedError("bad", Sentence("this account is not one of the other organisers"))


def departing(state: Tournament, who: str) -> list[Draft]:
    """What happens when the account of an organiser is deleted."""
    going = who in state.organisers or who == state.organiser and state.organisers
    return [("dismissed", {"who": who})] if going else []


def chosen_pair(state: Tournament, order: TournamentOrder) -> tuple[Player, Player]:
    """Two players that the teacher of a club wants to play each other.

    Raises:
        RefusedError: if they cannot.
    """
    first, second = named(state, order.player), named(state, order.against)
    free = state.free()
    for one in (first, second):
        if one not in free:
            raise RefusedError("not-now", Sentence("one of the two is not free"))
    if first == second:
        raise RefusedError("bad", Sentence("choose two different players"))
    return first, second


def game_to_rule(state: Tournament, order: TournamentOrder, by: Orderer) -> tuple[int, Game]:
    """A game of which the organiser enters the result, with the number of its round: one that goes
    on, or, as long as no other round has begun, one that was not played here.

    Raises:
        RefusedError: if there is none, or the organiser plays it, or the result cannot be.
    """
    if (order.outcome == "none") > (order.what == "forfeit") or (
            order.what == "forfeit" and order.outcome == "drawn"):
        raise RefusedError("bad", Sentence("a result is a win or a draw, and a forfeit a win, or "
                                           "none if neither player came"))
    found = next(((number, game) for number, one in enumerate(state.rounds, 1)
                  for game in one.games if _is_meant(order, number, game)), None)
    if found is None or not _may_rule(state, *found):
        raise RefusedError("not-now", Sentence("this game does not go on in the tournament"))
    player = state.player(by.who)
    if player is not None and found[1].has(player.number):
        raise RefusedError("not-yours", Sentence("another organiser has to end your own game"))
    return found


def _is_meant(order: TournamentOrder, number: int, game: Game) -> bool:
    if order.game:
        return game.id == order.game
    return number == order.round and game.has(order.player)


def _may_rule(state: Tournament, number: int, game: Game) -> bool:
    if game.outcome is None:
        return True
    return (game.by_hand or not game.played) and (number == len(state.rounds) or state.at_once)


def ruled(number: int, game: Game, outcome: str, *, played: bool) -> Draft:
    """The event of a result that an organiser has entered."""
    order = "rule" if played else "forfeit"
    data = {"round": number, "white": game.white, "outcome": outcome, "played": played,
            "order": order}
    ended_here = game.id and game.outcome is None and not game.by_hand
    return "ruled", data | ({"game": game.id} if ended_here else {})


DESK: dict[str, Carry] = {
    "add": _add, "computer": _computer, "rename": _rename, "remove": _remove, "back": _back,
    "absent": _absent, "bye": _bye, "present": _present, "late": _late, "swap": _swap,
    "undo": lambda state, order, by: undo(state, by)}
