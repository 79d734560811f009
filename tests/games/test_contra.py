"""Cublino Contra, rule by rule (docs/rules.md).

Most battles are fought from one picture: White's M on d3 (4 up, 1 to the north) tilts to d4 and
lies there with 6 up.  V and W show 6, I shows 3, A shows 1.
"""
import pytest

from eckstein import BLACK, WHITE, Board, Reason

from ..helpers import after, refused, texts


def fought(position, move="d3d4", **options):
    """The position text after a move."""
    return after("contra", position, move, **options).position()


# Moves.

def test_the_start():
    assert Board("contra").position() == "CWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7"


def test_a_move_is_one_tilt_forward_left_or_right():
    assert texts("contra", "CWd3va7") == {"d3d4", "d3c3", "d3e3"}
    assert texts("contra", "cWa1vd5") == {"d5d4", "d5c5", "d5e5"}


def test_only_onto_an_empty_square():
    assert texts("contra", "CWd3Wd4vc3va7", "d3") == {"d3e3"}


def test_no_jumps():
    assert texts("contra", "CWd3Wd4We3va7", "d3") == {"d3c3"}
    refused("contra", "CWd3Wd4va7", "d3d5")


def test_never_backward_and_never_diagonal():
    assert "backward" in refused("contra", "CWd3va7", "d3d2")
    assert "backward" in refused("contra", "cWa1vd3", "d3d4")
    refused("contra", "CWd3va7", "d3e4")


def test_no_tilt_off_the_board_or_around_it():
    assert texts("contra", "CWg3Wa4vc7", "g3") == {"g3g4", "g3f3"}


# Battles.

def test_the_moved_die_lies_with_six_up():
    # 6 to the top from the south, and the old top 4 now to the north.
    assert fought("CMd3va7") == "cWd4va7"


def test_the_lower_total_loses_its_die():
    assert "d5" not in fought("CMd3id5vg7")     # 6 against 3
    assert "d4" in fought("CMd3id5vg7")


def test_an_attacker_with_the_lower_total_is_lost():
    # A tilted north from d3 shows 5: the black 6 on d5 is higher.
    assert fought("CAd3Wa1vd5") == "cWa1vd5"


def test_equal_totals_do_nothing():
    assert fought("CMd3vd5").endswith("vd5")    # 6 against 6
    assert "d4" in fought("CMd3vd5")


@pytest.mark.parametrize("enemy", ["c4", "d5", "e4"])
def test_battles_are_fought_ahead_and_on_both_sides(enemy):
    assert fought(f"CMd3a{enemy}vg7") == "cWd4vg7"


def test_battles_are_fought_with_a_die_behind():
    assert fought("CWe4Wa1ad3vg7", "e4d4") == fought("CWe4Wa1vg7", "e4d4")


def test_dice_that_touch_by_a_corner_do_not_fight():
    assert fought("CMd3ac5ae5ac3ae3vg7").count("a") == 4


def test_dice_two_squares_away_do_not_fight():
    assert "ad6" in fought("CMd3ad6vg7")


def test_all_of_the_movers_dice_beside_the_defender_support_the_attack():
    # 6 against 6 is a tie; I on c5 beside d5 makes it 9 (as in the rule text).
    assert "vd5" not in fought("CMd3Ic5vd5vg7")
    assert "Ic5" in fought("CMd3Ic5vd5vg7")


def test_dice_of_the_mover_beside_the_moved_die_alone_do_not_support():
    assert fought("CMd3Ic4vd5vg7").count("vd5") == 1


def test_all_enemy_dice_beside_the_moved_die_support_the_defence():
    # On d5 and e4 White meets 6 + 3 with 6 each time, and is lost; nobody else is.
    assert fought("CMd3Wa1vd5ie4vg7") == "cWa1ie4vd5vg7"


def test_enemy_dice_beside_the_defender_alone_do_not_support():
    assert "d5" not in fought("CMd3id5vd6vg7")  # 6 against 3


def test_supporters_never_fall():
    # 6 + 1 against 6: only d5 leaves, and A on c5 stays, though its own top is lower.
    board = after("contra", "CMd3Ac5vd5vg7", "d3d4")
    assert {text for text in ("Ac5", "vd5") if text in board.position()} == {"Ac5"}


