"""Cublino Ecke, rule by rule (docs/rules.md)."""
import random

import pytest

from eckstein import BLACK, WHITE, Board, Reason

from ..helpers import after, refused, texts

FAR = "va7vb7"              # two black dice out of the way, so that the game goes on


# Moves.

def test_the_start():
    assert Board("ecke").position() == "EWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7"


def test_a_tilt_goes_forward_sideways_or_diagonally_forward():
    assert texts("ecke", f"EWd3Wa1{FAR}", "d3") == {"d3d4", "d3c3", "d3e3", "d3c4", "d3e4"}


def test_black_goes_south():
    assert texts("ecke", "eWa1Wb1vd5vg6", "d5") == {"d5d4", "d5c5", "d5e5", "d5c4", "d5e4"}


def test_a_jump_goes_over_one_die_in_the_same_five_directions():
    assert texts("ecke", f"EWd3Wd4Wc3ve3Wc4ve4{FAR}", "d3") == {
        "d3d5", "d3b3", "d3f3", "d3b5", "d3f5"}


def test_a_diagonal_jump_of_the_rule_text():
    assert "f3d5" in texts("ecke", f"EWf3We4{FAR}")
    assert "f3d5" in texts("ecke", f"EWf3Wa1ve4{FAR}")


def test_no_jump_over_an_empty_square_or_two_dice():
    assert "d3d5" not in texts("ecke", f"EWd3Wa1{FAR}")
    assert "d3d5" not in texts("ecke", f"EWd3Wd4Wd5{FAR}")
    assert "d3f5" not in texts("ecke", f"EWd3We4Wf5{FAR}")


def test_a_jump_does_not_turn_the_die():
    assert after("ecke", f"EGd3Wd4{FAR}", "d3d5").position() == "eWd4Gd5va7vb7"
    assert after("ecke", f"EGd3We4{FAR}", "d3f5").contents().pieces[5, 4].die // 4 == 2


def test_never_backward():
    assert "backward" in refused("ecke", f"EWd3Wa1{FAR}", "d3d2")
    assert "backward" in refused("ecke", f"EWd3Wa1{FAR}", "d3e2")
    assert "backward" in refused("ecke", "eWa1Wb1vd5vg6", "d5e6")


def test_no_step_off_the_board_or_around_it():
    assert texts("ecke", f"EWg3Wa4Wa5{FAR}", "g3") == {"g3g4", "g3f3", "g3f4"}
    assert texts("ecke", "EWa3Wg3Wg2vd7ve7", "a3") == {"a3a4", "a3b3", "a3b4"}
    assert texts("ecke", "EWf3Wg4Wg3vd7va7", "f3") == {"f3f4", "f3e3", "f3e4"}


def test_a_diagonal_tilt_of_the_rule_text():
    # From B (1 up, 4 to the south) the die comes to lie as X.
    assert "Xd4" in after("ecke", f"EBc3Wa1{FAR}", "c3d4").position()


def test_a_diagonal_tilt_exchanges_top_and_bottom():
    for move in ("d3c4", "d3e4"):
        column = "abcdefg".index(move[2])
        pieces = after("ecke", f"EWd3Wa1{FAR}", move).contents().pieces
        assert pieces[column, 3].die // 4 == 1


# No chains, and the option.

def test_one_step_a_turn():
    assert texts("ecke", f"EWd3We4{FAR}", "d3") == {"d3d4", "d3c3", "d3e3", "d3c4", "d3f5"}
    refused("ecke", f"EWd3We4{FAR}", "d3e3e5")


def test_more_than_one_step_is_illegal_though_it_leads_where_one_step_leads():
    refused("ecke", f"EWa1Wb1Wc2{FAR}", "a1c1a1c1")
    refused("ecke", f"EWa1Wc1Wc2{FAR}", "a1b1d1b1")


def test_with_chains_jumps_may_follow_a_tilt():
    assert "d3e3e5" in texts("ecke", f"EWd3We4{FAR}", chains=True)
    assert "d3d4f4" in texts("ecke", f"EWd3We4{FAR}", chains=True)


def test_with_chains_a_tilt_may_not_follow_a_jump():
    refused("ecke", f"EWd3We4{FAR}", "d3f5f6", chains=True)


def test_with_chains_diagonal_and_straight_jumps_may_follow_each_other():
    found = texts("ecke", f"EWd1We2Wf4Wg1{FAR}", "d1", chains=True)
    assert {"d1f3", "d1f3f5"} <= found


def test_with_chains_no_move_ends_where_it_began():
    assert "where it began" in refused("ecke", f"EWa1Wb1Wc2{FAR}", "a1c1a1", chains=True)


def test_with_chains_a_longer_way_is_read_as_the_shortest():
    board = Board("ecke", f"EWa1Wb1Wc2{FAR}", chains=True)
    assert board.text(board.parse("a1c1a1c1")) == "a1c1"


