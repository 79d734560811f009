"""The functions that judge a tournament, each by a table of cases reckoned by hand."""
import pytest
from msgspec.structs import replace

from eckstein.server.parts.tournaments.rules import pairing
from eckstein.server.parts.tournaments.rules.matching import ARENA, Memory, matched, ranks_of
from eckstein.server.parts.tournaments.rules.records import Player
from eckstein.server.parts.tournaments.rules.standings import TIE_BREAKS, standings
from eckstein.server.parts.tournaments.rules.trf import report

from .states import players, rounds, tournament


@pytest.mark.parametrize(("white", "black", "outcome"), [
    (False, False, None), (True, False, "black"), (False, True, "white"), (True, True, "none")])
def test_who_has_left_loses_without_play_and_of_two_nobody_wins(white, black, outcome):
    state = tournament("round-robin", 2)
    state = replace(state, players=tuple(
        replace(one, away=away) for one, away in zip(state.players, (white, black), strict=True)))
    assert pairing._without_play(state, 1, 2) == outcome
    (first, second, found), = pairing.pair(state, state.at).games
    assert (first, second, found) == (1, 2, outcome)


# By a kind and its rounds: the numbers in order, and what each got among those equal until then.
DIRECT = [
    ("round-robin", ["1-2 w, 3-4 w", "1-3 b, 2-4 b"], [3, 4, 1, 2], {1: 0, 2: 0, 3: 0, 4: 0}),
    # All three have met, in a circle: each got one win.
    ("round-robin", ["1-2 w", "2-3 w", "3-1 w"], [1, 2, 3], {1: 2, 2: 2, 3: 2}),
    # Of three equal ones two have not met: their games do not count.
    ("round-robin", ["1-2 w, 3-4 w", "1-4 b, 2-5 w, 3-5 b"], None, {1: 0, 2: 0, 3: 0}),
    # Two equal ones have met twice, and both games count.
    ("round-robin", ["1-2 w", "2-1 d", "2-3 w", "1-3 b"], None, {1: 3, 2: 1})]


@pytest.mark.parametrize(("kind", "texts", "order", "direct"), DIRECT)
def test_direct_encounter_counts_where_each_has_met_each(kind, texts, order, direct):
    count = max(int(word) for text in texts for one in text.split(", ")
                for word in one.split()[0].split("-"))
    found = standings(kind, players(count), rounds(*texts))
    equal = {one.number: one for one in found}
    for number, got in direct.items():
        if any(one.points == equal[number].points for one in found if one.number != number):
            assert equal[number].direct == got, number


def test_two_who_have_not_met_are_not_parted_by_a_third():
    """1 and 2 are equal and never met, 1 has beaten 3, and 2 has beaten 4."""
    found = standings("round-robin", players(4), rounds("1-3 w, 2-4 w"))
    assert [(one.number, one.rank, one.direct) for one in found][:2] == [(1, 1, 0), (2, 1, 0)]


def test_of_three_equal_ones_who_have_not_all_met_no_game_counts():
    found = {one.number: one for one in standings("round-robin", players(3), rounds(
        "1-2 d", "2-3 d", "3 bye"))}
    # 1 has 1, 2 has 2, 3 has 3 half points; with a bye for 1, 1 and 3 are equal and have not met.
    assert [found[number].points for number in (1, 2, 3)] == [1, 2, 3]
    found = {one.number: one for one in standings("round-robin", players(3), rounds(
        "1-2 w", "2-3 w", "3 bye"))}
    assert [(found[n].points, found[n].direct) for n in (1, 2, 3)] == [(2, 0), (2, 0), (2, 0)]


# By a kind and its rounds: the sums of the points of opponents, times what was got against them.
SONNEBORN = [
    ("swiss", ["1-2 w, 3 bye", "1-3 w, 2 bye"], {1: 2 * 2 + 2 * 2, 2: 0 + 2 * 2, 3: 2 * 2 + 0}),
    # A bye counts as a game against somebody with as many points as one has oneself.
    ("swiss", ["1-2 d, 3 bye"], {1: 1, 2: 1, 3: 2 * 2}),
    # Who was not there at all has got nothing for it.
    ("swiss", ["1-2 w"], {1: 0, 2: 0, 3: 0}),
    # In a round robin nobody stands for the one who was not there.
    ("round-robin", ["1-2 d, 3 bye"], {1: 1, 2: 1, 3: 0}),
    # Without play, the opponent counts as oneself in a Swiss, and as he is in a round robin.
    ("swiss", ["1-2 +", "3-2 w"], {1: 2 * 2, 2: 0, 3: 0 * 2 + 0}),
    ("round-robin", ["1-2 +", "3-2 w"], {1: 0, 2: 0, 3: 0})]


