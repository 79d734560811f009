"""The client: an account with all that belongs to it, or a guest."""
from __future__ import annotations

from typing import Any

from ...wire.http_accounts import Me
from ..game.tokens import guest_name
from ..parts.accounts.events import MeOf
from .endpoints import PREFIX, Call, endpoint

PATH = f"{PREFIX}/account"


@endpoint("GET", PATH, "accounts", answers=Me, needs="read")
async def me(call: Call[Any]) -> Me:
    """The client: an account with all that belongs to it, or a guest."""
    login = await call.login()
    found = None if login is None else await call.service.hub.query(MeOf(login))
    return nobody(call) if found is None else found


def nobody(call: Call[Any]) -> Me:
    """A guest."""
    return Me(guest_name(call.guest), None, call.service.sends_mail)


async def me_again(call: Call[Any]) -> Me:
    """The same as the answer to a request that has changed something."""
    answer: Me = await me.does(call)
    return answer
