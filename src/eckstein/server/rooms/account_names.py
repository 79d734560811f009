"""What accounts are called in games: as they are today, for no game stores it."""
from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ...base.sentence import Sentence
from ..game.events import Event
from ..game.identity import account_of
from ..game.names import tidy
from ..game.rulings import RefusedError

KEPT = 20_000               # names in mind
FRESH_SECONDS = 60.0        # after which another server may have changed one
GONE = "Guest"              # the name after an account is deleted
Find = Callable[[Sequence[str]], Awaitable[dict[str, "Called"]]]
Holder = Callable[[str], Awaitable[str | None]]


class Called(NamedTuple):
    """What an account is called, and whether it is a bot."""

    name: str
    bot: bool = False


async def nobody(accounts: Sequence[str]) -> dict[str, Called]:
    """The names of accounts where there are none."""
    return {}


async def _held_by_nobody(name: str) -> None:
    """The holder of a name where there are no accounts: none."""


class Names:
    """Names of accounts, of which those used last stay in mind.

    Args:
        find: the names of accounts by their ids; those that are gone are left out.
        holder: the account that has a name, or one that looks like it; None if there is none.
        steady: a source of seconds.
    """

    def __init__(self, find: Find = nobody, holder: Holder = _held_by_nobody,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._find, self._holder, self._steady = find, holder, steady
        self._known: OrderedDict[str, tuple[Called, float]] = OrderedDict()
        self._forgotten = 0         # how often

    async def of(self, accounts: Iterable[str]) -> dict[str, str]:
        """What each of some accounts is called.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        now, wanted, forgotten = self._steady(), set(accounts), self._forgotten
        known = {account: self._known[account][0].name for account in wanted
                 if account in self._known and now - self._known[account][1] < FRESH_SECONDS}
        if missing := sorted(wanted - known.keys()):
            found = await self._find(missing)
            for account in missing:
                called = found.get(account, Called(GONE))
                # One that was forgotten meanwhile is looked up again.
                until = now if forgotten == self._forgotten else now - FRESH_SECONDS
                known[account], self._known[account] = called.name, (called, until)
                self._known.move_to_end(account)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return known

    def is_bot(self, account: str) -> bool:
        """Whether an account is a bot; its name has just been looked up by `of`."""
        return account in self._known and self._known[account][0].bot

    async def chosen(self, name: str | None, account: str | None = None) -> str:
        """The name that a player has chosen for a game; empty for none.

        Args:
            name: as the client sent it, or None.
            account: the client's account, or None.

        Raises:
            RefusedError: if another account has this name, or one that looks like it.
        """
        told = tidy(name)
        if told and await self._holder(told) not in (None, account):
            raise RefusedError("bad", Sentence(
                "{name} is the name of an account, or looks like one; choose another", name=told))
        return told

    def forget(self, account: str) -> None:
        """The account is called otherwise now, or is gone."""
        self._known.pop(account, None)
        self._forgotten += 1

    async def told(self, events: Sequence[Event]) -> list[Event]:
        """Events with the names of the accounts in them.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        seats = {event.seq: _nameless(event) for event in events}
        accounts = {account for found in seats.values() for account in found.values()}
        if not accounts:
            return list(events)
        await self.of(accounts)
        known = {account: self._known[account][0] for account in accounts}
        return [_with_names(event, {colour: known[account]
                                    for colour, account in seats[event.seq].items()})
                for event in events]


def _nameless(event: Event) -> dict[str, str]:
    """The accounts that take seats by an event, by colour."""
    match event.kind:
        case "created":
            taken = event.data.get("seats")
        case "join":
            taken = {event.data.get("colour"): event.data}
        case _:
            return {}
    if not isinstance(taken, dict):             # damaged: replaying it says so
        return {}
    return {colour: account for colour, seat in taken.items()
            if isinstance(seat, dict) and isinstance(who := seat.get("who"), str)
            and (account := account_of(who))}


def _with_names(event: Event, called: dict[str, Called]) -> Event:
    if not called:
        return event
    data: dict[str, Any] = event.data
    told = {colour: {"name": one.name} | ({"bot": True} if one.bot else {})
            for colour, one in called.items()}
    if event.kind == "join":
        return msgspec.structs.replace(event, data=data | told[data["colour"]])
    seats = {colour: seat | told.get(colour, {}) for colour, seat in data["seats"].items()}
    return msgspec.structs.replace(event, data=data | {"seats": seats})