@pytest.mark.parametrize(("kind", "texts", "sums"), SONNEBORN)
def test_sonneborn_berger_by_hand(kind, texts, sums):
    found = standings(kind, players(3), rounds(*texts))
    assert {one.number: one.sonneborn for one in found} == sums


def test_the_order_of_tie_breaks_is_that_of_the_handbook():
    assert TIE_BREAKS == {
        "round-robin": ("direct", "sonneborn-berger", "wins"),
        "swiss": ("buchholz", "sonneborn-berger", "direct", "wins"),
        "arena": ("wins", "sonneborn-berger", "direct"),
        "club": ("wins", "sonneborn-berger", "direct")}


# How a game is told to py4swiss: by its outcome, and whether both have moved.
TOLD = [("1-2 w", "   2 w 1", "   1 b 0"), ("1-2 b", "   2 w 0", "   1 b 1"),
        ("1-2 d", "   2 w =", "   1 b ="), ("1-2 +", "   2 w +", "   1 b -"),
        ("1-2 -", "   2 w -", "   1 b +"), ("1-2 0", "   2 w -", "   1 b -"),
        ("1 bye", "0000 - U", "0000 - Z")]


@pytest.mark.parametrize(("text", "first", "second"), TOLD)
def test_each_result_is_told_to_py4swiss_as_what_it_is(text, first, second):
    state = replace(tournament("swiss", 2), rounds=tuple(rounds(text)))
    lines = report(state, ["A", "B"]).splitlines()
    assert [line[91:99] for line in lines if line.startswith("001")] == [first, second]


# Whoever waits: number, points, rating; the pairs among them, without and with play before.
def waiting(*ratings):
    return [Player(number, f"p{number}", f"P{number}", rating)
            for number, rating in enumerate(ratings, 1)]


@pytest.mark.parametrize(("before", "white"), [
    (["1-3 d"], 2), (["2-3 d"], 1), (["1-3 d", "3-1 d", "2-3 d"], 1), (["3-1 d", "2-3 d"], 1),
    (["1-3 d", "3-2 d"], 2), (["1-2 d", "2-1 d"], 1), (["2-1 d", "1-2 d"], 2)])
def test_white_is_for_the_player_who_has_had_it_less_often_else_less_lately(before, white):
    memory = Memory(rounds(*before))
    assert memory.coloured(1, 2)[0] == memory.coloured(2, 1)[0] == white


def test_the_balance_of_colours_counts_each_game():
    assert Memory(rounds("1-2 w, 3-4 d", "1-3 b", "2-1 d")).whites == {1: 1, 2: 0, 3: 0, 4: -1}


PAIRS = [
    # points, rounds before, and who meets whom in an arena
    ({}, [], [{1, 2}, {3, 4}]),
    ({4: 2, 2: 2}, [], [{2, 4}, {1, 3}]),
    # The two who have just met wait for somebody else.
    ({1: 2, 2: 2}, ["1-2 d"], [{1, 3}, {2, 4}]),
    # A game before the last one counts less than the ranks, but it counts.
    ({1: 9, 2: 9}, ["1-2 d, 3-4 d", "1-3 d, 2-4 d", "1-4 d, 2-3 d"], [{1, 2}, {3, 4}])]


@pytest.mark.parametrize(("points", "before", "pairs"), PAIRS)
def test_players_meet_the_nearest_whom_they_have_not_just_met(points, before, pairs):
    free = waiting(1800, 1700, 1600, 1500)
    found = matched(free, ranks_of(free, points), Memory(rounds(*before)), ARENA)
    assert [set(one) for one in found.pairs] == pairs and not found.out


def test_two_who_are_alone_and_have_just_met_wait_as_long_as_they_are_patient():
    two, memory = waiting(1800, 1700), Memory(rounds("1-2 d"))
    assert matched(two, {}, memory, ARENA, patient=True) == ([], [1, 2])
    assert [set(one) for one in matched(two, {}, memory, ARENA).pairs] == [{1, 2}]
