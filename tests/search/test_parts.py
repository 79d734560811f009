"""The benchmark of the parts of the search finds each part in the source (bench/pruning.py)."""
from pathlib import Path

import pytest
from bench.pruning import PARTS, without

import eckstein
from eckstein import names

from ..helpers import first


@pytest.mark.parametrize("part", first(5, PARTS))
def test_a_part_can_be_taken_out(part, tmp_path):
    file, old, new, games = PARTS[part]
    assert set(games) <= set(names())
    for game in games:
        place = Path("eckstein") / file.format(game)
        source = (Path(eckstein.__file__).parents[1] / place).read_text()
        changed = (without(part, game, tmp_path / game) / place).read_text()
        assert source.count(old) == 1
        assert changed == source.replace(old, new)
        compile(changed, file, "exec")
