"""How processes share all tests (pytest-xdist): whole files, those of a folder at even distances.

What a file starts or compiles is made once, and files that wait for servers and clocks run beside
those that compute.  The tests in a browser go to two processes, and first: they take longest, and
in each of the two one browser and one server do for all.
"""
from collections import defaultdict
from contextlib import suppress
from functools import cached_property

from xdist.scheduler import LoadScopeScheduling

BROWSER, BROWSERS = "tests/web/", 2


class WholeFiles(LoadScopeScheduling):
    """Gives the next file to the process that is done with one."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        if not file.startswith(BROWSER):
            return file
        return f"{BROWSER}{self._browsed.setdefault(file, len(self._browsed)) % BROWSERS}"

    def remove_node(self, node):
        """Take a process out; the test in which it died, which fails and is not tried again.

        What else it was given goes to others.  pytest-xdist would hand out again what is done, too,
        and wait for ever for a process that gets only that.
        """
        given = self.assigned_work[node]
        fatal = next((test for unit in given.values() for test, done in unit.items() if not done),
                     None)
        if fatal is not None:
            given[self._split_scope(fatal)][fatal] = True
        self.assigned_work[node] = {name: unit for name, unit in given.items()
                                    if not all(unit.values())}
        super().remove_node(node)
        return fatal

    def _reschedule(self, node):
        """Give a process two tests at least: it begins none before it has the next.

        One that takes the place of one that died waits until it has found its tests; pytest-xdist
        gives work to all as soon as one of them has.
        """
        if node not in self.registered_collections:
            return
        super()._reschedule(node)
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            super()._reschedule(node)

    def _assign_work_unit(self, node):
        self.workqueue.move_to_end(min(self.workqueue, key=self._places.get), last=False)
        # A process may have died since: what it is given here goes to others when it is taken out.
        with suppress(OSError):
            super()._assign_work_unit(node)

    @cached_property
    def _browsed(self):
        """The number of each file of tests in a browser."""
        return {}

    @cached_property
    def _places(self):
        """How far into the run each file is due: 0 is its beginning, and 1 its end."""
        folders = defaultdict(list)
        for unit in self.workqueue:
            folders[unit.rpartition("/")[0]].append(unit)
        return {unit: -1 if unit.startswith(BROWSER) else number / len(files)
                for files in folders.values() for number, unit in enumerate(files)}
