"""Where trainings log numbers: a log is called with a step and the values by their names.

Any function that takes these is a log, such as `lambda step, values: wandb.log(values, step=step)`.
"""
from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from ..base.errors import EcksteinError
from ..base.files import check_place, save_text
from ..base.sentence import Sentence

Values = Mapping[str, float]
Log = Callable[[int, Values], None]
HEAD = "step", "name", "value"
EVENTS = "events.out.tfevents.*"
WRITERS = "tensorboardX", "torch.utils.tensorboard"     # the light one first


class LogError(EcksteinError, ValueError):
    """A log that cannot be written."""


def silent(step: int, values: Values) -> None:
    """A log that is not kept."""


@contextmanager
def open_logs(table: Path | None = None, tensorboard: Path | None = None,
              known: Sequence[tuple[int, Values]] = ()) -> Iterator[Log]:
    """One log for several.

    Args:
        table: a CSV file, which goes on if it is there.
        tensorboard: a folder for TensorBoard, which goes on if it has events.
        known: what there was to log before; it is told to those that are new.

    Raises:
        LogError: if there is no package that writes for TensorBoard, or the file is another one.
        OSError: if something cannot be written.
    """
    with ExitStack() as opened:
        logs = list[Log]()
        for place, kind in ((table, Table), (tensorboard, TensorBoard)):
            if place is not None:
                log = kind(place)
                opened.callback(log.close)
                logs.append(log)
                for step, values in known if log.is_new else ():
                    log(step, values)

        def tell(step: int, values: Values) -> None:
            for log in logs:
                log(step, values)
        yield tell


class Table:
    """A CSV file with a line for each value, which always is whole.

    Attributes:
        is_new: whether nothing had been logged there.

    Raises:
        LogError: if the file is no log.
        OSError: if it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        check_place(path)
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        self._path, self.is_new, self._text = path, not text, text or ",".join(HEAD) + "\n"
        if self._text.splitlines()[0] != ",".join(HEAD):
            raise LogError(Sentence("{path} is no log, which begins with {head}; name another file",
                                    path=path, head=",".join(HEAD)))

    def __call__(self, step: int, values: Values) -> None:
        lines = io.StringIO()
        csv.writer(lines, lineterminator="\n").writerows(
            (step, name, value) for name, value in values.items())
        self._text += lines.getvalue()
        save_text(self._path, self._text)

    def close(self) -> None:
        """All is written."""


class TensorBoard:
    """A folder of events, written by tensorboardX or PyTorch.

    Attributes:
        is_new: whether nothing had been logged there.

    Raises:
        LogError: if neither is installed.
    """

    def __init__(self, folder: Path) -> None:
        writer = _writer()
        self.is_new = not any(folder.glob(EVENTS))
        self._writer = writer(str(folder))

    def __call__(self, step: int, values: Values) -> None:
        for name, value in values.items():
            self._writer.add_scalar(name, value, step)
        self._writer.flush()

    def close(self) -> None:
        """Nothing more is logged."""
        self._writer.close()


def _writer() -> Any:
    """The class that writes events."""
    for name in WRITERS:
        try:
            return import_module(name).SummaryWriter
        except ImportError:
            continue
    raise LogError(Sentence("to write for TensorBoard needs the package tensorboardX; install it "
                            "with pip install tensorboardX"))
