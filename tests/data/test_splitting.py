"""Splits: the same game is never in two parts, and more games move none."""
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from eckstein.lab.data import DataError, read_games, split

from .played import many, told

STORED = Path(__file__).parent.parent / "stored"
PARTS = {"train": 80, "valid": 10, "test": 10}


@cache
def games():
    """Three hundred games, which take seconds to make."""
    return many("contra", 300, plies=30)


def part_of(games, **more):
    return {repr(game["actions"]): name for name, part in split(games, PARTS, **more).items()
            for game in told(part)}


def test_every_game_is_in_one_part_in_its_order():
    parts = split(games(), PARTS)
    assert list(parts) == ["train", "valid", "test"]
    assert sum(map(len, parts.values())) == len(games())
    for part in parts.values():
        names = [repr(game) for game in told(part)]
        assert names == [name for name in map(repr, told(games())) if name in names]
    assert 0.7 < len(parts["train"]) / 300 < 0.9


def test_a_game_stays_in_its_part_whatever_is_beside_it():
    all_of_them = part_of(games())
    some = part_of(games().select(np.arange(299, 0, -7)))
    assert some.items() <= all_of_them.items()


def test_another_seed_gives_other_parts():
    assert part_of(games()) == part_of(games(), seed=0) != part_of(games(), seed=1)


def test_parts_are_the_same_for_ever():
    """Whoever splits again with a later version finds the games where they were."""
    stored = read_games(STORED / "games-1-contra.games")
    assert stored.keys().tolist() == [
        7938473047621908616, 3142728782560546372, 7489568196555423653]
    assert [len(part) for part in split(stored, {"a": 30, "b": 70}).values()] == [1, 2]


@pytest.mark.parametrize("sizes", [{}, {"a": -1.0, "b": 2.0}, {"a": 0.0}, {"a": float("nan")},
                                   {"a": float("inf")}])
def test_sizes_that_cannot_be_are_refused(sizes):
    with pytest.raises(DataError, match="the sizes of parts are numbers from 0 up"):
        split(games(), sizes)
