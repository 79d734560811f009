"""The identity of a player: a guest, known by a cookie, an account, or a level; written as one
text.

An event of a game stores the identities of the people that take its seats.  The actors of moves are
the colours of the seats.
"""

GUEST, ACCOUNT, LEVEL = "guest:", "account:", "level:"


def of_guest(guest: str) -> str:
    """The identity of a guest, by its id."""
    return GUEST + guest


def of_account(account: str) -> str:
    """The identity of an account, by its id."""
    return ACCOUNT + account


def of_level(level: int) -> str:
    """The identity of a computer, by its level."""
    return f"{LEVEL}{level}"


def account_of(who: str) -> str | None:
    """The id of an account, given its identity; None for a guest or a level."""
    return who.removeprefix(ACCOUNT) if who.startswith(ACCOUNT) else None


def level_of(who: str) -> int | None:
    """The level of a computer, or None for a person."""
    return int(who.removeprefix(LEVEL)) if who.startswith(LEVEL) else None
