"""Openings of a file: each is played once by a pair of games, and what is none is named."""
import json

import pytest

from eckstein import Board, cli
from eckstein.lab.arena.opening_file import read_openings
from eckstein.lab.arena.plan import Plan
from eckstein.record import read_records

GAMES = """[Game "contra"]

1. d1-d2 d7-d6 2. d2-d3 *

[Game "contra"]

1. d1-d9 *

[Game "pur"]

1. d1-d2 *

[Game "contra"]

1. d1-d2 d7-d6 2. e1-e2 (2. d2-d3) *
"""
POSITION = "CWa1vg7"
MOVES = ("d1d2", "d7d6", "d2d3", "e1e2")


def texts(opening, game="contra", **options):
    """The moves of an opening as plain texts."""
    board, found = Board(game, opening.start, **options), []
    for move in opening.moves:
        found.append(board.text(move))
        board.push(move)
    return found


def test_main_lines_of_games_are_openings_and_what_is_none_is_named_with_its_line():
    found, faults = read_openings(GAMES, "contra", {})
    assert [texts(opening) for opening in found] == [["d1d2", "d7d6", "d2d3"],
                                                     ["d1d2", "d7d6", "e1e2"]]
    assert [(fault.game, fault.line) for fault in faults] == [(2, 7), (3, 9)]
    assert "this is of pur, and the openings are for contra" in str(faults[1])


def test_so_many_plies_are_taken_and_the_same_position_only_once():
    [opening], faults = read_openings(GAMES, "contra", {}, 2)
    assert texts(opening) == ["d1d2", "d7d6"]
    assert (faults[-1].line, str(faults[-1]).endswith("the same position as line 1")) == (13, True)
    [opening], _ = read_openings(GAMES, "contra", {}, 0)
    assert opening == (None, ())


def test_positions_are_openings():
    over = "cWa7vg6"
    found, faults = read_openings(f"{POSITION}\n\nCWa1vg\n{over}\n{POSITION}\n", "contra", {})
    assert found == [(POSITION, ())]
    assert [fault.line for fault in faults] == [3, 4, 5]
    assert "the game is over here" in str(faults[1])


def test_other_rules_are_no_openings():
    text = '[Game "contra"]\n[Options "arrival_wins=1"]\n\n1. d1-d2 *\n'
    found, [fault] = read_openings(text, "contra", {})
    assert not found
    assert "other rule options" in str(fault)
    [opening], faults = read_openings(text, "contra", {"arrival_wins": "1"})
    assert texts(opening, arrival_wins=True) == ["d1d2"]
    assert not faults


def test_there_are_no_more_games_than_openings():
    openings = tuple(read_openings(GAMES, "contra", {})[0])
    plan = Plan("contra", ("random", "greedy", "plain"), 4, openings=openings)
    assert {job.opening for job in plan.jobs(plan.pairs)} == {one.moves for one in openings}
    with pytest.raises(ValueError, match="there are 2 openings, enough for 4 games"):
        Plan("contra", ("random", "greedy"), 6, openings=openings)
    other = Plan("contra", ("random", "greedy", "plain"), 4, openings=openings[::-1])
    assert plan.fingerprint() != other.fingerprint()


@pytest.mark.parametrize("command", ["match contra random greedy",
                                     "tournament contra random greedy"])
def test_games_begin_with_the_openings_and_go_on_with_the_same_alone(command, tmp_path, capsys):
    file, record = tmp_path / "openings.txt", tmp_path / "games.txt"
    file.write_text(f"{POSITION}\nCWa1vg\nCWb2vf6\n")
    words = [*command.split(), "--openings", str(file), "--record", str(record), "--json"]
    assert cli.run(words) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 4
    assert f"{file}: game 2, line 2, column" in told.err
    starts = [one.start.position() for one in read_records(record.read_text())]
    assert starts == [POSITION, POSITION, "CWb2vf6", "CWb2vf6"]
    before = record.read_bytes()
    assert cli.run(words) == 0
    assert record.read_bytes() == before
    file.write_text("CWb2vf6\n")
    assert cli.run(words) == 2
    assert "holds games of another match" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "complaint"), [
    ("PWa1vg7\n", "holds no opening of contra"), ("", "holds no opening of contra"),
    ('[Game "pur"]\n\n1. d1-d2 *\n', "this is of pur, and the openings are for contra"),
    ("nonsense\n", "the format of this text was not recognised")])
def test_a_file_without_openings_is_a_sentence(text, complaint, tmp_path, capsys):
    file = tmp_path / "openings.txt"
    file.write_text(text)
    assert cli.run(["match", "contra", "random", "greedy", "--openings", str(file)]) == 2
    assert complaint in capsys.readouterr().err
