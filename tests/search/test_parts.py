"""The benchmark of the parts of the search finds each part in the source (bench/pruning.py)."""
from pathlib import Path

import pytest
from bench.pruning import PARTS, without

import eckstein
from eckstein import names


@pytest.mark.parametrize("part", PARTS)
def test_a_part_can_be_taken_out(part, tmp_path):
    file, old, new, games = PARTS[part]
    source = (Path(eckstein.__file__).parent / file).read_text()
    changed = (without(part, tmp_path) / "eckstein" / file).read_text()
    assert source.count(old) == 1
    assert changed == source.replace(old, new)
    compile(changed, file, "exec")
    assert set(games) <= set(names())
