"""Arrows, marked squares, clocks and values in comments."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.notation.annotations import (
    Annotations,
    Evaluation,
    clock_text,
    evaluation_text,
    read_comments,
    write_annotations,
)
from eckstein.notation.errors import NotationError


@pytest.mark.parametrize(("comment", "left", "marks", "arrows"), [
    ("[%csl Gd4,Re5]", [], ["Gd4", "Re5"], []),
    ("[%cal Gd1d4] [%csl Bz26] Look here.", ["Look here."], ["Bz26"], ["Gd1d4"]),
    ("[%cal m13z26, Ya1b2] ", [], [], ["Gm13z26", "Ya1b2"]),
    ("[%csl Gd4,Gd4]", [], ["Gd4"], []),
    ("[%csl Pd4]", ["[%csl Pd4]"], [], []),
    ("[%csl Gd1d4]", ["[%csl Gd1d4]"], [], []),
    ("[%emt 0:01:00] quick", ["[%emt 0:01:00] quick"], [], []),
])
def test_what_comments_draw(comment, left, marks, arrows):
    assert read_comments([comment]) == (left, Annotations(marks, arrows))


def test_several_comments_draw_together():
    assert read_comments(["[%csl Gd4]", "text", "[%csl Rd5]"]) == (
        ["text"], Annotations(["Gd4", "Rd5"]))


def test_a_drawing_is_one_comment():
    assert write_annotations(Annotations(["Gd4"], ["Rd1d4", "Bd1d5"])) == [
        "[%csl Gd4] [%cal Rd1d4,Bd1d5]"]
    assert write_annotations(Annotations()) == []


@pytest.mark.parametrize(("marks", "arrows"), [(["d4"], []), ([], ["Gd4"]), (["Gd1d4"], [])])
def test_what_cannot_be_drawn(marks, arrows):
    with pytest.raises(NotationError, match="is not drawn"):
        write_annotations(Annotations(marks, arrows))


# Clocks and values.

@pytest.mark.parametrize(("said", "seconds", "written"), [
    ("0:03:12.5", 192.5, "0:03:12.5"), ("1:00:00", 3600, "1:00:00"), ("3:12", 192, "0:03:12"),
    ("12.25", 12.25, "0:00:12.25"), ("100:00:01", 360_001, "100:00:01"), ("0:00:00", 0, "0:00:00")])
def test_clocks(said, seconds, written):
    left, told = read_comments([f"[%clk {said}] quick"])
    assert (left, told.clock) == (["quick"], seconds)
    assert clock_text(seconds) == written


@pytest.mark.parametrize(("said", "value", "written"), [
    ("1.20", Evaluation(120), "1.20"), ("-0.35,14", Evaluation(-35, None, 14), "-0.35,14"),
    ("+2", Evaluation(200), "2.00"), ("#3", Evaluation(None, 3), "#3"),
    ("#-3, 9", Evaluation(None, -3, 9), "#-3,9")])
def test_values(said, value, written):
    assert read_comments([f"[%eval {said}]"]) == ([], Annotations(evaluation=value))
    assert evaluation_text(value) == written


def test_what_the_engine_has_judged():
    left, told = read_comments(["[%eval 1.0] [%engine]"])
    assert (left, told.by_engine, told.evaluation) == ([], True, Evaluation(100))
    assert write_annotations(told) == ["[%eval 1.00] [%engine]"]


@pytest.mark.parametrize("text", ["[%clk soon]", "[%clk]", "[%clk 1:2:3:4]", "[%eval good]",
                                  "[%eval #]", "[%engine 4]", "[%clk 0:٣]"])
def test_what_cannot_be_read_stays_in_its_comment(text):
    assert read_comments([text]) == ([text], Annotations())


@pytest.mark.parametrize("told", [
    Annotations(clock=-1.0), Annotations(clock=1e9), Annotations(evaluation=Evaluation(None)),
    Annotations(evaluation=Evaluation(10**10))])
def test_what_no_clock_and_no_engine_says(told):
    with pytest.raises(NotationError):
        write_annotations(told)


@given(st.integers(0, 10_000 * 3_600_000 - 1), st.one_of(
    st.builds(Evaluation, st.integers(-99_999_999, 99_999_999), st.none(),
              st.none() | st.integers(0, 9999)),
    st.builds(Evaluation, st.none(), st.integers(-9999, 9999), st.none() | st.integers(0, 9999))))
def test_clocks_and_values_are_read_as_they_are_written(thousandths, value):
    told = Annotations(clock=thousandths / 1000, evaluation=value)
    assert read_comments(write_annotations(told)) == ([], told)
