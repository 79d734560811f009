"""What becomes of rows when an account is deleted, a guest gets one, or sessions end.

Each column that holds an account or an identity states it (`info` in `tables`); what is more than
that stands here.  All of it belongs to one transaction, and holds whichever parts run.
"""
from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from .tables import (
    challenges,
    moderation_entries,
    pairings,
    players,
    pseudonyms,
    push_subscriptions,
    reports,
    sessions,
    tables,
)

NOBODY = ""                 # the identity that replaces one of a deleted account
NO_GAME = ""                # the game of a pairing that closes a challenge
SESSION = 16                # letters of a session's digest that are its name


def ends(account: str, who: str) -> Iterator[sa.Executable]:
    """Statements that delete what is an account's own, and take its name off the rest.

    Its games stay, and are public no more.  Results go on naming its pseudonym, which leads to no
    account any more; so will those of its rated games that are not over.  Its reports stay, and
    those about it are judged no more.  The moderators' trail stays, without the names that they
    took from it.

    Args:
        account: its id.
        who: its identity.
    """
    yield unpublished(who)
    yield sa.update(players).where(
        players.c.who == who, players.c.rated, players.c.ended.is_(None)).values(
        pseudonym=sa.select(pseudonyms.c.code).where(
            pseudonyms.c.account == account).scalar_subquery())
    yield sa.delete(pairings).where(pairings.c.game == NO_GAME, pairings.c.seek.in_(
        sa.select(challenges.c.id).where(sa.or_(challenges.c.sender == who,
                                                challenges.c.receiver == who))))
    yield sa.update(reports).where(reports.c.account == account, reports.c.state == "open").values(
        state="gone")
    yield sa.update(moderation_entries).where(moderation_entries.c.account == account,
                                              moderation_entries.c.what == "rename").values(text="")
    for column in columns("ends", "deleted"):
        yield sa.delete(column.table).where(column.in_((account, who)))
    for column in columns("ends", "nameless"):
        yield sa.update(column.table).where(column.in_((account, who))).values({column: NOBODY})


def claims(guest: str, account: str) -> Iterator[sa.Update]:
    """Statements that give what is a guest's to an account; reports, unless it has made the same.

    The last of them gives the games.

    Args:
        guest, account: their identities.
    """
    same = reports.alias("same")
    both = sa.select(same.c.id).where(
        same.c.reporter == account, same.c.account == reports.c.account,
        same.c.reason == reports.c.reason, same.c.state == "open").exists()
    yield sa.update(reports).where(
        reports.c.reporter == guest, sa.not_(sa.and_(reports.c.state == "open", both))
    ).values(reporter=account)
    claimed = list(columns("claimed", True))
    for column in sorted(claimed, key=lambda one: one.table is players):
        yield sa.update(column.table).where(column == guest).values({column: account})


def unpublished(who: str) -> sa.Update:
    """The statement by which the games of an identity are public no more."""
    return sa.update(players).where(players.c.who == who, players.c.agreed).values(
        agreed=False, to_explore=players.c.ended)


def sessions_ended(account: str) -> sa.Delete:
    """The statement that deletes the devices of an account that have no session any more."""
    device = push_subscriptions.c
    return sa.delete(push_subscriptions).where(device.account == account, device.id.not_in(
        sa.select(sa.func.substr(sessions.c.digest, 1, SESSION)).where(
            sessions.c.account == account)))


def columns(what: str, value: object) -> Iterator[sa.Column[object]]:
    """The columns that state something of accounts or identities."""
    for table in tables.sorted_tables:
        for column in table.columns:
            if column.info.get(what) == value:
                yield column
