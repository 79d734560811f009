"""Moves as text (docs/rules.md)."""
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eckstein import Board, IllegalMoveError, NotationError

from ..helpers import after, refused, texts


def read_as(board, text):
    """The plain text of the move that a text is read as."""
    return board.text(board.parse(text))


def no_move(board, text):
    """The error of a text that is not a move at all."""
    with pytest.raises(NotationError) as caught:
        board.parse(text)
    return caught.value


# Cublino: the squares visited.

CHAIN = "pWa1vb7vc7ve7vf6"


def test_plain_texts_of_cublino():
    assert "a1a2" in texts("pur", None)
    assert "b7d7f7f5" in texts("pur", CHAIN)


@pytest.mark.parametrize(("game", "position", "move", "spoken"), [
    ("pur", None, "a1a2", "a1-a2"),
    ("pur", CHAIN, "b7d7f7f5", "b7:d7:f7:f5"),
    ("pur", "PWd3We4va7", "d3e3e5", "d3-e3:e5"),
    ("contra", "CWc5Wa1ad6vg7", "c5d5", "c5-d5xd6"),
    ("contra", "CMd3Wa1ac4ae4vg7", "d3d4", "d3-d4xc4e4"),
    ("contra", "CAd3Wa1vd5", "d3d4", "d3-d4xd4"),
    ("contra", "CWa6vc4", "a6a7", "a6-a7#"),
    ("contra", "CMd3id5", "d3d4", "d3-d4xd5#"),
    ("ecke", "EWf3Wa1ve4va7", "f3d5", "f3:d5"),
    ("ecke", "EIc2Wa1Wb1vd4ee4va7", "c2d3", "c2-d3xd3"),
    ("pur", "PWa7vb7vc7", "--", "--"),
])
def test_texts_for_people(game, position, move, spoken):
    board = Board(game, position)
    assert board.notation(board.parse(move)) == spoken
    assert read_as(board, spoken) == move


@pytest.mark.parametrize("text", [
    "d3e3e5", "d3-e3:e5", "d3-e3-e5", "D3E3E5", " d3 e3 e5 ", "d3\u2013e3:e5", "d3-e3:e5#",
    "d3-e3:e5xa7", "d3:e3:e5"])
def test_ways_to_write_a_chain(text):
    assert read_as(Board("pur", "PWd3We4va7"), text) == "d3e3e5"


@pytest.mark.parametrize("text", ["--", "\u2014", "\u2013\u2013", " -- ", "pass", "Pass"])
def test_ways_to_write_a_pass(text):
    assert read_as(Board("pur", "PWa7vb7vc7"), text) == "--"


@pytest.mark.parametrize(("text", "place"), [
    ("", None), ("d3", None), ("d3?e3", 2), ("castle", 0), ("d3d4d", 4), ("-", 0)])
def test_what_is_no_move_of_cublino(text, place):
    assert no_move(Board("pur", "PWd3va7"), text).place == place


@pytest.mark.parametrize("text", ["h1h2", "a1a9", "a1a0", "z9a1"])
def test_squares_off_the_board(text):
    error = no_move(Board("pur"), text)
    assert "squares are a1 to g7" in error.reason


@pytest.mark.parametrize(("position", "move", "reason"), [
    ("PWd3va7", "e3e4", "no die on e3"),
    ("PWd3va7", "a7a6", "Black's"),
    ("PWd3Wd4va7", "d3d4", "d4 is not empty"),
    ("PWd3va7", "d3d2", "backward"),
    ("PWd3va7", "d3d5", "no die on d4"),
    ("PWd3Wc3va7", "d3b3d3", "where it began"),
    ("PWa7vb7vc7", "a7b7", "must pass"),
    ("PAa7Ab7Ac7Ad7Ae7Af7Ag7va2", "a7b7", "over"),
    ("PWd3va7", "--", "no other move"),
])
def test_why_a_move_is_illegal(position, move, reason):
    assert reason in refused("pur", position, move)


