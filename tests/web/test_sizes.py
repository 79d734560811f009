"""What a browser loads stays small."""
import gzip

import pytest

from .conftest import PAGES

LIMITS = {"board.js": 25_000, "app": 120_000}       # bytes, as they travel
NOTICES = "THIRD-PARTY-NOTICES.md"                  # which no page loads


@pytest.mark.skipif(not (PAGES / "app" / "index.html").exists(), reason="the pages are not built")
@pytest.mark.parametrize("name", LIMITS)
def test_what_a_browser_loads_keeps_within_its_limit(name):
    files = [path for path in (PAGES / name, *(PAGES / name).rglob("*"))
             if path.is_file() and path.name != NOTICES]
    assert files
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= LIMITS[name]
