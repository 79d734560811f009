"""Tables are the same whatever runs the solver, and what was compiled ahead needs no compiler."""
import os
import subprocess
import sys

import pytest

BUILD = """
import sys
from eckstein import Board
from eckstein.engine.tables import endings_of, probe
from eckstein.lab.tables.auditing import check
from eckstein.lab.tables.building import build, work
ending = endings_of("duell", {})[0]
build(work(ending, 1), [])
check(ending, [])
print(probe(Board("duell", "DZd7za2")).value, "numba" in sys.modules)
"""


@pytest.mark.parametrize("life", [pytest.param("jit", marks=pytest.mark.long), "wasm"])
def test_a_table_is_the_same_in_every_life(life, tables, tmp_path):
    done = subprocess.run([sys.executable, "-c", BUILD], capture_output=True, text=True,
                          env=os.environ | {"ECKSTEIN_LIFE": life, "ECKSTEIN_DATA": str(tmp_path)})
    assert done.stdout == f"won in 3 plies {life == 'jit'}\n", done.stderr
    table = "duell/K-K.table"
    assert (tmp_path / "tables" / table).read_bytes() == (tables / table).read_bytes()