def test_with_chains_battles_are_fought_at_the_end_only():
    # The die passes beside the ones on c4 and e2, and stops on f5 where nobody is near.
    board = after("ecke", "EWd1Wa1We2Wf4ag4ac2va7", "d1f3f5", chains=True)
    assert "ac2" in board.position()


# Battles.  M on d3 tilts to d4 and shows 6; A tilted north shows 5; I tilted diagonally shows 4.

def test_the_vicinity_is_all_eight_squares():
    for column in "cde":
        for row in "345":
            if column + row not in ("d4", "d3"):
                board = after("ecke", f"EMd3Wa1a{column}{row}{FAR}", "d3d4")
                assert column + row not in board.position()
    assert "d3" not in after("ecke", f"EMc3Wa1ad3{FAR}", "c3c4").position()


def test_two_squares_away_is_not_in_the_vicinity():
    board = after("ecke", f"EMd3Wa1ad6ab4af6{FAR}", "d3d4")
    assert all(die in board.position() for die in ("ad6", "ab4", "af6"))


def test_a_lower_enemy_is_removed():
    assert "id5" not in after("ecke", f"EMd3Wa1id5{FAR}", "d3d4").position()


def test_the_moved_die_is_removed_when_one_enemy_is_higher():
    # 5 against 6 and 1: only the moved die leaves.
    board = after("ecke", f"EAd3Wa1Wb1vd5ae5{FAR}", "d3d4")
    assert board.position() == "eWa1Wb1vd5ae5va7vb7"


def test_the_rule_texts_example_of_protection():
    # I moves c2d3 and shows 4 beside 6 (d4) and 2 (e4): only the White die leaves.
    board = after("ecke", f"EIc2Wa1Wb1vd4ee4{FAR}", "c2d3")
    assert board.position() == "eWa1Wb1vd4ee4va7vb7"


def test_the_rule_texts_example_shows_four():
    board = Board("ecke", f"EIc2Wa1Wb1{FAR}")
    assert board.describe(board.parse("c2d3")).steps[0].faces["top"] == 4


def test_there_is_no_support():
    # 5 against 6, though two more Whites are near, and 6 against 3 and 3 that add to 6.
    assert "d4" not in after("ecke", f"EAd3Wc5We5vd5{FAR}", "d3d4").position()
    board = after("ecke", f"EMd3Wa1id5ie5{FAR}", "d3d4")
    assert "i" not in board.position()


def test_every_lower_enemy_is_removed_and_equals_stay():
    board = after("ecke", f"EMd3Wa1id5ae5vc5{FAR}", "d3d4")
    assert "vc5" in board.position()
    assert "d5" not in board.position()
    assert "e5" not in board.position()


def test_an_equal_top_does_nothing():
    board = after("ecke", f"EMd3Wa1vd5{FAR}", "d3d4")
    assert "vd5" in board.position()
    assert "d4" in board.position()


def test_ties_protect_saves_all_the_defenders():
    board = after("ecke", f"EMd3Wa1id5ae5vc5{FAR}", "d3d4", ties_protect=True)
    assert all(die in board.position() for die in ("id5", "ae5", "vc5", "d4"))


def test_ties_protect_does_not_save_from_a_higher_enemy():
    # 5 against 5 (S) and 6.
    board = after("ecke", f"EAd3Wa1Wb1sd5ve5{FAR}", "d3d4", ties_protect=True)
    assert "Wa1Wb1" in board.position()
    assert "d4" not in board.position()


def test_ties_protect_without_a_tie_changes_nothing():
    assert "id5" not in after("ecke", f"EMd3Wa1id5{FAR}", "d3d4", ties_protect=True).position()


def test_only_the_moved_die_fights():
    # d5 and e5 have lain beside each other in peace.
    board = after("ecke", f"EMd4Wa1ad5{FAR}", "a1a2")
    assert "ad5" in board.position()


def test_a_jump_ends_in_battle_too():
    assert "ad6" not in after("ecke", f"EWd3Wd4Wa1ad6{FAR}", "d3d5").position()


def test_black_attacks_by_the_same_rules():
    # l has 6 to the north and shows it after a tilt south.
    board = after("ecke", "eWa1Wb1Id3ld5vg6", "d5d4")
    assert "d3" not in board.position()


# Corners.

def test_no_battle_on_the_opponents_corner():
    # W tilts onto g7 and shows 5 (from f7 east), beside 6 and 1.
    board = after("ecke", "EWf7Wa1vf6ag6va6", "f7g7")
    assert all(die in board.position() for die in ("g7", "vf6", "ag6"))


def test_no_battle_on_the_opponents_corner_for_black():
    board = after("ecke", "eWf2Wa4Wb5vf1va6vb7", "f1g1")
    assert all(die in board.position() for die in ("Wf2", "g1"))


