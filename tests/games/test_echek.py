"""Echek, rule by rule (docs/rules.md).

At the start White's king stands on m13 and Black's on m14.
"""
import itertools

import pytest

from eckstein import BLACK, Board, IllegalMoveError, Reason

from ..helpers import after, refused, texts

START = "k/K w QRBNPqrbnp Ss m13"


def placings(position, piece, **options):
    """The squares where a piece may be placed (with its step, or what it sends back)."""
    return {text[2:] for text in texts("echek", position, piece + "@", **options)}


# The start.

def test_the_start():
    assert Board("echek").position() == START


def test_all_actions_from_the_start():
    squares = ["l12", "m12", "n12", "l13", "n13"]
    expected = {f"{piece}@{square}" for piece in "QRBNP" for square in squares}
    expected |= {"P@l13l14", "P@n13n14", "m13l13", "m13n13", "m13l14", "m13n14"}
    assert texts("echek", START) == expected


# The area.

ROW = "KRNk w QBPqrbnp Ss m13"          # four long: there are borders west of m and east of p


def test_the_area_is_never_longer_than_four():
    assert placings(ROW, "Q") == {"m12", "n12", "o12", "m14", "n14", "o14"}


def test_the_other_direction_is_free_until_it_is_four_long_too():
    assert {"m12", "m14"} <= placings(ROW, "Q")
    column = "K/R/N/k w QBPqrbnp Ss m13"
    assert placings(column, "Q") == {"l16", "n16", "l15", "n15", "l14", "n14"}


def test_the_area_slides_when_a_piece_leaves_its_end():
    slid = after("echek", ROW, "m13n14")
    assert "R@q13" in slid.legal_texts()
    stayed = after("echek", ROW, "Q@n12")
    assert "R@q13" not in stayed.legal_texts()


def test_a_move_may_leave_the_present_area_if_the_result_is_small_enough():
    # The queen leaves column m, crosses her own king, and stops on q: then n to q are in use.
    assert "m14q14" in texts("echek", "Q1K1/1N1k w RBPqrbnp Ss m13")


def test_the_result_is_measured_and_not_the_way():
    # With a rook on m13 the same move would make five columns.
    assert "m14q14" not in texts("echek", "Q1K1/RN1k w BPqrbnp Ss m13")


# Connection.

def test_all_pieces_must_form_one_group():
    # The king holds the rook and the other king together.
    assert texts("echek", "2k/1K1/R2 w QBNPqrbnp Ss m13", "n14") == set()


def test_corners_connect():
    assert "m13l14" in texts("echek", START)


def test_who_would_break_the_group_is_told():
    assert "disconnect" in refused("echek", START, "m13m12")


# Placing.

def test_placing_touches_an_own_piece_by_side_or_corner():
    assert "R@l12" in texts("echek", START)
    assert "touches no piece" in refused("echek", START, "R@l15")


def test_touching_an_enemy_piece_is_not_enough():
    assert "touches no piece" in refused("echek", "kr/K1 w QRBNPqbnp Ss m13", "R@o15")


@pytest.mark.parametrize("square", ["l14", "n14"])
def test_no_placing_at_the_sides_of_the_enemy_king(square):
    assert "beside the enemy king" in refused("echek", START, f"R@{square}")


def test_placing_at_a_corner_of_the_enemy_king():
    # m13 and o15 touch the king on n14 by corners.
    assert {"m13", "o13"} <= placings("1k/1N/1K w QRBPqrbnp Ss m12", "Q")


def test_no_placing_on_a_piece():
    assert "not empty" in refused("echek", START, "R@m13")


def test_no_placing_of_what_is_not_in_reserve():
    assert "reserve" in refused("echek", ROW, "N@n12")


def test_black_places_by_the_same_rules():
    board = after("echek", START, "N@n12")
    assert {"R@l15", "R@m15", "R@n15", "R@l14", "R@n14"} == {
        text for text in board.legal_texts() if text.startswith("R@")}


def test_a_placed_piece_leaves_the_reserve():
    assert after("echek", START, "N@n12").position() == "k1/K1/1N b QRBPqrbnp Ss m12"


# Moving.

def moves_from(position, square, **options):
    return {text[len(square):] for text in texts("echek", position, square, **options)}


def test_nothing_is_ever_captured():
    assert "captured" in refused("echek", START, "m13m14")


