"""What many share, while a crowd takes all it can: an honest client is served beside it."""
import sys

import pytest
from bench import scarce
from bench.attacks import server

from ..server.helpers import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


@pytest.mark.long
@pytest.mark.parametrize("name", scarce.ATTACKS)
def test_an_honest_client_is_served_beside_a_crowd(tmp_path, name):
    async def test(base):
        async with scarce.attacked(base, name, str(tmp_path)) as honest:
            assert all([await honest() for _ in range(scarce.ATTACKS[name].tries)])
    with server(str(tmp_path), *scarce.OPTIONS) as (port, _):
        run(test(f"http://127.0.0.1:{port}/"))