def test_battles_on_the_own_corner():
    # A White 2 comes to a1 beside a black 6.
    board = after("ecke", f"EWb1Wg1Wd1vb2{FAR}", "b1a1")
    assert "a1" not in board.position()


def test_own_corner_safe_saves_there_too():
    board = after("ecke", f"EWb1Wg1Wd1vb2{FAR}", "b1a1", own_corner_safe=True)
    assert "a1" in board.position()
    assert "vb2" in board.position()


def test_own_corner_safe_keeps_the_other_corners_safe():
    board = after("ecke", "EWf7Wa1vf6ag6va6", "f7g7", own_corner_safe=True)
    assert all(die in board.position() for die in ("g7", "vf6", "ag6"))


def test_a_die_on_a_corner_can_be_taken():
    # The corner is safe only for the one who comes there.
    board = after("ecke", "eAg7Wa1Wb1lg6vb6ve7", "e7f7")
    assert "g7" not in board.position()


def battles(position, move, **options):
    """Attacker, defender, both tops and who falls, of each battle that is described."""
    board = Board("ecke", position, **options)
    return {(fight.attacker, fight.defender, fight.attack, fight.defence, fight.loser)
            for fight in board.describe(board.parse(move)).battles}


@pytest.mark.parametrize(("position", "move"), [
    ("EWb1Wg1Wd1vb2va7vb7", "b1a1"), ("EWf1Wa4Wd1vf2va7vb7", "f1g1"),
    ("eWb6Wc1vb7va4vd7", "b7a7"), ("eWf6Wc1vf7va4vd7", "f7g7"),
])
def test_a_battle_on_the_own_corner_is_described_unless_it_is_safe(position, move):
    assert len(battles(position, move)) == 1
    assert battles(position, move, own_corner_safe=True) == set()


@pytest.mark.parametrize("own_corner_safe", [True, False])
@pytest.mark.parametrize(("position", "move"), [
    ("EWf7Wa1vf6ag6va6", "f7g7"), ("EWb7Wa1vb6aa6vg6", "b7a7"),
    ("eWf2Wa4Wb5vf1va6vb7", "f1g1"), ("eWb2Wa4Wb5vb1va6vb7", "b1a1"),
])
def test_no_battle_is_described_on_the_opponents_corner(position, move, own_corner_safe):
    assert battles(position, move, own_corner_safe=own_corner_safe) == set()


@pytest.mark.parametrize("own_corner_safe", [True, False])
def test_beside_a_corner_battles_are_fought(own_corner_safe):
    options = {"own_corner_safe": own_corner_safe}
    assert battles(f"EMb1Wg1Wd1ac2{FAR}", "b1b2", **options) == {("b2", "c2", 6, 1, "c2")}


def test_each_battle_is_described_with_its_own_tops():
    # 6 against 3, 5 (S) and 6.
    assert battles(f"EMd3Wa1id5se5vc5{FAR}", "d3d4") == {
        ("d4", "d5", 6, 3, "d5"), ("d4", "e5", 6, 5, "e5"), ("d4", "c5", 6, 6, None)}


def test_nobody_else_falls_where_the_moved_die_falls():
    # 5 against 6, and against 1 that stays.
    assert battles(f"EAd3Wa1Wb1vd5ae5{FAR}", "d3d4") == {
        ("d4", "d5", 5, 6, "d4"), ("d4", "e5", 5, 1, None)}


def test_defenders_that_a_tie_saves_are_described_as_staying():
    assert battles(f"EMd3Wa1id5vc5{FAR}", "d3d4", ties_protect=True) == {
        ("d4", "d5", 6, 3, None), ("d4", "c5", 6, 6, None)}


def test_a_jumping_die_fights_with_the_top_it_had():
    assert battles(f"EGd3Wd4Wa1ad6{FAR}", "d3d5") == {("d5", "d6", 2, 1, "d6")}


def test_a_pass_is_no_battle():
    board = Board("ecke", "EWa7Wb7vc7vd7")
    assert board.describe(board.parse("--")).battles == ()


# Winning.

def test_a_die_on_each_of_the_opponents_corners_wins():
    outcome = after("ecke", "EWa7Wg6vc4vd4", "g6g7").outcome()
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.GOAL)


def test_black_wins_on_a1_and_g1():
    outcome = after("ecke", "eWc4Wd4va1vg2", "g2g1").outcome()
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.GOAL)


def test_the_goals_are_the_opponents_corners():
    rules = Board("ecke").rules
    assert rules.goals(WHITE) == [(0, 6), (6, 6)]
    assert rules.goals(BLACK) == [(0, 0), (6, 0)]


def test_one_corner_is_not_enough():
    assert after("ecke", "EWa6Wg6vc4vd4", "a6a7").outcome() is None


