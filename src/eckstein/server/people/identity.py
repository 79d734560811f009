"""Who somebody is: a guest, known by a cookie, or an account; written as one text.

An event of a game stores the identities of those who take its seats.  Those of moves are the
colours of the seats.
"""

GUEST, ACCOUNT = "guest:", "account:"


def of_guest(guest: str) -> str:
    """The identity of a guest, by his id."""
    return GUEST + guest


def of_account(account: str) -> str:
    """The identity of an account, by its id."""
    return ACCOUNT + account


def account_of(who: str) -> str | None:
    """The id of an account, or None for whoever has none."""
    return who.removeprefix(ACCOUNT) if who.startswith(ACCOUNT) else None
