"""Cublino Pur, rule by rule (docs/rules.md)."""
import pytest

from eckstein import BLACK, WHITE, Board, Reason
from eckstein.kernel import dice

from ..helpers import after, refused, texts

START = "PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7"


# The start.

def test_the_start():
    assert Board("pur").position() == START
    assert Board("pur").turn is WHITE


def test_at_the_start_each_die_shows_six_with_three_to_its_owner_and_four_to_the_opponent():
    pieces = Board("pur").contents().pieces
    for column in range(7):
        white, black = dice.faces(pieces[column, 0].die), dice.faces(pieces[column, 6].die)
        assert (white["top"], white["south"], white["north"]) == (6, 3, 4)
        assert (black["top"], black["north"], black["south"]) == (6, 3, 4)


# Steps.

def test_a_white_die_tilts_north_west_or_east():
    assert texts("pur", "PWd3va7") == {"d3d4", "d3c3", "d3e3"}


def test_a_black_die_tilts_south_west_or_east():
    assert texts("pur", "pWa1vd5") == {"d5d4", "d5c5", "d5e5"}


def test_a_tilt_turns_the_die():
    # W is 6 over 3 in the south; tilted north it shows 3 with the 6 to the north.
    assert after("pur", "PWd3va7", "d3d4").position() == "pLd4va7"


def test_no_tilt_onto_an_own_or_an_enemy_die():
    # Neither can d3 jump: d5, b3 and f3 are taken.
    assert texts("pur", "PWd3Wd4Wd5vc3vb3ve3vf3", "d3") == set()


def test_no_tilt_off_the_board():
    assert texts("pur", "PWa3vc7", "a3") == {"a3a4", "a3b3"}
    assert texts("pur", "PWg3vc7", "g3") == {"g3g4", "g3f3"}


def test_a_jump_goes_over_an_own_or_an_enemy_die():
    assert texts("pur", "PWd3Wd4vc3va7", "d3") == {"d3d5", "d3b3", "d3e3"}


def test_a_jump_does_not_turn_the_die():
    assert after("pur", "PGd3Wd4va7", "d3d5").position() == "pWd4Gd5va7"


def test_a_jump_goes_over_one_die_and_not_over_two():
    assert texts("pur", "PWd3vd4vd5va7", "d3") == {"d3c3", "d3e3"}


def test_a_jump_does_not_go_over_an_empty_square():
    assert "no die on d4" in refused("pur", "PWd3va7", "d3d5")


def test_no_jump_off_the_board():
    assert texts("pur", "PWa5vb6Wa6vd1", "a5") == {"a5a7", "a5b5", "a5b5b7"}
    assert texts("pur", "PWb5Wa5vb6vb7vd1", "b5") == {"b5c5"}


def test_no_move_from_one_side_of_the_board_to_the_other():
    # g3 and a4 are neighbours in number only.
    assert texts("pur", "PWg3Wa4vc7", "g3") == {"g3g4", "g3f3"}


def test_never_backward():
    assert "backward" in refused("pur", "PWd3va7", "d3d2")
    assert "backward" in refused("pur", "PWd3Wd2va7", "d3d1")
    assert "backward" in refused("pur", "pWa1vd3", "d3d4")


def test_never_diagonal():
    refused("pur", "PWd3va7", "d3e4")
    refused("pur", "PWd3We4va7", "d3f5")


# Chains.

def test_a_tilt_may_be_followed_by_a_jump():
    assert texts("pur", "PWd3We4va7", "d3") == {"d3c3", "d3e3", "d3d4", "d3d4f4", "d3e3e5"}


def test_a_jump_may_not_be_followed_by_a_tilt():
    assert texts("pur", "PWd3Wd4va7", "d3") == {"d3d5", "d3c3", "d3e3"}
    refused("pur", "PWd3Wd4va7", "d3d5d6")


def test_only_the_first_step_may_be_a_tilt():
    refused("pur", "PWd3va7", "d3d4d5")


def test_jumps_may_be_followed_by_jumps_and_turn_freely_and_stop_anywhere():
    assert texts("pur", "pWa1vb7vc7ve7vf6", "b7") == {
        "b7a7", "b7b6", "b7d7", "b7d7f7", "b7d7f7f5"}


