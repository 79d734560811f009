"""Cookies: the id of a guest, and the session of an account.  No script of a page reads them."""
from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..game.tokens import COOKIE, COOKIE_SECONDS, Tokens

SESSION = "eckstein_session"
SESSION_SECONDS = 365 * 24 * 3600


def session_token(request: HTTPConnection) -> str | None:
    """The secret of a session, if there is one."""
    return request.cookies.get(SESSION)


def set_guest(response: Response, request: HTTPConnection, tokens: Tokens) -> None:
    """Set the cookie of a new guest in a response."""
    _set(response, request, COOKIE, tokens.new_guest(), COOKIE_SECONDS)


def set_session(response: Response, request: HTTPConnection, token: str) -> None:
    """Have a session from a response on."""
    _set(response, request, SESSION, token, SESSION_SECONDS)


def end_session(response: Response, request: HTTPConnection) -> None:
    """Have no session any more."""
    _set(response, request, SESSION, "", 0)


def _set(response: Response, request: HTTPConnection, name: str, value: str, seconds: int) -> None:
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax",
                        secure=request.url.scheme in ("https", "wss"))
