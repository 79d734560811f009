"""Duell, rule by rule (docs/rules.md); how moves are written stands in notation/test_moves.

Z and z are the kings.  E shows 2, C shows 1, G shows 2, W shows 6, S shows 5, M shows 4.
"""
import pytest

from eckstein import BLACK, WHITE, Board, Reason
from eckstein.kernel import dice

from ..helpers import after, refused, texts

START = "DSa1Cb1Gc1Wd1Ze1Wf1Gg1Ch1Si1ra8bb8fc8vd8ze8vf8fg8bh8ri8"
KINGS = "Za1zi8"            # far from everything in the middle


def open_board(dice, turn="D"):
    return turn + KINGS + dice


# The start.

def test_the_start():
    assert Board("duell").position() == START


def test_tops_at_the_start_are_5_1_2_6_king_6_2_1_5():
    pieces = Board("duell").contents().pieces
    for row in (0, 7):
        tops = [pieces[column, row].die // 4 for column in range(9) if column != 4]
        assert tops == [5, 1, 2, 6, 6, 2, 1, 5]
        assert pieces[4, row].kind == "K"


@pytest.mark.parametrize(("position", "moves"), [
    (START, ["B1-B2", "H1-H2"]), (START.replace("D", "d", 1), ["B8-B7", "H8-H7"])])
def test_threes_point_to_the_owner(position, moves):
    # A one rolled forward shows what lay towards its owner.
    for move in moves:
        board = Board("duell", position)
        assert board.describe(board.parse(move)).steps[0].faces["top"] == 3


def test_fours_of_the_fives_twos_and_sixes_point_to_the_middle():
    for (_, row), piece in Board("duell").contents().pieces.items():
        if piece.kind == "D":
            towards_middle = "north" if row == 0 else "south"
            assert dice.faces(piece.die)[towards_middle] == 4


def test_blacks_row_is_whites_turned_by_half_a_circle():
    pieces = Board("duell").contents().pieces
    for column in (0, 1, 2, 3, 5, 6, 7, 8):
        white, black = (dice.faces(pieces[square].die) for square in ((column, 0), (8 - column, 7)))
        assert (white["top"], white["east"]) == (black["top"], black["west"])


def test_on_the_large_board_black_begins_on_row_9():
    assert Board("duell", board="9x9").position() == START.replace("8", "9")


# Rolling.

def test_a_two_rolls_two_squares_with_at_most_one_turn():
    assert texts("duell", open_board("Ee4"), "e4") | texts("duell", open_board("Ee4"), "E4") == {
        "E4-E6", "E4-E2", "e4-g4", "e4-c4",
        "E4-f5", "e4-F5", "E4-d5", "e4-D5", "E4-f3", "e4-F3", "E4-d3", "e4-D3"}


@pytest.mark.parametrize(("die", "top"), [("C", 1), ("E", 2), ("I", 3), ("M", 4)])
def test_a_die_in_the_open_has_four_straight_paths_and_eight_for_each_place_to_turn(die, top):
    board = Board("duell", f"DZa1zi9{die}e5", board="9x9")
    moves = [text for text in board.legal_texts() if text[:2].upper() == "E5"]
    assert len(moves) == 4 + 8 * (top - 1)


def test_it_rolls_exactly_as_far_as_the_top_showed_before():
    assert "2" in refused("duell", open_board("Ee4"), "E4-E5")
    assert "2" in refused("duell", open_board("Ee4"), "E4-E7")


def test_every_square_on_the_way_must_be_empty():
    blocked = open_board("Ee4Ee5cd4")
    assert texts("duell", blocked, "E4") | texts("duell", blocked, "e4") == {
        "E4-E2", "e4-g4", "e4-F5", "E4-f3", "e4-F3", "E4-d3"}
    assert "E5" in refused("duell", blocked, "E4-E6").upper()
    assert "D4" in refused("duell", blocked, "e4-c4").upper()


def test_one_of_two_ways_may_be_blocked():
    board = open_board("Ee4Ce5")
    assert "e4-F5" in texts("duell", board)
    assert "E5" in refused("duell", board, "E4-f5").upper()


def test_the_last_square_may_not_hold_an_own_die():
    assert "a die of the same player" in refused("duell", open_board("Ee4Ce6"), "E4-E6")


def test_an_enemy_die_on_the_last_square_is_captured():
    board = after("duell", open_board("Ee4ge6"), "E4xE6")
    assert "ge6" not in board.position()
    assert board.contents().pieces[4, 5].colour == "white"


def test_capturing_is_no_duty():
    assert {"E4xE6", "E4-E2"} <= texts("duell", open_board("Ee4ge6"))


def test_no_roll_over_the_rim():
    assert texts("duell", open_board("Ei4"), "i4") | texts("duell", open_board("Ei4"), "I4") == {
        "I4-I6", "I4-I2", "i4-g4", "I4-h5", "i4-H5", "I4-h3", "i4-H3"}


def test_the_order_of_the_legs_changes_the_die():
    assert (after("duell", open_board("Ee4"), "E4-f5").position()
            != after("duell", open_board("Ee4"), "e4-F5").position())


def test_two_orders_are_two_moves_even_when_they_give_the_same_position():
    board = Board("duell", open_board("Md3"))
    one, other = board.parse("D3-f5"), board.parse("d3-F5")
    assert one != other
    assert (after("duell", open_board("Md3"), "D3-f5").position()
            == after("duell", open_board("Md3"), "d3-F5").position())


@pytest.mark.parametrize(("move", "top"), [("D1-e6", 5), ("F1-e6", 2)])
def test_tops_after_a_turning_roll_of_the_rule_page(move, top):
    assert after("duell", START, move).contents().pieces[4, 5].die // 4 == top


# The king.

def test_the_king_rolls_one_square_and_stays_a_king():
    board = Board("duell", "DZe4zi8")
    assert set(board.legal_texts()) == {"E4-E5", "E4-E3", "e4-f4", "e4-d4"}
    board.push_text("E4-E5")
    assert board.position() == "dZe5zi8"


def test_the_king_may_capture():
    assert "E4xE5" in texts("duell", "DZe4ve5zi8")


def test_without_king_captures_he_may_not():
    assert "E4xE5" not in texts("duell", "DZe4ve5zi8", king_captures=False)
    assert "king_captures" in refused("duell", "DZe4ve5zi8", "E4xE5", king_captures=False)


def test_without_king_captures_other_dice_may_capture_all_the_same():
    assert "E4xE6" in texts("duell", open_board("Ee4ge6"), king_captures=False)


def test_kings_side_by_side_are_in_check_only_when_kings_capture():
    assert Board("duell", "DZe4ze5").in_check()
    assert not Board("duell", "DZe4ze5", king_captures=False).in_check()


# DUEL and DUEL-MATT.

@pytest.mark.parametrize(("move", "check"), [
    ("D1-e6", False), ("F1-e6", True), ("I1-h5", True), ("A1-d3", True)])
def test_duel_from_the_start(move, check):
    assert after("duell", START, move).in_check() == check


def saving(move):
    """Black's replies to White's first move that do not leave his king capturable."""
    board = after("duell", START, move)
    replies = set()
    for text in board.legal_texts():
        copy = board.copy()
        copy.push_text(text)
        king = next(f"{'abcdefghi'[column]}{row + 1}" for (column, row), piece
                    in copy.contents().pieces.items() if piece[:2] == (BLACK, "K"))
        if not any(reply.lower().endswith("x" + king) for reply in copy.legal_texts()):
            replies.add(text)
    return replies


@pytest.mark.parametrize(("move", "replies"), [
    ("I1-h5+", {"A8-e7", "D8-g5", "E8-E7", "I8-e7"}),
    ("A1-d3+", {"A8-e7", "E8-E7", "F8-e3", "I8-e7"}),
    ("F1-e6+", {"A8-e7", "E8-E7", "I8-e7"}),
])
def test_the_saving_replies_of_the_rule_page(move, replies):
    assert saving(move) == replies


def test_the_mate_of_the_rule_page():
    board = after("duell", START, "A1-d3+", "D8-i7", "F1-c4++")
    assert (board.outcome().winner, board.outcome().reason) == (WHITE, Reason.DUEL_MATE)
    assert not board.legal_moves


def test_the_mate_of_the_rule_page_goes_on_without_mate_ends():
    board = after("duell", START, "A1-d3+", "D8-i7", "F1-c4++", mate_ends=False)
    assert board.outcome() is None
    assert board.legal_moves


ENCLOSED = "dZa1Ai6Ag8zi8"  # the ones reach i7 and h8, and not i8


def test_mate_counts_without_check():
    board = Board("duell", ENCLOSED)
    assert not board.in_check()
    assert (board.outcome().winner, board.outcome().reason) == (WHITE, Reason.DUEL_MATE)


def test_without_mate_ends_the_king_must_fall():
    board = after("duell", ENCLOSED, "I8-I7", "I6xI7", mate_ends=False)
    assert (board.outcome().winner, board.outcome().reason) == (WHITE, Reason.KING_TAKEN)


def test_no_mate_while_a_safe_move_is_left():
    assert Board("duell", ENCLOSED.replace("Ag8", "")).outcome() is None
    # Another die may move instead of the king.
    assert Board("duell", ENCLOSED + "ce5").outcome() is None


def test_no_mate_when_a_move_wins_at_once_on_the_king_square():
    # Every square around e2 is watched, e1 too, but there Black has won.
    watched = "dZa8Ad1Ag2Ae4ze2"
    assert Board("duell", watched).outcome() is None
    assert Board("duell", "dZa8Ad2Ag3Ae5ze3").outcome().winner is WHITE


def test_no_mate_when_a_move_takes_the_enemy_king_at_once():
    assert Board("duell", ENCLOSED.replace("Za1", "") + "Zc3gc5").outcome() is None


def test_leaving_the_own_king_capturable_is_legal_and_loses_it():
    board = after("duell", START, "A1-d3+", "H8-H7")
    takes = [text for text in board.legal_texts() if text.endswith(("xe8", "xE8"))]
    assert takes
    board.push_text(takes[0])
    assert (board.outcome().winner, board.outcome().reason) == (WHITE, Reason.KING_TAKEN)


# Winning.

def test_taking_the_king_wins():
    board = after("duell", "DZa1Ge6ze8cb7", "E6xE8")
    assert (board.outcome().winner, board.outcome().reason) == (WHITE, Reason.KING_TAKEN)


def test_black_wins_by_taking_the_white_king():
    board = after("duell", "dZe1ze8ge3", "E3xE1")
    assert (board.outcome().winner, board.outcome().reason) == (BLACK, Reason.KING_TAKEN)


@pytest.mark.parametrize(("position", "move", "winner", "options"), [
    ("DZe7za3cb6", "E7-E8", WHITE, {}),
    ("dZi8Cb6ze2", "E2-E1", BLACK, {}),
    ("DZe8za3cb6", "E8-E9", WHITE, {"board": "9x9"}),
])
def test_the_king_wins_on_the_square_where_the_enemy_king_started(position, move, winner, options):
    outcome = after("duell", position, move, **options).outcome()
    assert (outcome.winner, outcome.reason) == (winner, Reason.GOAL)


def test_the_king_wins_there_even_if_he_could_be_taken():
    outcome = after("duell", "DZe7za3cd8", "E7-E8").outcome()
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.GOAL)


