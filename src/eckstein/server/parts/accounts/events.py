"""Accounts, and what happens to them, for other parts of the server."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NewType

from ....wire.http_accounts import Me
from ....wire.words import Scope
from ...hub.events import ClusterEvent, LocalEvent, Question, Step

Why = Literal["bar", "rename", "gone", "bot", "claimed"]


@dataclass(frozen=True, slots=True)
class Session:
    """A device that is signed in to an account.

    Attributes:
        digest: of the secret in its cookie.
        account: the id of its account.
        device: what it is, as far as its browser says.
        created: when it signed in, in milliseconds since 1970.
        used: when it was last seen, about.
    """

    digest: str
    account: str
    device: str
    created: int
    used: int

    @property
    def name(self) -> str:
        """Its public name, from which its secret does not follow."""
        return self.digest[:16]


Fresh = NewType("Fresh", Session)
"""The session of an owner that signed in just now; only such a session may change how to sign in.
"""


@dataclass(frozen=True, slots=True)
class Account:
    """An account.

    Attributes:
        id: which never changes, and is not published.
        name: under which others know it.
        created: when, in milliseconds since 1970.
        password: what `Passwords` keeps of it; None if there is none.
        bot: whether it is one.
        public: whether its games are public for study.
        seen: whether its followers may see that it is here.
        chats: whether it reads and writes free text in games.
        guests: whether guests may challenge it.
        card: whether its key is the card of a class.
    """

    id: str
    name: str
    created: int
    password: str | None = None
    bot: bool = False
    public: bool = False
    seen: bool = True
    chats: bool = False
    guests: bool = True
    card: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """What a program may do in the name of an account.

    Attributes:
        digest: of the secret that it shows.
        account: the id of its account.
        name: by which its owner knows it.
        scopes: what it can be used for.
        created: when it was made, in milliseconds since 1970.
        ends: from when on it works no more, or None.
        used: when it was last seen, about; None for never.
    """

    digest: str
    account: str
    name: str
    scopes: frozenset[Scope]
    created: int
    ends: int | None = None
    used: int | None = None

    @property
    def id(self) -> str:
        """Its public name, from which its secret does not follow."""
        return self.digest[:16]


class Renamed(ClusterEvent, frozen=True):
    """An account has another name or none any more, or has become a bot."""

    account: str


class PasswordSet(Step, frozen=True):
    """An account has a new password."""

    account: str


class TokensRevoked(Step, frozen=True):
    """Tokens of an account have been revoked."""

    account: str


class PrivacyChanged(Step, frozen=True):
    """An account lets others see or write more, or less."""

    account: str


class IdentityEnds(Step, frozen=True):
    """What an identity has open ends: when this is settled, the end is on disk.

    A bar ends what is rated, and a deleted account leaves nothing open.  Open challenges show
    names, so they end when a name is taken away.  Bots have a pool of ratings of their own, and no
    open challenges.  What else a guest has that signs in is the account's.

    Attributes:
        who: the identity.
        why: for which reason.
        heir: the identity of the account of a guest that has signed in; empty otherwise.
    """

    who: str
    why: Why
    heir: str = ""


class PublicityChanged(LocalEvent, frozen=True):
    """An account lets its games be studied, or no longer."""


class Renaming(Step, frozen=True):
    """An account is about to get another name.

    Attributes:
        account: which one.
        likeness: what the name looks like.
        connection: of the transaction that gives it (`sqlalchemy.ext.asyncio.AsyncConnection`).
    """

    account: str
    likeness: str
    connection: Any


class SessionReplaced(Step, frozen=True):
    """A device that was signed in has signed in once more; `before` and `after` are the names of
    sessions.
    """

    account: str
    before: str
    after: str


class AccountExport(Step, frozen=True):
    """An account is exported: each part adds what it stores of it.

    Attributes:
        account: which one.
        told: the export so far, by the names of the fields of the file.
    """

    account: str
    told: dict[str, Any]


class SessionOf(Question[Session | None], frozen=True):
    """The session of the cookie that a page has sent."""

    absent: ClassVar[None] = None
    cookie: str | None


class TokenOf(Question[Token | None], frozen=True):
    """The token of a secret that a program has shown; refused if there is none."""

    absent: ClassVar[None] = None
    secret: str


class FindAccount(Question[Account | None], frozen=True):
    """The account of a name, or of one that looks like it, as a viewer finds it: one with a card
    is hidden from all but its class, and found all the same if `hidden` says so.
    """

    absent: ClassVar[None] = None
    name: str
    viewer: str | None = None
    hidden: bool = False


class AccountOf(Question[Account | None], frozen=True):
    """The account of a login; refused if the client is not signed in.

    None only where no accounts are kept.
    """

    absent: ClassVar[None] = None
    login: Session | Token | None


class FreshOf(Question[Fresh | None], frozen=True):
    """The same session, if its owner has signed in just now; otherwise refused.

    None only where no accounts are kept.
    """

    absent: ClassVar[None] = None
    session: Session | None


class MeOf(Question[Me | None], frozen=True):
    """What an owner sees of an account."""

    absent: ClassVar[None] = None
    login: Session | Token
