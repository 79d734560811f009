"""Recovery of a forgotten password, by a link in a mail to the confirmed address of the account."""
from __future__ import annotations

from ...base.sentence import Sentence
from ..game.rulings import RefusedError, TooFastError
from ..game.tokens import Tokens
from ..ops.limits import Buckets, Hits
from ..ops.tasks import Tasks
from ..store.contract import StoreError, database_asked
from .accounts import DEVICE, Accounts
from .contract import Account, Entry, Visitor
from .mail import OF_PAYER, OF_PAYER_AT_ONCE, TOO_MANY, Mails, proof_of, recovery_of
from .naming import likeness

RECOVERED_WITHIN = 3600             # seconds for which a link works, from when its mail is sent
# A second, and at once: links to one account.
OF_NAME, OF_NAME_AT_ONCE = 1 / 7200, 3.0
WAITING = 200                       # names that are being looked up


class Recovery:
    """Sends links to accounts whose passwords are forgotten, and does what they are for.

    Args:
        accounts: those of this server.
        mails: their addresses.
        tokens: sign the links.
        hits: is told of limits that are hit.
    """

    def __init__(self, accounts: Accounts, mails: Mails, tokens: Tokens, hits: Hits) -> None:
        self._accounts, self._mails, self._tokens = accounts, mails, tokens
        self._of_name = Buckets(OF_NAME, OF_NAME_AT_ONCE, hits.of("mails"))
        self._of_payer = Buckets(OF_PAYER, OF_PAYER_AT_ONCE, hits.of("mails"))
        self._tasks = Tasks("recovery", RefusedError, StoreError, OSError)

    def ask(self, name: str, payer: str) -> None:
        """Have a link sent to the account of a name, if it has a password and a confirmed address.

        Nothing is looked up before this returns, so neither what is answered nor when tells whether
        there is such an account.

        Raises:
            RefusedError: if too many are asked for.
        """
        like = likeness(name[:DEVICE])
        for buckets, one in ((self._of_payer, payer), (self._of_name, f"name {like}")):
            if not buckets.take(one):
                raise TooFastError(TOO_MANY, buckets.retry_after(one))
        if len(self._tasks) >= WAITING:
            raise RefusedError("busy", TOO_MANY)
        self._tasks.begin(self._send(like))

    @property
    def minutes(self) -> int:
        """For how long a link works."""
        return RECOVERED_WITHIN // 60

    async def _send(self, like: str) -> None:
        with database_asked():
            account = await self._accounts.people.named(like)
        if account is not None and account.password is not None:
            await self._mails.send_recovery(account.id, account.password)

    async def follow(self, key: str, password: str, visitor: Visitor) -> Entry:
        """Set the password by a link; of two who do it at once one wins.

        Raises:
            RefusedError: if the link works no more, or the password will not do.
        """
        account, before = await self._meant(key)
        kept = await self._accounts.passwords.kept(password, visitor.payer)
        entry = await self._accounts.begin_anew(account, kept, visitor, before=before)
        if entry is None:
            raise _works_no_more()
        return entry

    async def _meant(self, key: str) -> tuple[Account, str]:
        """The account of a link, and its password, which the link replaces."""
        signed = self._tokens.signed_in_mail(key, RECOVERED_WITHIN) or ""
        id = signed.partition(".")[2].partition(".")[0]
        with database_asked():
            account = await self._accounts.people.account(id)
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