def test_strange_letters_are_not_read_over():
    # The long s passes for a letter where case is ignored.
    with pytest.raises((NotationError, IllegalMoveError)):
        Board("pur").parse("a1\u017f1a2")


# Duell.

OPEN = "DZa1Ee4Md3zi8"          # E shows 2, M shows 4


def test_the_case_of_the_columns_tells_the_path():
    assert texts("duell", "DZa1Ee4zi8", "e4") == {
        "e4-g4", "e4-c4", "e4-F5", "e4-D5", "e4-F3", "e4-D3"}
    assert texts("duell", "DZa1Ee4zi8", "E4") == {
        "E4-E6", "E4-E2", "E4-f5", "E4-d5", "E4-f3", "E4-d3"}


@pytest.mark.parametrize(("text", "way"), [
    ("E4-f5", ["e5", "f5"]), ("e4-F5", ["f4", "f5"]), ("E4-E6", ["e5", "e6"]),
    ("e4-g4", ["f4", "g4"])])
def test_upper_case_is_rolled_along_and_lower_case_only_crossed(text, way):
    board = Board("duell", OPEN)
    assert [step.target for step in board.describe(board.parse(text)).steps] == way


def test_captures_are_written_with_x():
    # The rule text writes E3xh3; on a straight path along a row both columns are only crossed.
    board = Board("duell", "DZa1Ie3zi8rh3")
    assert "e3xh3" in board.legal_texts()
    assert read_as(board, "E3xh3") == "e3xh3"


@pytest.mark.parametrize(("moves", "spoken"), [
    ([], "D1-e6"), ([], "F1-e6+"), ([], "I1-h5+"), ([], "A1-d3+"),
    (["A1-d3", "D8-i7"], "F1-c4++")])
def test_a_writer_sets_the_right_marks(moves, spoken):
    board = after("duell", None, *moves)
    assert board.notation(board.parse(spoken.rstrip("+"))) == spoken
    assert board.read(spoken).warnings == ()


def test_plain_texts_have_no_marks():
    board = Board("duell")
    assert board.text(board.parse("F1-e6+")) == "F1-e6"


@pytest.mark.parametrize("text", [" F1 - e6 + ", "F 1-e\t6+"])
def test_white_space_is_read_anywhere(text):
    assert Board("duell").read(text) == (Board("duell").parse("F1-e6"), ())


@pytest.mark.parametrize("sign", ["x", "X", ":", "\u00d7"])
def test_signs_for_a_capture(sign):
    board = Board("duell", "DZa1Ee4ge6zi8cb5")
    assert board.read(f"E4{sign}E6") == (board.parse("E4xE6"), ())


def test_the_separator_may_be_missing():
    assert read_as(Board("duell", OPEN), "E4E6") == "E4-E6"
    assert read_as(Board("duell", "DZa1Ee4ge6zi8"), "E4E6") == "E4xE6"
    assert read_as(Board("duell"), "F1e6+") == "F1-e6"


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2212")
def test_dashes(dash):
    assert Board("duell").read(f"F1{dash}e6+") == (Board("duell").parse("F1-e6"), ())


@pytest.mark.parametrize("mark", ["+", "DUEL", "DUELL", "duell", " Duel"])
def test_words_for_check(mark):
    assert Board("duell").read("F1-e6" + mark) == (Board("duell").parse("F1-e6"), ())


@pytest.mark.parametrize("mark", ["++", "#", "MATT", "DUEL-MATT", "DUELL-MATT", "matt"])
def test_words_for_mate(mark):
    board = after("duell", None, "A1-d3", "D8-i7")
    assert board.read("F1-c4" + mark) == (board.parse("F1-c4"), ())


@pytest.mark.parametrize("text", ["E4-E6", "e4-e6", "E4-e6", "e4-E6"])
def test_wrong_case_on_a_straight_path_along_a_column(text):
    assert read_as(Board("duell", OPEN), text) == "E4-E6"


@pytest.mark.parametrize("text", ["E4-G4", "e4-g4", "E4-g4", "e4-G4"])
def test_wrong_case_on_a_straight_path_along_a_row(text):
    assert read_as(Board("duell", OPEN), text) == "e4-g4"


