"""Positions as text (docs/rules.md)."""
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eckstein import Board, NotationError

from ..helpers import ENDLESS, VARIANTS, named, random_games

STARTS = {
    "pur": "PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7",
    "contra": "CWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7",
    "ecke": "EWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7",
    "duell": "DSa1Cb1Gc1Wd1Ze1Wf1Gg1Ch1Si1ra8bb8fc8vd8ze8vf8fg8bh8ri8",
    "echek": "k/K w QRBNPqrbnp Ss m13",
}
ECHEK = STARTS["echek"]


def bad(game, text):
    """The error of a text that is no position."""
    with pytest.raises(NotationError) as caught:
        Board(game, text)
    assert caught.value.text == text or text == ""
    return caught.value


def written(game, text, **options):
    return Board(game, text, **options).position()


# Dice games.

@pytest.mark.parametrize("game", STARTS)
def test_starts(game):
    assert Board(game).position() == STARTS[game]
    assert Board(game, STARTS[game]) == Board(game)


@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "duell"])
def test_the_letter_of_the_game_is_small_when_black_is_to_move(game):
    assert Board(game, STARTS[game]).turn == "white"
    assert Board(game, STARTS[game][0].lower() + STARTS[game][1:]).turn == "black"
    assert written(game, STARTS[game][0].lower() + STARTS[game][1:])[0] == game[0]


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwx")
def test_every_orientation_of_both_colours(letter):
    text = f"C{letter.upper()}b2{letter}c3"
    assert written("contra", text) == text


def test_dice_are_read_in_any_order_and_written_row_by_row():
    assert written("contra", "Cva7Wc2Wb2Wa3Wg1") == "CWg1Wb2Wc2Wa3va7"


def test_blanks_do_not_matter():
    assert written("contra", " C Wd3\n va7\t") == "CWd3va7"


def test_columns_may_be_capitals():
    assert written("contra", "CWD3vA7") == "CWd3va7"


def test_kings_are_z():
    assert written("duell", "DZa1zi8") == "DZa1zi8"


def test_the_large_board_has_a_ninth_row():
    assert written("duell", "DZa1zi9", board="9x9") == "DZa1zi9"
    assert bad("duell", "DZa1zi9").place == 4


@pytest.mark.parametrize(("game", "text", "place", "reason"), [
    ("contra", "", None, "begins with C"),
    ("contra", "PWa1", 0, "Cublino Contra begins with C"),
    ("contra", "  PWa1", 2, "begins with C"),
    ("contra", "CYa1", 1, "a letter from A to X, not Y"),
    ("contra", "CWa1Za2", 4, "a letter from A to X, not Z"),
    ("contra", "CWa1?a2", 4, "a letter from A to X"),
    ("duell", "DYa1", 1, "or Z for a king"),
    ("contra", "CWa1Wh2", 4, "a square from a1 to g7"),
    ("contra", "CWa1Wa8", 4, "a square from a1 to g7"),
    ("contra", "CWa1Wa0", 4, "a square from a1 to g7"),
    ("duell", "DZa1Wj2", 4, "a square from a1 to i8"),
    ("contra", "CWa1Wa", 4, "not a"),
    ("contra", "CWa1W", 4, "the end"),
    ("contra", "CWa1 va1", 5, "two dice lie on a1"),
    ("contra", "CWa1Wa\u0661", 4, "a square"),
])
def test_errors_name_the_place_and_the_reason(game, text, place, reason):
    error = bad(game, text)
    assert error.place == place
    assert reason in error.reason


@pytest.mark.parametrize("text", [
    "C\u00dfa1",            # the capital of a sharp s is two letters
    "C\ufb01a1",            # so is that of the ligature fi
    "CW\u01301",            # and the small letter of I with a dot
])
def test_letters_that_grow_when_their_case_changes(text):
    assert bad("contra", text).place == 1


def test_eight_dice_are_well_formed_and_impossible():
    board = Board("contra", STARTS["contra"] + "Wa2")
    assert board.position() == STARTS["contra"].replace("va7", "Wa2va7", 1)
    assert board.status()


# Echek.

@pytest.mark.parametrize("text", [
    ECHEK,
    "k/K b QRBNPqrbnp - m13",
    "k/K w - S m13",
    "k/K w QR s a1",
    "2b/rkR/1K1/Qn1 w BNPqp Ss m13",
    "q2/1k1/K1R b Np - z26",
])
def test_canonical_echek_positions_stay_as_they_are(text):
    assert written("echek", text) == text


