"""Position texts tell their game (docs/rules.md), and no text breaks their reader."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board, NotationError, names
from eckstein.notation.positions.recognise import game_of_position

GAMES = ["pur", "contra", "ecke", "duell", "echek"]


@pytest.mark.parametrize("game", GAMES)
def test_the_start_of_every_game(game):
    assert game_of_position(Board(game).position()) == game


@pytest.mark.parametrize(("text", "game"), [
    ("P", "pur"), ("c", "contra"), (" EWa1", "ecke"), ("d Wa1 wb1", "duell"), ("p/2", "pur"),
    ("2b/rkR/1K1/Qn1 w BNPqp Ss", "echek"), ("pK/k1 w", "echek"), ("Pk/K1 b - -", "echek"),
    ("p w a1", "pur"), ("CXX", "contra")])
def test_a_letter_or_a_shape_tells_the_game(text, game):
    assert game_of_position(text) == game


@pytest.mark.parametrize("text", ["", "  ", "hello", "k/K", "1. c1-c2", "ß", "\ud800"])
def test_what_is_of_no_game(text):
    with pytest.raises(NotationError, match="not a position of a known game"):
        game_of_position(text)


@pytest.mark.parametrize(("game", "text"), [
    ("contra", "Cßa1"), ("contra", "CWİ1"), ("duell", "Dßa1"), ("contra", "Cﬆa1"),
    ("echek", "k/K w - - İ5")])
def test_letters_that_change_their_length_with_their_case_are_refused(game, text):
    with pytest.raises(NotationError):
        Board(game, text)


@pytest.mark.parametrize(("game", "text"), [("duell", "İ1-a2"), ("echek", "N@İ13"),
                                            ("contra", "İ1a2")])
def test_such_letters_are_no_columns_in_moves_either(game, text):
    with pytest.raises(NotationError):
        Board(game).parse(text)


@given(st.text() | st.text(alphabet="PCEDpcedKkQRBNPW/12 wbSs-a1bİßﬆ²9", max_size=20))
def test_any_text_is_of_a_game_or_refused(text):
    try:
        assert game_of_position(text) in names()
    except NotationError as error:
        assert error.reason


@given(st.sampled_from(GAMES), st.data())
def test_any_text_is_a_position_or_refused(game, data):
    text = data.draw(st.text() | st.text(alphabet="PCEDKkQRWw/12 bSs-a1İßﬆ²9"))
    try:
        board = Board(game, text)
        assert Board(game, board.position()) == board
    except NotationError as error:
        assert error.reason