def test_the_king_steps_in_eight_directions():
    steps = set()
    for rows in ("k/K", "K/k", "kK", "Kk"):
        position = f"{rows} w QRBNPqrbnp Ss e5"
        square = next(text[:2] for text in texts("echek", position) if "@" not in text)
        for target in moves_from(position, square):
            steps.add((ord(target[0]) - ord(square[0]), int(target[1:]) - int(square[1:])))
    assert steps == {(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1)} - {(0, 0)}


def test_the_pawn_steps_in_four_directions():
    assert moves_from("k1/KN/1P w QRBqrbnp Ss m12", "n12") == {"m12", "o12"}
    assert moves_from("k1/K1/P1 w QRBNqrbnp Ss m12", "m12") == {"l12", "n12"}


def test_the_knight_leaps_over_anything():
    # From m12 by two up and one aside, over both kings.
    assert "l14" in moves_from("k/K/N w QRBPqrbnp Ss m12", "m12")
    assert moves_from("k/K/N w QRBPqrbnp Ss m12", "m12") == {"l14", "n14"}


def test_the_rook_goes_straight_any_distance_over_own_pieces():
    # West along row 13 over N and K to l13; along column o as far as there is somebody to touch.
    assert moves_from("1k1/KNR w QBPqrbnp Ss m13", "o13") == {"l13", "o12", "o14", "o15"}


def test_no_piece_goes_over_an_enemy_piece():
    assert "m13p13" in texts("echek", "QNK/2k w RBPqrbnp Ss m12")
    assert "m13p13" not in texts("echek", "QnK/2k w RBNPqrbp Ss m12")


def test_the_bishop_goes_diagonally_over_own_pieces():
    # B on m12, own K on n13; beyond it o14 and p15.
    assert {"o14"} <= moves_from("1k/1K/B1 w QRNPqrbnp Ss m12", "m12")


def test_the_queen_goes_both_ways():
    found = moves_from("k1/K1/Q1 w RBNPqrbnp Ss m12", "m12")
    assert {"l12", "n12"} <= found          # along the row
    assert {"l13", "n13"} <= found          # along the diagonals
    assert "o14" not in found               # touching nobody


def test_only_own_pieces_move():
    assert "Black's" in refused("echek", START, "m14l14")


# The pawn's step.

def test_a_placed_pawn_may_step_at_once():
    assert after("echek", START, "P@l13l14").position() == "Pk/1K b QRBNqrbnp Ss l13"


def test_the_step_may_lead_to_a_side_of_the_enemy_king():
    assert "P@n13n14" in texts("echek", START)


def test_the_pawns_first_square_must_be_a_legal_placing():
    refused("echek", START, "P@l14l15")     # l14 is at the enemy king's side
    refused("echek", START, "P@l11l12")     # l11 touches nobody


def test_the_second_square_must_be_one_step_away():
    refused("echek", START, "P@l13m14")
    refused("echek", START, "P@l13l15")


def test_stepping_to_where_it_could_be_placed_is_the_same_move():
    board = Board("echek")
    assert board.text(board.parse("P@l12l13")) == "P@l13"


def test_of_several_first_squares_the_text_shows_the_alphabetically_first():
    # m14 can be reached from l14 and from m15.
    board = Board("echek", "1R/1k/K1 w QBNPqrbnp Ss m13")
    assert "P@l14m14" in board.legal_texts()
    assert "P@m15m14" not in board.legal_texts()
    assert board.parse("P@m15m14") == board.parse("P@l14m14")


def test_the_steps_are_those_of_the_text_where_the_plane_wraps_too():
    board = Board("echek", "1R/1k/K1 w QBNPqrbnp Ss a13")
    told = board.describe(board.parse("P@z14a14"))
    assert (told.text, told.steps[0].target, told.steps[1].origin) == ("P@a15a14", "a15", "a15")


def test_the_first_square_is_alphabetical_where_the_plane_wraps_too():
    # The same with m called a, so that l is called z: a15 comes before z14.
    board = Board("echek", "1R/1k/K1 w QBNPqrbnp Ss a13")
    assert {text for text in board.legal_texts() if text.endswith("a14")} == {"P@a15a14", "a13a14"}


def test_only_a_pawn_may_step_when_it_is_placed():
    assert "only a pawn" in refused("echek", START, "R@l13l14")


def test_the_game_looks_only_after_the_step():
    # A pawn that stays on n12 shuts in its own king on n13; one that steps on does not.
    position = "1nk/RKb/2r w QBNPqp Ss m12"
    assert after("echek", position, "P@n12").outcome().winner is BLACK
    assert after("echek", position, "P@n12n11").outcome() is None


