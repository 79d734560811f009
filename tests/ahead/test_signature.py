"""The engine's signature, nodes and scores, in every compiled life."""
import os
import subprocess
import sys

import pytest

from eckstein import names
from eckstein.engine.signature import signature

CODE = ("import sys; from eckstein.engine.signature import signature\n"
        "for line in signature(*sys.argv[1:]): print(line)")


def told(life, *games):
    """The lines that a process prints in which games have a certain life."""
    done = subprocess.run([sys.executable, "-c", CODE, *games], capture_output=True, text=True,
                          check=True, env=os.environ | {"ECKSTEIN_LIFE": life})
    return done.stdout.splitlines()


# tests/kernel/test_lives.py compares the kernels of all games.
@pytest.mark.parametrize("game", [
    "contra", *(pytest.param(game, marks=pytest.mark.long) for game in names()
                if game != "contra")])
def test_the_signature_of_libraries_is_that_of_numba(game, once_by_numba):
    assert told("library", game) == [str(line) for line in signature(game)]


def test_the_signature_of_webassembly_is_that_of_libraries():
    assert told("wasm") == told("library")
