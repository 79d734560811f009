"""What holds for every test run: no deadlines, checked array bounds, one folder of compiled code.

Games run as users have them: from libraries compiled ahead of time, or by Numba where there are
none.  Only what Numba compiles checks bounds; tests of rules and searches ask for that.

Numba reads its settings when it is first imported, and xdist's workers inherit the environment of
the process that starts them; so the settings stand here, before anything else is imported.
"""
import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from . import limits
from .side_by_side import WholeFiles

DATA = tempfile.mkdtemp(prefix="eckstein-data-")
# Compiled code is kept from run to run; its folder is named after all that it depends on
# (kernel/cache.py).
COMPILED, DAY = Path(__file__).parents[1] / "build" / "compiled-for-tests", 86_400
os.environ.setdefault("ECKSTEIN_CACHE", str(COMPILED))
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
os.environ.setdefault("NUMBA_OPT", "1")         # sooner made, and fast enough
# Tables, books and nets of the package or of whoever runs the tests would answer before what is
# tested does; tests of them say so.
os.environ["ECKSTEIN_DATA"] = DATA
os.environ["ECKSTEIN_TABLES"] = os.path.join(tempfile.gettempdir(), "eckstein-has-no-tables")
os.environ["ECKSTEIN_BOOKS"] = os.path.join(tempfile.gettempdir(), "eckstein-has-no-books")
os.environ["ECKSTEIN_NETS"] = os.path.join(tempfile.gettempdir(), "eckstein-has-no-nets")

# What a shell runs in its background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# As a server logs, without the value of every variable: a page of those takes seconds to write, in
# which a server in the test's own process hears nobody.
structlog.configure(processors=[*structlog.get_config()["processors"][:-1],
                                structlog.processors.format_exc_info,
                                structlog.dev.ConsoleRenderer(colors=False)])

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(autouse=True)
def in_english():
    """What a test says in another language, no later one does."""
    yield
    words = sys.modules.get("eckstein.words")
    if words is not None and words.spoken() != "en":
        words.speak("en")


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the tests marked long, too")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes long; run with --long")
    config.pluginmanager.register(limits)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Without a look for garbage among thousands of tests, which takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config, items):
    if config.getoption("--long"):
        return
    left_out = [item for item in items if "long" in item.keywords]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if "long" not in item.keywords]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return WholeFiles(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_unconfigure():
    gc.unfreeze()
    shutil.rmtree(DATA, ignore_errors=True)
    for folder in COMPILED.glob("code-*"):      # also those of games that tests have written
        with suppress(FileNotFoundError):
            if folder.stat().st_mtime < time.time() - DAY:
                shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def anyio_backend():
    """Tests that are coroutines run in a loop of asyncio, each in one of its own."""
    return "asyncio"


def _numba():
    """Games are compiled by Numba, whose code here checks the bounds of arrays."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ECKSTEIN_LIFE", "jit")
        patched.setattr(sys.modules["eckstein.kernel.specialise"], "_lives", {})
        yield


by_numba = pytest.fixture(scope="module", name="by_numba")(_numba)
once_by_numba = pytest.fixture(name="once_by_numba")(_numba)    # in one test of a module


@pytest.fixture(scope="session")
def tables_of_two(tmp_path_factory):
    """A folder of data with the tables of two bare kings, and of one die against one.

    Where there are compiled libraries, that takes two seconds.
    """
    folder = tmp_path_factory.mktemp("data")
    surroundings = os.environ | {"ECKSTEIN_DATA": str(folder)}
    for game, ending in (("duell", "K-K"), ("contra", "d-d")):
        subprocess.run([sys.executable, "-m", "eckstein", "tables", "build", game, ending],
                       check=True, capture_output=True, env=surroundings)
    return folder


@pytest.fixture(autouse=True)
def _logs_as_before():
    """A server that a test has started in this process says how it logs, for that test alone."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.fixture
def no_log():
    """Nothing of a server's log stands between what is printed."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


@pytest.fixture
def with_book(tmp_path, monkeypatch):
    """A small opening book of Contra, as the package has it; its file."""
    from .book.sample import write_sample
    monkeypatch.setenv("ECKSTEIN_BOOKS", str(tmp_path / "books"))
    return write_sample(tmp_path / "books" / "contra.book")


@pytest.fixture
def with_tables(tables_of_two, monkeypatch):
    """These tables, as the package has them; the folder they lie in."""
    monkeypatch.setenv("ECKSTEIN_TABLES", str(tables_of_two / "tables"))
    return tables_of_two / "tables"
