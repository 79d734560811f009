"""PostgreSQL for tests: one cluster for all of a process, a database for each.

Needs PostgreSQL's programs and asyncpg; where they are missing, tests that need it are skipped.
"""
import asyncio
import contextlib
import glob
import importlib.util
import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from ..ports import free_port

FOUND = shutil.which("initdb") or next(iter(glob.glob("/usr/lib/postgresql/*/bin/initdb")), None)
needs_postgres = pytest.mark.skipif(
    FOUND is None or importlib.util.find_spec("asyncpg") is None,
    reason="PostgreSQL's programs or the package asyncpg are not here")
NUMBERS = itertools.count()


class Cluster:
    """PostgreSQL in a folder of its own, on a free port of this machine."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.user = {}
        if os.getuid() == 0:            # it does not run as root
            self.user = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            shutil.chown(folder, "nobody")
        self.do("initdb", "-A", "trust", "-U", "eckstein")

    def do(self, program, *words):
        subprocess.run([str(Path(FOUND).with_name(program)), "-D", self.folder, *words],
                       check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.user)

    def start(self):
        self.do("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o",
                f"-p {self.port} -c listen_addresses=127.0.0.1 "
                f"-c unix_socket_directories={self.folder}", "start")

    def stop(self, how="fast"):
        self.do("pg_ctl", "-w", "-m", how, "stop")

    def url(self, name="postgres"):
        return f"postgresql+asyncpg://eckstein@127.0.0.1:{self.port}/{name}"

    def new_database(self):
        """The URL of an empty database."""
        import asyncpg
        name = f"games{next(NUMBERS)}"

        async def create():
            connection = await asyncpg.connect(f"postgresql://eckstein@127.0.0.1:{self.port}"
                                               "/postgres")
            await connection.execute(f"CREATE DATABASE {name}")
            await connection.close()
        asyncio.run(create())
        return self.url(name)


@contextlib.contextmanager
def running():
    """PostgreSQL with nothing in it, meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
