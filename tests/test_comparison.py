"""Engines compared: which settings a text tells, and where opinions differ."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board
from eckstein.engine.comparison import (
    Engine,
    Line,
    Opinion,
    Settings,
    difference,
    parting,
    read_settings,
)
from eckstein.engine.limits import Limits

USUAL = Settings(Limits(time=1.0), threads=2, megabytes=16)


@pytest.mark.parametrize(("text", "told"), [
    ("threads=4", "alphabeta,threads=4,hash=16,time=1"),
    ("hash=256, nodes=500", "alphabeta,threads=2,hash=256,time=1,nodes=500"),
    ("depth=7,tables=off", "alphabeta,threads=2,hash=16,time=1,depth=7,tables=off"),
    ("alphabeta,time=0.5", "alphabeta,threads=2,hash=16,time=0.5"),
    ("level:10", "alphabeta,threads=2,hash=16,time=1"),
    ("mcts", "mcts,hash=16,time=1"), ("mcts,nodes=300,hash=1", "mcts,hash=1,time=1,nodes=300"),
    ("mcts,tables=off", "mcts,hash=16,time=1,tables=off"),
    ("level:5", "level:5"), ("level:9,tables=false", "level:9,tables=off")])
def test_a_text_tells_settings_and_settings_tell_themselves(text, told):
    settings = read_settings(text, USUAL)
    assert str(settings) == told
    assert read_settings(told, settings) == settings


@pytest.mark.parametrize(("text", "why"), [
    ("", "'' is none of level:1"), ("greedy", "'greedy' is none of"),
    ("level:11", "levels are 1 to 10, not 11"), ("level:0", "levels are 1 to 10, not 0"),
    ("mcts,alphabeta", "'alphabeta' is none of"), ("hash=1,hash=2", "'hash=2' is none of"),
    ("mcts=1", "'mcts=1' is none of"), ("threads", "'threads' is none of"),
    ("threads=0", "threads is a number from 1 to 256, not '0'"),
    ("hash=1e3", "hash is a number from 1 to 65536, not '1e3'"),
    ("depth=101", "depth is a number from 1 to 100"),
    ("time=0", "time is a number of seconds from 0.001"), ("time=nan", "not 'nan'"),
    ("tables=perhaps", "tables is on or off, not 'perhaps'"),
    ("mcts,depth=3", "the tree search has one thread and no depth; leave out depth"),
    ("threads=3,mcts", "leave out threads"),
    ("level:3,hash=64", "a level below 10 has limits of its own; leave out hash")])
def test_what_tells_no_engine(text, why):
    with pytest.raises(ValueError, match=why):
        read_settings(text, USUAL)


@given(st.text(alphabet="mctshadlvelpbo=:,.0123456789 ", max_size=20))
def test_any_text_tells_settings_or_is_refused(text):
    try:
        assert isinstance(read_settings(text, USUAL), Settings)
    except ValueError as error:
        assert str(error)


def opinion(moves, value=0, mate=None, winner=None):
    return Opinion((Line(value, mate, winner, tuple(moves.split())),), 1, 1, 0.0)


@pytest.mark.parametrize(("one", "other", "number", "told"), [
    (opinion("a b c", 50), opinion("a b", 20), None,
     "The same moves, as far as both look; the values are 0.30 dice apart."),
    (opinion("a b", 1000, mate=2), opinion("a b"), None, "The same moves, as far as both look."),
    (opinion("a b c", -50), opinion("a d c", 20), 2,
     "They differ from move 2 of the line on: b or d; the values are 0.70 dice apart."),
    (opinion("a", 1000, winner="white"), opinion("b"), 1,
     "They differ from move 1 of the line on: a or b.")])
def test_where_opinions_differ(one, other, number, told):
    assert (parting(one, other), str(difference(one, other))) == (number, told)


@pytest.mark.parametrize("text", ["mcts", "level:2", "level:9", "threads=2", "tables=off"])
def test_engines_of_all_kinds_tell_legal_lines_with_whites_value(text):
    board = Board("contra")
    board.push_text("d1d2")
    usual = Settings(Limits(nodes=800), megabytes=1)
    told = Engine(board, read_settings(text, usual)).ask(board, 2)
    assert len(told.lines) == (1 if text.startswith("level") else 2)
    assert (told.depth is None) == (text == "mcts") and told.nodes > 0
    for line in told.lines:
        ahead = board.copy()
        for move in line.moves:
            ahead.push_text(move)


@pytest.mark.parametrize("text", ["mcts", "level:9", "depth=5"])
@pytest.mark.parametrize(("position", "winner"), [("CWd6va5", "White"), ("cWd3va2", "Black")])
def test_engines_of_all_kinds_see_who_wins(text, position, winner):
    board = Board("contra", position)
    usual = Settings(Limits(nodes=800), megabytes=1)
    line = Engine(board, read_settings(text, usual)).ask(board).lines[0]
    assert str(line).startswith(f"{winner} wins") and line.decided
    assert (line.value > 0) == (winner == "White")