def test_a_black_chain_goes_south_only():
    assert texts("pur", "pWa1vd5vd4vd2", "d5") == {"d5d3", "d5d3d1", "d5c5", "d5e5"}
    assert texts("pur", "pWa1vd5vd6vc5vb4", "d5") == {"d5d4", "d5e5", "d5b5", "d5b5b3"}


def test_only_the_first_tilt_of_a_chain_turns_the_die():
    # W tilted east shows 5; the jump over e4 leaves it so.
    assert after("pur", "PWd3We4va7", "d3e3e5").position() == "pWe4Se5va7"


def test_the_square_left_is_empty_during_the_chain():
    # From d3 a jump back west would need a die on c3, which the mover has left.
    assert texts("pur", "PWc3va7") == {"c3c4", "c3b3", "c3d3"}
    refused("pur", "PWc3va7", "c3d3b3")


def test_the_chain_may_land_where_it_began_and_go_on():
    board = Board("pur", "PWc3Wd3Wb3va7")
    assert board.text(board.parse("c3e3c3a3")) == "c3a3"


def test_a_move_may_not_end_where_it_began():
    assert "c3c3" not in texts("pur", "PWc3Wd3va7", "c3")
    assert "where it began" in refused("pur", "PWc3Wd3va7", "c3e3c3")


def test_passing_a_square_twice_changes_nothing():
    board = Board("pur", "PWc3Wd3We4va7")
    assert board.text(board.parse("c3e3c3e3e5")) == "c3e3e5"


def test_two_ways_to_the_same_square_are_one_move():
    around = "PWd3Wd4We3Wf4We5va7"
    assert {text for text in texts("pur", around, "d3") if text.endswith("f5")} == {"d3d5f5"}


def test_of_two_ways_the_text_shows_the_alphabetically_first_and_both_are_read():
    board = Board("pur", "PWd3Wd4We3Wf4We5va7")
    assert board.text(board.parse("d3f3f5")) == "d3d5f5"
    assert board.parse("d3f3f5") == board.parse("d3d5f5")


def test_of_two_ways_the_text_shows_the_shortest_and_a_longer_one_is_read():
    board = Board("pur", "PWd3Wd4We3Wf4We5va7")
    assert board.text(board.parse("d3f3f5d5")) == "d3d5"


def test_a_shorter_way_comes_before_an_alphabetically_earlier_one():
    # From f3 to f5 straight over f4, or by d3 and d5.
    board = Board("pur", "PWf3Wf4We3Wd4We5va7")
    assert "f3f5" in board.legal_texts()
    assert board.text(board.parse("f3d3d5f5")) == "f3f5"


def test_different_orientations_on_one_square_are_different_moves():
    # To c5 by a tilt west and a jump, or by a tilt east and two jumps.
    found = texts("pur", "PWd3We4Wd5Wc4va7", "d3")
    assert {text for text in found if text.endswith("c5")} == {"d3c3c5", "d3e3e5c5"}


# The goal row, and the end.

def test_the_goals_are_the_opponents_back_row():
    rules = Board("pur").rules
    assert rules.goals(WHITE) == [(column, 6) for column in range(7)]
    assert rules.goals(BLACK) == [(column, 0) for column in range(7)]


def test_dice_on_the_goal_row_may_go_on_sideways():
    assert texts("pur", "PWd7Wf7va2", "d7") == {"d7c7", "d7e7", "d7e7g7"}


@pytest.mark.parametrize("position", [
    "PWa7Wb7Wc7Wd7We7Wf7Wg6va2",
    "PWa7Wb7Wc7Wd7We7Wf7va2",
])
def test_six_dice_on_the_goal_row_do_not_end_the_game(position):
    assert Board("pur", position).outcome() is None


def test_seven_dice_on_the_goal_row_end_the_game_at_once():
    board = after("pur", "PWa7Wb7Wc7Wd7We7Wf7Wg6va2", "g6g7")
    assert board.is_game_over()
    assert not board.legal_moves
    assert board.outcome().reason is Reason.GOAL


