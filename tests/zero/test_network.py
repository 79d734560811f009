"""What a network computes, and its file."""
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from eckstein import Board, names
from eckstein.base.sealed import Sealed
from eckstein.engine.zero import network_file
from eckstein.engine.zero.network import Network, Shape, forward
from eckstein.engine.zero.network_file import (
    KIND,
    NetworkError,
    network_for,
    read_network,
    write_network,
)
from eckstein.lab.learning import BatchGame, TreeSearch

from .networks import network, written

SMALL = Shape(observation=(1, 1, 2), scalars=1, actions=2, hidden=(2,))


def test_a_perceptron_by_hand():
    weights = [np.array(rows, np.float32) for rows in (
        [[1, -1], [2, 0], [4, 4]], [0.5, 0], [[1, 0], [10, -1]], [0, 3], [[1], [-1]], [-2])]
    assert [array.shape for array in weights] == SMALL.weights()
    seen = np.array([[[[1, 0]]], [[[1, 1]]]], np.uint8)
    logits, values = forward(SMALL, weights, seen, np.array([[0], [0.5]], np.float32))
    # The hidden layer is 1.5 and max(-1, 0) = 0, then 1 + 2 + 4 / 2 + 0.5 = 5.5 and -1 + 2 = 1.
    assert logits.tolist() == [[1.5, 3], [15.5, 2]]
    assert values == pytest.approx(np.tanh([-0.5, 2.5]))


def test_convolutions_are_what_loops_say():
    shape = Shape(observation=(2, 3, 4), scalars=1, actions=3, hidden=(), channels=2, blocks=1)
    chance = np.random.default_rng(1)
    weights = [chance.normal(size=each).astype(np.float32) for each in shape.weights()]
    seen = (chance.random((2, 2, 3, 4)) < 0.5).astype(np.uint8)
    scalars = chance.random((2, 1)).astype(np.float32)

    def convolved(planes, factors, added):
        found = np.zeros((3, 4, 2)) + added
        for y in range(3):
            for x in range(4):
                for i in range(3):
                    for j in range(3):
                        if 0 <= y + i - 1 < 3 and 0 <= x + j - 1 < 4:
                            found[y, x] += planes[y + i - 1, x + j - 1] @ factors[i, j]
        return found
    logits, values = forward(shape, weights, seen, scalars)
    for n in range(2):
        planes = np.concatenate([np.moveaxis(seen[n], 0, 2), np.full((3, 4, 1), scalars[n])], 2)
        first = np.maximum(convolved(planes, *weights[:2]), 0)
        inner = np.maximum(convolved(first, *weights[2:4]), 0)
        flat = np.maximum(first + convolved(inner, *weights[4:6]), 0).ravel()
        assert logits[n] == pytest.approx(flat @ weights[6] + weights[7], abs=1e-4)
        assert values[n] == pytest.approx(np.tanh(flat @ weights[8] + weights[9])[0], abs=1e-4)


def test_a_new_block_changes_nothing_and_all_else_is_by_chance():
    shape = Shape(observation=(2, 3, 3), scalars=1, actions=3, hidden=(4,), channels=2, blocks=2)
    weights = shape.first_weights(3)
    assert [array.shape for array in weights] == shape.weights()
    zero = [i for i, array in enumerate(weights) if array.ndim > 1 and not array.any()]
    assert zero == [4, 8]                       # the second convolution of each block
    assert all(not array.any() for array in weights[1::2])
    assert all((one == two).all() for one, two in zip(weights, shape.first_weights(3), strict=True))
    assert (weights[0] != shape.first_weights(4)[0]).any()


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("layers", [{"hidden": (16,)}, {"hidden": ()},
                                    {"hidden": (4,), "channels": 2, "blocks": 1}])
