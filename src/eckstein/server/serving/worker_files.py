"""What the worker of a page loads: Python for browsers, and its policy."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ...base.web_files import KINDS
from ..net.guard import ISOLATED, POLICY
from .files import answer, inside

# A worker has the policy that its script came with.  Python is WebAssembly: it may be compiled
# there, and nowhere else; no text is ever run as a script.
WORKER_POLICY = f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"


def route(packed: Callable[[], Path | None]) -> Route:
    """The route of all files of the worker.

    Args:
        packed: gives the folder of Python for browsers, or None.
    """
    async def file(request: Request) -> Response:
        folder = packed()
        path = inside(folder / "worker", request.path_params["path"]) if folder else None
        if path is None or path.suffix not in KINDS:
            return PlainTextResponse("There is no such file of the worker.", status_code=404)
        return await answer(request, path, {
            "Cache-Control": "no-cache", "Content-Security-Policy": WORKER_POLICY, **ISOLATED})

    return Route("/worker/{path:path}", file)
