"""Tournaments of teams: who plays for which, who meets whom, and what counts."""
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from eckstein.server.game.rulings import RefusedError
from eckstein.server.parts.tournaments.rules.entering import Orderer
from eckstein.server.parts.tournaments.rules.folding import after, begin
from eckstein.server.parts.tournaments.rules.matching import ARENA, CLUB, Memory, matched
from eckstein.server.parts.tournaments.rules.orders import drafts, settings_of
from eckstein.server.parts.tournaments.rules.records import Game, Player, Round
from eckstein.server.parts.tournaments.rules.standings import standings, team_standings
from eckstein.server.store.tournaments import TournamentEvent
from eckstein.wire.http_games import NewClock
from eckstein.wire.http_tournaments import TEAMS, NewTournament, TournamentOrder

NAMES = "", "Reds", "Blues", "Greens"
FIELDS = st.lists(st.sampled_from(NAMES), min_size=2, max_size=14)
OUTCOMES = st.sampled_from(["white", "black", "drawn", "none", None])


def field(teams):
    """A player for each of these teams."""
    return [Player(number, f"guest:{number}", f"P{number}", team=team)
            for number, team in enumerate(teams, 1)]


def pairs_of(players):
    """Some pairs of them, each with an outcome."""
    numbers = st.permutations([one.number for one in players])
    return numbers.flatmap(lambda order: st.lists(OUTCOMES, max_size=len(order) // 2).map(
        lambda outcomes: [(order[2 * at], order[2 * at + 1], outcome)
                          for at, outcome in enumerate(outcomes)]))


def rounds_of(players):
    return st.lists(pairs_of(players), max_size=4).map(lambda all_pairs: [
        Round(tuple(Game(f"g{number}.{at}", white, black, outcome)
                    for at, (white, black, outcome) in enumerate(found)))
        for number, found in enumerate(all_pairs)])


@given(st.data(), FIELDS, st.booleans())
def test_two_of_one_team_meet_in_an_arena_only_if_there_is_nobody_else(data, teams, patient):
    players, before = field(teams), data.draw(rounds_of(field(teams)))
    found = matched(players, {}, Memory(before), ARENA, patient=patient)
    mates = [pair for pair in found.pairs if players[pair[0] - 1].is_mate(players[pair[1] - 1])]
    alone = all(one.is_mate(other) for one, other in itertools.combinations(players, 2))
    assert not mates or alone and not patient
    if not patient:                     # then all who could meet somebody do
        left = [players[number - 1] for number in found.out]
        assert found.pairs and all(one.is_mate(other)
                                   for one, other in itertools.combinations(left, 2))


@given(st.data(), FIELDS)
def test_two_of_one_team_meet_in_a_club_only_where_one_would_sit_out(data, teams):
    players = field(teams)
    found = matched(players, {}, Memory(data.draw(rounds_of(players))), CLUB)
    mates = [pair for pair in found.pairs if players[pair[0] - 1].is_mate(players[pair[1] - 1])]
    assert len(found.out) == len(players) % 2
    largest = max(sum(one.team == name for one in players) for name in NAMES[1:])
    assert len(mates) <= max(0, 2 * largest - len(players) + 1)


@given(st.data(), FIELDS, st.integers(1, 5))
def test_a_team_has_the_points_of_its_best_players(data, teams, best):
    players = field(teams)
    rounds = data.draw(rounds_of(players))
    names = list(dict.fromkeys(["Whites", *filter(None, teams)]))
    found = team_standings(best, names, players, standings("arena", players, rounds))
    points = {one.number: sum(
        {"drawn": 1, "white": 2 * (one.number == game.white),
         "black": 2 * (one.number == game.black)}.get(game.outcome, 0)
        for each in rounds for game in each.games if one.number in (game.white, game.black))
        for one in players}
    assert {one.name for one in found} == set(names)
    for one in found:
        own = sorted((points[each.number] for each in players if each.team == one.name),
                     reverse=True)
        assert one.points == sum(own[:best]) == sum(points[number] for number in one.count)
        assert one.players == len(own)
        assert one.wins == sum(
            {"white": game.white, "black": game.black}.get(game.outcome) in one.count
            for each in rounds for game in each.games)
        assert one.rank == 1 + sum((other.points, other.wins) > (one.points, one.wins)
                                   for other in found)
    assert [one.rank for one in found] == sorted(one.rank for one in found)