# The swap.

def test_rook_and_king_change_squares_at_any_distance():
    board = after("echek", "1k2/KN1R w QBPqrbnp Ss m13", "RK")
    assert board.position() == "1k2/RN1K b QBPqrbnp s m13"


def test_the_swap_is_once_a_game():
    assert "RK" not in texts("echek", "1k2/KN1R w QBPqrbnp s m13")
    assert "already" in refused("echek", "1k2/KN1R w QBPqrbnp s m13", "RK")


def test_each_player_has_his_own_swap():
    board = after("echek", "rk2/KN1R w QBPqbnp Ss m13", "RK")
    assert "RK" in board.legal_texts()


def test_the_rook_must_be_in_play():
    assert "RK" not in texts("echek", START)
    assert "not on the board" in refused("echek", START, "RK")


def test_the_swap_needs_no_free_way():
    # An enemy bishop between them does not matter.
    assert "RK" in texts("echek", "1k2/KbNR w QBPqrnp Ss m13")


# Surrounded kings.

def test_a_king_with_all_four_sides_filled_loses():
    board = after("echek", "1rk1/bK1q/1R2 b QBNPnp Ss m13", "p14o14")
    assert (board.outcome().winner, board.outcome().reason) == (BLACK, Reason.SURROUNDED)


def test_three_sides_are_not_enough():
    assert Board("echek", "1rk1/bK1q/1R2 b QBNPnp Ss m13").outcome() is None


def test_pieces_of_either_colour_surround():
    board = after("echek", "1rk1/bK1Q/1R2 w BNPqnp Ss m13", "p14o14")
    assert board.outcome().winner is BLACK


def test_the_own_doing_counts():
    board = after("echek", "1rk1/BK1Q/1R2 w NPqbnp Ss m13", "p14o14")
    assert (board.outcome().winner, board.outcome().reason) == (BLACK, Reason.SURROUNDED)


def test_a_border_closes_a_side():
    board = after("echek", "r1k1/K1qn/R3 b QBNPbp Ss m13", "o14n14")
    assert (board.outcome().winner, board.outcome().reason) == (BLACK, Reason.SURROUNDED)


def test_there_is_no_border_while_the_area_is_shorter_than_four():
    assert after("echek", "r1k/K1q/R2 b QBNPbnp Ss m13", "o14n14").outcome() is None


def test_borders_that_come_about_by_a_move_close_too():
    # The black knight placed on p makes the area four wide.
    position = "r1k/Kq1/R2 b QBNPbnp Ss m13"
    assert Board("echek", position).outcome() is None
    assert after("echek", position, "N@p14").outcome().winner is BLACK


def test_both_kings_surrounded_at_once_are_a_draw():
    board = after("echek", "1R1n/rK1k/NPQp w Bqb Ss m13", "m13o14")
    assert (board.outcome().winner, board.outcome().reason) == (None, Reason.SURROUNDED)


# Queens.

def test_a_surrounded_queen_is_removed_for_good():
    # Q in the corner of a 4 x 4 area, between P and the rook that comes.
    board = after("echek", "3k/2N1/PK2/Q3 w RBqrbnp Ss m12", "R@n12")
    assert board.position() == "3k/2N1/PK2/1R2 b Bqrbnp Ss m12"
    assert board.outcome() is None


def test_a_dead_queen_cannot_be_placed():
    board = after("echek", "3k/2N1/PK2/Q3 w RBqrbnp Ss m12", "R@n12")
    assert "Q" not in board.contents().reserves[0]


def test_a_queen_may_be_lost_by_being_placed():
    board = after("echek", "3k/2N1/PK2/1R2 w QBqrbnp Ss m12", "Q@m12")
    assert board.position() == "3k/2N1/PK2/1R2 b Bqrbnp Ss m12"


def test_the_enemy_queen_falls_too():
    board = after("echek", "3k/2N1/PK2/q3 w QRBrbnp Ss m12", "R@n12")
    assert board.position() == "3k/2N1/PK2/1R2 b QBrbnp Ss m12"


def test_the_loss_is_written_behind_the_move():
    board = Board("echek", "3k/2N1/PK2/Q3 w RBqrbnp Ss m12")
    assert board.notation(board.parse("R@n12")) == "R@n12xQ"
    board = Board("echek", "3k/2N1/PK2/q3 w QRBrbnp Ss m12")
    assert board.notation(board.parse("R@n12")) == "R@n12xq"


