"""Parts of a table built on the machines of a Ray cluster (lab/tables/cluster.py)."""
import contextlib
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path
from types import SimpleNamespace

import pytest

import eckstein
from eckstein.cli import run
from eckstein.engine.tables import TableError, endings_of
from eckstein.engine.tables.endings import fingerprint
from eckstein.engine.tables.part_files import part_path
from eckstein.engine.tables.table_file import OtherRulesError
from eckstein.kernel.options import complete
from eckstein.lab.tables import building, cluster
from eckstein.lab.tables.building import StoppedError, work

from .conftest import build_one

RAY = "ray==2.60.0"
PATIENCE = 300.0            # seconds


class LostError(Exception):
    """As Ray raises it where a task failed."""

    cause = None


class Task:
    """What is to be done, and what a cluster knows it by."""

    def __init__(self, work, words):
        self.work, self.words = work, words


class Ray:
    """A cluster with one machine, which is this process; it does tasks one by one.

    Attributes:
        memory: of its machine, in bytes.
        spoil: what becomes of a task's result.
    """

    def __init__(self):
        self.exceptions = SimpleNamespace(RayError=LostError)
        self.memory, self.spoil = 1 << 40, lambda files: files
        self.cancelled, self.is_down = [], False

    def init(self, **_):
        pass

    def shutdown(self):
        self.is_down = True

    def nodes(self):
        return [{"Alive": True, "Resources": {"memory": self.memory}},
                {"Alive": False, "Resources": {"memory": 1 << 50}}]

    def put(self, value):
        return value

    def remote(self, **_):
        return lambda work: SimpleNamespace(remote=lambda *words: Task(work, words))

    def wait(self, tasks, timeout):
        return tasks[:1], tasks[1:]

    def get(self, task):
        return self.spoil(task.work(*task.words))

    def cancel(self, task, force):
        self.cancelled.append(task)


@pytest.fixture
def kings(tmp_path, monkeypatch):
    """The ending of two bare kings, and a folder without its table."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    return endings_of("duell", {})[0]


@pytest.fixture
def ray(monkeypatch):
    """A cluster in this process."""
    one = Ray()
    monkeypatch.setattr(cluster, "_connected", lambda address: one)
    return one


@pytest.fixture
def solved(kings, monkeypatch):
    """The machine of the cluster has solved the only part of these kings."""
    with monkeypatch.context() as changed:
        changed.setattr(building, "join_parts", lambda ending: None)
        building.build(work(kings, 1), [])
    content = part_path(kings, 0).read_bytes()
    part_path(kings, 0).unlink()
    monkeypatch.setattr(cluster, "solve", lambda *words: {0: content})


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
    ray.memory = 1000
    with pytest.raises(ValueError, match="needs about 1 MB of memory, and no machine of the "
                                         "cluster has more than 0"):
        cluster.build(work(kings, 1), [], "auto")


def test_a_machine_sends_the_file_of_its_part(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    build_one("contra", "d-d", size="3")
    first, ending = endings_of("contra", complete("contra", {"size": "3"}))
    building.build(work(ending, 1, part=2), [first])
    here, content = part_path(ending, 2).read_bytes(), first.path.read_bytes()
    rules = fingerprint(ending.game, ending.options)
    assert cluster.solve(ending, 2, rules, [(first, content)]) == {2: here}
    assert not Path(os.environ["ECKSTEIN_DATA"]).exists()


def test_a_machine_of_other_rules_builds_nothing(kings):
    with pytest.raises(OtherRulesError, match="a machine of the cluster has other rules"):
        cluster.solve(kings, 0, "0" * 32, [])


def told(capsys, *words):
    """The sentence with which a command is refused."""
    assert run(["tables", "build", "contra", "dd-d", "-o", "size=3", *words]) == 2
    return capsys.readouterr().err.splitlines()[-1]


@pytest.fixture
def installed(tables_of_small_board, monkeypatch):
    """A module in the place of Ray, and the table that comes first."""
    def init(**_):
        raise ConnectionError("none\nis here")
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))


@pytest.fixture
def tables_of_small_board(tmp_path, monkeypatch):
    """A folder of data in which `contra d-d size=3` is taken for built."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    monkeypatch.setattr("eckstein.lab.tables.building.is_built", lambda one: one.name == "d-d")
    monkeypatch.setattr("eckstein.lab.tables.cluster._content", lambda one: b"")


