"""What can be typed in a walk through records (session/replay_commands.py)."""
import pytest

from eckstein.record import read_records
from eckstein.session.replay import Replay
from eckstein.session.replay_commands import REPLAY_COMMANDS

GAMES = """\
[Game "contra"]
[White "Ada"]

1. d1-d2 d7-d6 (1... a7-a6) *

[Game "duell"]

*
"""


@pytest.fixture
def replay():
    return Replay(list(read_records(GAMES)))


def do(replay, line):
    name, _, rest = line.partition(" ")
    return REPLAY_COMMANDS[name](replay, rest)


@pytest.mark.parametrize(("lines", "last"), [
    (["goto 2"], "d7-d6"), (["goto 2", "variation"], "a7-a6"),
    (["goto 2", "variation 1"], "a7-a6"), (["goto 2", "variation", "leave"], "d7-d6")])
def test_commands_that_lead_elsewhere_say_nothing(replay, lines, last):
    assert [do(replay, line) for line in lines] == [[]] * len(lines)
    assert replay.nodes[replay.at].text == last


def test_another_game_is_opened_at_its_start(replay):
    assert do(replay, "game 2") == []
    assert (replay.board.game, replay.at) == ("duell", 0)


@pytest.mark.parametrize(("line", "told"), [
    ("list", "1. d1-d2 d7-d6"),
    ("moves", "7 moves: a7-a6  b7-b6  c7-c6  d7-d6  e7-e6  f7-f6  g7-g6"),
    ("describe d7d6", "d7-d6: the die will show 3.\n"
                      "Black: 5 tilts to go (before: 6 tilts to go)."),
    ("games", "*  1  Cublino Contra: Ada - ?  *\n   2  Duell: ? - ?  *")])
def test_questions_are_answered_and_lead_nowhere(replay, line, told):
    replay.go(1)
    assert "\n".join(do(replay, line)) == told
    assert replay.at == 1


def test_values_and_clocks_of_a_record_are_told():
    replay = Replay(list(read_records('[Game "contra"] 1. d1-d2 {[%clk 0:04:58.2] [%eval 0.35,9] '
                                      "Fine.} d7-d6 {[%eval #4]} *")))
    replay.go(1)
    assert replay.said() == ["Value +0.35 (depth 9).", "White has 4:59 left.", "Fine."]
    replay.go(2)
    assert replay.said() == ["White wins in 4."]


def test_a_file_in_any_format_is_walked_and_what_is_wrong_with_it_is_listed(tmp_path):
    (tmp_path / "games.json").write_text('{"game": "contra", "moves": ["d1d9"]}\n'
                                         '{"position": "CWd6va7", "moves": "d6d7 a7a6"}\n')
    replay = Replay.read(str(tmp_path / "games.json"))
    game, fault, warning = replay.titles()
    assert game == "*  1  Cublino Contra: ? - ?  1-0"
    assert fault.startswith("Could not read: game 1, line 1, column 1: move 1. d1d9: ")
    assert warning.startswith("Note: game 2, line 2, column 1: the game was over before a7a6")
    replay.go(1)
    assert replay.comments() == ["a7a6"]


def test_a_game_without_moves_has_none_to_list(replay):
    replay.open(1)
    assert do(replay, "list") == ["There are no moves."]


@pytest.mark.parametrize(("line", "reason"), [
    ("goto 3", "type goto and a number from 0 to 2"), ("goto -1", "type goto and a number"),
    ("goto", "type goto and a number"), ("game 3", "there are games 1 to 2"),
    ("game 0", "there are games 1 to 2"), ("game x", "type game and a number from 1 to 2"),
    ("variation x", "type variation, and a number"), ("variation", "this move has no variations"),
    ("leave", "this is the main line"), ("describe", "Describe which move?")])
def test_what_cannot_be_done_is_said_and_leads_nowhere(replay, line, reason):
    replay.go(1)
    with pytest.raises(ValueError, match=reason):
        do(replay, line)
    assert (replay.number, replay.at) == (0, 1)
