"""Tokens: by them programs do something in the name of an account, within their scopes."""
from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from ...base.sentence import Sentence
from ...wire.words import Scope
from ..game.clocks import DAY
from ..game.rulings import RefusedError
from ..store.contract import NOT_WRITTEN, database_asked
from .contract import People, Session, Token
from .names import tidy
from .remembered import SEEN, Remembered, digest_of

TOKENS = 20                 # of one account
LABEL = 80                  # letters of what one is called
PREFIX = "eck_"             # by which people, and programs that look for secrets, know a token


class Access:
    """The tokens of all accounts.

    Args:
        people: where they are kept.
        now: the time, in milliseconds since 1970.
    """

    def __init__(self, people: People, now: Callable[[], int]) -> None:
        self._people, self._now = people, now
        self._known = Remembered(self._look_up, now)

    async def make(self, session: Session, name: str, scopes: Iterable[Scope], days: int | None
                   ) -> str:
        """A new token of the account of a session; returns its secret, which is kept nowhere.

        Raises:
            RefusedError: if it has no name, or there are too many already.
        """
        name = tidy(name)[:LABEL]
        if not name:
            raise RefusedError("bad", Sentence("give the token a name by which you will know it"))
        secret, now = PREFIX + secrets.token_urlsafe(32), self._now()
        with database_asked(NOT_WRITTEN):
            if len(await self._people.tokens(session.account)) >= TOKENS:
                raise RefusedError("bad", Sentence("an account has {most} tokens at most",
                                                   most=TOKENS))
            await self._people.add_token(Token(
                digest_of(secret), session.account, name, frozenset(scopes), now,
                None if days is None else now + days * DAY), session.digest)
        return secret

    async def find(self, secret: str) -> Token:
        """The token of a secret: the same is done, and said, whatever is wrong with it.

        Raises:
            RefusedError: if there is none, or it has ended.
        """
        token = await self._known.of(digest_of(secret))
        if token is None or token.ends is not None and token.ends <= self._now():
            raise unknown_token()
        return token

    async def drop(self, account: str, id: str | None = None) -> None:
        """Have a token of an account work no more, or all of them.

        Raises:
            RefusedError: if the database cannot be written.
        """
        with database_asked(NOT_WRITTEN):
            await self._people.drop_tokens(account, id)
        self.forget()

    def forget(self) -> None:
        """Tokens have been dropped: look them up anew."""
        self._known.clear()

    async def _look_up(self, digest: str) -> Token | None:
        token, now = await self._people.token(digest), self._now()
        if token is not None and now - (token.used or 0) > SEEN:
            await self._people.token_used(digest, now)
        return token


def unknown_token() -> RefusedError:
    """What whoever shows a token is told that works not, or no more."""
    return RefusedError("not-yours", Sentence("this token does not work: it is unknown, has ended "
                                              "or was revoked"), "unknown-token")


def check_scope(token: Token | None, scope: Scope | None) -> None:
    """Refuse what a token does not reach; whoever has none is a person at a page.

    Args:
        token: what was shown.
        scope: what is needed; None for what no token can do.

    Raises:
        RefusedError: if it is not enough.
    """
    if token is None or scope in token.scopes:
        return
    if scope is None:
        raise RefusedError("not-yours", Sentence("no token can do this; sign in on the page"),
                           "not-in-scope")
    raise RefusedError("not-yours", Sentence("this needs a token of the scope {scope}",
                                             scope=scope), "not-in-scope")
