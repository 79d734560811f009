"""The built pages, and where Python for browsers is, which is a distribution of its own.

`eckstein-browser` holds the workers of the pages, and the page and the service worker that know of
them.  Without it the pages leave everything to the server.
"""
import re
from pathlib import Path

from .user_paths import folders_of

WEB = Path(__file__).parent.parent / "web"
PACKAGE = "eckstein_browser"
# By how names end, whatever this machine thinks of them.  WebAssembly has to be called so, or
# browsers compile it only when all of it has come.
KINDS = {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript",
         ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".md": "text/plain",
         ".json": "application/json", ".webmanifest": "application/manifest+json",
         ".wasm": "application/wasm", ".zip": "application/zip", ".zst": "application/zstd"}
PACKED = {".png", ".zip", ".zst"}   # what is compressed already
BROTLI = ".br"                      # what web/compress.mjs makes beside a file
VERSION = re.compile(r' data-version="(\w+)"')


def browser_files(web: Path = WEB, package: str = PACKAGE) -> Path | None:
    """The folder that holds Python for browsers, with `index.html`, `sw.js` and `worker/`.

    Args:
        web: the built pages.
        package: the package that holds it.

    Returns:
        None if it is not installed, or was built with other pages than these.
    """
    for folder in folders_of(package, "web"):
        version = _version(folder)
        if version and version == _version(web / "app"):
            return folder
    return None


def shrinks(path: Path) -> bool:
    """Whether a file travels in fewer bytes when it is compressed."""
    return path.suffix in KINDS and path.suffix not in PACKED


def _version(folder: Path) -> str:
    """The version of the pages that a page belongs to; empty if there is none."""
    try:
        marked = VERSION.search((folder / "index.html").read_text(encoding="utf-8"))
    except OSError:
        return ""
    return marked[1] if marked else ""