@pytest.mark.parametrize("text", ["F1-e6++", "F1-e6#"])
def test_a_wrong_mark_is_read_with_a_warning(text):
    reading = Board("duell").read(text)
    assert Board("duell").text(reading.move) == "F1-e6"
    assert len(reading.warnings) == 1
    assert "+" in reading.warnings[0]


def test_a_mark_where_there_is_none_is_read_with_a_warning():
    assert len(Board("duell").read("D1-e6+").warnings) == 1


def test_a_missing_mark_is_read_with_a_warning():
    assert len(Board("duell").read("F1-e6").warnings) == 1


@pytest.mark.parametrize(("position", "text"), [
    ("DZa1Ee4Md3zi8", "E4xE6"), ("DZa1Ee4ge6zi8", "E4-E6")])
def test_a_wrong_separator_is_read_with_a_warning(position, text):
    board = Board("duell", position)
    assert any("captures" in warning for warning in board.read(text).warnings)


@pytest.mark.parametrize("text", ["F1-e6", "F1-e6++", "D1-e6+"])
def test_strict_marks_make_a_wrong_or_missing_mark_illegal(text):
    assert "mark" in refused("duell", None, text, strict_marks=True)


@pytest.mark.parametrize("text", ["F1-e6+", "D1-e6"])
def test_strict_marks_accept_right_marks(text):
    assert Board("duell", strict_marks=True).read(text).warnings == ()


def test_both_letters_of_one_case_are_read_if_just_one_path_is_legal():
    board = Board("duell", "DZa1Ee4Ce5zi8")
    for text in ("E4-F5", "e4-f5"):
        assert board.text(board.read(text).move) == "e4-F5"


def test_both_letters_of_one_case_are_read_if_both_paths_give_the_same_position():
    # A four rolled two and two ends alike either way.
    for text in ("D3-F5", "d3-f5"):
        assert read_as(Board("duell", OPEN), text) in ("D3-f5", "d3-F5")


@pytest.mark.parametrize("text", ["E4-F5", "e4-f5"])
def test_otherwise_the_error_names_both_spellings(text):
    reason = refused("duell", OPEN, text)
    assert "E4-f5" in reason
    assert "e4-F5" in reason


@pytest.mark.parametrize(("position", "move", "reason"), [
    (OPEN, "G4-G6", "no die on g4"),
    (OPEN, "I8-I7", "black's"),
    (OPEN, "E4-E7", "shows 2"),
    (OPEN, "E4-E4", "0 away"),
    (OPEN, "A1-A3", "the king rolls one square"),
    ("DZa1Ee4Ce5zi8", "E4-E6", "blocked on e5"),
    ("DZa1Ee4ce5zi8", "E4-f5", "blocked on e5"),
    ("DZa1Ee4Ce6zi8", "E4-E6", "e6 is occupied by a die of the same player"),
])
def test_other_errors_say_why(position, move, reason):
    assert reason in refused("duell", position, move).lower()


def test_an_error_about_a_blocked_way_names_the_open_one():
    assert "e4-F5" in refused("duell", "DZa1Ee4Ce5zi8", "E4-f5")


@pytest.mark.parametrize("text", ["", "E4", "E4-", "E4-E6!", "E4--E6", "O-O", "E4-E6-E8"])
def test_what_is_no_move_of_duell(text):
    no_move(Board("duell", OPEN), text)


@pytest.mark.parametrize("text", ["E4-E9", "J4-E4", "E0-E2", "E4-E66"])
def test_squares_off_the_board_of_duell(text):
    assert "a1 to i8" in no_move(Board("duell", OPEN), text).reason


def test_a_letter_that_grows_when_its_case_changes():
    no_move(Board("duell", OPEN), "\u01301-E6")
    no_move(Board("echek"), "N@\u013012")


# Echek.

