"""Columns with walls around each, to see that nothing is written beside them."""
import numpy as np

from eckstein.engine.batch.columns import Columns

WALL, PAINT = 16, 0x5A5A5A5A5A5A5A5A        # words beside a column, and what stands there


class Walls:
    """The walls of all columns that are made while `module` takes its `Columns` from here."""

    def __init__(self, monkeypatch, module):
        walls = self.walls = []
        kept = self._kept = []

        class Walled(Columns):
            def memory(self, words):
                held, address = super().memory(words + 2 * WALL)
                whole = np.frombuffer(held, np.int64)
                whole[:WALL] = whole[WALL + words:] = PAINT
                walls.extend((whole[:WALL], whole[WALL + words:]))
                kept.append(held)
                return whole[WALL:WALL + words], address + 8 * WALL
        monkeypatch.setattr(module, "Columns", Walled)

    def stand(self, least):
        """Whether there are more walls than that, and all are as they were painted."""
        return len(self.walls) > least and all((wall == PAINT).all() for wall in self.walls)
