"""What moderators and operators have done about an account, and what follows from it.

All of it follows from the entries of one trail, to which rows are only added: an entry stands until
another one takes it back.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

What = Literal["dismiss", "warn", "bar", "mute", "rename", "take-back", "read", "appoint",
               "release"]
# What a moderator may do, and take back.
ACTS: tuple[What, ...] = ("dismiss", "warn", "bar", "mute", "rename")
# Which entry ends which.
ENDS: dict[What, What] = {"appoint": "release", **dict.fromkeys(ACTS, "take-back")}


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done about an account.

    Attributes:
        seq: its number in the trail; 0 as long as it has none.
        at: when, in milliseconds since 1970.
        by: the account that did it; empty for the operator.
        what: what it was.
        account: the account that it is about.
        why: for other moderators.
        text: of "warn" what the player reads, of "rename" the name before.
        until: of "bar" when it ends, in milliseconds since 1970; None for never.
        entry: of "take-back", "read" and "release" the entry that is meant.
    """

    seq: int = 0
    at: int
    by: str
    what: What
    account: str
    why: str = ""
    text: str = ""
    until: int | None = None
    entry: int | None = None

    @property
    def ends(self) -> int | None:
        """When it ends, in seconds since 1970; None for never."""
        return None if self.until is None else self.until // 1000


class Conduct(msgspec.Struct, frozen=True):
    """What follows for an account.

    Attributes:
        moderator: whether it is one.
        bar: the entry that keeps it from rated games, or None.
        muted: whether it may not write to others.
        warnings: those that it has not read, the oldest first.
        names: those that were taken away.
    """

    moderator: bool = False
    bar: Entry | None = None
    muted: bool = False
    warnings: tuple[Entry, ...] = ()
    names: tuple[str, ...] = ()


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """Those that nothing has ended."""
    ended = {(entry.entry, entry.what) for entry in entries}
    return [one for one in entries if (one.seq, ENDS.get(one.what, "")) not in ended]


def conduct_of(entries: Sequence[Entry], now: int) -> Conduct:
    """What follows from all entries about an account, in order, at a time.

    Of several bars the newest counts.
    """
    stand = standing(entries)
    read = {entry.entry for entry in entries if entry.what == "read"}
    bar = next((one for one in reversed(stand) if one.what == "bar"), None)
    if bar is not None and bar.until is not None and bar.until <= now:
        bar = None
    return Conduct(
        any(one.what == "appoint" for one in stand), bar,
        any(one.what == "mute" for one in stand),
        tuple(one for one in stand if one.what == "warn" and one.seq not in read),
        names_taken(entries))


def names_taken(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The names that were taken away from an account, by all entries about it."""
    return tuple(one.text for one in standing(entries) if one.what == "rename" and one.text)
