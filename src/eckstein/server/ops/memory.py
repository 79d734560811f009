"""Garbage collection in small steps, so that no move waits for it.

A game in memory consists of many objects, but of no garbage: a move leaves no cycles behind, and
reference counting frees what it drops.  Yet Python's collector scans all of it, which stops the
whole server for a fifth of a second or more.  So here a collection scans only new objects, and sets
those that survive aside.  Everything is scanned when hardly any games are played, or when the
number of objects has doubled.
"""
import gc
from typing import Any

YOUNG = 2000                # new objects that bring about a collection: less than a millisecond
FEW = 25                    # young collections that are worth a full one, when it is quiet
MANY = 1000                 # and when it is not, at least


class Collector:
    """Python's collector of garbage, as long as a server runs."""

    def __init__(self) -> None:
        self._young = self._kept = 0
        self._before = gc.get_threshold()

    def start(self) -> None:
        """Set aside what is there, and what survives from now on."""
        gc.set_threshold(YOUNG, 1000, 1000)
        gc.callbacks.append(self._collected)
        self._collect_all()

    def stop(self) -> None:
        """Leave all to Python again."""
        gc.callbacks.remove(self._collected)
        gc.unfreeze()
        gc.set_threshold(*self._before)

    def tend(self, *, quiet: bool) -> bool:
        """Look through everything, if it is time for it.

        Args:
            quiet: whether hardly any client would have to wait.

        Returns:
            Whether that was done.
        """
        if self._young < (FEW if quiet else max(MANY, self._kept // YOUNG)):
            return False
        self._collect_all()
        return True

    def _collect_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        self._young, self._kept = 0, gc.get_freeze_count()

    def _collected(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "stop":
            gc.freeze()
            self._young += 1
