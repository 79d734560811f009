"""What operators do about moderators: appoint and release them, and read the trail."""
from __future__ import annotations

import time
from collections.abc import AsyncIterator

from ....base.sentence import Sentence
from ...database.maintenance import reading
from ...database.migrations import upgrade
from ...game.likeness import likeness
from ..accounts.store import AccountStore
from .conduct import Entry, standing
from .store import ModerationStore

AT_ONCE = 200               # entries that are read together
DELETED = "(deleted)"       # an account that is gone


async def appoint(url: str, name: str, *, moderator: bool) -> bool:
    """Make an account a moderator, or one no more, also while a server runs.

    Args:
        url: the database.
        name: of the account, or one that looks like it.
        moderator: whether it is to be one.

    Returns:
        Whether that has changed anything.

    Raises:
        ValueError: with a sentence, if there is no such account.
    """
    async with reading(url) as store:
        await store.take_steps(upgrade)
        account = await AccountStore(store.engine).named(likeness(name))
        if account is None:
            raise ValueError(Sentence("there is no account called {name} in this "
                                      "database", name=name))
        moderation, now = ModerationStore(store.engine), round(time.time() * 1000)
        terms = [one for one in standing(await moderation.entries(account.id))
                 if one.what == "appoint"]
        if moderator and not terms:
            await moderation.act(Entry(at=now, by="", what="appoint", account=account.id))
        if not moderator:
            for one in terms:
                await moderation.act(Entry(at=now, by="", what="release", account=account.id,
                                           entry=one.seq))
        return moderator != bool(terms)


async def moderators(url: str) -> list[str]:
    """The names of all moderators.

    Raises:
        ValueError: with a sentence, if the database cannot be read.
    """
    async with reading(url) as store:
        await store.take_steps(upgrade)
        names = await AccountStore(store.engine).names(
            await ModerationStore(store.engine).moderators())
        return sorted(called.name for called in names.values())


async def audit(url: str) -> AsyncIterator[tuple[Entry, str, str]]:
    """All that was done about accounts, the newest first, with the names of the moderator and of
    the account; the former is empty for the operator.

    Raises:
        ValueError: with a sentence, if the database cannot be read.
    """
    async with reading(url) as store:
        await store.take_steps(upgrade)
        before, accounts = None, AccountStore(store.engine)
        while found := await ModerationStore(store.engine).trail(before, AT_ONCE):
            names = await accounts.names(list({account for one in found
                                               for account in (one.by, one.account)}))
            called = {account: one.name for account, one in names.items()}
            for one in found:
                yield one, one.by and called.get(one.by, DELETED), called.get(one.account, DELETED)
            before = found[-1].seq
