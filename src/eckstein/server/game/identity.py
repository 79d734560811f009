"""Who somebody is: a guest, known by a cookie, an account, or a level; written as one text.

An event of a game stores the identities of the people who take its seats.  The actors of moves are
the colours of the seats.
"""

GUEST, ACCOUNT, LEVEL = "guest:", "account:", "level:"


def of_guest(guest: str) -> str:
    """The identity of a guest, by his id."""
    return GUEST + guest


def of_account(account: str) -> str:
    """The identity of an account, by its id."""
    return ACCOUNT + account


def of_level(level: int) -> str:
    """The identity of a computer, by its level."""
    return f"{LEVEL}{level}"


def account_of(who: str) -> str | None:
    """The id of an account, or None for whoever has none."""
    return who.removeprefix(ACCOUNT) if who.startswith(ACCOUNT) else None


def level_of(who: str) -> int | None:
    """The level of a computer, or None for a person."""
    return int(who.removeprefix(LEVEL)) if who.startswith(LEVEL) else None