def test_a_removal_that_would_split_the_group_is_illegal():
    # The bishop on l11, outside the area, hangs on the queen alone.
    assert "n12" not in placings("4k/3N1/1PK2/1Q3/B4 w Rqrbnp Ss l11", "R")
    assert "n12" in placings("3k/2N1/PK2/Q3 w RBqrbnp Ss m12", "R")


def test_the_square_that_a_piece_leaves_holds_nothing_together():
    # b shuts the last side of Q from n12, and has left m11, where it held B on l11.
    hanging = "4k/3N1/1PK2/1Q3/Bb3 b Rqrnp Ss l11"
    assert "m11n12" not in texts("echek", hanging)
    # Without B nothing is lost but the queen.
    board = after("echek", "4k/3N1/1PK2/1Q3/1b3 b RBqrnp Ss l11", "m11n12")
    assert board.position() == "3k/2N1/PK2/1b2 w RBqrnp Ss m12"


def test_a_swap_that_leaves_the_group_split_is_illegal():
    # Q is shut in already, as it cannot come about in play, and B on l11 hangs on her.
    assert "RK" not in texts("echek", "4k/3N1/1PK2/1QR2/B4 w qrbnp Ss l11")
    assert "RK" in texts("echek", "3k/2N1/PK2/QR2 w Bqrbnp Ss m12")


BOTH = "Nnq1/K1pk/rb2 b QRBP Ss m13"    # q to n14 surrounds K, and is surrounded herself


def test_kings_are_judged_before_queens():
    board = after("echek", BOTH, "o15n14")
    assert board.outcome().winner is BLACK
    assert "q" in board.position()


def test_queens_first_turns_the_order_around():
    board = after("echek", BOTH, "o15n14", queens_first=True)
    assert board.outcome() is None
    assert board.position() == "Nn2/K1pk/rb2 w QRBP Ss m13"


def test_queens_of_both_colours_are_judged_together():
    # King to p14 closes the west: Q and q, side by side, are shut in by each other and more.
    board = after("echek", "N2/QPK/qpk/n2 w RBrb Ss m12", "o14p14")
    assert board.position() == "N3/1P1K/1pk1/n3 b RBrb Ss m12"


# Bishops in the three rule sets.

def test_draft_bishops_may_be_placed_outside_the_area():
    outside = {"l12", "l13", "l14"}
    assert outside <= placings(ROW, "B")
    assert not outside & placings(ROW, "B", bishop="basic")
    assert not outside & {text[:3] for text in placings(ROW, "B", bishop="final")}


def test_draft_bishops_may_be_moved_outside_the_area():
    # Over K to l12, which lies outside, and over N to p12, which does not.
    position = "1B2/KRNk w QPqrbnp Ss m13"
    assert moves_from(position, "n14") == {"l12", "p12"}
    assert moves_from(position, "n14", bishop="basic") == {"p12"}


def test_draft_bishops_do_not_count_for_the_area():
    # With the bishop counted, columns l to p would be five.
    position = "BKRNk w QPqrbnp Ss l13"
    assert Board("echek", position).status() == []
    assert Board("echek", position, bishop="basic").status() == [
        "the area is more than four squares long"]


def test_draft_bishops_count_for_connection():
    # r hangs on the bishop alone, so the bishop may not go.
    assert moves_from("1k1/1K1/B2/r2 w QRNPqbnp Ss l11", "l12") == set()


def test_draft_bishops_count_as_own_piece_to_touch():
    assert "k12" in placings("1k/1K/B1 w QRNPqrbnp Ss l12", "Q")


def test_draft_bishops_block_lines():
    assert "m13p13" in texts("echek", "QBK/2k w RNPqrbnp Ss m12")
    assert "m13p13" not in texts("echek", "QbK/2k w RBNPqrnp Ss m12")


def test_draft_bishops_surround():
    board = after("echek", "1rk1/bK1q/1R2 b QBNPnp Ss m13", "p14o14")
    assert board.outcome().winner is BLACK


@pytest.mark.parametrize("position", [
    "1r1k1/1K1qn/1R3 b QBNPbp Ss l13",
    "1r1k1/BK1qn/1R3 b QNPbp Ss l13",
])
def test_a_side_outside_a_four_long_area_is_closed_bishop_or_not(position):
    assert after("echek", position, "o14n14").outcome().winner is BLACK


