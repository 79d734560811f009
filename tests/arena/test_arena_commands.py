"""The commands match and tournament."""
import json

import pytest
import typer

from eckstein.cli import arena_commands


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """A function that runs a command and returns its status and what it printed."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    app = typer.Typer()
    arena_commands.add_to(app)

    def call(*words):
        status = typer.main.get_command(app).main(args=list(words), standalone_mode=False)
        return status or 0, *capsys.readouterr()
    return call


def test_a_match_and_its_continuation(run, tmp_path):
    status, out, err = run("match", "contra", "greedy", "random", "--games", "4", "-j", "2")
    assert status == 0
    assert out.startswith("contra: greedy against random\ngames     4: ")
    [path] = (tmp_path / "matches").iterdir()
    assert f"games are kept in {path}" in err
    status, out, err = run("match", "contra", "greedy", "random", "--games", "6", "--json")
    assert "where 4 are already" in err
    facts = json.loads(out)
    assert facts["games"] == 6 == facts["wins"] + facts["draws"] + facts["losses"]
    assert sum(facts["pairs"]) == 3
    assert facts["record"] == str(path)


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
    assert lines[0].split() == ["contestant", "points", "games", "Elo", "±", "1", "2", "3"]
    assert len(lines) == 4
    facts = json.loads(run(*words, "--record", str(tmp_path / "games.txt"), "--json")[1])
    assert [row["name"] for row in facts["rows"]] == [line.split()[1] for line in lines[1:]]


@pytest.mark.parametrize(("words", "complaint"), [
    (["match", "contra", "random", "nobody"], "'nobody' is not a contestant"),
    (["match", "chess", "random", "greedy"], "no game 'chess'"),
    (["match", "contra", "random", "greedy", "--games", "3"], "games come in pairs"),
    (["match", "contra", "random", "greedy", "-o", "x=1"], "no option x"),
    (["match", "contra", "random", "greedy", "--sprt", "5"], "two Elo differences"),
    (["match", "contra", "random", "greedy", "--sprt", "5,0"], "the smaller first"),
    (["match", "contra", "random", "greedy", "--clock", "soon"], "--clock is a time"),
    (["match", "contra", "random", "greedy", "--adjudicate", "9"], "--adjudicate is a score"),
    (["match", "contra", "random", "greedy", "--record", "no/such/x.txt"], "there is no folder"),
    (["tournament", "contra", "random"], "two contestants")])
def test_what_cannot_be_is_told_in_a_sentence(run, words, complaint):
    with pytest.raises(ValueError, match=complaint):
        run(*words)
