"""Who meets whom: Berger tables, Swiss and arena, for any results."""
import itertools
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from eckstein.server.parts.tournaments.rules.berger import berger, rounds_of
from eckstein.server.parts.tournaments.rules.pairing import is_due, is_over, pair
from eckstein.server.parts.tournaments.rules.records import DRAW, WIN
from eckstein.server.parts.tournaments.rules.standings import standings
from eckstein.server.parts.tournaments.rules.state import ARENA_WAITS
from eckstein.server.parts.tournaments.rules.swiss import swiss_round
from eckstein.server.parts.tournaments.rules.trf import report, seeded
from eckstein.wire.http_games import NewClock

from .states import happened, paired, played, tournament

# The table for 7 or 8 players in the FIDE Handbook (C.05, annex 1).
EIGHT = ["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
         "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"]
FOUR = ["1-4 2-3", "4-3 1-2", "2-4 3-1"]
RESULTS = st.sampled_from(["white", "black", "drawn"])


@pytest.mark.parametrize("table", [FOUR, EIGHT])
def test_round_robins_follow_the_published_tables(table):
    players = 2 * len(table[0].split())
    assert rounds_of(players) == rounds_of(players - 1) == len(table)
    assert [" ".join(f"{white}-{black}" for white, black in berger(players, number))
            for number in range(1, players)] == table
    assert berger(players - 1, 1) == berger(players, 1)


@pytest.mark.parametrize("players", range(2, 33))
def test_in_a_round_robin_everybody_meets_everybody_with_balanced_colours(players):
    met, colours = Counter(), Counter()
    for number in range(1, rounds_of(players) + 1):
        pairs = [one for one in berger(players, number) if max(one) <= players]
        assert len(set(itertools.chain(*pairs))) == 2 * len(pairs) >= players - 1
        for white, black in pairs:
            met[frozenset((white, black))] += 1
            colours[white] += 1
            colours[black] -= 1
        back = [one for one in berger(players, number + rounds_of(players)) if max(one) <= players]
        assert sorted(back) == sorted((black, white) for white, black in pairs)
    assert set(met.values()) == {1} and len(met) == players * (players - 1) // 2
    assert all(abs(colours[one]) <= 1 for one in range(1, players + 1))


def check_sums(state):
    """That points, games and wins are those of the games."""
    found = {one.number: one for one in standings(state.settings.kind, state.players,
                                                  state.rounds)}
    games = [game for one in state.rounds for game in one.games if game.outcome is not None]
    byes = sum(sum(one.byes.values()) for one in state.rounds)
    given = sum(WIN * (game.outcome != "none") for game in games)
    assert sum(one.points for one in found.values()) == given + byes
    assert sum(one.wins for one in found.values()) == sum(
        game.played and game.outcome in ("white", "black") for game in games)
    assert sum(one.games for one in found.values()) == 2 * sum(game.played for game in games)
    ranks = [one.rank for one in standings(state.settings.kind, state.players, state.rounds)]
    assert ranks[:1] == [1] and ranks == sorted(ranks)
    assert [one.points for one in sorted(found.values(), key=lambda one: one.rank)] == sorted(
        (one.points for one in found.values()), reverse=True)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_swiss_pairs_everybody_once_and_nobody_twice(data):
    pytest.importorskip("py4swiss")
    players = data.draw(st.integers(4, 12))
    state = tournament("swiss", players, rounds=data.draw(st.integers(1, 5)),
                       ratings=data.draw(st.lists(st.integers(0, 2000), max_size=12)))
    met, free = set(), Counter()
    while not is_over(state, state.at):
        if data.draw(st.integers(0, 5)) == 0 and len([
                one for one in state.players if not one.away]) > 4:
            gone = data.draw(st.sampled_from([one for one in state.players if not one.away]))
            state = happened(state, "left", player=gone.number)
        assert is_due(state, state.at + 60_000)
        try:
            found = pair(state, state.at)
        except ValueError:              # too few are left who have not met, or by their colours may
            assert state.rounds
            break
        there = [one.number for one in state.players if not one.away]
        assert sorted([*found.byes, *(number for white, black, _ in found.games
                                      for number in (white, black))]) == there
        assert len(found.byes) == len(there) % 2
        for white, black, _ in found.games:
            assert frozenset((white, black)) not in met
            met.add(frozenset((white, black)))
        free.update(found.byes)
        assert set(free.values()) <= {1}
        state = played(paired(state, found), lambda game: data.draw(RESULTS))
        check_sums(state)


@pytest.mark.parametrize("over", [1, 3])
def test_the_report_of_a_swiss_tells_as_many_rounds_as_it_has(over):
    pytest.importorskip("py4swiss")
    state = tournament("swiss", 8, rounds=3)
    for _ in range(over):
        state = played(paired(state, pair(state, state.at)), lambda game: "drawn")
    players = seeded(state.players)
    text = report(state, [f"{one.number}" for one in players])
    assert text.splitlines()[-2] == "XXR 3"


