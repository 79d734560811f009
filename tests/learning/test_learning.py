"""A small network learns from batches to play better than at random (examples/learning)."""
import importlib.util
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning" / "learn_contra.py"


@pytest.fixture
def example():
    spec = importlib.util.spec_from_file_location("learn_contra", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_network_scores_points_for_both_sides(example):
    network = example.learn(0.5)
    assert 0.2 < example.score(network, 60) < 1


@pytest.mark.long
def test_a_network_learns_to_win_within_two_minutes(example):
    assert example.score(example.learn(100)) >= 0.9
