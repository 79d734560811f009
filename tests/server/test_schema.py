"""Whatever is sent to the HTTP API, it answers as its description says, and never with a fault."""
import asyncio
import threading
from http.cookiejar import DefaultCookiePolicy

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from eckstein.server.api import description

from .helpers import PATIENCE, cheap_passwords, serving

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance,
          response_schema_conformance]
OPERATIONS = [(path, method) for path, methods in description()["paths"].items()
              for method in methods]
CALM = settings(max_examples=3, deadline=None, phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck))
SEEKING = "POST", "/api/v1/lobby/seeks"
LONG = settings(CALM, max_examples=50, phases=[Phase.generate])


@pytest.fixture(scope="module")
def schema():
    return schemathesis.openapi.from_dict(description())


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
        assert ready.wait(PATIENCE)
        address, loop, stop = found
        yield address
        loop.call_soon_threadsafe(stop.set)
        worker.join(PATIENCE)


@pytest.fixture(scope="module")
def connected():
    """What keeps a connection, but no cookies, and reads no settings of the machine."""
    with requests.Session() as session:
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield session


@pytest.fixture
def keeps_its_word(schema, base, connected):
    """What checks an operation, with examples that are made here and not where tests are found.

    Every process that runs tests finds them all, and to make the examples takes it five seconds.
    """
    def check(case):
        if case.path.endswith("/stream") or (case.method, case.path) == SEEKING:
            return                          # has no end
        case.call_and_validate(base_url=base, session=connected, checks=CHECKS,
                               timeout=PATIENCE)

    def check_all(path, method, how):
        build_operation_test(config=schema.config, operation=schema[path][method],
                             test_func=how(lambda case: check(case)), given_kwargs={},
                             feedback=NO_FEEDBACK)()
    return check_all


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_api_keeps_its_word(keeps_its_word, path, method):
    keeps_its_word(path, method, CALM)


@pytest.mark.long
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_api_keeps_its_word_for_long(keeps_its_word, path, method):
    keeps_its_word(path, method, LONG)


def test_all_of_the_api_is_described(schema):
    paths = set(schema.raw_schema["paths"])
    assert {"/api/v1/games", "/api/v1/games/{game}/commands", "/api/v1/look",
            "/api/v1/picture.{form}", "/api/v1/health"} <= paths
