"""What is learned: targets, losses, steps, and which positions."""
import dataclasses

import jax.numpy as jnp
import numpy as np
import pytest

from eckstein import Board
from eckstein.engine.zero.network import Shape, forward
from eckstein.lab.data import Samples, positions
from eckstein.lab.learning import BatchGame, TreeSearch
from eckstein.lab.zero.folder import Folder
from eckstein.lab.zero.loop import training_batches
from eckstein.lab.zero.self_play import Common, played
from eckstein.lab.zero.settings import Settings
from eckstein.lab.zero.training import (
    Trainer,
    compiled,
    losses_of,
    of_self_play,
    value_targets,
)

from ..data.played import played as random_games
from .networks import network

SHAPE = Shape(observation=(1, 1, 2), scalars=1, actions=3, hidden=())


def samples(rows, **columns):
    """Positions for a trainer, of the shape above, all alike but for what is told."""
    told = {"observations": np.zeros((rows, 1, 1, 2), np.uint8),
            "scalars": np.ones((rows, 1), np.float32), "masks": np.ones((rows, 3), np.uint8),
            "actions": np.zeros(rows, np.int64), "values": np.zeros(rows, np.int16),
            "results": np.zeros(rows, np.int8), "policies": np.zeros((rows, 3), np.float32),
            "games": np.zeros(rows, np.int64), "plies": np.zeros(rows, np.int64)}
    return Samples(**told | columns)


def test_values_are_taught_by_the_result_and_the_search():
    """An evaluation of 400 is worth half a win, and one of -1200 three quarters of a loss."""
    given = samples(4, results=np.array([1, 1, -1, 0], np.int8),
                    values=np.array([400, -1200, -400, 0], np.int16))
    assert value_targets(given, 0.0).tolist() == [1, 1, -1, 0]
    assert value_targets(given, 1.0).tolist() == [0.5, -0.75, -0.5, 0]
    assert value_targets(given, 0.25).tolist() == [0.875, 0.5625, -0.875, 0]


def test_losses_by_hand():
    """Logits are 0, log 2 and 5, of which the last is illegal; the value is tanh 0.5."""
    weights = [np.zeros((3, 3)), np.array([0, np.log(2), 5]), np.zeros((3, 1)), np.array([0.5])]
    masks = np.array([[1, 1, 0], [1, 1, 0], [1, 1, 1]])
    policies = np.array([[1, 0, 0], [0.5, 0.5, 0], [0, 0, 0]])      # the last one teaches none
    policy, value = losses_of(SHAPE, weights, np.zeros((3, 1, 1, 2)), np.zeros((3, 1)), masks,
                              policies, np.array([1.0, 0.0, -1.0]))
    assert policy == pytest.approx((np.log(3) + (np.log(3) + np.log(1.5)) / 2) / 2, abs=1e-5)
    told = np.tanh(0.5)
    assert value == pytest.approx(((told - 1) ** 2 + told ** 2 + (told + 1) ** 2) / 3, abs=1e-5)


def test_training_finds_what_it_is_taught_and_goes_on_where_it_was():
    settings = Settings(game="contra", batch_size=8, learning_rate=0.05)
    taught = of_self_play(samples(3, policies=np.array([[0, 1, 0]] * 3, np.float32),
                                  results=np.full(3, -1, np.int8)), 0.0)
    trainer = Trainer(settings, SHAPE)
    first = trainer.train([taught])
    other = Trainer(settings, SHAPE, trainer.arrays())
    assert trainer.train([taught] * 80) == other.train([taught] * 80)
    assert trainer.train([]) == (0, 0)
    assert all((one == two).all() for one, two in zip(trainer.arrays(), other.arrays(),
                                                      strict=True))
    assert max(trainer.train([taught])) < 0.1 < min(first)
    made = trainer.network()                    # the average is near to what it averages
    logits, values = forward(SHAPE, made.weights, taught.observations, taught.scalars)
    assert logits.argmax(1).tolist() == [1, 1, 1] and values == pytest.approx(-1, abs=0.2)


def test_the_network_played_by_is_the_average_of_those_of_all_steps():
    settings = Settings(game="contra", batch_size=2, averaging=0.5)
    taught = of_self_play(samples(2, results=np.ones(2, np.int8)), 0.25)
    trainer, weights = Trainer(settings, SHAPE), []
    for _ in range(3):
        trainer.train([taught])
        weights.append(trainer.arrays()[3])     # what is added to the value
    average = 0.0
    for step, weight in enumerate(weights):
        kept = min(0.5, (1 + step) / (10 + step))
        average = kept * average + (1 - kept) * weight
    assert trainer.network().weights[3] == pytest.approx(average, abs=1e-7)


@pytest.mark.parametrize("shape", [{"hidden": (4,)}, {"hidden": (3,), "channels": 2, "blocks": 1}])
def test_jax_computes_what_numpy_does(shape):
    made, _ = network(**shape)
    batch = BatchGame("contra", 3, autoreset="off", random_plies=3)
    search = TreeSearch(batch, 2)
    search.begin()
    leaves = search.collect()
    assert len(leaves) == 3                     # JAX is given four
    legal = np.zeros((3, batch.actions), np.bool_)
    for row, actions, count in zip(legal, leaves.legal, leaves.legal_count, strict=True):
        row[actions[:count]] = True
    for ours, theirs in zip(made(leaves), compiled(made)(leaves), strict=True):
        told = legal if ours.ndim == 2 else np.ones(3, np.bool_)
        assert ours.shape == theirs.shape and ours[told] == pytest.approx(theirs[told], abs=1e-4)
    logits, _ = forward(made.shape, made.weights, leaves.observations, leaves.scalars, jnp)
    assert logits.shape == (3, batch.actions)


def test_each_position_is_drawn_as_often_as_is_wanted():
    games = random_games("contra", {}, 1, count=40, visits=True)
    games = dataclasses.replace(games, random_plies=np.zeros_like(games.random_plies))
    settings = Settings(game="contra", batch_size=16, reuse=2.5)
    times = np.zeros((len(games), 100), int)
    for each in training_batches(games, settings, 1, games.moves):
        np.add.at(times, (each.games, each.plies), 1)
    drawn = times[times > 0]
    assert len(drawn) == games.moves and set(drawn.tolist()) == {2, 3}
    assert abs(times.sum() / games.moves - 2.5) < 0.2
    assert sum(len(each) for each in training_batches(games, settings, 1, games.moves // 10)
               ) < games.moves / 2              # most of the window is older


def test_a_turned_game_teaches_the_same(tmp_path):
    """White's game from a position, and Black's from the same one turned by half a turn."""
    settings = Settings(game="contra", hidden=(2,), simulations=4, fast_simulations=2, games=4)
    block, _ = played(Common(settings, 1, network()[0]), range(4))
    Folder(tmp_path, settings).keep_unit(1, range(4), block, {})
    games = Folder(tmp_path, settings).games(range(1, 2))
    starts = tuple(Board("contra", text).turned().position() for text in games.starts)
    turned = dataclasses.replace(games, starts=starts, results=np.array([0, 2, 1, 3], np.uint8)[
        games.results])
    for one, two in zip(*(positions(one, 64, shuffle=False) for one in (games, turned)),
                        strict=True):
        for name in ("observations", "scalars", "masks", "policies", "values", "results"):
            assert (getattr(one, name) == getattr(two, name)).all()
