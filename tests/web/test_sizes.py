"""What a browser loads stays small."""
import gzip
import os
import re
import shutil
import subprocess

import httpx
import pytest
from bench.visit import first_visit

from eckstein.words import FOLDER as WORDS_OF
from eckstein.words import LANGUAGES

from .conftest import PAGES, ROOT, need_browser

BOARD = 25_000                                      # bytes, compressed by gzip
SCRIPT = 120_000                                    # of what a page loads before it can be used
ALL = 255_000                                       # of all pages, as Brotli, in one language
WORDS = ("app", "board", "levels", "reasons", "refused")
# What no page loads: notices, and what belongs to the app once it is installed.
APART = ("*NOTICES.md", "sw.js", "*.png", "*.br")
FIRST_VISIT = 150_000                               # on the wire, until there is a board to play on
NODE = f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}"
READS = {"br": "gzip, deflate, br, zstd", "gzip": "gzip, deflate"}
UNPACK = """const { brotliDecompressSync } = require("node:zlib");
const { readFileSync } = require("node:fs");
for (const path of process.argv.slice(1))
  if (!brotliDecompressSync(readFileSync(path + ".br")).equals(readFileSync(path))) throw path;"""

pytestmark = pytest.mark.skipif(not (PAGES / "app" / "index.html").exists(),
                                reason="the pages are not built")


def test_the_board_keeps_within_its_limit():
    assert travelling(PAGES / "board.js") <= BOARD


def test_what_is_installed_of_all_pages_keeps_within_its_limit():
    files = [path for path in (PAGES / "app").rglob("*")
             if path.is_file() and not any(map(path.match, APART))]
    assert ALL / 2 < sum(of_one_language(files, installed).values()) <= ALL


def test_no_two_parts_of_the_pages_have_one_name():
    """Else the smaller one would not be counted; words have one name in all languages."""
    names = [nameless(path) for path in (PAGES / "app" / "assets").glob("*.js")
             if path.stat().st_size > 500]
    catalogues = {path.stem for path in WORDS_OF.glob("*/*.json")} | {"words", "lessons"}
    assert {name for name in names if names.count(name) > 1} <= {
        f"{one}.js" for one in catalogues}
    assert all(names.count(name) <= len(LANGUAGES) for name in names)


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


@need_browser
@pytest.mark.parametrize("coding", READS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_first_visit_keeps_within_its_limit(browser, address, language, coding):
    came = first_visit(browser, address, language, READS[coding])
    assert {"script", "style"} <= {kind for answer in came for kind, ending in (
        ("script", ".js"), ("style", ".css")) if answer.address.endswith(ending)}
    assert [answer for answer in came if answer.size > 2000 and answer.coding != coding] == []
    assert sum(answer.size for answer in came) <= FIRST_VISIT, came


@need_browser
def test_a_server_sends_each_text_that_a_page_loads_compressed(address):
    """All files of the app and the boards, whether the first page loads them or a later one."""
    with httpx.Client(base_url=address, timeout=60) as http:
        for path in texts():
            name = path.relative_to(PAGES).as_posix().removeprefix("app/")
            for coding, reads in READS.items():
                with http.stream("GET", f"/{name}", headers={"Accept-Encoding": reads}) as answer:
                    body = b"".join(answer.iter_raw())
                assert answer.status_code == 200 and answer.headers["vary"] == "Accept-Encoding"
                assert answer.headers["content-encoding"] == coding, name
                if coding == "gzip":
                    assert gzip.decompress(body) == path.read_bytes()
                else:
                    assert body == path.with_name(f"{path.name}.br").read_bytes()


@pytest.mark.skipif(not shutil.which("node", path=NODE), reason="there is no Node")
def test_what_lies_beside_a_file_is_that_file():
    paths = [str(path) for path in texts()]
    assert len(paths) > 40
    subprocess.run([shutil.which("node", path=NODE), "-e", UNPACK, *paths], check=True,
                   timeout=120)


def texts():
    """All larger texts that pages load and a server sends as they lie there."""
    return [path for path in sorted(PAGES.rglob("*"))
            if path.suffix in (".js", ".css", ".svg") and path.stat().st_size > 1000
            and path.name not in ("sw.js", "game.js", "board-whole.js")]


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


def of_one_language(files, size=None):
    """The bytes of files; of those that have one name in all languages, only the largest count."""
    sizes = {}
    for path in files:
        sizes[nameless(path)] = max(sizes.get(nameless(path), 0), (size or travelling)(path))
    return sizes


def nameless(path):
    """The name of a file without its digest."""
    return re.sub(r"-[\w-]{8}(?=\.)", "", path.name)


def travelling(path):
    """The bytes of a file by gzip, which every browser reads."""
    return len(gzip.compress(path.read_bytes(), 9))


def installed(path):
    """Those that a server sends to a browser of today."""
    beside = path.with_name(f"{path.name}.br")
    return beside.stat().st_size if beside.exists() else travelling(path)
