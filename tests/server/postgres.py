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

from eckstein.server.database.store import Store

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
        self.user, self.with_tables = {}, None
        if os.getuid() == 0:            # it does not run as root
            self.user = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            shutil.chown(folder, "nobody")
        self.do("initdb", "--no-sync", "-A", "trust", "-U", "eckstein")

    def do(self, program, *words):
        subprocess.run([str(Path(FOUND).with_name(program)), "-D", self.folder, *words],
                       check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.user)

    def start(self):
        self.do("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o",
                f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off "
                f"-c unix_socket_directories={self.folder}", "start")

    def stop(self, how="fast"):
        self.do("pg_ctl", "-w", "-m", how, "stop")

    def url(self, name="postgres"):
        return f"postgresql+asyncpg://eckstein@127.0.0.1:{self.port}/{name}"

    def new_database(self, template=None):
        """The URL of a new database, by default with all tables, which are made once."""
        if template is None:
            if self.with_tables is None:
                self.with_tables = self.new_database("template1").rpartition("/")[2]
                asyncio.run(make_tables(self.url(self.with_tables)))
            template = self.with_tables
        name = f"games{next(NUMBERS)}"
        asyncio.run(self._create(name, template))
        return self.url(name)

    async def _create(self, name, template):
        import asyncpg
        connection = await asyncpg.connect(
            f"postgresql://eckstein@127.0.0.1:{self.port}/postgres")
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        await connection.close()


async def make_tables(url):
    store = Store(url)
    await store.open()
    await store.close()


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
