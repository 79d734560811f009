"""The commands match and tournament."""
import json
import sys
from itertools import islice
from multiprocessing import get_context

import pytest
import typer

from eckstein.cli import arena_commands
from eckstein.engine import async_client
from eckstein.lab.arena import match, workers
from eckstein.lab.arena.match import Standing
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.playing import Finished


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """A function that runs a command and returns its status and what it printed."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    command = typer.main.get_command(arena_commands.app)

    def call(*words):
        status = command.main(args=list(words), standalone_mode=False)
        return status or 0, *capsys.readouterr()
    return call


def test_a_match_and_its_continuation(run, tmp_path):
    status, out, err = run("match", "contra", "greedy", "random", "--games", "4", "-j", "2")
    assert status == 0
    assert out.startswith("contra: greedy against random\ngames     4: ")
    [path] = (tmp_path / "matches").iterdir()
    assert f"games are saved in {path}" in err
    status, out, err = run("match", "contra", "greedy", "random", "--games", "6", "--json")
    assert "where 4 are already" in err
    facts = json.loads(out)
    assert facts["games"] == 6 == facts["wins"] + facts["draws"] + facts["losses"]
    assert sum(facts["pairs"]) == 3
    assert facts["record"] == str(path)


def test_a_file_of_our_own_that_holds_no_match_is_set_aside_and_one_of_others_is_not(
        run, tmp_path):
    words = ["match", "contra", "greedy", "random", "--games", "2"]
    run(*words)
    [path] = (tmp_path / "matches").iterdir()
    path.write_bytes(b"\0\1 nothing")
    status, _, err = run(*words)
    assert status == 0
    assert f"{path} is not a file of a match; it is {path.name}.damaged now" in err
    assert path.with_name(f"{path.name}.damaged").read_bytes() == b"\0\1 nothing"
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    with pytest.raises(ValueError, match="is not a file of a match"):
        run(*words, "--record", str(mine))
    assert mine.read_text() == "mine"


def test_a_difference_of_nothing_has_no_minus_and_one_is_no_plural():
    standing = Standing(wins=1, draws=0, losses=1, pairs=(0, 0, 1, 0, 0), faults=())
    plan = Plan("contra", ("greedy", "random"), 2)
    lines = list(arena_commands._match_lines(plan, standing, None))
    assert lines[1] == "games     2: 1 won, 0 drawn, 1 lost; 1 point"
    assert lines[2] == ("pairs     0 with 0 points, 0 with 0.5 points, 1 with 1 point, "
                        "0 with 1.5 points, 0 with 2 points")
    assert lines[3].startswith("Elo       +0.0 ± ")
    assert "-0.0" not in arena_commands._headline(standing, None)


@pytest.mark.parametrize(("played", "told"), [
    (0, "0 games are saved; "), (1, "1 game is saved; "), (2, "2 games are saved; ")])
def test_a_match_that_is_stopped_tells_what_is_kept(run, monkeypatch, played, told):
    def stopped(plan, file, concurrency, cluster):
        for job in islice(plan.jobs(2), played):
            yield Finished(job, "1-0", "abandoned", "random: it went to sleep")
        raise KeyboardInterrupt
    monkeypatch.setattr(match, "play_on", stopped)
    status, _, err = run("match", "contra", "greedy", "random", "--games", "4")
    assert status == 130
    assert told in err
    assert err.count(": random: it went to sleep\n") == played     # as soon as it is known


def test_a_program_that_is_no_engine_is_named(run, monkeypatch, tmp_path):
    (tmp_path / "mute.py").write_text("import sys; sys.stdin.read()")
    monkeypatch.setattr(workers, "_spawn", get_context("fork"))     # so that it hears of this:
    monkeypatch.setattr(async_client, "HELLO_SECONDS", 0.2)
    with pytest.raises(ValueError, match=r"cmd:.*mute\.py: the engine .* did not say uciok"):
        run("match", "contra", "random", f"cmd:{sys.executable} {tmp_path / 'mute.py'}",
            "--games", "2")


def test_a_test_says_yes_or_no(run):
    words = ("match", "contra", "--games", "60", "--sprt", "0,200", "-j", "2")
    status, out, _ = run(*words, "greedy", "random")
    assert (status, "yes, better than by 0" in out) == (0, True)
    assert int(out.split("games     ")[1].split(":")[0]) < 60
    status, out, _ = run(*words, "random", "greedy", "--json")
    assert status == 1
    assert json.loads(out)["sprt"]["verdict"] == "H0"


def test_a_tournament(run, tmp_path):
    words = ("tournament", "contra", "greedy", "random", "plain:depth=1", "--games", "2")
    status, out, _ = run(*words, "--record", str(tmp_path / "games.txt"))
    lines = out.splitlines()
    assert status == 0
    assert lines[0].split() == ["player", "points", "games", "Elo", "±", "1", "2", "3"]
    assert len(lines) == 4
    facts = json.loads(run(*words, "--record", str(tmp_path / "games.txt"), "--json")[1])
    assert [row["name"] for row in facts["rows"]] == [line.split()[1] for line in lines[1:]]


@pytest.mark.parametrize(("words", "complaint"), [
    (["match", "contra", "random", "nobody"], "no player 'nobody' here"),
    (["match", "chess", "random", "greedy"], "no game 'chess'"),
    (["match", "contra", "random", "greedy", "--games", "3"], "games come in pairs"),
    (["match", "contra", "random", "greedy", "-o", "x=1"], "no option x"),
    (["match", "contra", "random", "greedy", "--sprt", "5"], "two Elo differences"),
    (["match", "contra", "random", "greedy", "--sprt", "5,0"], "the smaller first"),
    (["match", "contra", "random", "greedy", "--clock", "soon"], "--clock is a time"),
    (["match", "contra", "random", "greedy", "--clock", "0+1"], "--clock is a time"),
    (["match", "contra", "random", "greedy", "--clock", "0/60"], "--clock is a time"),
    (["match", "contra", "random", "greedy", "--clock", "40/"], "--clock is a time"),
    (["match", "contra", "random", "greedy", "--margin", "1e9"], "seconds of margin"),
    (["match", "contra", "random", "engine", "--time", "inf"], "seconds for a move"),
    (["match", "contra", "random", "engine", "--nodes", "9" * 20], "nodes for a move"),
    (["match", "contra", "random", "greedy", "--adjudicate", "9"], "--adjudicate is a score"),
    (["match", "contra", "random", "greedy", "--draws", "10"], "--draws is a score"),
    (["match", "contra", "random", "greedy", "--record", "no/such/x.txt"], "there is no folder"),
    (["tournament", "contra", "random"], "two contestants")])
def test_what_cannot_be_is_told_in_a_sentence(run, words, complaint):
    with pytest.raises(ValueError, match=complaint):
        run(*words)