def test_the_report_of_a_swiss_is_read_by_py4swiss_and_gives_the_same_round():
    pytest.importorskip("py4swiss")
    from py4swiss.trf.trf_parser import TrfParser
    state = tournament("swiss", 9, rounds=5, ratings=[1500, 1800])
    for outcome in ("white", "drawn", "black"):
        state = played(paired(state, pair(state, state.at)), lambda game, outcome=outcome: outcome)
    players = seeded(state.players)
    assert [one.number for one in players[:3]] == [2, 1, 3]
    text = report(state, [f"Sören {one.number}" for one in players], ["Ola"])
    assert swiss_round(text) == swiss_round(text)
    lines = text.splitlines()
    assert lines[0] == "012 Cup" and lines[-2:] == ["XXR 5", "XXC white1"]
    first = next(line for line in lines if line.startswith("001"))
    assert first.startswith("001    1      Sören 2") and "1800" in first
    assert "102 Ola" in lines and "072 2" in lines
    import tempfile
    from pathlib import Path
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report")
        file.write_text(text, encoding="utf-8")
        parsed = TrfParser.parse(file, strict=True)         # which compares points and results
    points = {one.number: one.points for one in standings("swiss", state.players, state.rounds)}
    assert [one.points_times_ten for one in parsed.player_sections] == [
        5 * points[one.number] for one in players]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_round_robin_runs_to_its_end_whoever_leaves(data):
    players = data.draw(st.integers(2, 7))
    state = tournament("round-robin", players, rounds=data.draw(st.integers(1, 2)))
    while not is_over(state, state.at):
        if data.draw(st.integers(0, 6)) == 0:
            state = happened(state, "left", player=data.draw(st.integers(1, players)))
        state = paired(state, pair(state, state.at))
        if any(state.running()):
            assert not is_over(state, state.at) and not is_due(state, state.at + 60_000)
            state = played(state, lambda game: data.draw(RESULTS))
        check_sums(state)
    assert len(state.rounds) == state.planned


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_an_arena_pairs_who_is_free_and_not_the_same_two_again(data):
    players = data.draw(st.integers(2, 9))
    state = tournament("arena", players)
    for _ in range(data.draw(st.integers(1, 8))):
        busy = {number for game in state.running() for number in (game.white, game.black)}
        last = {}
        for one in state.rounds:
            for game in one.games:
                last |= {game.white: game.black, game.black: game.white}
        found = pair(state, state.at)
        seen = [number for white, black, _ in found.games for number in (white, black)]
        assert len(seen) == len(set(seen)) and not busy & set(seen)
        if busy:
            assert not any(last.get(white) == black and last.get(black) == white
                           for white, black, _ in found.games)
        elif players == 2:
            assert found.games
        if not found.games:
            break
        state = paired(state, found)
        going = list(state.running())
        over = data.draw(st.lists(st.sampled_from(going), unique=True))
        state = happened(state, "result", games=[(game.id, data.draw(RESULTS), True)
                                                 for game in over])
        check_sums(state)


def test_two_who_are_alone_in_an_arena_take_turns_with_the_colours():
    state = paired(tournament("arena", 2), pair(tournament("arena", 2), 1))
    first, = state.running()
    state = played(state, lambda game: "drawn")
    state = paired(state, pair(state, state.at))
    again, = state.running()
    assert (again.white, again.black) == (first.black, first.white)


def test_an_arena_is_over_when_its_time_and_its_games_are():
    state = tournament("arena", 2)
    assert not is_due(state, 1) and is_due(state, 2001) and state.due() == 2001
    state = paired(state, pair(state, state.at))
    ends = 1 + 3_600_000
    assert state.due() == ends and not is_over(state, ends)
    state = happened(played(state, lambda game: "drawn"), "paused", at=ends + 5)
    assert not is_due(state, ends + 9000) and not is_over(state, ends)
    state = happened(state, "resumed")
    assert is_over(state, ends) and not is_due(state, ends)
    assert DRAW == 1


def test_by_days_all_rounds_of_a_round_robin_begin_at_once():
    days = NewClock("days", 86_400, 0)
    state = replace(tournament("round-robin", 3, clock=days), at=5)
    for _ in range(3):
        assert is_due(state, 5)
        state = paired(state, pair(state, state.at))
    assert not is_due(state, 10**9) and len(list(state.running())) == 3
    assert is_over(played(state, lambda game: "white"), 10)


def test_in_an_arena_somebody_always_ends_a_game_and_the_free_are_paired_all_the_same():
    state = paired(tournament("arena", 40), pair(tournament("arena", 40), 1))
    begin, ended = state.at, 0
    while not is_due(state, state.at):          # a game ends each second
        game = next(state.running())
        state = happened(state, "result", at=state.at + 1000, games=[(game.id, "white", True)])
        ended += 1
        assert state.due() == begin + 1000 + ARENA_WAITS
    assert ended == 3 and state.at == begin + 1000 + ARENA_WAITS
    state = paired(state, pair(state, state.at))
    assert not is_due(state, state.at) and not state.freed
    halted = happened(happened(state, "result", games=[(next(state.running()).id, "drawn", True)]),
                      "paused")
    assert halted.due() is None and not halted.freed
    assert happened(halted, "resumed").due() == halted.at + 1 + ARENA_WAITS
