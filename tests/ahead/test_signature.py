"""The engine's signature, nodes and scores, in every compiled life."""
import os
import subprocess
import sys

import pytest

from eckstein.engine.signature import signature

CODE = "from eckstein.engine.signature import signature\nfor line in signature(): print(line)"


@pytest.mark.parametrize("life", ["library", "wasm"])
def test_the_signature_is_that_of_numba(life, by_numba):
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True,
                          env=os.environ | {"ECKSTEIN_LIFE": life})
    assert done.stdout.splitlines() == [str(line) for line in signature()]