def test_basic_bishops_count():
    assert placings(ROW, "B", bishop="basic") == placings(ROW, "Q")


def test_final_bishops_send_a_piece_back():
    board = after("echek", "k1/KN w QRBPqrbnp Ss m13", "B@l12*n13", bishop="final")
    assert board.position() == "1k/1K/B1 b QRNPqrbnp Ss l12"


def test_final_bishops_must_send_a_piece_back_when_they_can():
    found = placings("k1/KN w QRBPqrbnp Ss m13", "B", bishop="final")
    assert "l12*n13" in found
    assert "l12" not in found
    assert "must send" in refused("echek", "k1/KN w QRBPqrbnp Ss m13", "B@l12", bishop="final")


def test_final_bishops_need_not_when_there_is_nothing_to_send():
    assert placings(START, "B", bishop="final") == {"l12", "m12", "n12", "l13", "n13"}


def test_final_bishops_need_not_when_the_rest_would_fall_apart():
    # Without the rook the kings are apart; only a bishop that joins them lets it go.
    found = placings("2k/1R1/K2 w QBNPqrbnp Ss m13", "B", bishop="final")
    assert "m14" in found
    assert "m14*n14" not in found


def test_final_bishops_send_back_pieces_of_either_colour():
    board = after("echek", "kr/KN w QRBPqbnp Ss m13", "B@l12*n14", bishop="final")
    assert board.position() == "1k1/1KN/B2 b QRPqrbnp Ss l12"


def test_final_bishops_send_no_king_and_not_themselves():
    found = placings("kr/KN w QRBPqbnp Ss m13", "B", bishop="final")
    assert {text.partition("*")[2] for text in found} == {"n13", "n14"}


def test_powers_of_placing_work_again():
    # A pawn sent back may step again when it is placed again.
    board = after("echek", "kp/KN w QRBPqrbn Ss m13", "B@l12*n14", bishop="final")
    assert any(text.startswith("P@") and len(text) > 6 for text in board.legal_texts())


def test_a_swap_right_does_not_return():
    board = after("echek", "kr/KN w QRBPqbnp S m13", "B@l12*n14", bishop="final")
    assert board.position().split()[3] == "S"


def test_a_queen_sent_back_is_not_dead():
    board = after("echek", "kq/KN w QRBPrbnp Ss m13", "B@l12*n14", bishop="final")
    assert "Q" in board.contents().reserves[1]


def test_bishops_of_the_draft_send_nothing_back():
    assert "B@l12" in texts("echek", "k1/KN w QRBPqrbnp Ss m13")
    with pytest.raises(IllegalMoveError):
        Board("echek", "k1/KN w QRBPqrbnp Ss m13").parse("B@l12*n13")


# No action.

def test_a_player_without_an_action_must_pass():
    # The king holds two groups together, and White has nothing else.
    board = Board("echek", "2k/1K1/b2 w - - m13")
    assert set(board.legal_texts()) == {"--"}
    board.push_text("--")
    assert board.turn is BLACK
    assert board.legal_moves


def test_a_pass_is_legal_only_then():
    assert "no other move" in refused("echek", START, "--")


def test_if_neither_can_act_it_is_a_draw():
    outcome = Board("echek", "3B/2k1/1K2/b3 w - - m13").outcome()
    assert (outcome.winner, outcome.reason) == (None, Reason.BLOCKED)


# Sameness.

def test_positions_are_equal_up_to_sliding():
    here, there = Board("echek", START), Board("echek", START.replace("m13", "c20"))
    assert here.key == there.key
    assert here == there


@pytest.mark.parametrize(("one", "other"), [
    (START, "K/k w QRBNPqrbnp Ss m13"),
    (START, START.replace(" w ", " b ")),
    (START, START.replace("Ss", "S")),
    (START, START.replace("Ss", "s")),
    (START, START.replace("Q", "")),
    (START, "kK w QRBNPqrbnp Ss m13"),
    ("2rBP/bk2p/1R2n/3KN w - - m13", "3BP/bk2p/2r1n/1R1KN w - - m13"),
])
def test_all_that_matters_for_the_future_is_in_the_key(one, other):
    assert Board("echek", one).key != Board("echek", other).key


def test_squares_keep_their_names_while_the_pieces_wander():
    board = after("echek", START, "N@n12", "m14l14", "n12l13")
    assert board.position() == "k1/NK b QRBPqrbnp Ss l13"


