"""The HTTP API of blocks: accounts with whom somebody wants nothing to do."""
from __future__ import annotations

import contextlib
from typing import Any

from starlette.exceptions import HTTPException

from ...wire.http_blocks import Blocks
from ..game.rulings import RefusedError
from ..people.contract import Account, TakenError
from ..store.contract import NOT_WRITTEN, database_asked
from .endpoints import PREFIX, Call, endpoint

MOST = 500                  # that one account blocks


@endpoint("GET", f"{PREFIX}/blocks", "people", answers=Blocks, needs="page")
async def blocks(call: Call[None]) -> Blocks:
    """Whom the account blocks."""
    return await _told(call, await call.account())


@endpoint("POST", f"{PREFIX}/people/{{name}}/block", "people", answers=Blocks, needs="page")
async def block(call: Call[None]) -> Blocks:
    """Have nothing to do with somebody: no challenges, and no games from the lobby, either way."""
    account, other = await call.account(), await _other(call)
    if other.id == account.id:
        raise RefusedError("bad", "you cannot block yourself")
    with database_asked(NOT_WRITTEN):
        if len(await call.accounts.people.blocks.of(account.id)) >= MOST:
            raise RefusedError("not-now", f"you block {MOST} people already")
        with contextlib.suppress(TakenError):       # by the same request, at the same time
            await call.accounts.people.blocks.block(account.id, other.id, call.service.rooms.now())
    await call.challenges.part(account.id, other.id)
    return await _told(call, account)


@endpoint("POST", f"{PREFIX}/people/{{name}}/unblock", "people", answers=Blocks, needs="page")
async def unblock(call: Call[None]) -> Blocks:
    """Block somebody no more."""
    account, other = await call.account(), await _other(call)
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.blocks.unblock(account.id, other.id)
    return await _told(call, account)


async def _other(call: Call[Any]) -> Account:
    account = await call.accounts.find(call.request.path_params["name"])
    if account is None:
        raise HTTPException(404, "there is nobody of this name")
    return account


async def _told(call: Call[Any], account: Account) -> Blocks:
    with database_asked():
        found = await call.accounts.people.blocks.of(account.id)
        names = await call.service.rooms.names.of(found)
    return Blocks([names[one] for one in found])


ENDPOINTS = (blocks, block, unblock)
