"""What the server has replaced inside of uvicorn is still there as it was."""
import hashlib
import inspect
import re
import tomllib
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.websockets import websockets_sansio_impl

from eckstein.server.serving.protocols import GatedHttp, GatedSocket

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
OURS = "server/serving/protocols.py"
READ = "0.54.0"
CHANGED = ("{what} is not what {where} was written for.  Read what has changed there, run "
           "tests/attacks with --long, and then put the new figures into this test.")


def test_uvicorn_is_the_version_that_was_read():
    extras = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    pinned, = {found[1] for one in extras["server"]
               if (found := re.match(r"uvicorn(?:\[.*?\])?==([\d.]+)", one))}
    assert uvicorn.__version__ == pinned == READ, CHANGED.format(
        what=f"uvicorn {uvicorn.__version__}", where=OURS)


@pytest.mark.parametrize(("module", "digest"), [
    (h11_impl, "a3154a6c2cfaaaeb"), (websockets_sansio_impl, "8b32a97a1608788b")])
def test_the_protocols_are_those_that_were_read(module, digest):
    found = hashlib.sha256(inspect.getsource(module).encode()).hexdigest()[:16]
    assert found == digest, CHANGED.format(what=module.__name__, where=OURS)


@pytest.mark.parametrize("ours", [GatedHttp, GatedSocket])
def test_what_is_replaced_is_there(ours):
    theirs = ours.__mro__[1]
    added = {"_expect", "_payer", "_may_read", "_read_on", "_pay", "_end"}
    missing = {name for name, value in vars(ours).items()
               if inspect.isfunction(value) and not hasattr(theirs, name)} - added
    assert not missing, CHANGED.format(what=f"{theirs.__name__} without {missing}",
                                       where=OURS)