def test_the_own_corners_are_nothing():
    assert Board("ecke", "EWa1Wg1vc4vd4").outcome() is None


def test_an_opponent_with_fewer_than_two_dice_loses():
    outcome = after("ecke", "EMd3Wa1id5va7", "d3d4").outcome()
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.ELIMINATION)


def test_who_reduces_himself_to_one_die_loses():
    outcome = after("ecke", f"EAd3Wa1vd5{FAR}", "d3d4").outcome()
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.ELIMINATION)


def test_two_dice_are_enough_to_play_on():
    assert Board("ecke", "EWa1Wb1vc7vd7").outcome() is None


# Passing.

def test_a_player_without_a_move_must_pass():
    # On row 7 there is only sideways; and both ways a die and another behind it.
    blocked = "EWa7Wb7vc7vd7"
    assert texts("ecke", blocked) == {"--"}
    assert after("ecke", blocked, "--").turn is BLACK


def test_a_pass_is_legal_only_when_there_is_no_other_move():
    assert "no other move" in refused("ecke", f"EWd3Wa1{FAR}", "--")


FACING = "EWa1Wb1Wc1Wd1We1Wf1Wg1va2vb2vc2vd2ve2vf2vg2"     # nobody can tilt, and Black not jump


def test_a_player_who_can_only_jump_is_not_blocked():
    assert texts("ecke", FACING) == {"a1a3", "a1c3", "b1b3", "b1d3", "c1a3", "c1c3", "c1e3",
                                     "d1b3", "d1d3", "d1f3", "e1c3", "e1e3", "e1g3", "f1d3",
                                     "f1f3", "g1e3", "g1g3"}
    assert Board("ecke", FACING).outcome() is None


def test_blacks_jump_keeps_the_game_going_too():
    facing = "eWa6Wb6Wc6Wd6We6Wf6Wg6va7vb7vc7vd7ve7vf7vg7"
    assert all(text[1] + text[3] == "75" for text in texts("ecke", facing))
    assert Board("ecke", facing).outcome() is None
    assert texts("ecke", facing.replace("e", "E", 1)) == {"--"}


def test_a_player_whose_opponent_can_only_jump_must_pass():
    assert texts("ecke", FACING.replace("E", "e", 1)) == {"--"}


def test_if_neither_can_move_it_is_a_draw():
    # With seven dice a side this cannot come about, so White has more here.
    rows = "".join(f"W{column}5W{column}6v{column}7" for column in "abcdefg")
    outcome = Board("ecke", "E" + rows).outcome()
    assert (outcome.winner, outcome.reason) == (None, Reason.BLOCKED)


# Progress.

@pytest.mark.parametrize(("position", "move", "progress"), [
    (f"EWd3Wa1{FAR}", "d3d4", True),
    (f"EWd3Wa1{FAR}", "d3e4", True),
    (f"EWd3Wa1{FAR}", "d3e3", False),
    (f"EWd3We3{FAR}", "d3f3", False),
    (f"EWd3Wa1ac4{FAR}", "d3c3", True),     # a removal
])
def test_a_forward_step_or_a_removal_is_progress(position, move, progress):
    assert (after("ecke", position, move).idle_moves == 0) == progress


@pytest.mark.parametrize(("position", "sentence"), [
    ("E" + "".join(f"W{column}1" for column in "abcdefg") + "Wa2va7vb7", "White has 8 dice"),
    ("E" + "".join(f"v{column}7" for column in "abcdefg") + "Wa1Wb1va6", "Black has 8 dice"),
    ("EWa7Wg7va1vg1", "both players"),
    ("EWa2va6", "fewer than two"),
    ("E", "fewer than two"),
])
def test_impossible_positions_are_told(position, sentence):
    assert any(sentence in told for told in Board("ecke", position).status())


@pytest.mark.parametrize("position", [
    "EWa7Wg7va1vb1",            # White has won; Black holds one corner
    "EWa7Wb7va1vg1",            # Black has won
    "EWa7Wg1va1vg7",            # one each, and the own ones
    "EWa2va6vb6", "EWa2Wb2va6",  # one has fewer than two
    FACING,
])
def test_possible_positions(position):
    assert Board("ecke", position).status() == []



# Consequences.

@pytest.mark.parametrize("seed", range(20))
def test_a_die_that_stays_on_its_own_corner_is_never_lost(seed):
    board, dice, moved = Board("ecke"), random.Random(seed), set()
    corners = {corner: board.piece_at(corner) for corner in ("a1", "g1", "a7", "g7")}
    while not board.is_game_over() and not moved.issuperset(corners):
        move = dice.choice(board.legal_moves)
        moved.add(board.text(move)[:2])
        board.push(move)
        assert all(board.piece_at(corner) == die for corner, die in corners.items()
                   if corner not in moved)