def test_black_finishes_on_row_1():
    board = after("pur", "pva1vb1vc1vd1ve1vf1vg2Wa6", "g2g1")
    assert (board.outcome().winner, board.outcome().score) == (BLACK, (0, 39))


def test_each_adds_the_tops_on_his_goal_row_only():
    # White 6 * 1 + 3; Black 6 on a1, and neither a6 nor b2 counts.
    board = after("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va1va6vb2", "g6g7")
    assert board.outcome().score == (9, 6)
    assert board.outcome().winner is WHITE


def test_the_higher_total_wins_although_the_other_player_finished():
    board = after("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va1vb1", "g6g7")
    assert (board.outcome().winner, board.outcome().score) == (BLACK, (9, 12))


def test_equal_totals_are_a_draw():
    board = after("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va1ib1", "g6g7")
    assert (board.outcome().winner, board.outcome().score) == (None, (9, 9))
    assert board.outcome().reason is Reason.GOAL


def test_a_finish_by_the_player_who_wins_is_marked_as_a_win():
    board = Board("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va2")
    assert board.notation(board.parse("g6g7")) == "g6-g7#"


def test_a_finish_that_loses_is_not_marked_as_a_win():
    board = Board("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va1vb1")
    assert board.notation(board.parse("g6g7")) == "g6-g7"


# Passing.

def test_a_player_without_a_move_must_pass():
    assert texts("pur", "PWa7vb7vc7") == {"--"}
    board = after("pur", "PWa7vb7vc7", "--")
    assert board.turn is BLACK
    assert board.position() == "pWa7vb7vc7"


def test_a_pass_is_legal_only_when_there_is_no_other_move():
    assert "--" not in Board("pur").legal_texts()
    assert "no other move" in refused("pur", START, "--")


def test_who_must_pass_is_told_so():
    assert "must pass" in refused("pur", "PWa7vb7vc7", "a7a6")


FACING = "PWa1Wb1Wc1Wd1We1Wf1Wg1va2vb2vc2vd2ve2vf2vg2"     # nobody can tilt, and Black not jump


def test_a_player_who_can_only_jump_is_not_blocked():
    assert texts("pur", FACING) == {f"{column}1{column}3" for column in "abcdefg"}
    assert Board("pur", FACING).outcome() is None


def test_blacks_jump_keeps_the_game_going_too():
    facing = "pWa6Wb6Wc6Wd6We6Wf6Wg6va7vb7vc7vd7ve7vf7vg7"
    assert texts("pur", facing) == {f"{column}7{column}5" for column in "abcdefg"}
    assert Board("pur", facing).outcome() is None
    assert texts("pur", facing.replace("p", "P", 1)) == {"--"}


def test_if_neither_can_move_it_is_a_draw():
    # With seven dice a side this cannot come about, so White has more here.
    rows = "".join(f"W{column}5W{column}6v{column}7" for column in "abcdefg")
    outcome = Board("pur", "P" + rows).outcome()
    assert (outcome.winner, outcome.reason) == (None, Reason.BLOCKED)


# Progress.

@pytest.mark.parametrize(("position", "move", "progress"), [
    ("PWd3va7", "d3d4", True),
    ("PWd3va7", "d3e3", False),
    ("PWd3We3va7", "d3f3", False),
    ("PWd3We4va7", "d3e3e5", True),
    ("PWa7vb7vc7", "--", False),
])
def test_a_forward_step_is_progress(position, move, progress):
    assert (after("pur", position, move).idle_moves == 0) == progress


# Positions that cannot occur.

@pytest.mark.parametrize(("position", "sentence"), [
    ("P" + "".join(f"W{column}1" for column in "abcdefg") + "Wa2va7", "White has 8 dice"),
    ("P" + "".join(f"W{column}7v{column}1" for column in "abcdefg"), "both players"),
    ("P", "no dice"),
    (START.replace("We1", ""), "White has 6 of 7 dice, and dice are never lost"),
    (START.replace("vc7", ""), "Black has 6 of 7 dice, and dice are never lost"),
])
def test_impossible_positions_are_told(position, sentence):
    assert any(sentence in told for told in Board("pur", position).status())


def test_the_start_is_possible():
    assert Board("pur").status() == []
