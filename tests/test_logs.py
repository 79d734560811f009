"""Logs of trainings: a CSV file, TensorBoard, any function."""
import csv
import math
import sys
from types import ModuleType

import pytest

from eckstein.lab.logs import LogError, open_logs

HEAD = ["step", "name", "value"]


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.fixture
def written(monkeypatch):
    """A module in place of tensorboardX; what it was told."""
    told = []

    class SummaryWriter:
        def __init__(self, folder):
            self.folder = folder

        def add_scalar(self, name, value, step):
            told.append((name, value, step))

        def flush(self):
            told.append("flush")

        def close(self):
            told.append("close")
    module = ModuleType("tensorboardX")
    module.SummaryWriter = SummaryWriter
    monkeypatch.setitem(sys.modules, "tensorboardX", module)
    return told


def test_a_table_has_a_line_for_each_value(tmp_path):
    path = tmp_path / "log.csv"
    with open_logs(path) as log:
        log(1, {"loss": 0.5, 'alphabeta:time=1,net="a"/elo': math.inf})
        assert rows(path) == [HEAD, ["1", "loss", "0.5"],
                              ["1", 'alphabeta:time=1,net="a"/elo', "inf"]]
        log(2, {"loss": 0.25})
    assert rows(path)[3:] == [["2", "loss", "0.25"]]


def test_a_table_goes_on_and_what_was_known_before_is_told_to_a_new_one(tmp_path, written):
    path, known = tmp_path / "log.csv", [(1, {"loss": 3.0}), (2, {"loss": 2.0})]
    with open_logs(path, known=known[:1]) as log:
        log(2, {"loss": 2.0})
    with open_logs(path, tmp_path / "board", known) as log:
        log(3, {"loss": 1.0})
    assert [row[::2] for row in rows(path)[1:]] == [["1", "3.0"], ["2", "2.0"], ["3", "1.0"]]
    assert written == [("loss", 3.0, 1), "flush", ("loss", 2.0, 2), "flush", ("loss", 1.0, 3),
                       "flush", "close"]
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "events.out.tfevents.1.host").write_bytes(b"")
    written.clear()
    with open_logs(tensorboard=tmp_path / "board", known=known):
        pass
    assert written == ["close"]


def test_logs_are_closed_after_an_error(tmp_path, written):
    with pytest.raises(KeyboardInterrupt), open_logs(tensorboard=tmp_path):
        raise KeyboardInterrupt
    assert written == ["close"]


def test_no_log_is_one_as_well():
    with open_logs() as log:
        log(1, {"loss": 1.0})


@pytest.mark.parametrize("content", ["iteration\thours\n", "\n", "\udcff".encode(
    "utf-8", "surrogateescape").decode("latin-1")])
def test_another_file_is_left_as_it_is(content, tmp_path):
    path = tmp_path / "curve.tsv"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(LogError, match=r"curve\.tsv is no log, which begins with step,name,value"
                       ), open_logs(path):
        pass
    assert path.read_text(encoding="latin-1") == content


def test_a_place_that_cannot_be_is_named_before_long_work(tmp_path):
    with pytest.raises(FileNotFoundError), open_logs(tmp_path / "nowhere" / "log.csv"):
        pass


def test_without_a_package_for_tensorboard_one_is_named(monkeypatch, tmp_path):
    for name in ("tensorboardX", "torch", "torch.utils.tensorboard"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(LogError, match="pip install tensorboardX"), open_logs(
            tensorboard=tmp_path):
        pass


def test_pytorch_writes_for_tensorboard_as_well(monkeypatch, tmp_path, written):
    for name in ("torch", "torch.utils"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", sys.modules["tensorboardX"])
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    with open_logs(tensorboard=tmp_path) as log:
        log(1, {"loss": 1.0})
    assert written == [("loss", 1.0, 1), "flush", "close"]
