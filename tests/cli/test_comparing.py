"""The command that compares two engines."""
import json
import re

import pytest

from eckstein.cli import run
from eckstein.engine.tree_search import TreeSearcher

QUICK = ("--nodes", "300", "--hash", "1")


@pytest.fixture
def analyse(capsys):
    """A function that analyses, and returns the status and what was printed."""
    def called(*words):
        status = run(["analyse", *words])
        return status, *capsys.readouterr()
    return called


def test_two_engines_tell_their_lines_and_where_they_differ(analyse):
    status, out, _ = analyse("contra", "d1d2", *QUICK, "--compare", "mcts", "-n", "2")
    assert status == 0
    engine, other = r"alphabeta:threads=1,hash=1,nodes=300", r"mcts:hash=1,nodes=300"
    assert re.fullmatch(
        rf"Engine 1: {engine}\n1\. .*\n2\. .*\ndepth \d, [\d,]+ nodes in .*\n"
        rf"Engine 2: {other}\n1\. .*\n2\. .*\nsimulations: 300, in .*\nT.*\.\n", out), out


def test_two_engines_given(analyse):
    _, out, _ = analyse("contra", *QUICK, "--compare", "level:1", "--compare", "depth=1")
    assert "Engine 1: level:1\n" in out and "Engine 2: alphabeta:threads=1,hash=1,nodes=" in out


@pytest.mark.parametrize(("player", "told"), [
    ("greedy", r"1\. +-  \S+\nThey"), ("plain:depth=1", r"1\. .*\ndepth 1, [1-9]\d* nodes in ")])
def test_who_tells_little_has_a_line_all_the_same(analyse, player, told):
    _, out, _ = analyse("contra", *QUICK, "--compare", player)
    assert re.search(rf"Engine 2: {player}\n{told}", out), out


def test_a_game_that_is_over(analyse):
    assert analyse("contra", "-p", "CWd7va5", "--compare", "mcts") == (
        0, "White wins: the goal is reached.\n", "")


def test_as_json(analyse):
    _, out, _ = analyse("contra", "-p", "CWd6va5", *QUICK, "--compare", "mcts", "--json")
    one, other, both = (json.loads(line) for line in out.splitlines())
    assert [found["engine"] for found in (one, other)] == [1, 2]
    assert one["lines"] == [{"value": 1000, "mate": 1, "winner": None, "moves": ["d6-d7#"]}]
    assert other["lines"] == [{"value": 1000, "mate": None, "winner": "white",
                               "moves": ["d6-d7#"]}]
    assert (other["depth"], both) == (None, {"differ": None})


@pytest.mark.parametrize(("words", "why"), [
    (["contra", "--compare", "foo"], "there is no player 'foo' here"),
    (["--file", "games.txt", "--compare", "mcts"], "leave out --compare"),
    (["contra", "--compare", "mcts"] + 2 * ["--compare", "depth=1"], "for one or two engines")])
def test_what_cannot_be_compared(analyse, words, why):
    status, out, err = analyse(*words)
    assert (status != 0, out, err.count("\n")) == (True, "", 1)
    assert why in err


def test_a_comparison_that_is_stopped_tells_what_was_found(analyse, monkeypatch):
    def stopped(self, board, limits, lines=1):
        raise KeyboardInterrupt
    monkeypatch.setattr(TreeSearcher, "grow", stopped)
    _, out, err = analyse("contra", *QUICK, "--compare", "mcts")
    assert out.startswith("Engine 1: ") and "Engine 2" not in out
    assert "stopped; this is what was found" in err
