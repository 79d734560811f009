"""Processes for slow work that the servers of tests hand on to each other.

To start one takes as long as half a test.  What a server leaves idle when it ends is taken over by
the next one in the same surroundings, as if it had left that itself.
"""
import contextlib
import os
from unittest import mock
from weakref import WeakKeyDictionary

from eckstein.server.serving import hosting, processes

MOST = 4                # that are kept; a server uses one for each kind of work
_kept, _surroundings = [], WeakKeyDictionary()


def _here():
    """What a process that starts now takes over."""
    return os.getcwd(), {name: value for name, value in os.environ.items()
                         if name != "PYTEST_CURRENT_TEST"}


class _Lane(processes._Lane):
    """Takes over what others have left, and leaves what it has."""

    async def _tried(self, call, seconds):
        here = _here()
        if not self._idle:
            self._idle += filter(None, [next((
                worker for worker in _kept if _surroundings[worker] == here), None)])
            _kept[:] = [worker for worker in _kept if worker not in self._idle]
        try:
            return await super()._tried(call, seconds)
        finally:
            for worker in self._idle:
                _surroundings.setdefault(worker, here)

    def close(self):
        _kept.extend(self._idle)
        self._idle.clear()
        while len(_kept) > MOST:
            _kept.pop(0).end(wait=True)


class _Processes(processes.Processes):
    """What a server has, with such lanes."""

    def __init__(self, *bounds):
        super().__init__(*bounds)
        self._quick = _Lane(self._quick.places, processes.QUICK_SECONDS)
        self._long = _Lane(self._long.places)


@contextlib.contextmanager
def handed_on():
    """Servers hand on such processes meanwhile; in the end none is left."""
    with mock.patch.object(hosting, "Processes", _Processes):
        yield
    while _kept:
        _kept.pop().end(wait=True)
