"""What a browser loads stays small."""
import gzip
import re

import pytest

from .conftest import PAGES

LIMITS = {"board.js": 25_000, "app": 270_000}       # bytes, as they travel, in one language
SCRIPT = 120_000                                    # of what a page loads before it can be used
WORDS = ("app", "board", "levels", "reasons", "refused")
# What no page loads: notices, and what belongs to the app once it is installed.
APART = ("*NOTICES.md", "sw.js", "*.png")

pytestmark = pytest.mark.skipif(not (PAGES / "app" / "index.html").exists(),
                                reason="the pages are not built")


@pytest.mark.parametrize("name", LIMITS)
def test_what_a_browser_loads_keeps_within_its_limit(name):
    files = [path for path in (PAGES / name, *(PAGES / name).rglob("*"))
             if path.is_file() and not any(map(path.match, APART))]
    assert files
    assert sum(of_one_language(files).values()) <= LIMITS[name]


def test_what_a_page_loads_at_first_keeps_within_its_limit():
    index = (PAGES / "app" / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'src="/(assets/[^"]+\.js)"', index)
    assert len(scripts) == 1
    needed = with_imports(PAGES / "app" / scripts[0])
    words = [path for name in WORDS for path in (PAGES / "app" / "assets").glob(f"{name}-*.js")]
    assert len(words) > len(WORDS)
    total = sum(map(travelling, needed)) + sum(of_one_language(
        [path for path in words if path not in needed]).values())
    assert SCRIPT / 2 < total <= SCRIPT


def with_imports(script):
    """A script and all that it imports, and that these import, before any of it runs."""
    found, waiting = set(), [script]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            text = path.read_text(encoding="utf-8")
            waiting += [path.parent / name for name in re.findall(
                r'(?:\bfrom|\bimport)\s*"\./([^"]+\.js)"', text)]
    return found


def of_one_language(files):
    """The bytes of files; of those that have one name in all languages, only the largest count."""
    sizes = {}
    for path in files:
        name = re.sub(r"-[\w-]{8}(?=\.)", "", path.name)
        sizes[name] = max(sizes.get(name, 0), travelling(path))
    return sizes


def travelling(path):
    """The bytes of a file as they travel."""
    return len(gzip.compress(path.read_bytes(), 9))
