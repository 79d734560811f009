"""The part of Web Push: what it registers."""
from __future__ import annotations

from ....wire.http_push import ExportedDevice
from ...part import Part, Site
from ..accounts.events import AccountExport, SessionReplaced
from ..notices.notices import Notices
from . import api
from .channel import PushChannel
from .push import Pushing
from .store import PushStore


def start(site: Site) -> None:
    """See `Part`."""
    store = site.add(PushStore(site.database))
    pusher = site.environment.pusher(site.tokens) if PART.name in site.parts else None
    site.add(Pushing(pusher))

    async def carry(step: SessionReplaced) -> None:
        await store.carry(step.account, step.before, step.after)

    async def export(step: AccountExport) -> None:
        step.told["push"] = [
            ExportedDevice(one.device, one.language, list(one.kinds), one.added // 1000,
                           one.keys.endpoint) for one in await store.of(step.account)]
    site.hub.before(SessionReplaced, carry)
    site.hub.before(AccountExport, export)
    if pusher is not None:
        site.get(Notices).add_channel("push", PushChannel(pusher, store, site.rooms))
        site.finishes.append(pusher.close)


PART = Part("push", "notices come to devices by Web Push",
            "this server sends no notices by Web Push", start, needs=("notices",),
            endpoints=api.ENDPOINTS, caps=("devices",),
            keeps=("device with Web Push",))