@pytest.mark.parametrize(("text", "canonical"), [
    ("k/K w QRBNPqrbnp Ss", ECHEK),                             # the anchor may be left out
    ("k/K w", "k/K w - - m13"),
    ("k/K w pnbrqPNBRQ Ss m13", ECHEK),                         # reserves in any order
    ("  k/K  w\tQRBNPqrbnp Ss m13 ", ECHEK),
    ("3/1k1/1K1/3 w QRBNPqrbnp Ss l12", ECHEK),                 # empty margins
    ("11k/2K w QRBNPqrbnp Ss m13", "k/K w QRBNPqrbnp Ss o13"),
    ("k/K w QRBNPqrbnp Ss M13", ECHEK),
    ("1k/K1 w QRBNPqrbnp Ss z26", "1k/K1 w QRBNPqrbnp Ss z26"),
])
def test_what_is_read_besides(text, canonical):
    assert written("echek", text) == canonical


@pytest.mark.parametrize(("text", "place", "reason"), [
    ("", None, "expected rows"),
    ("k/K", None, "expected rows"),
    ("k/K w Q Ss m13 more", None, "expected rows"),
    ("k/K x QRBNPqrbnp Ss m13", 4, "w or b"),
    ("k/K W QRBNPqrbnp Ss m13", 4, "w or b"),
    ("k/X w QRBNPqrbnp Ss m13", 2, "X is not a piece"),
    ("k/0K w QRBNPqrbnp Ss m13", 2, "0 is not a piece"),
    ("k/K1 w QRBNPqrbnp Ss m13", None, "equally long"),
    ("k/KK w QRBNPqrbnp Ss m13", 3, "K stands on two squares"),
    ("k/K w QXBNPqrbnp Ss m13", 7, "X cannot be in reserve"),
    ("k/K w KQRBNPqrbnp Ss m13", 6, "K cannot be in reserve"),
    ("k/K w QQ Ss m13", 7, "Q is in reserve twice"),
    ("kQ/K1 w Q Ss m13", 8, "on the board and in reserve"),
    ("k/K w QRBNPqrbnp sS m13", 17, "swap rights"),
    ("k/K w QRBNPqrbnp Ss m27", 20, "no square m27"),
    ("k/K w QRBNPqrbnp Ss m0", 20, "no square m0"),
    ("k/K w QRBNPqrbnp Ss 13", 20, "no square 13"),
    ("1/1 w QRBNPqrbnp Ss m13", None, "no pieces"),
    ("k6K w QRBNPqrbnp Ss m13", None, "more than six"),
])
def test_errors_of_echek_name_the_place_and_the_reason(text, place, reason):
    error = bad("echek", text)
    assert error.place == place
    assert reason in error.reason


def test_an_anchor_that_grows_when_its_case_changes():
    assert bad("echek", "k/K w QRBNPqrbnp Ss \u013013").place == 20


def test_error_messages_show_the_text_and_count_places_from_one():
    assert str(bad("contra", "CYa1")).startswith("'CYa1' (character 2): ")


# Properties.

@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_what_is_written_is_read_as_it_was(game, options):
    for board in random_games(game, options, [11], plies=40):
        again = Board(game, board.position(), **ENDLESS, **options)
        assert again.contents() == board.contents()
        assert again.key == board.key
        assert again.position() == board.position()


dice = st.dictionaries(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("1234567")),
                       st.sampled_from("abcdefghijklmnopqrstuvwxABCDEFGHIJKLMNOPQRSTUVWX"),
                       max_size=14)


@given(game=st.sampled_from("PpCcEe"), dice=dice, data=st.data())
def test_any_dice_on_any_squares(game, dice, data):
    name = {"p": "pur", "c": "contra", "e": "ecke"}[game.lower()]
    tokens = [die + column + row for (column, row), die in dice.items()]
    canonical = game + "".join(sorted(tokens, key=lambda token: (token[2], token[1])))
    shuffled = game + " ".join(data.draw(st.permutations(tokens)))
    assert written(name, canonical) == written(name, shuffled) == canonical


near_misses = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="PpCcEeDdWwZzabgh1789 /", max_size=40),
    st.text(alphabet="kKqQrRbBnNpP/123w- Ssm\u0130\u00df\ufb01\u0661", max_size=40),
    st.builds(lambda text, at, new: text[:at % len(text)] + new + text[at % len(text) + 1:],
              st.sampled_from(sorted(STARTS.values())), st.integers(0, 200), st.text(max_size=3)),
)


@given(game=st.sampled_from(sorted(STARTS)), text=near_misses)
@example("contra", "C\u00dfa1")
@example("duell", "DZ\u01301")
@example("echek", "k/K w - - \u013013")
@example("echek", "k9999999K w")
def test_any_text_is_a_position_or_an_error_with_a_place(game, text):
    try:
        board = Board(game, text)
    except NotationError as error:
        assert error.place is None or 0 <= error.place < len(text)
        assert error.reason
        return
    assert Board(game, board.position()) == board
    assert isinstance(board.status(), list)
