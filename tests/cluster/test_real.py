"""A real cluster of two machines, one of which is lost in the middle of everything that uses it."""
import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sysconfig
import tempfile
import time
import venv
from pathlib import Path

import pytest

import eckstein
from eckstein.engine.tables import endings_of
from eckstein.record import read_records

RAY = "ray==2.60.0"
PATIENCE = 300.0            # seconds
MARK = "ECKSTEIN_TEST_CLUSTER"      # what all processes of a cluster have in their surroundings

pytestmark = [pytest.mark.long, pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="processes are looked for in /proc")]


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
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


class Cluster:
    """Machines that processes of this one play.

    Args:
        programs: the folder of Ray's.
        folder: where they put what is theirs; its name is short, for sockets lie there.
    """

    def __init__(self, programs, folder):
        self.programs, self._folder, self._number = programs, folder, itertools.count()
        self.mark = f"{os.getpid()}-{time.monotonic_ns()}"
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.address = f"127.0.0.1:{server.getsockname()[1]}"

    def head(self):
        """The first machine."""
        return self._machine("--head", f"--port={self.address.rpartition(':')[2]}",
                             "--include-dashboard=false", f"--temp-dir={self._folder}/ray")

    def another(self, **surroundings):
        """One more machine; yields what ends it at once."""
        return self._machine(f"--address={self.address}", **surroundings)

    @contextlib.contextmanager
    def _machine(self, *words, **surroundings):
        path = self._folder / f"said-{next(self._number)}.txt"
        with path.open("w") as said:
            process = subprocess.Popen(
                [self.programs / "ray", "start", "--node-ip-address=127.0.0.1", "--num-cpus=1",
                 "--disable-usage-stats", "--block", *words], stdout=said, stderr=said,
                start_new_session=True, cwd=self._folder,
                env=os.environ | {MARK: self.mark} | surroundings)

        def lose():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        try:
            wait_for(lambda: "--block" in path.read_text())
            yield lose
        finally:
            lose()
            process.wait()

    def begin(self, folder, *words):
        """A command that begins, with a folder of data."""
        return subprocess.Popen(
            [self.programs / "python", "-m", *words], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=os.environ | {"ECKSTEIN_DATA": str(folder)})

    def processes(self):
        """The commands of all processes of the machines, and of whom they have started."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"{MARK}={self.mark}".encode() in (place / "environ").read_bytes().split(b"\0"):
                    found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        return [command for command in found if command]

    def engines(self):
        """How many engines play on its machines."""
        return sum("eckstein engine" in command for command in self.processes())


@pytest.fixture(scope="module")
def cluster(programs):
    """A cluster of one machine, to which tests add others; it leaves no process behind."""
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        one = Cluster(programs, Path(folder))
        with one.head():
            yield one
        wait_for(lambda: not one.processes())


def wait_for(seen):
    """Look again and again until something is so."""
    end = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.1)


def finished(process):
    """What a command has said."""
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    return out


def played(path):
    """The games of a file, by their rounds."""
    return {record.tags["Round"]: [node.move for node in record.mainline()]
            for record in read_records(path.read_text())}


def test_a_machine_that_is_lost_costs_its_games_alone(cluster, tmp_path):
    """It is lost while both of its contestants play there; all games are those of one machine."""
    there, here = tmp_path / "there.txt", tmp_path / "here.txt"
    words = ["eckstein", "match", "contra", "nodes=3000,tables=off", "level:4", "--games", "60",
             "--json", "--record"]
    with cluster.another() as lose:
        match = cluster.begin(tmp_path, *words, str(there), "--ray", cluster.address)
        wait_for(lambda: match.poll() is not None or cluster.engines() == 4)
        assert match.poll() is None
        lose()
        told = json.loads(finished(match))
    assert told["games"] == 60 and told["faults"] == []
    finished(cluster.begin(tmp_path, *words, str(here), "-j", "2"))
    assert played(there) == played(here)


def test_a_machine_that_is_lost_costs_its_part_of_a_table_alone(cluster, tmp_path):
    """Two machines build the four parts, and one is lost when the first part is there."""
    words = ["eckstein", "tables", "build", "contra", "dd-d", "-o", "size=4"]
    ending = endings_of("contra", {"size": "4"})[1]
    folder = tmp_path / "tables" / ending.place.parent
    with cluster.another() as lose:
        build = cluster.begin(tmp_path, *words, "--ray", cluster.address)
        wait_for(lambda: build.poll() is not None or list(folder.glob("dd-d.part-*")))
        lose()
        finished(build)
    assert [path.name for path in folder.iterdir() if "part" in path.name] == []
    before = (folder / "dd-d.table").read_bytes()
    finished(cluster.begin(tmp_path, *words, "--force"))
    assert (folder / "dd-d.table").read_bytes() == before


def test_ctrl_c_keeps_what_was_played_and_leaves_nobody_at_work(cluster, tmp_path):
    path = tmp_path / "games.txt"
    match = cluster.begin(tmp_path, "eckstein", "match", "contra", "nodes=3000,tables=off",
                          "level:4", "--games", "1000", "--record", str(path), "--ray",
                          cluster.address)
    wait_for(lambda: match.poll() is not None or (path.exists() and "[Round" in path.read_text()))
    match.send_signal(signal.SIGINT)
    _, told = match.communicate(timeout=PATIENCE)
    assert match.returncode == 130
    assert f"{len(played(path))} game" in told
    wait_for(lambda: not cluster.engines())


def test_a_machine_with_another_version_plays_nothing(cluster, tmp_path):
    """Its modules are taken from a folder that holds only an empty package."""
    (tmp_path / "eckstein").mkdir()
    (tmp_path / "eckstein" / "__init__.py").touch()
    with cluster.another(PYTHONPATH=str(tmp_path)):
        match = cluster.begin(tmp_path, "eckstein", "match", "contra", "level:4", "level:4",
                              "--games", "1000", "--ray", cluster.address)
        _, told = match.communicate(timeout=PATIENCE)
    assert match.returncode == 2
    assert "another version of the program, or lacks it; install the same one there" in told
