"""How far long work is: a bar on a terminal; in a log, a line after a minute and now and then."""
from collections.abc import Callable
from typing import Any

from rich import progress as bars
from rich.console import Console
from rich.text import Text

EVERY = 60.0                # seconds until a log has a line, and at least until the next one
LATER = 1.1                 # which comes when so many times the seconds have gone by


class Progress(bars.Progress):
    """Bars on standard error, of these columns.

    Args:
        columns: what each bar has; see `rich.progress`.
        options: more for rich's own bars.
    """

    def __init__(self, *columns: str | bars.ProgressColumn, **options: Any) -> None:
        console = Console(stderr=True)
        super().__init__(*columns, console=console, disable=not console.is_terminal, **options)
        self._began = self.get_time()
        self._next = EVERY

    def update(self, *task: Any, **changes: Any) -> None:
        """Change a bar, and tell a log of it when it is time; see `rich.progress`."""
        super().update(*task, **changes)
        if self.console.is_terminal:
            return
        seconds = self.get_time() - self._began
        if seconds >= self._next:
            self._next = max(seconds * LATER, seconds + EVERY)
            self.console.print(self.make_tasks_table(self.tasks))


class Rate(bars.ProgressColumn):
    """A column that tells how fast work is; it is empty before that is known.

    Args:
        told: says so of a number of steps a second.
    """

    def __init__(self, told: Callable[[float], str]) -> None:
        super().__init__()
        self._told = told

    def render(self, task: bars.Task) -> Text:
        return Text("" if task.speed is None else self._told(task.speed))
