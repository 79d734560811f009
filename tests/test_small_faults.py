"""Sentences for what was not said, and values that do not change under one's hands."""
import copy
import pickle

import msgspec
import pytest

from eckstein import Board
from eckstein.cli import run
from eckstein.engine.players import read_player
from eckstein.notation.errors import NotationError
from eckstein.record import Record, read_record, write_record
from eckstein.render import svg


@pytest.mark.parametrize("group", ["tables", "book", "puzzles", "data", "learn", "db"])
def test_a_group_of_commands_alone_shows_its_help(group, capsys):
    assert run([group]) == 0
    out, err = capsys.readouterr()
    assert err == "" and f"eckstein {group}" in out and "Commands" in out
    assert run([group, "nonsense"]) == 2
    assert capsys.readouterr().err == "eckstein: No such command 'nonsense'.\n"


def test_a_command_in_another_language_leaves_the_next_in_english(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(["show", "--help"]) == 0
    assert "Optionen" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "C")
    assert run(["show", "--help"]) == 0
    out = capsys.readouterr().out
    assert "Options" in out and "Usage" in out and "Optionen" not in out


@pytest.mark.parametrize("change", [
    lambda options: options.update(repetition=99), lambda options: options.clear(),
    lambda options: options.__setitem__("repetition", 99), lambda options: options.popitem(),
    lambda options: options.__delitem__("repetition"), lambda options: options.pop("repetition"),
    lambda options: options.setdefault("x", 1), lambda options: options.__ior__({"x": 1})])
def test_the_options_of_a_board_do_not_change(change):
    board = Board("contra", repetition=2)
    before = dict(board.options)
    with pytest.raises(TypeError, match="do not change; make another"):
        change(board.options)
    with pytest.raises(AttributeError):
        board.options = {}
    assert board.options == before
    for other in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.options == before
        with pytest.raises(TypeError):
            change(other.options)


def test_options_can_be_written_and_copied():
    options = Board("duell", repetition=0).options
    assert msgspec.json.decode(msgspec.json.encode(options)) == options
    assert pickle.loads(pickle.dumps(options)) == copy.deepcopy(options) == options
    own = options | {"repetition": 4}
    own["repetition"] += 1
    assert Board("duell", **own).options["repetition"] == 5


@pytest.mark.parametrize("text", ["level:99", "99", "level 11", "level:0", "0",
                                  "level:12,book=off"])
def test_a_level_that_is_not_there(text):
    with pytest.raises(ValueError, match=r"there is no level \d+; levels are 1 to 10"):
        read_player(text)


@pytest.mark.parametrize("name", ["flat", "black", "last", "coordinates", "numerals"])
@pytest.mark.parametrize("value", ["yes", 1, 0.0, []])
def test_a_switch_of_a_picture_is_true_or_false(name, value):
    with pytest.raises(TypeError, match=f"^{name} is True or False"):
        svg(Board("contra"), **{name: value})


@pytest.mark.parametrize("value", ["one\ntwo", "one\r\ntwo", "end\n", "\r"])
def test_a_line_break_in_a_tag_is_not_changed_in_silence(value):
    record = Record.from_board(Board("contra"))
    record.tags["Event"] = value
    with pytest.raises(NotationError, match="the tag Event holds a line break"):
        write_record(record)


def test_other_values_of_tags_come_back():
    record = Record.from_board(Board("contra"))
    record.tags["Event"] = 'a "quoted"\ttab\\ and ü'
    assert read_record(write_record(record)).tags["Event"] == record.tags["Event"]


@pytest.mark.parametrize("player", ["cmd:nosuch", "alphabeta:net=nothere.net"])
def test_a_player_that_is_refused_leaves_no_file(tmp_path, player, capsys):
    file = tmp_path / "games.txt"
    assert run(["match", "contra", "random", player, "--games", "2", "--record", str(file)]) == 2
    assert not file.exists()
    file.write_text("")                 # one that was there stays
    assert run(["match", "contra", "random", player, "--games", "2", "--record", str(file)]) == 2
    assert file.exists()
