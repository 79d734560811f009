"""How players stand, by small tournaments reckoned by hand."""

import pytest

from eckstein.server.parts.tournaments.rules.standings import drawn, standings

from .states import players, rounds


def test_direct_encounter_parts_two_of_a_round_robin():
    found = standings("round-robin", players(4), rounds(
        "1-4 w, 2-3 w", "4-3 w, 1-2 b", "2-4 b, 3-1 b"))
    # 1, 2 and 4 have two points each, and one each among themselves; nothing parts them.
    assert [(one.number, one.rank, one.points) for one in found] == [
        (1, 1, 4), (2, 1, 4), (4, 1, 4), (3, 4, 0)]
    assert {one.number: one.direct for one in found} == {1: 2, 2: 2, 4: 2, 3: 0}


def test_sonneborn_berger_counts_whom_one_has_beaten():
    found = standings("round-robin", players(4), rounds(
        "1-4 d, 2-3 d", "4-3 d, 1-2 w", "2-4 w, 3-1 d"))
    by = {one.number: one for one in found}
    # 1: beat 2 (3 half points), drew with 3 and 4 (3, 2).
    assert by[1].points == 4 and by[1].sonneborn == 2 * 3 + 3 + 2
    assert by[2].points == 3 and by[3].points == 3
    assert by[2].sonneborn == 0 * 4 + 1 * 3 + 2 * 2 and by[3].sonneborn == 3 + 2 + 4
    # Both drew, so that Sonneborn-Berger decides.
    assert [one.number for one in found] == [1, 3, 2, 4]


def test_buchholz_takes_oneself_for_an_opponent_who_was_not_there():
    found = {one.number: one for one in standings("swiss", players(5), rounds(
        "1-3 w, 2-4 w, 5 bye", "5-1 b, 2-3 +, 4 bye"))}
    assert {number: one.points for number, one in found.items()} == {
        1: 4, 2: 4, 3: 0, 4: 2, 5: 2}
    assert found[1].buchholz == 0 + 2
    assert found[2].buchholz == 2 + 4           # the second was not there: as many points as 2
    assert found[5].buchholz == 2 + 4           # his bye counts as his own points
    assert found[3].buchholz == 4 + 0
    assert (found[2].wins, found[2].games) == (1, 1)


@pytest.mark.parametrize(("kind", "moves", "outcome"), [
    ("arena", 19, "none"), ("arena", 20, "drawn"), ("arena", 0, "none"), ("swiss", 0, "drawn"),
    ("round-robin", 3, "drawn"), ("club", 3, "drawn")])
def test_an_early_draw_in_an_arena_gives_no_points(kind, moves, outcome):
    assert drawn(kind, moves) == outcome


def test_what_nobody_wins_is_a_game_without_points():
    found = standings("round-robin", players(2), rounds("1-2 0"))
    assert [(one.rank, one.points, one.games) for one in found] == [(1, 0, 0), (1, 0, 0)]