def test_of_teams_with_equal_points_the_one_with_more_wins_is_first():
    players = field(["Reds", "Blues", "", ""])
    rounds = [Round((Game("g1", 1, 3, "drawn"), Game("g2", 2, 4, "white"))),
              Round((Game("g3", 1, 4, "drawn"), Game("g4", 2, 3, "black")))]
    found = team_standings(1, ["Reds", "Blues"], players, standings("arena", players, rounds))
    assert [(one.name, one.rank, one.points, one.wins) for one in found] == [
        ("Blues", 1, 2, 1), ("Reds", 2, 2, 0)]


def test_no_two_teams_have_one_name_and_empty_ones_are_none():
    wish = NewTournament("k" * 20, "Cup", "arena", "contra", clock=NewClock("fischer", 300.0),
                         minutes=5, best=1)
    made = settings_of(wish, "Cup", {}, "guest:o", 0, ["Reds", "", "Blues", ""])
    assert made.teams == ("Reds", "Blues")
    with pytest.raises(RefusedError) as refused:
        settings_of(wish, "Cup", {}, "guest:o", 0, ["Reds", "reds"])
    assert refused.value.reason == "two teams are called reds"


def opened(best=2, teams=(), kind="arena"):
    return begin(TournamentEvent("t", 1, "created", {
        "settings": {"name": "Cup", "kind": kind, "rules": "contra", "options": {},
                     "clock": {"kind": "fischer", "initial": 300.0, "increment": 0.0},
                     "minutes": 5, "best": best, "teams": list(teams)},
        "who": "guest:o", "name": "O"}, 0))


def entered(state, number, team=""):
    """The state once somebody has entered."""
    for kind, data in drafts(state, TournamentOrder("enter"), Orderer(
            f"guest:{number}", f"P{number}", team=team)):
        state = after(state, TournamentEvent("t", state.seq + 1, kind, data, 1))
    return state


def refusal(state, number, team=""):
    with pytest.raises(RefusedError) as refused:
        entered(state, number, team)
    return str(refused.value.reason)


def test_whoever_enters_names_a_team_or_chooses_one_that_is_there():
    assert refusal(opened(), 1) == "choose the team for which you play"
    assert refusal(opened(best=0), 1, "Reds") == "this tournament has no teams"
    state = entered(entered(opened(), 1, "Reds"), 2, "REDS")
    assert state.teams() == ["Reds"] and [one.team for one in state.players] == ["Reds"] * 2
    fixed = opened(teams=["Reds", "Blues"])
    assert refusal(fixed, 1, "Greens") == "there is no team Greens in this tournament"
    assert entered(fixed, 1, "blues").players[0].team == "Blues"
    for number in range(3, TEAMS + 2):
        state = entered(state, number, f"Team {number}")
    assert "as many teams" in refusal(state, 999, "One more")


def test_a_team_is_kept_and_changes_only_before_the_beginning():
    state = entered(entered(entered(opened(), 1, "Reds"), 2, "Blues"), 1, "Blues")
    assert state.players[0].team == "Blues" and len(state.players) == 2
    state = replace(state, phase="running", begun=1)
    assert refusal(state, 1, "Reds") == "players cannot change teams once the tournament has begun"
    away = after(state, TournamentEvent("t", state.seq + 1, "left", {"player": 1}, 2))
    assert entered(away, 1).players[0] == state.players[0]