@pytest.mark.parametrize(("position", "options", "move", "spoken"), [
    (None, {}, "N@n12", "N@n12"),
    (None, {}, "P@l13l14", "P@l13-l14"),
    (None, {}, "m13l13", "Km13-l13"),
    ("3k/2N1/PK2/Q3 w RBqrbnp Ss m12", {}, "R@n12", "R@n12xQ"),
    ("k1/KN w QRBPqrbnp Ss m13", {"bishop": "final"}, "B@l12*n13", "B@l12*n13"),
    ("1k2/KN1R w QBPqrbnp Ss m13", {}, "RK", "RK"),
    ("1rk1/bK1q/1R2 b QBNPnp Ss m13", {}, "p14o14", "Qp14-o14#"),
    ("2k/1K1/b2 w - - m13", {}, "--", "--"),
])
def test_texts_of_echek(position, options, move, spoken):
    board = Board("echek", position, **options)
    assert move in board.legal_texts()
    assert board.notation(board.parse(move)) == spoken
    assert read_as(board, spoken) == move


@pytest.mark.parametrize(("text", "plain"), [
    ("n@n12", "N@n12"), ("N@N12", "N@n12"), (" N @ n12 ", "N@n12"), ("m13-l13", "m13l13"),
    ("Km13l13", "m13l13"), ("K m13 \u2013 l13", "m13l13"), ("P@l13-l14", "P@l13l14"),
    ("P@l13l12", "P@l12")])
def test_ways_to_write_an_action(text, plain):
    assert read_as(Board("echek"), text) == plain


@pytest.mark.parametrize("text", ["RK", "KR", "rk"])
def test_ways_to_write_a_swap(text):
    assert read_as(Board("echek", "1k2/KN1R w QBPqrbnp Ss m13"), text) == "RK"


@pytest.mark.parametrize("text", ["", "N", "N@", "@n12", "X@n12", "m13", "N@n12*", "castle"])
def test_what_is_no_action(text):
    no_move(Board("echek"), text)


@pytest.mark.parametrize("text", ["N@n27", "N@n0", "m13l99"])
def test_squares_off_the_plane(text):
    assert "squares are a1 to z26" in no_move(Board("echek"), text).reason


def test_the_wrong_piece_letter_is_told():
    assert "is a K, not a Q" in refused("echek", None, "Qm13-l13")


# Properties.

BOARDS = [
    Board("pur"), Board("pur", CHAIN), Board("pur", "PWa7vb7vc7"),
    Board("contra", "CMd3Ic5vd5vg7"), Board("contra", "CWa7va2"),
    Board("ecke", "EIc2Wa1Wb1vd4ee4va7vb7", chains=True),
    Board("duell"), Board("duell", OPEN), Board("duell", strict_marks=True),
    Board("echek"), Board("echek", "k1/KN w QRBPqrbnp Ss m13", bishop="final"),
    Board("echek", "1k2/KN1R w QBPqrbnp Ss m13"), Board("echek", "2k/1K1/b2 w - - m13"),
]
pieces_of_moves = st.sampled_from([
    "a1", "a2", "b7", "d3", "d4", "D1", "e6", "E4", "F5", "m13", "l12", "n14", "z26", "i9",
    "-", "--", ":", "x", "\u00d7", "@", "*", "#", "+", "++", "R", "K", "N", "P", "B", "RK", " ",
    "DUEL", "MATT", "pass", "\u0130", "\u017f", "\u212a", "\u0661", "99", "0"])


@given(board=st.sampled_from(BOARDS),
       text=st.one_of(st.text(max_size=12), st.lists(pieces_of_moves, max_size=7).map("".join)))
@example(BOARDS[6], "\u01301-e6")
@example(BOARDS[9], "N@\u013012")
@example(BOARDS[9], "\u0130@n12")
@example(BOARDS[0], "a1\u01301a2")
@example(BOARDS[7], "E4-E" + "9" * 400)
def test_any_text_is_a_legal_move_or_one_of_two_errors(board, text):
    try:
        reading = board.read(text)
    except (NotationError, IllegalMoveError) as error:
        assert str(error)
        return
    assert reading.move in board.legal_moves
    assert all(isinstance(warning, str) for warning in reading.warnings)
