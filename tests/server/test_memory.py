"""Garbage is collected in small steps, and all of it in the end."""
import gc
import weakref

import pytest

from eckstein.server.ops import memory
from eckstein.server.ops.memory import Collector


class Cycle:
    """Something that is free only when the collector finds it."""

    def __init__(self):
        self.myself = self


@pytest.fixture
def collector():
    before = gc.get_threshold()
    collector = Collector()
    collector.start()
    yield collector
    collector.stop()
    assert gc.get_threshold() == before and gc.get_freeze_count() == 0


def dropped():
    """A cycle that nobody holds."""
    return weakref.ref(Cycle())


def survived():
    """A cycle that has survived a collection before it was dropped."""
    cycle = Cycle()
    gc.collect(0)
    return weakref.ref(cycle)


def come(many):
    """So many collections' worth of new things."""
    for _ in range(many):
        gc.collect(0)


def test_new_garbage_goes_by_itself(collector):
    garbage, kept = dropped(), []
    for _ in range(2 * memory.YOUNG):
        kept.append([])
    assert garbage() is None


def test_a_collection_does_not_look_at_what_has_survived_one(collector):
    garbage = survived()
    assert gc.get_count()[0] < memory.YOUNG and len(gc.get_objects()) < memory.YOUNG
    gc.collect(0)
    assert garbage() is not None


def test_old_garbage_goes_when_it_is_quiet(collector):
    garbage = survived()
    come(memory.FEW)
    assert collector.tend(quiet=True)
    assert garbage() is None


def test_nobody_waits_for_old_garbage(collector):
    garbage = survived()
    come(memory.FEW)
    assert not collector.tend(quiet=False)
    assert garbage() is not None


@pytest.mark.long
def test_old_garbage_goes_in_the_end_even_if_it_is_never_quiet(collector):
    garbage = survived()
    come(memory.MANY + len(gc.get_objects()) // memory.YOUNG + collector._kept // memory.YOUNG)
    assert collector.tend(quiet=False)
    assert garbage() is None


@pytest.mark.long
def test_where_nothing_is_new_nothing_is_looked_for(collector):
    come(memory.FEW)
    assert collector.tend(quiet=True)
    assert not collector.tend(quiet=True)
