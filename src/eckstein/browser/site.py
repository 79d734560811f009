"""The app as one folder of files, which any web host serves, under any path and without headers.

On a server every page has a path of its own.  In a folder there is one page; its addresses are
relative, and the paths stand behind its `#`; games and thinking are the worker's, in the visitor's
browser.
"""
import errno
import gzip
import os
import re
import shutil
import tempfile
from pathlib import Path

from ..base.sentence import Sentence
from ..base.web_files import BROTLI, WEB, browser_files, shrinks
from ..words import BOARD_WORDS

BOARDS = ("board.js", "board-interaction.js", *BOARD_WORDS, "board-whole.js", "game.js")
NEEDED = ("app/index.html", "app/sw.js", *BOARDS)
# What the server says in its headers, as far as a page may say it itself.
POLICY = ("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
          "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'")
HEAD = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
README = """This folder is a web site: Eckstein, five small board games, with everything that is
needed to play them.  Let any web server show it, for example:

    python -m http.server

and open the address that it prints.  Browsers run such pages only from servers, not from files.
"""


def write_site(folder: str | Path, *, docs: str | Path | None = None, force: bool = False,
               web: Path = WEB) -> int:
    """Write the app into a folder, completely or not at all.

    Args:
        folder: where to; made if it is not there.  Its parent must exist.
        docs: a folder with the documentation as a site, which becomes `docs/`.
        force: replace what is in the folder.
        web: the built pages.

    Returns:
        How many bytes the folder holds.

    Raises:
        ValueError: if the pages are not built, Python for browsers is not installed, or there is no
            documentation where it should be.
        OSError: if the folder is in use or cannot be written.
    """
    missing = [name for name in NEEDED if not (web / name).is_file()]
    if missing:
        raise ValueError(Sentence("{missing} is missing: build the pages first (make web)",
                                  missing=missing[0]))
    browser = browser_files(web)
    if browser is None:
        raise ValueError(Sentence("a site thinks in the visitor's browser, and what it needs "
                                  "for that is not installed: pip install 'eckstein[browser]' "
                                  "(in a checkout: make web)"))
    if docs is not None and not (Path(docs) / "index.html").is_file():
        raise ValueError(Sentence("there is no documentation in {docs}: it has no index.html "
                                  "(make docs builds it)", docs=docs))
    target = Path(folder)
    _check(target, force=force)
    draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.resolve().parent))
    try:
        _fill(draft, web, browser, None if docs is None else Path(docs))
        draft.chmod(0o755)
        size = sum(path.stat().st_size for path in draft.rglob("*") if path.is_file())
        _put(draft, target)
    except OSError as error:
        if str(error.filename2 or error.filename).startswith(str(draft)):
            error.filename, error.filename2 = str(target), None     # only we know the draft
        raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return size


def static_page(page: str) -> str:
    """The page of the server as the page of a folder of files."""
    marked = page.replace("<html", '<html data-place="static"', 1)
    relative = re.sub(r'\b(href|src)="/(?!/)', r'\1="./', marked)
    return relative.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {HEAD}', 1)


def _check(target: Path, *, force: bool) -> None:
    if not target.resolve().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, Sentence("there is no folder {folder}",
                                                       folder=target.resolve().parent),
                                str(target))
    if target.exists() and not target.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, Sentence("it is a file, and not a folder"),
                                 str(target))
    if target.is_dir() and any(target.iterdir()) and not force:
        raise FileExistsError(errno.EEXIST, Sentence("the folder is not empty (--force replaces "
                                                     "what is in it)"), str(target))
    if not os.access(target.resolve().parent, os.W_OK):
        raise PermissionError(errno.EACCES,
                              Sentence("nothing can be written in {folder}",
                                       folder=target.resolve().parent), str(target))


def _fill(site: Path, web: Path, browser: Path, docs: Path | None) -> None:
    _copy(web / "app", site)
    page = (browser / "index.html").read_text(encoding="utf-8")
    (site / "index.html").write_text(static_page(page), encoding="utf-8")
    shutil.copyfile(browser / "sw.js", site / "sw.js")
    for name in ("index.html", "sw.js"):        # of the app that leaves all to a server
        (site / f"{name}{BROTLI}").unlink(missing_ok=True)
    _copy(browser / "worker", site / "worker")
    for name in BOARDS:
        for one in (name, f"{name}{BROTLI}"):
            if (web / one).exists():
                shutil.copyfile(web / one, site / one)
    if docs is not None:
        _copy(docs, site / "docs")
    (site / "README.txt").write_text(README, encoding="utf-8")
    _squeeze(site)


def _copy(folder: Path, target: Path) -> None:
    """Copy what is in a folder; unlike `shutil.copytree`, end with the first error."""
    target.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.is_dir():
            _copy(path, target / path.name)
        else:
            shutil.copy2(path, target / path.name)


def _squeeze(site: Path) -> None:
    """Put beside each file what a host may send to clients that read gzip."""
    for path in [path for path in site.rglob("*") if path.is_file() and shrinks(path)]:
        Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))


def _put(draft: Path, target: Path) -> None:
    """Put the finished folder in its place; a folder that is replaced is there until then."""
    if not target.exists():
        draft.rename(target)
        return
    place = target.resolve()
    old = place.with_name(f".{place.name}-old-{draft.name.rpartition('-')[2]}")
    place.rename(old)
    try:
        draft.rename(place)
    except OSError:
        old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)