def test_what_is_left_out_changes_nothing_but_roundings(game, layers):
    """Factors of inputs that are 0 in all leaves, and of actions that are legal in none."""
    made, _ = network(game, **layers)
    chance = np.random.default_rng(1)
    made = Network(made.shape, tuple(array + 0.1 * chance.standard_normal(array.shape).astype(
        np.float32) for array in made.weights))
    for n in (1, 9):
        search = TreeSearch(BatchGame(game, n, autoreset="off", random_plies=3, seed=n), 4)
        search.begin()
        leaves = search.collect()
        (logits, values), (again, _) = made(leaves), made(leaves)
        wanted, wins = forward(made.shape, made.weights, leaves.observations, leaves.scalars)
        assert logits.shape == wanted.shape and (logits == again).all()
        assert values == pytest.approx(wins, abs=1e-5)
        for j, count in enumerate(leaves.legal_count):
            legal = leaves.legal[j, :count]
            assert logits[j, legal] == pytest.approx(wanted[j, legal], abs=1e-4)


@pytest.mark.parametrize("game", names())
def test_a_file_gives_the_same_network_for_its_game(game, tmp_path):
    path = written(tmp_path / "a.network", game, channels=1, blocks=1)
    made, batch = network(game, channels=1, blocks=1)
    found = network_for(path, batch)
    assert found.shape == made.shape
    assert all((one == two).all() for one, two in zip(found.weights, made.weights, strict=True))


@pytest.mark.parametrize(("other", "said"), [
    (("echek", {}), "is a network for contra, and this is a game of echek"),
    (("contra", {"size": "5"}), "is a network for contra, and this is a game of contra size=5")])
def test_a_network_of_another_game_is_refused(other, said, tmp_path):
    game, options = other
    board = Board(game, **options)              # a batch of it would have to be compiled
    with pytest.raises(NetworkError, match=said):
        network_for(written(tmp_path / "a.network"),
                    SimpleNamespace(game=game, options=board.options))


def test_how_long_a_draw_takes_is_no_other_game(tmp_path):
    assert network_for(written(tmp_path / "a.network"), BatchGame("contra", 1, no_progress=60))


def changed(path, **fields):
    """Write other fields into the header of a file, and seal it again."""
    header, made = read_network(path)
    write_network(path, msgspec.structs.replace(header, **fields), made)


@pytest.mark.parametrize(("fields", "said"), [
    ({"numbering": "0" * 16}, "numbers moves otherwise"),
    ({"planes": ("other",)}, "sees positions"),
    ({"scalars": ()}, "sees positions"),
    ({"game": "draughts"}, "is a network for draughts, and"),
    ({"options": {"size": "9"}}, "is a network for contra size=9, and"),
    ({"shape": SMALL}, "do not fit its layers"),
    ({"shape": msgspec.structs.replace(SMALL, hidden=(0,))}, "has a header that cannot be read"),
    ({"shape": msgspec.structs.replace(SMALL, blocks=1 << 30)}, "header that cannot be read")])
def test_a_network_that_does_not_fit_is_refused(fields, said, tmp_path):
    path = written(tmp_path / "a.network")
    changed(path, **fields)
    with pytest.raises(NetworkError, match=said):
        network_for(path, BatchGame("contra", 1))


def test_damage_is_told(tmp_path):
    path = tmp_path / "a.network"
    written(path)
    content = bytearray(path.read_bytes())
    with Sealed(path, KIND, ValueError) as file:
        content[content.index(file[0])] ^= 1
    path.write_bytes(content)
    with pytest.raises(NetworkError, match="is damaged: piece 1 of 6"):
        read_network(path)
    path.write_text("something else")
    with pytest.raises(NetworkError, match="is not a file of a policy and value network"):
        read_network(path)
    made, batch = network()
    broken = Network(made.shape, (np.full_like(made.weights[0], np.nan), *made.weights[1:]))
    write_network(path, network_file.Header.of(batch, made.shape, ""), broken)
    with pytest.raises(NetworkError, match="no finite numbers"):
        read_network(path)
