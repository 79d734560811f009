"""What is printed where an encoding, a stream or a disk does not take it (cli/output.py)."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

from eckstein.cli.output import nearest

PROGRAM = f"'{sys.executable}' -m eckstein"


def shell(command, **environment):
    """What a shell says to a command: its status, standard output and standard error as bytes."""
    done = subprocess.run(["sh", "-c", command], capture_output=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, **environment}, timeout=100)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("text", "encoding", "shown"), [
    ("l’échec\u202f: «\u00a0oui\u00a0» …", "cp1252", "l’échec : «\u00a0oui\u00a0» …"),
    ("l’échec\u202f: «\u00a0oui\u00a0» …", "ascii", "l'echec : \" oui \" ..."),
    ("½ → ▶ █░ ß Œuvre ①", "ascii", "1/2 -> > #. ss OEuvre 1"),
    ("die 骰", "latin-1", "die ?")])
def test_letters_that_an_encoding_lacks_are_told_by_the_nearest(text, encoding, shown):
    assert nearest(text, encoding) == shown


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_any_encoding_can_show_what_is_said(encoding):
    status, out, err = shell(f"{PROGRAM} rules echek --language fr", PYTHONIOENCODING=encoding)
    assert (status, err) == (0, b"")
    assert len(out.decode(encoding)) > 1000


def test_complaints_can_be_shown_in_any_encoding():
    status, _, err = shell(f"{PROGRAM} play --replay nowhere --language fr",
                           PYTHONIOENCODING="ascii")
    assert status == 2
    assert err.decode("ascii").startswith("eckstein: ")


def test_a_closed_standard_output_is_told():
    status, _, err = shell(f"{PROGRAM} state duell >&-")
    assert (status, err.decode()) == (
        2, "eckstein: standard output is closed; open it, or write to a file.\n")


def test_with_standard_error_closed_complaints_do_not_get_into_the_output():
    assert shell(f"{PROGRAM} state chess 2>&-")[:2] == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize(("command", "place"), [
    ("state duell > /dev/full", "standard output"),
    ("convert --output /dev/full", "/dev/full")])
def test_what_is_full_is_named(command, place):
    position = "printf 'CWa1Wb1va7vb7' |"
    status, _, err = shell(f"{position} {PROGRAM} {command}")
    assert (status, err.decode()) == (2, f"eckstein: {place}: No space left on device.\n")
