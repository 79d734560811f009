"""The HTTP API of notices by Web Push: which devices get them."""
from __future__ import annotations

from typing import Any

from ....base.sentence import Sentence
from ....wire.http_push import ChooseKinds, PushDevice, PushDevices, Subscribe, Unsubscribe
from ....words import ENGLISH, LANGUAGES
from ...game.rulings import RefusedError
from ...net.endpoints import PREFIX, Call, endpoint
from ...ops.allowances import CAPS
from ...store.contract import NOT_WRITTEN, database_asked
from ..accounts.api import device_of
from ..notices.notice import KINDS, ordered
from .events import Keys
from .push import Pushing, Subscribed
from .store import PushStore

PATH = f"{PREFIX}/account/push"


@endpoint("GET", PATH, "accounts", answers=PushDevices, needs="page")
async def devices(call: Call[None]) -> PushDevices:
    """The devices of the account that get notices by Web Push."""
    account, session = await call.account(), await call.session()
    with database_asked():
        found = await call.get(PushStore).of(account.id)
    pusher = call.get(Pushing).pusher
    return PushDevices(pusher.public_key if pusher is not None else None, [
        PushDevice(one.id, one.device, one.language, list(one.kinds), one.added // 1000,
                   session is not None and one.id == session.name) for one in found])


@endpoint("POST", PATH, "accounts", takes=Subscribe, answers=PushDevices, needs="page")
async def subscribe(call: Call[Subscribe]) -> PushDevices:
    """Send notices to the device that asks, or change their address, kinds or language."""
    account, session, wish = await call.account(), await call.session(), call.wish
    assert session is not None              # a page's login is a session
    keys, pusher = Keys(wish.endpoint, wish.p256dh, wish.auth), call.get(Pushing).pusher
    if pusher is None:
        raise RefusedError("not-now", Sentence("this server sends no notices by Web Push"))
    if not pusher.fits(keys):
        raise RefusedError("bad", Sentence(
            "this server sends nothing to the push service of this browser"))
    store = call.get(PushStore)
    with database_asked(NOT_WRITTEN):
        before = next((one for one in await store.of(account.id)
                       if one.id == session.name), None)
        language = wish.language or (before.language if before else ENGLISH)
        kinds = wish.kinds if wish.kinds is not None else before.kinds if before else KINDS
        await store.set(Subscribed(
            session.name, account.id, keys, device_of(call),
            language if language in LANGUAGES else ENGLISH, ordered(kinds),
            before.added if before else call.service.rooms.now()), CAPS["devices"].most)
    return await _devices(call)


@endpoint("POST", f"{PATH}/kinds", "accounts", takes=ChooseKinds, answers=PushDevices,
          needs="page")
async def choose(call: Call[ChooseKinds]) -> PushDevices:
    """Send notices of these kinds alone to a device."""
    account = await call.account()
    with database_asked(NOT_WRITTEN):
        await call.get(PushStore).choose(account.id, call.wish.device,
                                         ordered(call.wish.kinds))
    return await _devices(call)


@endpoint("POST", f"{PATH}/drop", "accounts", takes=Unsubscribe, answers=PushDevices,
          needs="page")
async def drop(call: Call[Unsubscribe]) -> PushDevices:
    """Send no more notices to a device."""
    account = await call.account()
    with database_asked(NOT_WRITTEN):
        await call.get(PushStore).drop(account.id, call.wish.device)
    return await _devices(call)


async def _devices(call: Call[Any]) -> PushDevices:
    answer: PushDevices = await devices.does(call)
    return answer


ENDPOINTS = (devices, subscribe, choose, drop)
