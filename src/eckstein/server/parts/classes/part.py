"""The part of classes: what it registers."""
from __future__ import annotations

import msgspec

from ...part import Part, Site
from ...store.contract import database_asked
from ..accounts.accounts import Accounts
from ..accounts.events import AccountExport, IdentityEnds
from . import api
from .classes import Classes
from .events import IsHidden
from .store import ClassStore


def start(site: Site) -> None:
    """See `Part`."""
    hub, store = site.hub, site.add(ClassStore(site.database))
    classes = site.add(Classes(store, site.get(Accounts), hub, site.rooms.now, site.hits))

    async def is_hidden(asked: IsHidden) -> bool:
        with database_asked():
            return await store.are_apart(asked.account, asked.viewer)

    async def export(step: AccountExport) -> None:
        found = await store.of_pupil(step.account)
        step.told["class"] = found and {"name": found.name,
                                        "given": msgspec.to_builtins(found.given)}
        step.told["classes"] = [{"name": name, "pupils": [
            pupil.name for pupil in await store.pupils(id)]}
            for name, id, _ in await store.taught_by(step.account)]
    hub.answer(IsHidden, is_hidden)
    hub.before(IdentityEnds, classes.identity_ends)
    hub.before(AccountExport, export)
    site.sweeps.append(classes.end_left)


PART = Part("classes", "teachers have classes, with pupils", "there are no classes here", start,
            needs=("accounts", "tournaments"), endpoints=api.ENDPOINTS, rates=("cards", "pupils"),
            caps=("classes", "class-teachers", "pupils", "class-tasks"),
            keeps=("class that is taught", "place in a class"))
