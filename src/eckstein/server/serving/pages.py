"""The pages: the built web app, or a note on how to build it."""
import json
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from ... import wire
from ...base.web_files import KINDS, WEB, browser_files
from ...words import BOARD_WORDS
from ..game.tokens import COOKIE
from ..net.cookies import set_guest
from ..net.guard import ISOLATED
from . import worker_files
from .files import answer, inside

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Eckstein</title>
<h1>Eckstein</h1>
<p>The server runs, but the web app is not built. With Node 20, in the folder <code>web</code>:
<code>npm ci</code> and <code>npm run build</code>. The API is described at
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></html>
"""
# The pages of the app by their paths, which its routes and its service worker read, too.
APP_PATHS = tuple(json.loads((Path(wire.__file__).parent / "pages.json").read_bytes()))
BOARD_PATHS = ("/board.js", "/board-interaction.js", *(f"/{name}" for name in BOARD_WORDS))
FOREVER = "public, max-age=31536000, immutable"
UNTIL_CHANGED = {"Cache-Control": "no-cache"}


class Packed:
    """Python for browsers, which may come while the server runs, and then stays.

    Args:
        web: the built pages.
    """

    def __init__(self, web: Path) -> None:
        self._web, self._found = web, browser_files(web)

    def folder(self) -> Path | None:
        """Where it is; None as long as it is not there."""
        self._found = self._found or browser_files(self._web)
        return self._found


def routes(folder: Path = WEB) -> list[Route]:
    """Routes of everything that a browser loads; without Python for browsers, the server thinks."""
    packed = Packed(folder)

    async def page(request: Request, status: int) -> Response:
        index = (packed.folder() or folder / "app") / "index.html"
        page = (await answer(request, index, UNTIL_CHANGED | ISOLATED, status) if index.is_file()
                else HTMLResponse(MISSING, 503, UNTIL_CHANGED | ISOLATED))
        tokens = request.app.state.service.tokens
        if tokens.guest(request.cookies.get(COOKIE)) is None:
            set_guest(page, request, tokens)
        return page

    async def app(request: Request) -> Response:
        return await page(request, 200)

    async def file(request: Request) -> Response:
        path = request.path_params["path"]
        there = packed.folder() if path == "sw.js" else None
        found = inside(there or folder / "app", path)
        if found is not None and found.suffix in KINDS:
            hashed = path.startswith("assets/")
            return await answer(request, found,
                                {"Cache-Control": FOREVER} if hashed else UNTIL_CHANGED)
        if "text/html" in request.headers.get("Accept", ""):
            return await page(request, 404)     # which says in words that there is no such page
        return PlainTextResponse("There is no such file.", status_code=404)

    async def board(request: Request) -> Response:
        script = folder / request.url.path.removeprefix("/")
        if not script.is_file():
            return PlainTextResponse("The board is not built.", status_code=404)
        return await answer(request, script, UNTIL_CHANGED)

    return [*(Route(path, app) for path in APP_PATHS),
            *(Route(path, board) for path in BOARD_PATHS),
            worker_files.route(packed.folder),
            Route("/{path:path}", file)]
