"""The HTTP API of blocks, accounts with whom somebody wants nothing to do, and of those that he
follows."""
from __future__ import annotations

import contextlib
from typing import Any

from starlette.exceptions import HTTPException

from ...wire.http_blocks import Blocks, Follows
from ..game.rulings import RefusedError
from ..people.contract import Account, TakenError
from ..store.contract import NOT_WRITTEN, database_asked
from .endpoints import PREFIX, Call, endpoint

MOST = 500                  # that one account blocks, or follows


@endpoint("GET", f"{PREFIX}/blocks", "people", answers=Blocks, needs="page")
async def blocks(call: Call[None]) -> Blocks:
    """Whom the account blocks."""
    return await _told(call, await call.account())


@endpoint("POST", f"{PREFIX}/people/{{name}}/block", "people", answers=Blocks, needs="page")
async def block(call: Call[None]) -> Blocks:
    """Have nothing to do with somebody: no challenges, no games from the lobby, and neither follows
    the other."""
    account, other = await call.account(), await _other(call)
    if other.id == account.id:
        raise RefusedError("bad", "you cannot block yourself")
    with database_asked(NOT_WRITTEN):
        if len(await call.accounts.people.blocks.of(account.id)) >= MOST:
            raise RefusedError("not-now", f"you block {MOST} people already")
        with contextlib.suppress(TakenError):       # by the same request, at the same time
            await call.accounts.people.blocks.block(account.id, other.id, call.service.rooms.now())
    await call.challenges.part(account.id, other.id)
    await _changed(call, account, other)
    return await _told(call, account)


@endpoint("POST", f"{PREFIX}/people/{{name}}/unblock", "people", answers=Blocks, needs="page")
async def unblock(call: Call[None]) -> Blocks:
    """Block somebody no more."""
    account, other = await call.account(), await _other(call)
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.blocks.unblock(account.id, other.id)
    await _changed(call, account, other)
    return await _told(call, account)


@endpoint("GET", f"{PREFIX}/follows", "people", answers=Follows, needs="read")
async def follows(call: Call[None]) -> Follows:
    """Whom the account follows."""
    return await _followed(call, await call.account())


@endpoint("POST", f"{PREFIX}/people/{{name}}/follow", "people", answers=Follows, needs="page")
async def follow(call: Call[None]) -> Follows:
    """See from now on when somebody is here; he is not told."""
    account, other = await call.account(), await _other(call)
    if other.id == account.id:
        raise RefusedError("bad", "you cannot follow yourself")
    with database_asked(NOT_WRITTEN):
        if not await call.accounts.people.follows.follow(
                account.id, other.id, call.service.rooms.now(), MOST):
            raise RefusedError("not-now", f"you cannot follow this player, or follow {MOST} "
                                          "people already", "no-follow")
    call.company.followed.changed(account.id)
    return await _followed(call, account)


@endpoint("POST", f"{PREFIX}/people/{{name}}/unfollow", "people", answers=Follows, needs="page")
async def unfollow(call: Call[None]) -> Follows:
    """Follow somebody no more."""
    account, other = await call.account(), await _other(call)
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.follows.unfollow(account.id, other.id)
    call.company.followed.changed(account.id)
    return await _followed(call, account)


async def _followed(call: Call[Any], account: Account) -> Follows:
    with database_asked():
        return Follows([one.name for one in await call.accounts.people.follows.of(account.id)])


async def _changed(call: Call[Any], account: Account, other: Account) -> None:
    """Whether two may chat, or follow each other, has changed."""
    for one in (account, other):
        call.company.followed.changed(one.id)
    await call.company.chat.look_again(account.id)


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


ENDPOINTS = (blocks, block, unblock, follows, follow, unfollow)
