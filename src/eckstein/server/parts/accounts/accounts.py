"""Accounts: creating one, signing in and out, and deleting it."""
from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ....base.sentence import Sentence
from ....wire.words import Scope
from ...game.identity import of_account, of_guest
from ...game.likeness import likeness
from ...game.names import tidy
from ...game.rulings import RefusedError, TooFastError
from ...game.tokens import ALPHABET, Tokens, new_id
from ...hub.hub import Hub
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...ops.sharing import KNOWN, TreePath
from ...store.contract import NOT_WRITTEN, GoneError, TakenError, database_asked, signed_out
from ...work.contract import Work
from .access import Access
from .events import (
    Account,
    Fresh,
    IdentityEnds,
    PasswordSet,
    PublicityChanged,
    Renamed,
    Renaming,
    Session,
    SessionReplaced,
    Token,
)
from .freed_names import TooEarlyError
from .naming import UnfitNameError, check_name, reserved
from .passkeys import FAILED, Asked, Passkeys
from .passwords import Passwords
from .remembered import SEEN, Remembered, digest_of
from .store import AccountStore, Passkey

EXPIRING = 20               # accounts in one step
CODES, CODE_GROUPS, CODE_LETTERS = 8, 4, 5          # 98 bits each
CARD_GROUPS = 3             # 73 bits, which nobody finds from a digest either
FRESH = 15 * 60_000         # milliseconds after signing in, in which one may change how
LETTERS = 80                # that are read of what is typed: names, codes, names of devices
TOO_OFTEN = Sentence("too many tries to sign in; wait a minute")
WRONG = Sentence("there is no account of this name and password")
WRONG_CARD = Sentence("there is no card with this code; ask your teacher for a new one")
WRONG_CODE = Sentence("there is no account of this name with this recovery code")


@dataclass(frozen=True, slots=True)
class NewSession:
    """A sign-in that has just succeeded.

    Attributes:
        account: the account.
        token: the secret of the new session, for a cookie.
        codes: new recovery codes; they are shown only now.
    """

    account: Account
    token: str
    codes: list[str]


@dataclass(frozen=True, slots=True)
class Visitor:
    """The client of a request that signs in.

    Attributes:
        payer: the payer against which limits count.
        path: where it stands when places are scarce.
        guest: the id of the guest, from the cookie, or None.
        device: what the browser says that it is.
        session: the session that the client already has, or None.
        known: the account that has signed in on this device a day ago or earlier, or None.
    """

    payer: str
    path: TreePath
    guest: str | None
    device: str
    session: Session | None
    known: str | None = None

    @property
    def counted(self) -> str:
        """For what attempts to sign in are counted."""
        return self.payer if self.known is None else f"device {self.known}"


