"""Threads that share work."""
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from eckstein.engine.batch.threads import Threads


def test_nobody_is_at_work_when_an_interrupt_comes_through():
    """Ctrl-C wakes the thread that waits, and must not let go of arrays that others write to."""
    begun, done = threading.Event(), []

    class Interrupted(ThreadPoolExecutor):
        def map(self, work, *rows):
            first, self.second = ((work, *row) for row in zip(*rows, strict=False))
            self.submit(*first)
            begun.wait()
            raise KeyboardInterrupt

    def work(thread, first, last):
        begun.set()
        sum(range(1 << 20))
        done.append(thread)
        return 0
    threads = Threads(2)
    pool = threads._pool = Interrupted(1)
    with pytest.raises(KeyboardInterrupt):
        threads.share(work, 2)
    assert done == [0]
    assert threads.share(lambda *rows: rows[1], 2) == [0, 1]
    pool.submit(*pool.second).result()          # who was late does nothing
    assert done == [0]


def test_all_is_done_before_a_failure_comes_through():
    done, all_begun = [], threading.Barrier(3)

    def work(thread, first, last):
        all_begun.wait()
        if thread == 0:
            raise RuntimeError("no")
        sum(range(1 << 20))
        done.append(thread)
        return 0
    with pytest.raises(RuntimeError, match="no"):
        Threads(3).share(work, 3)
    assert sorted(done) == [1, 2]
