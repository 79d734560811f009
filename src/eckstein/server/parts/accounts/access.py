"""Tokens: by them programs do something in the name of an account, within their scopes."""
from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from ....base.sentence import Sentence
from ....wire.words import Scope
from ...game.clocks import DAY
from ...game.names import tidy
from ...game.rulings import RefusedError
from ...hub.hub import Hub
from ...ops.allowances import CAPS
from ...store.contract import NOT_WRITTEN, database_asked
from .events import Fresh, Token, TokensRevoked
from .remembered import SEEN, Remembered, digest_of
from .store import AccountStore

LABEL = 80                  # letters of what one is called
PREFIX = "eck_"             # by which people, and programs that look for secrets, know a token


class Access:
    """The tokens of all accounts.

    Args:
        store: stores them.
        hub: settles what becomes of the work of revoked tokens.
        now: the time, in milliseconds since 1970.
    """

    def __init__(self, store: AccountStore, hub: Hub, now: Callable[[], int]) -> None:
        self._store, self._hub, self._now = store, hub, now
        self._known = Remembered(self._look_up, now)

    async def make(self, own: Fresh, name: str, scopes: Iterable[Scope], days: int | None
                   ) -> str:
        """A new token of an account; returns its secret, which is not stored.

        Raises:
            RefusedError: if it has no name, or there are too many already.
        """
        name = tidy(name)[:LABEL]
        if not name:
            raise RefusedError("bad", Sentence("give the token a name by which you will know it"))
        secret, now = PREFIX + secrets.token_urlsafe(32), self._now()
        most = CAPS["tokens"].most
        with database_asked(NOT_WRITTEN):
            if not await self._store.add_token(Token(
                    digest_of(secret), own.account, name, frozenset(scopes), now,
                    None if days is None else now + days * DAY), most, own.digest):
                raise RefusedError("bad", Sentence("an account has {most} tokens at most",
                                                   most=most))
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

    async def drop(self, own: Fresh, id: str) -> None:
        """Have a token of an account work no more.

        Raises:
            RefusedError: if the database cannot be written.
        """
        with database_asked(NOT_WRITTEN):
            await self._store.drop_tokens(own.account, id, own.digest)
        await self.dropped(own.account)

    async def dropped(self, account: str) -> None:
        """Tokens of an account have been dropped: look them up again, and end what they have made.

        Raises:
            RefusedError: if the database cannot be written.
        """
        self._known.clear()
        await self._hub.settle(TokensRevoked(account))

    async def _look_up(self, digest: str) -> Token | None:
        token, now = await self._store.token(digest), self._now()
        if token is not None and now - (token.used or 0) > SEEN:
            await self._store.token_used(digest, now)
        return token


def unknown_token() -> RefusedError:
    """The refusal of a token that is unknown, has expired or was revoked."""
    return RefusedError("not-yours", Sentence("this token does not work: it is unknown, has ended "
                                              "or was revoked"), "unknown-token")
