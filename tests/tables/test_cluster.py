"""Parts of a table built on the machines of a Ray cluster (lab/tables/cluster.py)."""
import os
import sys
from pathlib import Path

import pytest

from eckstein.cli import run
from eckstein.engine.tables import TableError, endings_of
from eckstein.engine.tables.part_files import part_path
from eckstein.kernel.options import complete
from eckstein.lab.tables import building, cluster
from eckstein.lab.tables.building import StoppedError, work
from eckstein.lab.tables.cluster import Known

from ..cluster.fake import LostError, connect
from .conftest import build_one


@pytest.fixture
def kings(tmp_path, monkeypatch):
    """The ending of two bare kings, and a folder without its table."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    return endings_of("duell", {})[0]


@pytest.fixture
def ray(monkeypatch):
    """A cluster in this process."""
    return connect(monkeypatch)


class Solved:
    """What a machine sends that has solved part 1."""

    def __init__(self, content):
        self.content = content

    def __call__(self, known, group):
        return {0: self.content}


@pytest.fixture
def solved(kings, monkeypatch):
    """The machine of the cluster has solved the only part of these kings."""
    with monkeypatch.context() as changed:
        changed.setattr(building, "join_parts", lambda ending: None)
        building.build(work(kings, 1), [])
    content = part_path(kings, 0).read_bytes()
    part_path(kings, 0).unlink()
    monkeypatch.setattr(cluster, "solve", Solved(content))


def test_what_comes_back_is_the_table_that_is_built_here(kings, ray, solved, tables_of_two):
    steps = []
    task = work(kings, 1)
    cluster.build(task, [], "auto", steps.append)
    assert kings.path.read_bytes() == (tables_of_two / "tables" / kings.place).read_bytes()
    assert sum(steps) == task.steps
    assert ray.is_down


@pytest.mark.parametrize("spoil", [
    lambda files: {}, lambda files: {one: content[:-9] for one, content in files.items()}])
def test_a_part_that_comes_back_broken_is_told(kings, ray, solved, spoil):
    ray.spoil = spoil
    with pytest.raises(TableError, match="part 1 of duell K-K was not built: what came back is "
                                         "not whole; run the same command again"):
        cluster.build(work(kings, 1), [], "auto")
    assert not kings.path.exists()


def test_a_task_that_fails_is_told(kings, ray, solved):
    def lose(files):
        raise LostError("the machine\nis gone")
    ray.spoil = lose
    with pytest.raises(TableError, match="was not built: the machine is gone; run"):
        cluster.build(work(kings, 1), [], "auto")


def test_ctrl_c_cancels_what_is_under_way(kings, ray, monkeypatch):
    def stop(tasks, timeout):
        raise KeyboardInterrupt
    monkeypatch.setattr(ray, "wait", stop)
    with pytest.raises(StoppedError, match="the finished parts are saved"):
        cluster.build(work(kings, 1), [], "auto")
    assert len(ray.cancelled) == 1 and ray.is_down


def test_no_task_is_given_out_that_no_machine_has_the_memory_for(kings, ray):
    ray.machines[0]["memory"] = 1000
    with pytest.raises(ValueError, match="needs 1 core and 1 MB of memory, and no machine"):
        cluster.build(work(kings, 1), [], "auto")


def test_a_machine_sends_the_file_of_its_part(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    build_one("contra", "d-d", size="3")
    first, ending = endings_of("contra", complete("contra", {"size": "3"}))
    building.build(work(ending, 1, part=2), [first])
    here, content = part_path(ending, 2).read_bytes(), first.path.read_bytes()
    assert cluster.solve(Known(ending, [(first, content)]), range(2, 3)) == {2: here}
    assert not Path(os.environ["ECKSTEIN_DATA"]).exists()


def test_a_missing_package_is_told(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    monkeypatch.setattr("eckstein.lab.tables.building.is_built", lambda one: one.name == "d-d")
    monkeypatch.setattr("eckstein.lab.tables.cluster._content", lambda one: b"")
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run(["tables", "build", "contra", "dd-d", "-o", "size=3", "--ray", "auto"]) == 2
    assert "needs the package ray; install it with pip install ray" in capsys.readouterr().err