def test_a_cluster_that_does_not_answer_is_told(capsys, installed):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert f"no Ray cluster answers at 127.0.0.1:{port}" in told(
        capsys, "--ray", f"127.0.0.1:{port}")
    assert "no Ray cluster answers at auto: none is here" in told(capsys, "--ray", "auto")


@pytest.mark.parametrize("address", ["here", "here:", ":1", "here:0", "here:99999", "here:x"])
def test_what_is_no_address_is_told(capsys, installed, address):
    assert "the address of a Ray cluster is auto, or a host and a port" in told(
        capsys, "--ray", address)


def test_a_missing_package_is_told(capsys, tables_of_small_board, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "needs the package ray; install it with pip install ray" in told(
        capsys, "--ray", "auto")


# A real one.

@pytest.fixture(scope="module")
def with_ray(tmp_path_factory):
    """The folder of programs of an environment that has Ray and this package."""
    folder = tmp_path_factory.mktemp("ray") / "environment"
    venv.create(folder, with_pip=True)
    site = next((folder / "lib").glob("python*/site-packages"))
    (site / "outer.pth").write_text(
        f"{sysconfig.get_path('purelib')}\n{Path(eckstein.__file__).parent.parent}\n")
    done = subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", RAY],
                          capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"Ray cannot be installed: {done.stderr.strip().splitlines()[-1]}")
    return folder / "bin"


@contextlib.contextmanager
def machine(programs, folder, *words):
    """A machine of a cluster, played by processes of their own; yields what ends them at once."""
    with (folder / "said.txt").open("a") as said:
        process = subprocess.Popen(
            [programs / "ray", "start", "--node-ip-address=127.0.0.1", "--num-cpus=1",
             "--disable-usage-stats", "--block", *words], stdout=said, stderr=said,
            start_new_session=True, cwd=folder)

    def lose():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    try:
        yield lose
    finally:
        lose()
        process.wait()


@pytest.mark.long
def test_a_machine_that_is_lost_costs_its_part_alone(with_ray, tmp_path):
    """Two machines build the four parts of a table, and one is lost when the first part is there.

    The folder of a cluster has a short name, since its sockets lie there.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    here = os.environ | {"ECKSTEIN_DATA": str(tmp_path / "data"), "RAY_USAGE_STATS_ENABLED": "0"}
    words = [with_ray / "python", "-m", "eckstein", "tables", "build", "contra", "dd-d", "-o",
             "size=4"]
    ending = endings_of("contra", {"size": "4"})[1]
    folder = tmp_path / "data" / "tables" / ending.place.parent
    with machine(with_ray, tmp_path, "--head", f"--port={port}", "--include-dashboard=false",
                 f"--temp-dir=/tmp/eckstein-ray-{os.getpid()}"):
        wait_for(lambda: "ray status" in (tmp_path / "said.txt").read_text())
        with machine(with_ray, tmp_path, f"--address=127.0.0.1:{port}") as lose:
            wait_for(lambda: (tmp_path / "said.txt").read_text().count("--block") > 1)
            build = subprocess.Popen([*words, "--ray", f"127.0.0.1:{port}"], env=here, text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            wait_for(lambda: build.poll() is not None or list(folder.glob("dd-d.part-*")))
            lose()
            printed, _ = build.communicate(timeout=PATIENCE)
    assert build.returncode == 0, printed
    assert [path.name for path in folder.iterdir() if "part" in path.name] == []
    before = (folder / "dd-d.table").read_bytes()
    subprocess.run([*words, "--force"], check=True, capture_output=True, env=here)
    assert (folder / "dd-d.table").read_bytes() == before


def wait_for(seen):
    """Look again and again until something is so."""
    end = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.1)
