"""What a browser loads stays small."""
import gzip
import re

import pytest

from .conftest import PAGES

LIMITS = {"board.js": 25_000, "app": 130_000}       # bytes, as they travel
SCRIPT = 110_000                                    # of what a page loads at first
# What no page loads: notices, and what belongs to the app once it is installed.
APART = ("*NOTICES.md", "sw.js", "*.png")


@pytest.mark.skipif(not (PAGES / "app" / "index.html").exists(), reason="the pages are not built")
@pytest.mark.parametrize("name", LIMITS)
def test_what_a_browser_loads_keeps_within_its_limit(name):
    files = [path for path in (PAGES / name, *(PAGES / name).rglob("*"))
             if path.is_file() and not any(map(path.match, APART))]
    assert files
    assert sum(map(travelling, files)) <= LIMITS[name]


@pytest.mark.skipif(not (PAGES / "app" / "index.html").exists(), reason="the pages are not built")
def test_the_first_script_keeps_within_its_limit():
    index = (PAGES / "app" / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'src="/(assets/[^"]+\.js)"', index)
    assert len(scripts) == 1
    assert travelling(PAGES / "app" / scripts[0]) <= SCRIPT


def travelling(path):
    """The bytes of a file as they travel."""
    return len(gzip.compress(path.read_bytes(), 9))
