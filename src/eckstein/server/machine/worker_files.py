"""What the worker of a page loads: Python for browsers, compressed on its way, and its policy."""
from __future__ import annotations

import asyncio
import functools
import gzip
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from ..http.guard import ISOLATED, POLICY

# By how names end, whatever this machine thinks of them.  WebAssembly has to be called so, or
# browsers compile it only when all of it has come.
KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json",
         ".wasm": "application/wasm", ".zip": "application/zip",
         ".zst": "application/zstd"}
PACKED = {".zip", ".zst"}           # what is compressed already
# A worker has the policy that its script came with.  Python is WebAssembly: it may be compiled
# there, and nowhere else; no text is ever run as a script.
WORKER_POLICY = f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"


def route(folder: Path) -> Route:
    """The route of all files of the worker.

    Args:
        folder: where they are.
    """
    async def file(request: Request) -> Response:
        path = inside(folder, request.path_params["path"])
        if path is None or path.suffix not in KINDS:
            return PlainTextResponse("There is no such file of the worker.", status_code=404)
        squeeze = (path.suffix not in PACKED
                   and "gzip" in request.headers.get("Accept-Encoding", ""))
        changed = path.stat().st_mtime_ns
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding",
                   "ETag": f'"{changed:x}{"-gzip" * squeeze}"',
                   "Content-Security-Policy": WORKER_POLICY, **ISOLATED}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        kind = KINDS[path.suffix]
        if not squeeze:
            return FileResponse(path, media_type=kind, headers=headers)
        squeezed = await asyncio.to_thread(_squeezed, path, changed)
        return Response(squeezed, media_type=kind, headers=headers | {"Content-Encoding": "gzip"})

    return Route("/worker/{path:path}", file)


@functools.lru_cache(8)
def _squeezed(path: Path, changed: int) -> bytes:
    """A file as it goes over the wire, kept in memory as long as it stays as it is."""
    return gzip.compress(path.read_bytes(), 6)


def inside(folder: Path, path: str) -> Path | None:
    """A file of a folder, if it is there and really inside."""
    root = folder.resolve()
    try:
        found = (root / path).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None
    except (OSError, ValueError):
        return None