def test_the_rule_texts_picture_with_two_battles():
    # Battle 1 on d5: 6 + 3 = 9 against 6 + 3, a tie.  Battle 2 on c4: 6 against 9, White is lost.
    assert fought("CMd3Id6Wa1ic4vd5vg7") == "cWa1ic4vd5Id6vg7"


def test_all_battles_are_judged_before_anybody_leaves():
    # d5 falls to 6 + 6 against 9, c4 beats 6 with 9: both leave.  Were d5 taken away first, c4
    # would stand alone with 3 and fall.
    assert fought("CMd3We5Wa1ic4vd5vg7") == "cWa1ic4We5vg7"


def test_several_defenders_may_fall_at_once():
    assert fought("CMd3Wa1ac4ae4vg7") == after(
        "contra", "CMd3Wa1vg7", "d3d4").position()      # 6 against 1 + 1, twice


def test_a_defender_with_support_may_stand_while_another_falls():
    # Against d5: 6 + 3 = 9 beats 6 + 1; against c4: 6 is less than 7, so White is lost as well.
    assert fought("CMd3Id6Wa1ac4vd5vg7") == "cWa1ac4Id6vg7"


def test_dice_that_were_adjacent_before_do_not_fight_again():
    assert fought("CWd4Wa1ad5vg7", "a1a2").count("ad5") == 1


def test_a_die_that_comes_beside_an_enemy_of_its_friends_fights():
    # a on d5 lies beside W on d4 in peace, until another White die comes.
    assert "ad5" not in fought("CWd4Wb5ad5vg7", "b5c5")


def test_black_attacks_by_the_same_rules():
    # l has 6 to the north, which comes up in a tilt south, and White's I shows 3.
    board = after("contra", "cWa1Id3ld5vg7", "d5d4")
    assert board.contents().pieces.keys() == {(0, 0), (3, 3), (6, 6)}


def test_a_sideways_tilt_fights_too():
    # W tilted west shows 2 and beats 1; it would not beat 3.
    assert "ad5" not in fought("CWe4Wa1ad5vg7", "e4d4")
    assert "d4" not in fought("CWe4Wa1id5vg7", "e4d4")


def test_the_sums_of_a_battle_are_described():
    board = Board("contra", "CMd3Ic5vd5ie4vg7")
    battles = {fight.defender: fight for fight in board.describe(board.parse("d3d4")).battles}
    d5, e4 = battles["d5"], battles["e4"]
    assert (d5.attacker, d5.attack, d5.defence, d5.loser) == ("d4", 9, 9, None)
    assert (set(d5.attackers), set(d5.defenders)) == ({"d4", "c5"}, {"d5", "e4"})
    assert (e4.attacker, e4.attack, e4.defence, e4.loser) == ("d4", 6, 9, "d4")
    assert (set(e4.attackers), set(e4.defenders)) == ({"d4"}, {"d5", "e4"})


# Winning.

def test_the_first_die_on_the_goal_row_wins():
    outcome = after("contra", "CWd6va5", "d6d7").outcome()
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.GOAL)


def test_black_wins_on_row_1():
    outcome = after("contra", "cWa5vd2", "d2d1").outcome()
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.GOAL)


def test_the_goals_are_the_opponents_back_row():
    rules = Board("contra").rules
    assert rules.goals(WHITE) == [(column, 6) for column in range(7)]
    assert rules.goals(BLACK) == [(column, 0) for column in range(7)]


def test_a_die_on_its_own_back_row_is_nothing():
    assert Board("contra").outcome() is None


def test_a_die_that_arrives_must_survive_its_battles():
    board = after("contra", "CWd6Wa1vc7", "d6d7")      # 3 against 6
    assert board.outcome() is None
    assert board.position() == "cWa1vc7"


def test_a_die_that_arrives_wins_when_it_survives():
    board = after("contra", "CWd6Wa1ac7", "d6d7")
    assert board.outcome().winner is WHITE


