"""The part of moderation: what it registers."""
from __future__ import annotations

from ....wire.http_accounts import OwnConduct, Warned
from ...game.identity import of_account
from ...part import Part, Site
from ..accounts.events import AccountExport
from ..accounts.naming import TAKEN_AWAY
from . import api
from .events import Barred, OwnConductOf
from .moderation import Moderation
from .store import ModerationStore


def start(site: Site) -> None:
    """See `Part`."""
    store, hub = ModerationStore(site.database), site.hub
    moderation = site.add(Moderation(store, site.rooms, site.hits))

    async def own(asked: OwnConductOf) -> OwnConduct:
        conduct = await moderation.conduct(asked.account.id)
        bar = conduct.bar
        return OwnConduct(
            conduct.moderator,
            [Warned(one.seq, one.at // 1000, one.text) for one in conduct.warnings],
            bar is not None, bar.ends if bar is not None else None, conduct.muted,
            bool(conduct.names and TAKEN_AWAY.fullmatch(asked.account.name)))

    async def export(step: AccountExport) -> None:
        made = await store.made_by(of_account(step.account))
        names = await site.rooms.names.of({one.account for one in made})
        step.told["reports"] = [
            {"to": names[one.account], "reason": one.reason, "text": one.text, "game": one.game,
             "at": one.at // 1000} for one in made]
    async def barred(_: Barred) -> frozenset[str]:
        return frozenset([account for account in await store.ever_barred()
                          if (await moderation.conduct(account)).bar is not None])
    hub.answer(OwnConductOf, own)
    hub.answer(Barred, barred)
    hub.before(AccountExport, export)


PART = Part("moderation", "moderators judge what is reported", "there are no moderators here",
            start, needs=("accounts",), endpoints=api.ENDPOINTS, rates=("reports",),
            caps=("reports-in-a-day", "reports-on-one"),
            keeps=("report", "report about the player"))