def test_row_8_is_no_king_square_on_the_large_board():
    assert after("duell", "DZe7za3cb6", "E7-E8", board="9x9").outcome() is None


def test_the_goals_are_the_squares_where_the_kings_start():
    assert Board("duell").rules.goals(WHITE) == [(4, 7)]
    assert Board("duell").rules.goals(BLACK) == [(4, 0)]
    assert Board("duell", board="9x9").rules.goals(WHITE) == [(4, 8)]


def test_the_own_king_square_wins_nothing():
    assert after("duell", "DZe2zi8", "E2-E1").outcome() is None


def test_another_die_on_a_king_square_means_nothing():
    assert after("duell", "DZa1Ge6zi8cb3", "E6-E8").outcome() is None


def test_a_bare_king_plays_on():
    board = after("duell", "dZa1Ge4zi8", "I8-I7")
    assert board.outcome() is None


BLOCKED = "dZa1Wi6Wh7vi7Wg8vh8zi8"      # sixes that cannot leave the corner


@pytest.mark.parametrize("mate_ends", [True, False])
def test_a_player_who_has_no_move_at_all_has_lost(mate_ends):
    outcome = Board("duell", BLOCKED, mate_ends=mate_ends).outcome()
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.BLOCKED)


def test_there_is_no_pass():
    refused("duell", START, "A1-A1")
    assert Board("duell").rules.PASS == -1