class Accounts:
    """All accounts.

    Args:
        store: stores them.
        hub: where what happens to them is published.
        tokens: sign the questions of passkeys.
        now: the time, in milliseconds since 1970.
        hits: counts the requests that exceed limits.
        work: where passwords are checked.

    Attributes:
        store: see above.
        access: their tokens.
        passwords: how they are checked.
    """

    def __init__(self, store: AccountStore, hub: Hub, tokens: Tokens, now: Callable[[], int],
                 hits: Hits, work: Work) -> None:
        self.store, self._hub, self._now = store, hub, now
        self.passwords, self._passkeys = Passwords(work), Passkeys(tokens)
        self._new = hits.buckets("accounts")
        self._tries = hits.buckets("sign-ins")
        self._of_one = hits.buckets("sign-ins-to-one")
        self._sessions = Remembered(self._look_up, now)
        self.access = Access(store, hub, now)

    async def get_ready(self) -> None:
        """Load the table of letters that look alike, which takes a moment, before the first
        request.
        """
        await asyncio.to_thread(likeness, "")

    # Sessions.

    async def session(self, token: str | None) -> Session | None:
        """The session of a cookie.

        Raises:
            RefusedError: if the database does not respond.
        """
        return await self._sessions.of(digest_of(token)) if token else None

    async def _look_up(self, digest: str) -> Session | None:
        session, now = await self.store.session(digest), self._now()
        if session is not None and now - session.used > SEEN:
            await self.store.session_used(digest, now)
        return session

    async def account(self, session: Session | Token | None) -> Account:
        """The account of a session, or of a token.

        Raises:
            RefusedError: if the client is not signed in.
        """
        if session is not None:
            with database_asked():
                account = await self.store.account(session.account)
            if account is not None:
                return account
        raise signed_out()

    async def fresh(self, session: Session | None) -> Fresh:
        """The session of a client that signed in just now, unless it has ended since, even at
        another server.

        What is written by it looks once more whether it has (`GoneError`).

        Raises:
            RefusedError: if the client is signed out, or signed in too long ago.
        """
        with database_asked():
            if session is None or await self.store.session(session.digest) is None:
                raise signed_out()
        if self._now() - session.created > FRESH:
            raise RefusedError("not-yours", Sentence("sign in once more: only the owner of the "
                                                     "account may do this"), "sign-in-again")
        return Fresh(session)

    async def find(self, name: str) -> Account | None:
        """The account of a name, or of one that looks like it.

        Raises:
            RefusedError: if the database does not respond.
        """
        with database_asked():
            return await self.store.named(likeness(name))

    async def objection(self, name: str, account: str | None) -> Sentence | None:
        """Why a player must not be shown under a name, if that is so.

        Args:
            name: as it would be shown.
            account: the account of the player; None for a guest.

        Raises:
            RefusedError: if the database does not respond.
        """
        name = name[:LETTERS]
        with database_asked():
            if await self.store.is_taken(likeness(name), account, self._now()):
                return Sentence("{name} is the name of an account, or looks like one; choose "
                                "another", name=name)
        return reserved(name)

    # Creating accounts.

    async def create(self, name: str, password: str, visitor: Visitor) -> NewSession:
        """A new account with a password.

        Raises:
            RefusedError: if the name or the password will not do, or too many are made.
        """
        name = await self._free(name)
        kept = await self.passwords.kept(password, name, visitor.path)
        return await self._created(Account(new_id(), name, self._now(), kept), None, visitor)

    async def ask_for_account(self, name: str, host: str) -> Asked:
        """Ask the browser for a passkey by which a new account is made.

        Raises:
            RefusedError: if the name will not do, or there are no passkeys here.
        """
        name = await self._free(name)
        return self._passkeys.ask_new(host, new_id(), name, [])

    async def create_with_passkey(self, origin: str, ticket: str, credential: dict[str, Any],
                                  visitor: Visitor) -> NewSession:
        """A new account with the passkey that its browser has made.

        Raises:
            RefusedError: if it is not sound, or the name was taken meanwhile.
        """
        passkey, name = self._passkeys.new(origin, ticket, credential, visitor.device,
                                           self._now())
        return await self._created(Account(passkey.account, name, self._now()), passkey, visitor)

    async def _free(self, name: str) -> str:
        """A name as it is written; whether it is still free is seen again when it is taken."""
        try:
            name = check_name(name)
        except UnfitNameError as error:
            raise RefusedError("bad", error.args[0]) from None
        with database_asked():
            if await self.store.is_taken(likeness(name), None, self._now()):
                raise _taken(name)
        return name

    async def _created(self, account: Account, passkey: Passkey | None, visitor: Visitor
                       ) -> NewSession:
        if not self._new.take(visitor.payer):
            raise TooFastError(Sentence("too many accounts are made from here; wait a few minutes"),
                               self._new.retry_after(visitor.payer))
        codes = [_new_code() for _ in range(CODES)]
        with _kept():
            try:
                await self.store.add(account, likeness(account.name), passkey,
                                     list(map(digest_of, codes)))
            except TakenError:
                raise _taken(account.name) from None
        return await self._enter(account, visitor, codes, take_along=True)

    # Signing in and out.

    async def sign_in(self, name: str, password: str, visitor: Visitor, *, take_along: bool
                      ) -> NewSession:
        """Sign in with a password.

        Args:
            name: of the account, or one that looks like it.
            password: its password.
            visitor: the client.
            take_along: whether the account gets the games that the client has played as a guest.

        Raises:
            RefusedError: if there is no such account, in the same words and the same time if
                only the password is wrong; or after too many tries.
        """
        account = await self._tried(name, visitor)
        kept = None if account is None else account.password
        fits = await self.passwords.fits(password, kept, visitor.path)
        if not fits or account is None or kept is None:
            raise RefusedError("not-yours", WRONG)
        return await self._enter(account, visitor, [], take_along=take_along, password=kept)

    async def sign_in_with_card(self, code: str, visitor: Visitor) -> NewSession:
        """Sign in with the card of a class, perhaps on a device that pupils share.

        Raises:
            RefusedError: if there is no such card.
        """
        card = digest_of(_code(code))
        with database_asked():
            account = await self.store.card(card)
        if account is None:
            raise RefusedError("not-yours", WRONG_CARD)
        return await self._enter(account, visitor, [], take_along=False, card=card)

    async def recover(self, name: str, code: str, password: str, visitor: Visitor) -> NewSession:
        """Use up a recovery code, which replaces the password.

        Raises:
            RefusedError: as by `sign_in`, or if the new password will not do.
        """
        account = await self._tried(name, visitor)
        kept = await self.passwords.kept(password, name, visitor.path)
        entry = await self.reset_password(account, kept, visitor, code=digest_of(_code(code)))
        if entry is None:
            raise RefusedError("not-yours", WRONG_CODE)
        return entry

    async def reset_password(self, account: Account | None, kept: str, visitor: Visitor, *,
                             before: str | None = None, code: str | None = None
                             ) -> NewSession | None:
        """Set a password without the one before, and sign in: all others are out.

        Args:
            account: the account; without one, the call takes as long, and fails.
            kept: the hash of the new password.
            visitor: the client that sets it.
            before, code: what the client shows instead; see `AccountStore.set_password`.

        Returns:
            None if that will not do.

        Raises:
            RefusedError: if the database cannot be written.
        """
        if not await self._replace(account.id if account else "", kept, before, code) or (
                account is None):
            return None
        return await self._enter(account, visitor, [], take_along=False)

    async def _replace(self, account: str, kept: str, before: str | None = None,
                       code: str | None = None, session: str | None = None) -> bool:
        with _kept():
            if not await self.store.set_password(account, kept, before=before, code=code,
                                                 session=session):
                return False
        self._sessions.clear()
        await self.access.dropped(account)
        await self._hub.settle(PasswordSet(account))
        return True

    def ask_who(self, host: str) -> Asked:
        """Ask the browser for one of its passkeys.

        Raises:
            RefusedError: if there are none for this host.
        """
        return self._passkeys.ask(host)

    async def sign_in_with_passkey(self, origin: str, ticket: str, credential: dict[str, Any],
                                   visitor: Visitor, *, take_along: bool) -> NewSession:
        """Sign in with the passkey that a browser answers with.

        Raises:
            RefusedError: if it is unknown here, or not sound.
        """
        self._pay(visitor)
        id = credential.get("id")
        with database_asked():
            known = await self.store.passkey(id) if isinstance(id, str) else None
            account = None if known is None else await self.store.account(known.account)
        if known is None or account is None:
            raise RefusedError("not-yours", Sentence("this passkey belongs to no account here"))
        uses = self._passkeys.check(origin, ticket, credential, known)
        with _kept():
            await self.store.passkey_used(known.id, uses)
        return await self._enter(account, visitor, [], take_along=take_along)

    async def _tried(self, name: str, visitor: Visitor) -> Account | None:
        """The account that a client wants to sign in to, if there is one of this name.

        Tries by strangers do not keep an owner out: a device that is known has tries of its own.

        Raises:
            RefusedError: after too many tries by this client, or by others to the same name.
        """
        self._pay(visitor)
        like = likeness(name[:LETTERS])
        with database_asked():
            account = await self.store.named(like)
        own = account is not None and account.id == visitor.known
        tried = f"device {visitor.known}" if own else f"name {like}"
        if not self._of_one.take(tried):
            raise TooFastError(TOO_OFTEN, self._of_one.retry_after(tried))
        return account

    def _pay(self, visitor: Visitor) -> None:
        if not self._tries.take(visitor.counted):
            raise TooFastError(TOO_OFTEN, self._tries.retry_after(visitor.counted))

    async def _enter(self, account: Account, visitor: Visitor, codes: list[str], *,
                     take_along: bool, password: str | None = None, card: str | None = None
                     ) -> NewSession:
        token, now = secrets.token_urlsafe(32), self._now()
        with _kept():
            session = Session(digest_of(token), account.id, visitor.device, now, now)
            if not await self.store.open(session, password, card):      # it has just changed
                raise RefusedError("not-yours", WRONG if card is None else WRONG_CARD)
            if visitor.session is not None:
                await self._hub.settle(SessionReplaced(account.id, visitor.session.name,
                                                       session.name))
                await self._close(visitor.session.account, visitor.session.digest)
            if take_along and visitor.guest is not None:
                guest, who = of_guest(visitor.guest), of_account(account.id)
                await self.store.claim(guest, who)
                with contextlib.suppress(RefusedError):     # the player is signed in all the same
                    await self._hub.settle(IdentityEnds(guest, "claimed", who))
        return NewSession(account, token, codes)

    async def sign_out(self, session: Session, device: str | None = None, *,
                       everywhere: bool = False) -> None:
        """End this session, another one by its name, or all but this one.

        Raises:
            RefusedError: if the database cannot be written.
        """
        with _kept():
            if everywhere:
                await self.store.close(session.account, None, but=session.digest)
                self._sessions.clear()
            else:
                for own in await self.store.sessions(session.account):
                    if own.digest == session.digest if device is None else (
                            device == own.name):
                        await self._close(session.account, own.digest)

    async def _close(self, account: str, digest: str) -> None:
        await self.store.close(account, digest)
        self._sessions.forget(digest)

    # Changes.

    async def rename(self, own: Fresh, name: str) -> None:
        """Call an account otherwise.

        Raises:
            RefusedError: if the name will not do.
        """
        try:
            name = check_name(name)
        except UnfitNameError as error:
            raise RefusedError("bad", error.args[0]) from None
        with _kept():
            try:
                like = likeness(name)
                await self.store.rename(
                    own.account, name, like, self._now(), own.digest, lambda connection:
                    self._hub.settle(Renaming(own.account, like, connection)))
            except TakenError:
                raise _taken(name) from None
            except TooEarlyError as error:
                raise RefusedError("not-now", Sentence(
                    "a name can be changed once in 30 days: yours from {day} on",
                    day=time.strftime("%Y-%m-%d", time.gmtime(error.args[0] / 1000)))) from None
        self._hub.publish(Renamed(own.account))

    async def set_password(self, own: Fresh, password: str) -> None:
        """Have another password; all other devices are signed out, and no token works any more.

        Raises:
            RefusedError: if it will not do.
        """
        account = await self.account(own)
        kept = await self.passwords.kept(password, account.name,
                                         (KNOWN, own.account, ""))
        if not await self._replace(own.account, kept, session=own.digest):
            raise signed_out()

    async def new_codes(self, own: Fresh) -> list[str]:
        """New recovery codes, in place of all before.

        Raises:
            RefusedError: if the session has ended meanwhile, or nothing can be written.
        """
        codes = [_new_code() for _ in range(CODES)]
        with _kept():
            await self.store.set_codes(own.account, list(map(digest_of, codes)), own.digest)
        return codes

    async def new_token(self, own: Fresh, name: str, scopes: Sequence[Scope],
                        days: int | None) -> str:
        """A token; its secret is shown only now.

        Raises:
            RefusedError: if it has no name, or there are too many.
        """
        return await self.access.make(own, name, scopes, days)

    async def ask_for_passkey(self, own: Fresh, host: str) -> Asked:
        """Ask the browser for one more passkey.

        Raises:
            RefusedError: if there are too many already, or none for this host.
        """
        account = await self.account(own)
        with database_asked():
            known = await self.store.passkeys(own.account)
        if len(known) >= CAPS["passkeys"].most:     # before the owner touches a key in vain
            raise _too_many_passkeys()
        return self._passkeys.ask_new(host, account.id, account.name, known)

    async def add_passkey(self, own: Fresh, origin: str, ticket: str,
                          credential: dict[str, Any], label: str) -> None:
        """Take the passkey that a browser has made.

        Raises:
            RefusedError: if it is not sound, or there are too many already.
        """
        passkey, _ = self._passkeys.new(origin, ticket, credential, label_of(label), self._now())
        if passkey.account != own.account:
            raise RefusedError("bad", FAILED)
        with _kept():
            try:
                if not await self.store.add_passkey(passkey, CAPS["passkeys"].most,
                                                    own.digest):
                    raise _too_many_passkeys()
            except TakenError:
                raise RefusedError("bad", FAILED) from None

    async def drop_passkey(self, own: Fresh, id: str) -> None:
        """Forget a passkey.

        Raises:
            RefusedError: if it is the last way to sign in.
        """
        with _kept():
            if not await self.store.drop_passkey(own.account, id, own.digest):
                raise RefusedError("bad", Sentence("this is your only way to sign in; add a "
                                                   "password or another passkey first"))

    async def delete(self, own: Fresh) -> None:
        """Delete an account and all that is its own; its games stay, without a name.

        Raises:
            RefusedError: if the session has ended meanwhile, or nothing can be written.
        """
        with _kept():
            await self.store.delete(own.account, of_account(own.account), self._now(),
                                    own.digest)
        self._sessions.clear()
        await self.access.dropped(own.account)
        self._hub.publish(Renamed(own.account))


    async def expire(self, before: int) -> None:
        """Delete a few accounts that were not used for long, and have nothing to lose.

        Args:
            before: when they were used last was earlier, in milliseconds since 1970.
        """
        for account in await self.store.idle(before, EXPIRING, self._now()):
            await self._remove(account, idle_since=before)

    async def remove_pupil(self, account: str) -> None:
        """Delete an account whose key is a card.

        Raises:
            RefusedError: if the database cannot be written.
        """
        with database_asked():
            known = await self.store.account(account)
        if known is not None and known.card:        # else a password has been set just now
            await self._remove(account, card=True)
            self.keys_changed()
            await self.access.dropped(account)

    async def _remove(self, account: str, **only: Any) -> None:
        who = of_account(account)
        await self._hub.settle(IdentityEnds(who, "gone"))
        with _kept(), contextlib.suppress(GoneError):   # another server, or its owner, was faster
            await self.store.delete(account, who, self._now(), **only)
            self._hub.publish(Renamed(account))
            self._hub.publish(PublicityChanged())
            with contextlib.suppress(RefusedError):     # what was opened between these two
                await self._hub.settle(IdentityEnds(who, "gone"))

    def keys_changed(self) -> None:
        """Sessions have ended in the database: look them up again."""
        self._sessions.clear()


def label_of(text: str) -> str:
    """What its owner calls a passkey or a device."""
    return tidy(text[:LETTERS]) or "Passkey"


@contextlib.contextmanager
def _kept() -> Iterator[None]:
    """Refuse what the database cannot write."""
    with database_asked(NOT_WRITTEN):
        yield


def _too_many_passkeys() -> RefusedError:
    return RefusedError("bad", Sentence("an account has {most} passkeys at most",
                                        most=CAPS["passkeys"].most))


def _taken(name: str) -> RefusedError:
    return RefusedError("not-now", Sentence("{name} is taken, or looks like a name that is",
                                            name=name))


def new_card() -> str:
    """The code of a card, such as abcde-fghjk-mnpqr."""
    return _new_code(CARD_GROUPS)


def _new_code(groups: int = CODE_GROUPS) -> str:
    """A recovery code, such as abcde-fghjk-mnpqr-stuvw."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
                    for _ in range(groups))


def _code(typed: str) -> str:
    """A code as it was issued, however it is typed."""
    letters = "".join(letter for letter in typed[:LETTERS].lower() if letter in ALPHABET)
    return "-".join(letters[start:start + CODE_LETTERS]
                    for start in range(0, len(letters), CODE_LETTERS))
