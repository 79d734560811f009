"""What becomes of rows when an account is deleted, a guest gets one, or sessions end.

Each column that holds an account or an identity states it (`info` in `tables`); what is more than
that stands here.  All of it belongs to one transaction, and holds whichever parts run.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

from ..game.identity import ACCOUNT
from .tables import (
    accounts,
    challenges,
    freed_names,
    games,
    locked,
    moderation_entries,
    pairings,
    passkeys,
    players,
    pseudonyms,
    push_subscriptions,
    recovery_codes,
    reports,
    sessions,
    tables,
    tournament_events,
)

NOBODY = ""                 # the identity that replaces one of a deleted account
NO_GAME = ""                # the game of a pairing that closes a challenge
# What each account has, and what only leads into it.
WAYS_IN = (sessions, passkeys, recovery_codes, pseudonyms, freed_names)
# How columns are called that hold an account or an identity.
PERSONS = frozenset({"account", "by", "other", "receiver", "reporter", "sender", "who"})
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
    yield unchecked(sa.select(players.c.game).where(players.c.who == who))
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


def unchecked(some: sa.Select[tuple[str]] | Sequence[str]) -> sa.Update:
    """The statement by which games are looked at anew, since they may have expired by now."""
    return sa.update(games).where(games.c.id.in_(locked(
        games.c.id.in_(some), games.c.checked.is_not(None)))).values(checked=None)


def sessions_ended(account: str) -> sa.Delete:
    """The statement that deletes the devices of an account that have no session any more."""
    device = push_subscriptions.c
    return sa.delete(push_subscriptions).where(device.account == account, device.id.not_in(
        sa.select(sa.func.substr(sessions.c.digest, 1, SESSION)).where(
            sessions.c.account == account)))


def idle(before: int) -> sa.Select[tuple[str]]:
    """The query for accounts that were not used for long and have nothing but ways to sign in.

    Args:
        before: they were made before this moment, in milliseconds since 1970, and have no session
            that was used since.
    """
    who = sa.literal(ACCOUNT) + accounts.c.id
    used = sa.select(sessions.c.digest).where(sessions.c.account == accounts.c.id,
                                              sessions.c.used >= before)
    owned = [sa.select(column).where(column.in_((accounts.c.id, who)))
             for kind in ("deleted", "nameless", "stays") for column in columns("ends", kind)
             if column.table not in WAYS_IN]
    named = sa.select(tournament_events.c.seq).where(tournament_events.c.data.contains(who))
    return sa.select(accounts.c.id).where(
        accounts.c.created < before, sa.not_(accounts.c.bot),
        *(sa.not_(one.exists()) for one in (used, *owned, named)))


def persons() -> list[str]:
    """The columns that hold an account or an identity: by what they state, or by how they are
    called."""
    return [f"{table.name}.{column.name}" for table in tables.sorted_tables
            for column in table.columns if "ends" in column.info or column.name in PERSONS]


def columns(what: str, value: object) -> Iterator[sa.Column[object]]:
    """The columns that state something of accounts or identities."""
    for table in tables.sorted_tables:
        for column in table.columns:
            if column.info.get(what) == value:
                yield column
