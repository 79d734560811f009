"""The part of accounts: what it registers."""
from __future__ import annotations

import contextlib

from ...game.rulings import RefusedError
from ...opened import Opened
from ...part import Part, Site
from ...rooms.events import NameObjection, NamesOf
from ...rooms.players import abandon
from ..classes.events import IsHidden
from . import api
from .accounts import Accounts
from .events import (
    Account,
    AccountExport,
    AccountOf,
    FindAccount,
    FreshOf,
    IdentityEnds,
    MeOf,
    SessionOf,
    TokenOf,
)
from .history import Histories
from .played import PlayedGames
from .store import AccountStore


def start(site: Site) -> None:
    """See `Part`."""
    hub, rooms, store = site.hub, site.rooms, site.add(AccountStore(site.database))
    played = site.add(PlayedGames(site.database))
    histories = site.add(Histories(played, rooms.names))
    accounts = site.add(Accounts(store, hub, site.tokens, rooms.now, site.hits,
                                 site.environment.passwords))
    opened = site.add(Opened(store.alive, rooms.now))
    if PART.name in site.parts:         # else all clients are guests
        hub.answer(SessionOf, lambda asked: accounts.session(asked.cookie))
        hub.answer(TokenOf, lambda asked: accounts.access.find(asked.secret))

    async def leave(step: IdentityEnds) -> None:
        if step.why == "gone":
            for one in await played.going_on(step.who):
                with contextlib.suppress(RefusedError):     # such as one that cannot be read
                    state = (await rooms.snapshot(one.seated.game)).state
                    await abandon(rooms.submit, state, one.seated.colour)

    async def find(asked: FindAccount) -> Account | None:
        found = await accounts.find(asked.name)
        hides = found is not None and found.card and not asked.hidden and await hub.query(
            IsHidden(found.id, asked.viewer))
        return None if hides else found
    hub.answer(AccountOf, lambda asked: accounts.account(asked.login))
    hub.answer(FreshOf, lambda asked: accounts.fresh(asked.session))
    hub.answer(MeOf, lambda asked: api.me_of(site, asked.login))
    hub.answer(FindAccount, find)
    hub.answer(NamesOf, lambda asked: store.names(asked.accounts))
    hub.answer(NameObjection, lambda asked: accounts.objection(asked.name, asked.account))
    hub.before(IdentityEnds, leave)
    hub.before(AccountExport, lambda step: api.export_own(step, store, histories))
    site.tasks.append(opened.tend)
    site.sweeps.append(lambda: store.forget_names(rooms.now()))
    if rooms.keeping.days:
        site.sweeps.append(lambda: accounts.expire(rooms.keeping.before(rooms.now())[0]))
    if site.settings.warm:
        site.tasks.append(accounts.get_ready)


PART = Part("accounts", "people have accounts", "there are no accounts here", start,
            endpoints=api.ENDPOINTS, rates=("accounts", "sign-ins", "sign-ins-to-one"),
            caps=("tokens", "passkeys", "sessions"),
            keeps=("profile", "token", "session at the page", "session of another device",
                   "known device", "passkeys and recovery codes", "progress"))
