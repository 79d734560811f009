"""What accounts are called in games: as they are today, for no game stores it."""
from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ...base.sentence import Sentence
from ..game.events import COMPUTER, Event
from ..game.identity import GUEST, account_of
from ..game.names import tidy
from ..game.rulings import RefusedError
from ..game.tokens import guest_name
from ..store.contract import StoreError

KEPT = 20_000               # names in mind
FRESH_SECONDS = 60.0        # after which another server may have changed one
GONE = "Guest"              # the name after an account is deleted
NUMBERED = re.compile(r"Guest( \d+)?")
Find = Callable[[Sequence[str]], Awaitable[dict[str, "Called"]]]
Objection = Callable[[str, str | None], Awaitable[Sentence | None]]


class Called(NamedTuple):
    """What an account is called, and whether it is a bot."""

    name: str
    bot: bool = False


async def nobody(accounts: Sequence[str]) -> dict[str, Called]:
    """The names of accounts where there are none."""
    return {}


async def _none(name: str, account: str | None) -> None:
    """Where no accounts are kept, no name is refused."""


class Names:
    """Names of accounts, of which those used last stay in mind.

    Args:
        find: the names of accounts by their ids; those that are gone are left out.
        objection: why a player must not be shown under a name; None if that is not so.
        steady: a source of seconds.
    """

    def __init__(self, find: Find = nobody, objection: Objection = _none,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._find, self._objection, self._steady = find, objection, steady
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

    async def has(self, account: str) -> bool:
        """Whether there still is an account; so it seems while the database does not respond."""
        try:
            return (await self.of([account]))[account] != GONE
        except (StoreError, OSError):
            return True

    def is_bot(self, account: str) -> bool:
        """Whether an account is a bot; its name has just been looked up by `of`."""
        return account in self._known and self._known[account][0].bot

    async def chosen(self, name: str | None, account: str | None = None) -> str:
        """The name that a player has chosen for a game; empty for none.

        Args:
            name: as the client sent it, or None.
            account: the client's account, or None.

        Raises:
            RefusedError: if it is another account's name, looks like one, or is reserved.
        """
        told = tidy(name)
        if NUMBERED.fullmatch(told):        # the server gives these itself
            return ""
        if told and (refused := await self._objection(told, account)) is not None:
            raise RefusedError("bad", refused)
        return told

    def forget(self, account: str) -> None:
        """The account is called otherwise now, or is gone."""
        self._known.pop(account, None)
        self._forgotten += 1

    async def told(self, events: Sequence[Event]) -> list[Event]:
        """Events with the names under which players are shown: accounts as they are called now,
        and guests by their own names, unless these have become the names of accounts.

        Raises:
            StoreError, OSError: if the database does not respond.
            RefusedError: the same, where the names of guests are looked up.
        """
        taken = {event.seq: _taken(event) for event in events}
        accounts = {account for seats in taken.values() for seat in seats.values()
                    if (account := account_of(seat.get("who", "")))}
        await self.of(accounts)
        known = {account: self._known[account][0] for account in accounts}
        called = {}
        for seats in taken.values():
            for seat in seats.values():
                who, name = seat.get("who", ""), seat.get("name")
                if account := account_of(who):
                    called[who, name] = known[account]
                elif name and not NUMBERED.fullmatch(name) and await self._objection(name, None):
                    called[who, name] = Called(guest_name(who.removeprefix(GUEST) or None))
        return [_with_names(event, {
            colour: called[key] for colour, seat in taken[event.seq].items()
            if (key := (seat.get("who", ""), seat.get("name"))) in called}) for event in events]


def _taken(event: Event) -> dict[str, dict[str, Any]]:
    """What is stored of the people who take seats by an event, by colour."""
    match event.kind:
        case "created":
            taken = event.data.get("seats")
        case "join":
            taken = {event.data.get("colour"): event.data}
        case _:
            return {}
    if not isinstance(taken, dict):             # damaged: replaying it says so
        return {}
    return {colour: seat for colour, seat in taken.items()
            if isinstance(seat, dict) and isinstance(seat.get("who", ""), str)
            and isinstance(seat.get("name", ""), str | None) and seat.get("kind") != COMPUTER}


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
