"""Arrows and marked squares in comments."""
import pytest

from eckstein.notation.drawings import read_comments, write_drawing
from eckstein.notation.errors import NotationError


@pytest.mark.parametrize(("comment", "left", "marks", "arrows"), [
    ("[%csl Gd4,Re5]", [], ["Gd4", "Re5"], []),
    ("[%cal Gd1d4] [%csl Bz26] Look here.", ["Look here."], ["Bz26"], ["Gd1d4"]),
    ("[%cal m13z26, Ya1b2] ", [], [], ["Gm13z26", "Ya1b2"]),
    ("[%csl Gd4,Gd4]", [], ["Gd4"], []),
    ("[%csl Pd4]", ["[%csl Pd4]"], [], []),
    ("[%csl Gd1d4]", ["[%csl Gd1d4]"], [], []),
    ("[%clk 0:01:00] quick", ["[%clk 0:01:00] quick"], [], []),
])
def test_what_comments_draw(comment, left, marks, arrows):
    assert read_comments([comment]) == (left, (marks, arrows))


def test_several_comments_draw_together():
    assert read_comments(["[%csl Gd4]", "text", "[%csl Rd5]"]) == (["text"], (["Gd4", "Rd5"], []))


def test_a_drawing_is_one_comment():
    assert write_drawing(["Gd4"], ["Rd1d4", "Bd1d5"]) == ["[%csl Gd4] [%cal Rd1d4,Bd1d5]"]
    assert write_drawing([], []) == []


@pytest.mark.parametrize(("marks", "arrows"), [(["d4"], []), ([], ["Gd4"]), (["Gd1d4"], [])])
def test_what_cannot_be_drawn(marks, arrows):
    with pytest.raises(NotationError, match="is not drawn"):
        write_drawing(marks, arrows)