def test_arrival_wins_before_any_battle():
    board = after("contra", "CWd6Wa1vc7", "d6d7", arrival_wins=True)
    assert (board.outcome().winner, board.outcome().reason) == (WHITE, Reason.GOAL)
    assert board.position() == "cWa1vc7Ld7"


def test_arrival_wins_changes_nothing_elsewhere():
    assert fought("CMd3id5vg7", arrival_wins=True) == fought("CMd3id5vg7")


def test_who_has_lost_all_dice_has_lost():
    outcome = after("contra", "CMd3id5", "d3d4").outcome()
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.ELIMINATION)


def test_losing_the_own_last_die_loses():
    outcome = after("contra", "CAd3vd5", "d3d4").outcome()
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.ELIMINATION)


# Passing.

def test_a_player_without_a_move_must_pass():
    assert texts("contra", "CWa3va4vb3") == {"--"}
    board = after("contra", "CWa3va4vb3", "--")
    assert board.turn is BLACK
    assert board.position() == "cWa3vb3va4"


def test_a_pass_fights_no_battle():
    # a3 stands beside two ones and must pass.
    assert after("contra", "CWa3aa4ab3", "--").position() == "cWa3ab3aa4"


def test_a_pass_is_legal_only_when_there_is_no_other_move():
    refused("contra", "CWa3va4", "--")


def test_if_neither_can_move_it_is_a_draw():
    rows = "".join(f"W{column}3v{column}4" for column in "abcdefg")
    outcome = Board("contra", "C" + rows).outcome()
    assert (outcome.winner, outcome.reason) == (None, Reason.BLOCKED)


# Progress.

@pytest.mark.parametrize(("position", "move", "progress"), [
    ("CWd3va7", "d3d4", True),
    ("CWd3va7", "d3e3", False),
    ("CWe4Wa1ad5vg7", "e4d4", True),        # a removal
    ("CWe4Wa1id5vg7", "e4d4", True),        # of the mover
    ("CWe4Wa1vd6vg7", "e4d4", False),
    ("CWa3va4vb3", "--", False),
    ("cWa1vd5", "d5d4", True),
])
def test_a_forward_step_or_a_removal_is_progress(position, move, progress):
    assert (after("contra", position, move).idle_moves == 0) == progress


@pytest.mark.parametrize(("position", "sentence"), [
    ("C" + "".join(f"W{column}1" for column in "abcdefg") + "Wa2va7", "White has 8 dice"),
    ("C" + "".join(f"v{column}7" for column in "abcdefg") + "Wa1va6", "Black has 8 dice"),
    ("CWa7va1", "both players"),
    ("CWd7Wa1vg1va7", "both players"),
    ("C", "no dice"),
])
def test_impossible_positions_are_told(position, sentence):
    [told] = Board("contra", position).status()
    assert sentence in told


@pytest.mark.parametrize("position", [
    "CWa7va2",                  # White has won
    "CWa6va1",                  # Black has won
    "CWa1va7",                  # both on their own back rows
    "CWa1", "Cva7",             # one has lost all dice
    "CWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7",
])
def test_possible_positions(position):
    assert Board("contra", position).status() == []


@pytest.mark.parametrize(("position", "move"), [("CWd6Wa1vc7", "d6d7"), ("cWc1vd2va7", "d2d1")])
def test_arrival_that_wins_at_once_is_described_without_a_battle(position, move):
    board = Board("contra", position)
    assert len(board.describe(board.parse(move)).battles) == 1
    board = Board("contra", position, arrival_wins=True)
    assert board.describe(board.parse(move)).battles == ()


def test_only_the_goal_row_is_without_battles_where_arrival_wins():
    # Black's goal row is White's own, and White fights on row 6 and on row 1.
    for position, move in (("CMd5id7va7", "d5d6"), ("CWe1id2va7", "e1d1")):
        board = Board("contra", position, arrival_wins=True)
        assert len(board.describe(board.parse(move)).battles) == 1


def test_a_pass_is_no_battle():
    board = Board("contra", "CWa3aa4ab3")
    assert board.describe(board.parse("--")).battles == ()


def test_dice_of_the_own_colour_fight_no_battle():
    board = Board("contra", "CMd3Id5vg7")
    assert board.describe(board.parse("d3d4")).battles == ()
