"""Reading goes on after a game that cannot be read (notation/pgn.py, record/reading.py)."""
import pytest
from hypothesis import given

from eckstein.notation.pgn import RecordError, parse, parse_each
from eckstein.record import Record, read_each, read_records

from .test_pgn import SHREDS

GOOD = '[Game "contra"]\n\n1. d1-d2 d7-d6 *\n'
LINES = GOOD.count("\n")


def told(text):
    """For each game its number and its moves, or where and why it cannot be read."""
    return [(found.game, found.line, found.column, found.reason) if isinstance(found, RecordError)
            else [move.text for move in found.main.moves] for found in parse_each(text)]


@pytest.mark.parametrize(("bad", "place", "reason"), [
    ("[White Ada]\n[Black \"Ben\"]\n\n1. a1-a2 *\n", (1, 1), "expected a tag on one line"),
    ("[A \"1\"]\n[B x]\n[C \"3\"]\n\n1. a1-a2 *\n", (2, 1), "expected a tag on one line"),
    ("[A \"1\"]\n[A \"2\"]\n[B \"3\"]\n\n1. a1-a2 *\n", (2, 1), "the tag A is given twice"),
    ("[A \"1\"]\n\n1. a1-a2 (1. b1-b2 *\n", (3, 10), "this variation is not closed with )"),
    ("[A \"1\"]\n\n1. a1-a2 (1. b1-b2\n", (3, 10), "this variation is not closed with )"),
    ("[A \"1\"]\n\n1. a1-a2 {open\n", (3, 10), "this comment is not closed with }"),
    ("[A \"1\"]\n\n1. a1-a2 ) b7-b6 1-0\n", (3, 10), "there is no variation to close here"),
    ("[A \"1\"]\n\n! a1-a2 *\n", (3, 1), "the glyph ! stands before any move"),
    ("[A \"1\"]\n\n" + "x" * 300 + "\n", (3, 1), "xxxxxxxxxxxxxxxxxxxx... is 300 characters long"),
])
@pytest.mark.parametrize("between", ["\n", ""], ids=["a blank line", "nothing between"])
def test_what_stands_before_and_after_a_bad_game_is_read(bad, place, reason, between):
    first, fault, third = told(GOOD + between + bad + between + GOOD)
    assert first == third == ["d1-d2", "d7-d6"]
    assert fault[:3] == (2, LINES + len(between) + place[0], place[1])
    assert fault[3].startswith(reason)


def test_games_of_tags_alone():
    assert told('[A "1"]\n[B "2"]\n\n[A "3"]\n\n[A "4"]\n\n1. d1-d2 *\n') == [[], [], ["d1-d2"]]


def test_a_bad_game_is_named_once():
    assert len(told('[A x]\n[B y]\n\n1. a1-a2 ) ) $999 } *\n\n' + GOOD)) == 2


def test_tags_in_the_middle_of_a_line_begin_no_game():
    assert len(told('[A "1"]\n\n1. a1-a2 ) [A "2"] b7-b6 *\n')) == 1


def test_every_bad_game_is_named():
    bad = "[A \"1\"]\n\n1. a1-a2 ) *\n\n"
    assert [fault[:3] for fault in told(bad * 3)] == [(1, 3, 10), (2, 7, 10), (3, 11, 10)]


@given(SHREDS)
def test_faults_are_those_that_end_strict_reading(text):
    """Up to the first fault both readers tell the same."""
    each = told(text)
    strict, error = [], None
    try:
        for game in parse(text):
            strict.append([move.text for move in game.main.moves])
    except RecordError as caught:
        error = caught.game, caught.line, caught.column, caught.reason
    assert each[:len(strict)] == strict
    assert each[len(strict):len(strict) + 1] == ([error] if error else [])


# Against the rules.

FILE = f"""{GOOD}
[Game "contra"]

1. d1-d2 d7-d5 *

[Game "duell"]

1. D1-e6 *

[Game "go"]

1. a1-a2 *

[Game "pur"]
[Position "PWa1va7"]

*

[Game "contra"]

1. d1-d2 (1. d1-d3) *

[Game "contra"]
[Result "1-0"]

1. d1-d2 0-1

{GOOD}"""


def test_every_game_of_a_file_is_a_record_or_a_fault():
    found = list(read_each(FILE))
    assert [type(game) for game in found] == [
        Record, RecordError, Record, RecordError, RecordError, RecordError, RecordError, Record]
    assert [game.start.game for game in found if isinstance(game, Record)] == [
        "contra", "duell", "contra"]
    assert [(fault.game, fault.line, fault.column) for fault in found
            if isinstance(fault, RecordError)] == [
        (2, 7, 10), (4, 13, 1), (5, 18, 1), (6, 24, 14), (7, 29, 10)]


def test_strict_reading_stops_at_the_first_fault():
    records = read_records(FILE)
    assert next(records).start.game == "contra"
    with pytest.raises(RecordError, match="game 2, line 7, column 10"):
        next(records)
