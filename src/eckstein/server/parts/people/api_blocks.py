"""The HTTP API of the accounts that an account blocks, and of those that it follows."""
from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException

from ....base.sentence import Sentence
from ....wire.http_blocks import Blocks, Follows
from ...game.rulings import RefusedError
from ...net.endpoints import PREFIX, Call, endpoint
from ...ops.allowances import CAPS
from ...store.contract import NOT_WRITTEN, database_asked
from ..accounts.accounts import Accounts
from ..accounts.events import Account
from .api import named
from .blocks import BlockStore
from .events import BlockChanged
from .followed import Followed
from .follows import FollowStore


@endpoint("GET", f"{PREFIX}/blocks", "people", answers=Blocks, needs="page")
async def blocks(call: Call[None]) -> Blocks:
    """The accounts that the account blocks."""
    return await _told(call, await call.account())


@endpoint("POST", f"{PREFIX}/people/{{name}}/block", "people", answers=Blocks, needs="page")
async def block(call: Call[None]) -> Blocks:
    """Block an account: no challenges, no games from the lobby, and neither follows the other."""
    account, other = await call.account(), await _other(call)
    if other.id == account.id:
        raise RefusedError("bad", Sentence("you cannot block yourself"))
    most = CAPS["blocks"].most
    with database_asked(NOT_WRITTEN):
        if not await call.get(BlockStore).block(account.id, other.id,
                                                call.service.rooms.now(), most):
            raise RefusedError("not-now", Sentence("you block {most} people already", most=most))
    await call.service.hub.settle(BlockChanged(account.id, other.id, True))
    return await _told(call, account)


@endpoint("POST", f"{PREFIX}/people/{{name}}/unblock", "people", answers=Blocks, needs="page")
async def unblock(call: Call[None]) -> Blocks:
    """Block an account no more."""
    account, other = await call.account(), await _other(call)
    with database_asked(NOT_WRITTEN):
        await call.get(BlockStore).unblock(account.id, other.id)
    await call.service.hub.settle(BlockChanged(account.id, other.id, False))
    return await _told(call, account)


@endpoint("GET", f"{PREFIX}/follows", "people", answers=Follows, needs="read")
async def follows(call: Call[None]) -> Follows:
    """The accounts that the account follows."""
    return await _followed(call, await call.account())


@endpoint("POST", f"{PREFIX}/people/{{name}}/follow", "people", answers=Follows, needs="page")
async def follow(call: Call[None]) -> Follows:
    """See from now on when an account is here; it is not notified."""
    account, other = await call.account(), await named(call)
    if other.id == account.id:
        raise RefusedError("bad", Sentence("you cannot follow yourself"))
    most = CAPS["follows"].most
    with database_asked(NOT_WRITTEN):
        if not await call.get(FollowStore).follow(
                account.id, other.id, call.service.rooms.now(), most):
            raise RefusedError("not-now", f"you cannot follow this player, or follow {most} "
                                          "people already", "no-follow")
    call.get(Followed).changed(account.id)
    return await _followed(call, account)


@endpoint("POST", f"{PREFIX}/people/{{name}}/unfollow", "people", answers=Follows, needs="page")
async def unfollow(call: Call[None]) -> Follows:
    """Follow an account no more."""
    account, other = await call.account(), await _other(call)
    with database_asked(NOT_WRITTEN):
        await call.get(FollowStore).unfollow(account.id, other.id)
    call.get(Followed).changed(account.id)
    return await _followed(call, account)


async def _followed(call: Call[Any], account: Account) -> Follows:
    with database_asked():
        return Follows([one.name for one in await call.get(FollowStore).of(account.id)])


async def _other(call: Call[Any]) -> Account:
    account = await call.get(Accounts).find(call.request.path_params["name"])
    if account is None:
        raise HTTPException(404, "there is nobody of this name")
    return account


async def _told(call: Call[Any], account: Account) -> Blocks:
    with database_asked():
        found = await call.get(BlockStore).of(account.id)
        names = await call.service.rooms.names.of(found)
    return Blocks([names[one] for one in found])


ENDPOINTS = (blocks, block, unblock, follows, follow, unfollow)