# Progress.

@pytest.mark.parametrize(("position", "move", "progress"), [
    (open_board("Ee4ge6"), "E4xE6", True),
    (open_board("Ee4ge6"), "E4-E2", False),
])
def test_a_capture_is_progress(position, move, progress):
    assert (after("duell", position, move).idle_moves == 0) == progress


@pytest.mark.parametrize(("position", "sentence"), [
    ("DZa1Zb1ze8", "White has 2 kings"),
    ("DZa1zb8ze8", "Black has 2 kings"),
    ("D" + "".join(f"C{column}1" for column in "abcdefghi") + "Za2ze8",
     "White has 9 dice besides the king"),
    ("D" + "".join(f"c{column}8" for column in "abcdefghi") + "Za2ze7",
     "Black has 9 dice besides the king"),
    ("DCa1cb8", "no king"),
    ("D", "no king"),
    ("DZe8ze1", "both kings"),
])
def test_impossible_positions_are_told(position, sentence):
    [told] = Board("duell", position).status()
    assert sentence in told


def test_kings_on_each_others_squares_of_the_large_board_are_impossible():
    assert Board("duell", "DZe9ze1", board="9x9").status()
    assert Board("duell", "DZe8ze1", board="9x9").status() == []


@pytest.mark.parametrize("position", [
    START,
    "DZe8ze2", "DZe7ze1",       # one king has come home
    "DZe8Ca2ce1", "DCe8ze1",    # the other one there is no king
    "DZa1Cb1cb8", "DCa1zb8",    # one king has fallen
    "DZe1ze8",                  # bare kings, where they began
])
def test_possible_positions(position):
    assert Board("duell", position).status() == []


def test_the_reason_is_the_fallen_king_though_the_other_stands_on_the_king_square():
    # White's king takes Black's where it began.
    board = after("duell", "DZe7ze8cb6", "E7xE8")
    assert (board.outcome().winner, board.outcome().reason) == (WHITE, Reason.KING_TAKEN)
