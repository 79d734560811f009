"""Cookies: the id of a guest, the session of an account, and the device on which its owner has
signed in.  No script of a page reads them.
"""
from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..game.tokens import COOKIE, COOKIE_SECONDS, Tokens
from ..ops.sharing import KNOWN, TreePath, path_of
from ..rooms.account_names import Names

SESSION = "eckstein_session"
SESSION_SECONDS = 365 * 24 * 3600
DEVICE = "eckstein_device"


def session_token(request: HTTPConnection) -> str | None:
    """The secret of a session, if there is one."""
    return request.cookies.get(SESSION)


def set_guest(response: Response, request: HTTPConnection, tokens: Tokens) -> None:
    """Set the cookie of a new guest in a response."""
    _set(response, request, COOKIE, tokens.new_guest(), COOKIE_SECONDS)


def set_session(response: Response, request: HTTPConnection, token: str, tokens: Tokens,
                account: str) -> None:
    """Have a session from a response on; the device is known to be one of the account's."""
    _set(response, request, SESSION, token, SESSION_SECONDS)
    if tokens.device(request.cookies.get(DEVICE)) != account:
        _set(response, request, DEVICE, tokens.new_device(account), COOKIE_SECONDS)


async def known_account(request: HTTPConnection, tokens: Tokens, names: Names) -> str | None:
    """The account that has signed in on this device a day ago or earlier, and still exists."""
    account = tokens.device(request.cookies.get(DEVICE), known=True)
    return account if account is not None and await names.has(account) else None


async def path_of_client(request: HTTPConnection, tokens: Tokens, names: Names, payer: str,
                         person: str) -> TreePath:
    """Where a client stands when places are scarce; devices that are known stand apart.

    Args:
        request: the request, with its cookies.
        tokens: check them.
        names: know which accounts exist.
        payer: the payer.
        person: which of those at this payer.
    """
    known = await known_account(request, tokens, names)
    if known is not None:
        return KNOWN, known, ""
    return path_of(payer, person)


def forget_device(response: Response, request: HTTPConnection) -> None:
    """Have no device cookie any more."""
    _set(response, request, DEVICE, "", 0)


def end_session(response: Response, request: HTTPConnection) -> None:
    """Have no session any more."""
    _set(response, request, SESSION, "", 0)


def _set(response: Response, request: HTTPConnection, name: str, value: str, seconds: int) -> None:
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax",
                        secure=request.url.scheme in ("https", "wss"))
