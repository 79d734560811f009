"""What a shell is told at a press of the Tab key."""
import os
import shutil
import subprocess
import sys

import pytest

from eckstein import names
from eckstein.cli import run
from eckstein.words import LANGUAGES


@pytest.fixture
def complete(monkeypatch, capsys):
    """A function that completes the last of some words, as fish asks for it."""
    def completed(line):
        monkeypatch.setenv("_ECKSTEIN_COMPLETE", "complete_fish")
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"eckstein {line}")
        run([])
        return [told.split("\t")[0] for told in capsys.readouterr().out.splitlines() if told]
    return completed


@pytest.fixture
def complete_in_bash(monkeypatch, capsys):
    """A function that completes the last of some words, parted as bash parts them."""
    def completed(*words):
        monkeypatch.setenv("_ECKSTEIN_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", "\n".join(["eckstein", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        assert run([]) == 0
        return capsys.readouterr().out.split()
    return completed


def test_commands(complete):
    assert complete("ch") == ["check", "check-game"]
    assert complete("db b") == ["backup"]


@pytest.mark.parametrize("command", [
    "show", "play", "perft", "analyse", "levels", "match", "render", "warm", "check-game", "rules",
    "join localhost"])
def test_games(complete, command):
    assert complete(f"{command} ") == list(names())
    assert complete(f"{command} du") == ["duell"]


def test_players_and_levels(complete):
    assert complete("play contra --white ")[:3] == ["human", "random", "greedy"]
    assert complete("play contra --black level:1") == ["level:1", "level:10"]
    assert "flat:playouts=1000" in complete("match contra level:3 ")
    assert "human" not in complete("tournament contra ")


def test_rule_options_of_the_game_that_is_named(complete):
    assert complete("show contra -o ") == [
        "arrival_wins=0", "arrival_wins=1", "size=7", "size=6", "size=5", "size=4", "size=3",
        "repetition=3", "no_progress=100"]
    assert complete("show duell --option board") == ["board=9x8", "board=9x9"]
    assert {"arrival_wins=1", "board=9x9"} <= set(complete("convert -o "))


def test_an_option_of_many_words_stays_in_its_line(complete):
    assert [value for value in complete("show echek -o ") if "=" not in value] == []


def test_values_of_options(complete):
    assert complete("play --language ") == list(LANGUAGES)
    assert complete("render contra --theme p") == ["print"]
    assert complete("convert --to r") == ["record", "ramapo"]
    assert complete("convert --from re") == ["record", "replay"]
    assert complete("join localhost --colour w") == ["white"]


def test_bash_parts_words_at_colons(complete_in_bash):
    assert complete_in_bash("play", "contra", "--white", "level", ":", "1") == ["1", "10"]
    assert complete_in_bash("play", "contra", "--white", "level", ":") == [
        str(level) for level in range(1, 11)]


def test_bash_parts_words_at_equals_signs(complete_in_bash):
    assert complete_in_bash("show", "contra", "-o", "arrival_wins", "=") == ["0", "1"]
    assert complete_in_bash("show", "contra", "-o", "arrival_wins", "=", "1") == ["1"]
    assert complete_in_bash("show", "con") == ["contra"]


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash on this machine")
def test_installing_it_for_bash(tmp_path):
    # The program asks which shell has started it, so that has to be a bash that stays.
    subprocess.run(["bash", "-c", '"$0" -m eckstein --install-completion; exit $?', sys.executable],
                   check=True, env=os.environ | {"HOME": str(tmp_path)}, stdout=subprocess.DEVNULL,
                   timeout=60)
    script = tmp_path / ".bash_completions" / "eckstein.sh"
    assert "_ECKSTEIN_COMPLETE=complete_bash" in script.read_text()
    assert str(script) in (tmp_path / ".bashrc").read_text()
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=60)


@pytest.mark.parametrize("line", ["play contra --white ", "show contra -o ", "match contra "])
def test_completing_loads_no_compiler(line):
    asked = os.environ | {"_ECKSTEIN_COMPLETE": "complete_zsh",
                          "_TYPER_COMPLETE_ARGS": f"eckstein {line}"}
    code = ("import sys; from eckstein.cli import run; run([]); "
            "sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))")
    assert subprocess.run([sys.executable, "-c", code], env=asked, check=False, timeout=60,
                          stdout=subprocess.DEVNULL).returncode == 0


def test_fish_completes_files_where_nothing_else_is_known(monkeypatch):
    monkeypatch.setenv("_ECKSTEIN_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "is-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "eckstein check ")
    assert run([]) == 1
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "eckstein ch")
    assert run([]) == 0
