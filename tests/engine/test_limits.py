"""Limits that cannot be are refused where they are made (engine/limits.py)."""
import math

import numpy as np
import pytest

from eckstein.engine.limits import Limits


@pytest.mark.parametrize(("wrong", "complaint"), [
    ({"depth": 0}, "depth is a whole number from 1 to 1000000000000, not 0"),
    ({"depth": True}, "depth is a whole number"),
    ({"nodes": -1}, "nodes is a whole number"),
    ({"nodes": 1e6}, r"nodes is a whole number .*, not 1000000\.0"),
    ({"nodes": 10**20}, "nodes is a whole number"),
    ({"mate": "2"}, "mate is a whole number"),
    ({"time": -5}, "time is a number of seconds from 0 to 1000000000, not -5"),
    ({"time": 1e30}, "time is a number of seconds"),
    ({"time": math.nan}, "time is a number of seconds"),
    ({"time": math.inf}, "time is a number of seconds"),
    ({"time": "1"}, "time is a number of seconds"),
    ({"white_time": math.nan}, "white_time is a number of seconds from -1000000000"),
    ({"black_time": math.inf}, "black_time is a number of seconds"),
    ({"white_increment": -1}, "white_increment is a number of seconds from 0"),
    ({"black_increment": math.inf}, "black_increment is a number")])
def test_limits_that_cannot_be(wrong, complaint):
    with pytest.raises(ValueError, match=complaint):
        Limits(**wrong)


@pytest.mark.parametrize("right", [
    {}, {"depth": 1, "nodes": 10**12, "mate": 1}, {"nodes": np.int64(5)}, {"time": 0},
    {"time": 1e9}, {"white_time": -2.5, "black_time": 60, "white_increment": 0.1}])
def test_limits_that_can_be(right):
    assert Limits(**right) == Limits(**right)
