"""The help of every command: nothing is missing, and nothing is lost on its way to the screen."""
import inspect

import pytest
import typer
from typer import rich_utils

from eckstein.cli import app, run
from eckstein.cli.help import HEADINGS
from eckstein.words import speak


def commands(command=None, *names):
    """All commands, each with its names, groups included."""
    command = command or typer.main.get_command(app)
    yield pytest.param(names, command, id=" ".join(names) or "eckstein")
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, *names, name)


every_command = pytest.mark.parametrize(("names", "command"), list(commands()))


@every_command
def test_a_command_says_what_it_does(names, command):
    assert command.help


@every_command
def test_every_argument_and_option_has_a_word_of_help(names, command):
    assert not [param.name for param in command.params if not param.help]


@every_command
def test_values_are_named_in_one_style(names, command):
    told = [param.metavar for param in command.params if param.metavar is not None]
    assert not [metavar for metavar in told if (metavar[0], metavar[-1]) != ("<", ">")]


@every_command
def test_help_is_shown_with_every_word(names, command, monkeypatch, capsys):
    monkeypatch.setattr(rich_utils, "MAX_WIDTH", 1000)       # so that no line is broken
    assert run([*names, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    parts = [inspect.cleandoc(command.help), command.epilog or "",
             *(param.help for param in command.params)]
    for paragraph in "\n\n".join(parts).split("\n\n"):
        assert " ".join(paragraph.replace(r"\[", "[").replace("`", "").split()) in shown.replace(
            "`", "")


def test_what_stands_in_square_brackets_is_shown(capsys):
    assert run(["play", "--help"]) == 0
    assert "eckstein[tui]" in capsys.readouterr().out


@pytest.mark.parametrize(("typed", "told"), [
    (["quatsch"], "Einen Befehl 'quatsch' gibt es nicht."),
    (["play", "--colr", "x"],
     "Eine Option --colr gibt es nicht (ähnlich sind: --clock, --coach, --record)."),
    (["levels", "3", "4"], "Zu viele Argumente: (4)."),
    (["serve", "--port", "x"], "'--port' passt nicht: 'x' ist keine ganze Zahl."),
    (["check", "/nowhere.txt"], "/nowhere.txt: Datei oder Ordner nicht gefunden."),
    (["play", "contra", "--speed", "99"], "99.0 liegt nicht im Bereich 0<=x<=10."),
    (["play", "contra", "--speed", "nan"], "nan ist keine Zahl."),
    (["render", "contra", "--size", "1"], "breit, nicht 1."),
    (["prove", "contra", "--claim", "x"], "'x' is no claim; ")],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_what_is_wrong_with_a_command_is_told_in_german(typed, told, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for heading in HEADINGS:
        monkeypatch.setattr(rich_utils, heading, getattr(rich_utils, heading))
    try:
        assert run(typed) == 2
    finally:
        speak("en")
    assert told in capsys.readouterr().err
