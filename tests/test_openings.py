"""Opening trees: positions are counted, however they came about."""
import pytest

from eckstein import Board
from eckstein.record import Beginning, read_beginnings
from eckstein.record.openings import Openings, count_openings

HEAD = '[Game "contra"]\n'
WON = f'{HEAD}[Result "1-0"]\n\n1. d1-d2 d7-d6 2. a1-a2 1-0\n'
LOST = f'{HEAD}[Result "0-1"]\n\n1. a1-a2 d7-d6 2. d1-d2 0-1\n'
AFTER = Board("contra")
for TEXT in ("d1d2", "d7d6", "a1a2"):
    AFTER.push_text(TEXT)


def test_games_that_reach_a_position_by_different_ways_meet():
    more = [game.replace("1-0", "1/2-1/2").replace("0-1", "*").replace(" 1/2", " a7-a6 1/2")
            .replace(" *", " a7-a6 *") for game in (WON, LOST)]
    found = count_openings("\n".join([WON, LOST, *more]), "contra", {}, 30)
    assert (found.games, found.others, found.wrong) == (4, 0, [])
    assert found.played[AFTER.position()] == {"a7a6": [0, 1, 0, 1]}
    assert found.played[Board("contra").position()] == {"d1d2": [1, 1, 0, 0],
                                                        "a1a2": [0, 0, 1, 1]}


def test_only_so_many_moves_of_each_game_count():
    found = count_openings(WON, "contra", {}, 2)
    assert len(found.played) == 2 and AFTER.position() not in found.played


def test_a_move_that_is_made_twice_in_a_position_counts_once():
    found = Openings()
    found.add(Beginning(Board("contra"), [("here", "d1d2"), ("there", "d2d1")] * 2, "*"))
    assert found.played == {"here": {"d1d2": [0, 0, 0, 1]}, "there": {"d2d1": [0, 0, 0, 1]}}


@pytest.mark.parametrize("other", [
    WON.replace("contra", "pur").replace(" 1. d1-d2 d7-d6 2. a1-a2", ""),
    WON.replace(HEAD, f'{HEAD}[Options "arrival_wins=true"]\n')])
def test_other_rules_are_passed_over(other):
    found = count_openings(f"{WON}\n{other}", "contra", {}, 30)
    assert (found.games, found.others, found.wrong) == (1, 1, [])


def test_a_game_that_cannot_be_read_keeps_no_other_from_being_counted():
    found = count_openings("\n".join([WON, WON.replace("d7-d6", "d7-d4"), LOST]), "contra", {}, 30)
    assert found.games == 2
    [reason] = found.wrong
    assert reason.startswith("move 1... d7-d4: ")


def test_what_lies_beyond_the_beginning_is_not_read():
    [beginning] = read_beginnings(WON.replace("a1-a2", "nonsense"), 2)
    assert [text for _, text in beginning.moves] == ["d1d2", "d7d6"]
    assert beginning.result == "1-0"


def test_a_game_without_a_result_that_is_over_by_the_rules_has_one():
    start = Board("contra", "CWd6va2").position()
    found = count_openings(f'{HEAD}[Position "{start}"]\n\n1. d6-d7 *', "contra", {}, 9)
    assert found.played == {start: {"d6d7": [1, 0, 0, 0]}}


def test_a_game_as_another_program_saves_it_counts_too():
    board = Board("contra")
    start = board.position()
    board.push_text("c1c2")
    shown = board.position().replace("c", "C", 1)       # its letter tells who has just moved
    found = count_openings(f"C\nAnn\nBob\n{shown}\n", "contra", {}, 1)
    assert found.played == {start: {"c1c2": [0, 0, 0, 1]}}
