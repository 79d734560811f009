"""Whatever is sent to the HTTP API, it answers as its description says, and never with a fault."""
import asyncio
import threading

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from eckstein.server.api import description

from .helpers import cheap_passwords, serving

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance,
          response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(description())
CALM = settings(max_examples=6, deadline=None, phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck))
SEEKING = "POST", "/api/v1/lobby/seeks"
LONG = settings(CALM, max_examples=50, phases=[Phase.generate])


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """The address of a server in a thread of its own."""
    ready, found = threading.Event(), []

    async def main():
        stop = asyncio.Event()
        async with serving(tmp_path_factory.mktemp("schema"), requests=1e6, burst=1e6) as server:
            found.extend((server.base, asyncio.get_running_loop(), stop))
            ready.set()
            await stop.wait()
    with cheap_passwords():
        worker = threading.Thread(target=asyncio.run, args=(main(),))
        worker.start()
        assert ready.wait(60)
        address, loop, stop = found
        yield address
        loop.call_soon_threadsafe(stop.set)
        worker.join(60)


def check(case, base):
    if case.path.endswith("/stream") or (case.method, case.path) == SEEKING:
        return                          # has no end
    case.call_and_validate(base_url=base, checks=CHECKS)


@SCHEMA.parametrize()
@CALM
def test_the_api_keeps_its_word(case, base):
    check(case, base)


@pytest.mark.long
@SCHEMA.parametrize()
@LONG
def test_the_api_keeps_its_word_for_long(case, base):
    check(case, base)


def test_all_of_the_api_is_described():
    paths = set(SCHEMA.raw_schema["paths"])
    assert {"/api/v1/games", "/api/v1/games/{game}/commands", "/api/v1/look",
            "/api/v1/picture.{form}", "/api/v1/health"} <= paths