def test_the_plane_wraps():
    board = Board("echek", START.replace("m13", "z26"))
    assert board.legal_texts() == sorted(text.translate(str.maketrans("lmn", "yza")).replace(
        "14", "1").replace("13", "26").replace("12", "25") for text in Board("echek").legal_texts())


# Progress.

@pytest.mark.parametrize(("position", "move", "progress"), [
    (START, "N@l12", True),
    (START, "P@l13l14", True),
    (START, "m13l13", False),
    ("1k2/KN1R w QBPqrbnp Ss m13", "RK", True),
    ("3k/2N1/PK1R/Q3 w Bqrbnp Ss m12", "p13p14", False),
    ("3k/2N1/PK2/Q1R1 w Bqrbnp Ss m12", "o12n12", True),     # a queen falls
    ("2k/1K1/b2 w - - m13", "--", False),
])
def test_a_placing_a_removal_or_a_swap_is_progress(position, move, progress):
    assert (after("echek", position, move).idle_moves == 0) == progress


@pytest.mark.parametrize(("position", "sentence"), [
    ("K w QRBNPqrbnp Ss m13", "Black has no king"),
    ("k w QRBNPqrbnp Ss m13", "White has no king"),
    ("k/K w QRNPqrbnp Ss m13", "White's B neither"),
    ("k/K b QRBNPqrbp Ss m13", "Black's N neither"),
    ("k4K w QRBNPqrbnp Ss m13", "four squares long"),
    ("k1K w QRBNPqrbnp Ss m13", "one group"),
])
def test_impossible_positions_are_told(position, sentence):
    assert any(sentence in told for told in Board("echek", position).status())


@pytest.mark.parametrize(("position", "sentences"), [
    ("kRNPK w QBqrbnp Ss m13", ["the area is more than four squares long"]),
    ("k/R/N/P/K w QBqrbnp Ss m13", ["the area is more than four squares long"]),
    ("kRNK w QBPqrbnp Ss m13", []),
    ("k/R/N/K w QBPqrbnp Ss m13", []),
])
def test_an_area_of_four_is_possible_and_one_of_five_is_not(position, sentences):
    assert Board("echek", position).status() == sentences


def test_a_missing_queen_is_dead_and_possible():
    assert Board("echek", "k/K w RBNPqrbnp Ss m13").status() == []
    assert Board("echek", "k/K b QRBNPrbnp Ss m13").status() == []


# What hangs on a queen.

SIDES = [(0, 1), (0, -1), (1, 0), (-1, 0)]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def touch(one, other):
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def group_of(first, squares):
    """What is connected with one of some squares."""
    found, new = {first}, [first]
    while new:
        one = new.pop()
        more = {other for other in squares if touch(one, other)} - found
        found |= more
        new += more
    return found


def test_a_queen_that_falls_where_she_was_moved_to_has_joined_nothing():
    """All that may stand around her, in all areas, in the rules of the draft (`doubtful`).

    She stands at 0, 0; in no other case than that of a bishop beyond two borders are the pieces
    around her, of which each group of the rest has one, not connected without her.
    """
    lone = 0
    for west, east, south, north in itertools.product(range(4), repeat=4):
        if west + east > 3 or south + north > 3:
            continue
        closed = {side for side, border in (
            ((-1, 0), west == 0 and east == 3), ((1, 0), east == 0 and west == 3),
            ((0, -1), south == 0 and north == 3), ((0, 1), north == 0 and south == 3)) if border}
        for filled in map(set, itertools.chain.from_iterable(
                itertools.combinations(AROUND, count) for count in range(1, 9))):
            outside = {(x, y) for x, y in filled
                       if not (-west <= x <= east and -south <= y <= north)}
            if len(outside) > 2 or any(side not in filled | closed for side in SIDES):
                continue
            group = group_of(next(iter(filled & set(SIDES))), filled)
            for bishop in filled - group:
                beyond = {(bishop[0], 0), (0, bishop[1])}
                assert bishop in outside and beyond <= closed - filled
                # From where could she have come?  The rest reaches to the far ends of the area.
                here = [(x, y) for x in range(-3, 4) for y in range(-3, 4)
                        if x * bishop[0] <= 0 and y * bishop[1] <= 0 and (x, y) != (0, 0)]
                near = [(x, y) for x in range(-2, 3) for y in range(-2, 3)
                        if touch((x, y), bishop) and (x, y) not in beyond | {(0, 0)}]
                assert not any(touch(one, other) for one in here for other in [bishop, *near])
                lone += 1
    assert lone
