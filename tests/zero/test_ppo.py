"""The example of PPO: what it learns from, and that equal runs are equal."""
import importlib.util
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("optax")

PATH = Path(__file__).parents[2] / "examples" / "learning" / "ppo.py"


@pytest.fixture
def ppo(monkeypatch):
    """The example, with few games at once."""
    spec = importlib.util.spec_from_file_location("ppo", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in {"GAMES": 4, "STEPS": 4, "TOGETHER": 8, "HIDDEN": (8,)}.items():
        monkeypatch.setattr(module, name, value)
    return module


def iterations(ppo, count, seed=1):
    """The weights of a network at the start, and after each of some iterations."""
    found = ppo.learn("contra", seed, size=3)
    return [np.concatenate([array.ravel() for array in network.weights])
            for _, (_, network) in zip(range(count), found, strict=False)]


def test_what_is_good_for_one_player_is_bad_for_the_other(ppo):
    rewards = np.array([[0, 0], [0, 1], [0, 0]], np.float32)
    values = np.array([[.1, .2], [.3, .4], [.5, .6]], np.float32)
    over = np.array([[False, False], [False, True], [False, False]])
    rows = ppo.Rows(*[None] * 5, values, None, rewards, over)
    found = ppo.advantages(rows, np.array([.7, .8], np.float32))
    for game in 0, 1:
        later, ahead = 0.0, [.7, .8][game]
        for i in 2, 1, 0:
            back = 0 if over[i, game] else -ppo.DISCOUNT
            later = (rewards[i, game] + back * ahead - values[i, game]
                     + back * ppo.TRACE * later)
            assert found[i, game] == pytest.approx(later, abs=1e-6)
            ahead = values[i, game]
    assert found[1, 1] == pytest.approx(1 - .4)         # the game was over: nothing comes after


@pytest.mark.long
def test_equal_runs_are_equal_and_it_learns(ppo):
    one, again, other = (iterations(ppo, 3, seed) for seed in (1, 1, 2))
    assert all((a == b).all() for a, b in zip(one, again, strict=True))
    assert (one[0] != one[1]).any() and (one[1] != one[2]).any() and (one[2] != other[2]).any()


def test_positions_of_the_benchmark_are_not_learned_from(ppo, monkeypatch):
    """If all positions are, nothing is left to learn."""
    batch = ppo.BatchGame("contra", 1, size=3)
    monkeypatch.setattr(type(batch), "keys", lambda self: np.full(self.n, 7))
    monkeypatch.setattr(ppo, "held_out", lambda game, options: np.array([7]))
    first, after = iterations(ppo, 2)
    assert (first == after).all()
