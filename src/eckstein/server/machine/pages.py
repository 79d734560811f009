"""The pages: the built web app, or a note on how to build it."""
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from ...base.web_files import WEB, browser_files
from ...words import BOARD_WORDS
from ..game.tokens import COOKIE
from ..http.cookies import set_guest
from ..http.guard import ISOLATED
from . import worker_files
from .worker_files import inside

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Eckstein</title>
<h1>Eckstein</h1>
<p>The server runs, but the web app is not built. With Node 20, in the folder <code>web</code>:
<code>npm ci</code> and <code>npm run build</code>. The API is described at
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></html>
"""
APP_PATHS = ("/", "/game/{id}", "/here/{id}", "/analysis", "/learn", "/learn/{game}", "/lobby",
             "/about", "/puzzles", "/puzzles/{game}", "/puzzles/{game}/{id}", "/account", "/games",
             "/people/{name}", "/leaderboard", "/tournaments", "/tournaments/{id}",
             "/tournaments/{id}/wall", "/moderation")
BOARD_PATHS = ("/board.js", "/board-interaction.js", *(f"/{name}" for name in BOARD_WORDS))
FOREVER = "public, max-age=31536000, immutable"


def routes(folder: Path = WEB) -> list[Route]:
    """Routes of everything that a browser loads; without Python for browsers, the server thinks."""
    browser = browser_files(folder)
    marked = browser or folder / "app"

    async def app(request: Request) -> Response:
        index = marked / "index.html"
        page: Response = (FileResponse(index) if index.is_file()
                          else HTMLResponse(MISSING, status_code=503))
        page.headers.update({"Cache-Control": "no-cache", **ISOLATED})
        tokens = request.app.state.service.tokens
        if tokens.guest(request.cookies.get(COOKIE)) is None:
            set_guest(page, request, tokens)
        return page

    async def file(request: Request) -> Response:
        path = request.path_params["path"]
        found = inside(marked if path == "sw.js" else folder / "app", path)
        if found is None and "text/html" in request.headers.get("Accept", ""):
            page = await app(request)       # which says in words that there is no such page
            page.status_code = max(404, page.status_code)
            return page
        if found is None:
            return PlainTextResponse("There is no such file.", status_code=404)
        hashed = path.startswith("assets/")
        return FileResponse(found, headers={"Cache-Control": FOREVER if hashed else "no-cache"})

    async def board(request: Request) -> Response:
        script = folder / request.url.path.removeprefix("/")
        if not script.is_file():
            return PlainTextResponse("The board is not built.", status_code=404)
        return FileResponse(script, headers={"Cache-Control": "no-cache"})

    return [*(Route(path, app) for path in APP_PATHS),
            *(Route(path, board) for path in BOARD_PATHS),
            *([worker_files.route(browser / "worker")] if browser else []),
            Route("/{path:path}", file)]
