"""Recovery of a forgotten password, by a link in a mail to the confirmed address of the account."""
from __future__ import annotations

from ....base.sentence import Sentence
from ...game.likeness import likeness
from ...game.rulings import RefusedError, TooFastError
from ...game.tokens import Tokens
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...ops.tasks import Tasks
from ...store.contract import StoreError, database_asked
from ..accounts.accounts import LETTERS, Accounts, NewSession, Visitor
from ..accounts.events import Account
from .mail import TOO_MANY, Mails, proof_of, recovery_of

RECOVERED_WITHIN = 3600             # seconds for which a link works, from when its mail is sent


class Recovery:
    """Sends links that replace forgotten passwords, and follows them.

    Args:
        accounts: those of this server.
        mails: their addresses.
        tokens: sign the links.
        hits: counts the requests that exceed limits.
    """

    def __init__(self, accounts: Accounts, mails: Mails, tokens: Tokens, hits: Hits) -> None:
        self._accounts, self._mails, self._tokens = accounts, mails, tokens
        self._of_name = hits.buckets("recoveries-of-one")
        self._of_payer = hits.buckets("recoveries")
        self._tasks = Tasks("recovery", RefusedError, StoreError, OSError)

    def ask(self, name: str, payer: str) -> None:
        """Have a link sent to the account of a name, if it has a password and a confirmed address.

        Nothing is looked up before this returns, so neither what is answered nor when tells whether
        there is such an account.

        Raises:
            RefusedError: if too many are asked for.
        """
        like = likeness(name[:LETTERS])
        for buckets, one in ((self._of_payer, payer), (self._of_name, f"name {like}")):
            if not buckets.take(one):
                raise TooFastError(TOO_MANY, buckets.retry_after(one))
        if len(self._tasks) >= CAPS["recoveries-waiting"].most:
            raise RefusedError("busy", TOO_MANY)
        self._tasks.begin(self._send(like))

    @property
    def minutes(self) -> int:
        """For how long a link works."""
        return RECOVERED_WITHIN // 60

    async def _send(self, like: str) -> None:
        with database_asked():
            account = await self._accounts.store.named(like)
        if account is not None and account.password is not None:
            await self._mails.send_recovery(account.id, account.password)

    async def look(self, key: str) -> str:
        """The name of the account that a link is for.

        Raises:
            RefusedError: if the link works no more.
        """
        account, _ = await self._meant(key)
        return account.name

    async def follow(self, key: str, password: str, visitor: Visitor) -> NewSession:
        """Set the password by a link; of two requests at once, one succeeds.

        Raises:
            RefusedError: if the link works no more, or the password will not do.
        """
        account, before = await self._meant(key)
        kept = await self._accounts.passwords.kept(password, account.name, visitor.path)
        entry = await self._accounts.reset_password(account, kept, visitor, before=before)
        if entry is None:
            raise _works_no_more()
        return entry

    async def _meant(self, key: str) -> tuple[Account, str]:
        """The account of a link, and its password, which the link replaces."""
        signed = self._tokens.signed_in_mail(key, RECOVERED_WITHIN) or ""
        id = signed.partition(".")[2].partition(".")[0]
        with database_asked():
            account = await self._accounts.store.account(id)
            contact = await self._mails.store.of(id) if account is not None else None
        if account is None or account.password is None or contact is None or (
                not contact.reached or signed != recovery_of(contact, proof_of(account.password))):
            raise _works_no_more()
        return account, account.password

    async def finish(self) -> None:
        """Return when all that was asked for is written."""
        await self._tasks.finish()


def _works_no_more() -> RefusedError:
    return RefusedError("not-now", Sentence("this link works no more; have another one sent"))
