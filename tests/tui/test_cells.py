"""Boards as characters (tui/cells.py) and colours (tui/palette.py)."""
import pytest

from eckstein import Board, names
from eckstein.board.view import view
from eckstein.tui.cells import (
    SIZES,
    Drawing,
    Marks,
    Size,
    arrows,
    direction,
    fitting,
    squares,
)
from eckstein.tui.choices import Choices
from eckstein.tui.palette import NONE, RICH, SIXTEEN, style

from ..helpers import after


def lines(board, size, marks=None, flipped=False):
    """A board's drawing as lines of text."""
    drawing = Drawing(view(board), marks or Marks(), size, flipped)
    return ["".join(span.text for span in line) for line in drawing.rows()]


def test_a_die_with_its_four_sides_around_its_top():
    shown = lines(after("contra", None, "d1d2"), Size(7, 3))
    assert [line[24:31] for line in shown[15:18]] == ["   6   ", " 5(3)2 ", "   1   "]
    assert [line[3:10] for line in shown[:3]] == ["   3   ", " 2[6]5 ", "   4   "]


def test_a_large_die_has_an_outline():
    shown = lines(Board("contra"), Size(11, 5))
    assert [line[5:12] for line in shown[30:35]] == [
        "╭──4──╮", "│     │", "5 (6) 2", "│     │", "╰──3──╯"]
    assert [line[5:12] for line in shown[:5]] == [
        "┏━━3━━┓", "┃     ┃", "2 [6] 5", "┃     ┃", "┗━━4━━┛"]


def test_kings_have_no_sides():
    shown = lines(Board("duell"), Size(6, 2))
    assert shown[0].startswith("      3     3     3     3           3")
    assert shown[1].startswith(" 8  6[5]1 5[1]2 1[2]6 2[6]5  [K]  2[6]5")


def test_the_smallest_squares_show_tops():
    assert lines(Board("contra"), Size(4, 1))[0] == " 7  [6] [6] [6] [6] [6] [6] [6]"


def test_from_the_other_side():
    shown = lines(Board("contra"), Size(4, 1), flipped=True)
    assert shown[0] == " 1  (6) (6) (6) (6) (6) (6) (6)"
    assert shown[-1].split() == list("gfedcba")


def test_targets_show_the_top_that_the_die_will_have():
    board = Board("contra")
    labels = Choices(view(board)["legal"]).labels("d1")
    shown = lines(board, Size(7, 3), Marks(cursor="d4", chosen="d1", targets=labels))
    assert shown[16][24:31] == "  <3>  "
    assert shown[19][24:31] == "*5(6)2*"
    assert shown[10][24:31] == ">  ·  <"


def test_targets_that_can_be_captured():
    board = Board("duell", "DAd4ad5Ze1ze8ra8")
    labels = Choices(view(board)["legal"]).labels("d4")
    shown = lines(board, Size(7, 3), Marks(targets=labels))
    assert shown[9][24:31].endswith(f"x{labels['d5']}")
    assert "[1]" in shown[10][24:31]


def test_the_last_move_is_a_way_of_arrows():
    board = after("duell", None, "D1-e6")
    seen = view(board)
    assert arrows(seen, seen["last"]) == {
        "d1": "↑", "d2": "↑", "d3": "↑", "d4": "↑", "d5": "↑", "d6": "→", "e6": ""}
    assert arrows(seen, seen["last"], flipped=True)["d6"] == "←"
    shown = lines(board, Size(6, 2), Marks(last=arrows(seen, seen["last"])))
    assert "↑" in shown[15]
    assert "→" in shown[5]


def test_goals_are_marked():
    shown = lines(after("ecke", None, "a1a2"), Size(4, 1))
    assert shown[6].startswith(" 1   + ")


def test_directions_on_the_endless_plane():
    seen = view(Board("echek"))
    assert direction(seen, "z1", "a1") == (1, 0)
    assert direction(seen, "a26", "a1") == (0, 1)
    assert direction(seen, "a1", "c2", flipped=True) == (-1, -1)


def test_the_area_and_its_borders():
    full = Board("echek", "1bn2/pP1R1/1kK1B/3N1 w Qqr Ss k12")
    shown = lines(full, Size(7, 3))
    assert shown[5].count("━") == 28 and shown[18].count("━") == 28
    assert [line.count("┃") for line in shown[6:18]] == [2] * 12
    grown = lines(Board("echek"), Size(7, 3))
    assert not any("━" in line or "┃" in line for line in grown)


def test_where_the_area_may_still_grow_is_hinted():
    board = Board("echek")
    seen = view(board)
    inks = {span.ground for line in Drawing(seen, Marks(), Size(7, 3)).rows() for span in line}
    assert {"reach", "page"} <= inks
    assert sum(line.count("·") for line in lines(board, Size(7, 3))) == 7 * 6 - 2


@pytest.mark.parametrize("game", names())
def test_all_games_fit_80_by_24(game):
    seen = view(Board(game))
    size = fitting(seen, 80 - 22, 24 - 2)
    drawing = list(Drawing(seen, Marks(), size).rows())
    assert len(drawing) <= 22
    assert all(sum(len(span.text) for span in line) <= 58 for line in drawing)
    assert size.height >= 2


def test_the_large_duell_board_fits_too():
    assert fitting(view(Board("duell", board="9x9")), 58, 22) == Size(6, 2)


def test_more_room_makes_larger_squares():
    seen = view(Board("contra"))
    sizes = [fitting(seen, width, height) for width, height in
             ((100, 40), (60, 30), (46, 30), (46, 20), (20, 5))]
    assert sizes == [Size(11, 5), Size(7, 3), Size(6, 3), Size(6, 2), Size(4, 1)]


def test_names_wrap_around_the_plane():
    board = Board("echek", "k/K w QRBNPqrbnp Ss a1")
    shown = squares(view(board))
    assert shown[-1][0] == "x24"
    assert "a1" in {name for line in shown for name in line}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", names())
def test_every_picture_is_a_rectangle(game, size):
    shown = lines(Board(game), size)
    width = len(shown[0])
    assert all(len(line) == width for line in shown)


def test_every_ink_has_a_look_in_every_mode():
    board = Board("duell", "DAd4ad5Ze1ze8ra8")
    seen = view(board)
    marks = Marks("d6", "d4", Choices(seen["legal"]).labels("d4"), last={"a1": "↑"},
                  threats=frozenset(["e1"]))
    looks = {(span.ink, span.ground) for size in SIZES
             for line in Drawing(seen, marks, size).rows() for span in line}
    for ink, ground in looks:
        assert style(NONE, ink, ground).color is None
        assert style(NONE, ink, ground).bgcolor is None
        assert style(RICH, ink, ground) is not None
        sixteen = style(SIXTEEN, ink, ground)
        for colour in (sixteen.color, sixteen.bgcolor):
            assert colour is None or colour.number < 16


def test_without_colour_the_cursor_is_reversed():
    assert style(NONE, "dot", "cursor").reverse
