"""Accounts: how somebody gets one, signs in and out, and gets rid of it."""
from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from ...base.sentence import Sentence
from ...wire.words import Scope
from ..game.identity import of_account, of_guest
from ..game.rulings import RefusedError, TooFastError
from ..game.tokens import ALPHABET, Tokens, new_id
from ..ops.limits import Buckets, Hits
from ..store.contract import NOT_WRITTEN, database_asked, signed_out
from ..work.contract import Work
from .access import Access
from .account_names import Names
from .contract import Account, Entry, Passkey, People, Session, TakenError, Token, Visitor
from .history import Histories
from .names import tidy
from .naming import UnfitNameError, check_name, likeness
from .passkeys import FAILED, Asked, Passkeys
from .passwords import Passwords
from .remembered import SEEN, Remembered, digest_of
from .standings import Standings

CODES, CODE_GROUPS, CODE_LETTERS = 8, 4, 5          # 98 bits each
FRESH = 15 * 60_000         # milliseconds after signing in, in which one may change how
PASSKEYS = 20               # of one account
DEVICE = 80                 # letters of what a device is called
# A second, and at once: new accounts of one payer, tries to sign in of one, and to one account.
NEW, NEW_AT_ONCE = 1 / 120, 5.0
TRIES, TRIES_AT_ONCE = 1 / 10, 20.0
OF_ONE, OF_ONE_AT_ONCE = 1 / 30, 10.0
TOO_OFTEN = Sentence("too many tries to sign in; wait a minute")
WRONG = Sentence("there is no account of this name and password")
WRONG_CODE = Sentence("there is no account of this name with this recovery code")


class Accounts:
    """All accounts.

    Args:
        people: where they are kept.
        tokens: who signs.
        names: what accounts are called in games.
        now: the time, in milliseconds since 1970.
        hits: is told of limits that are hit.
        work: where passwords are checked.

    Attributes:
        histories: which games people have played.
        standings: what they are rated.
        access: their tokens.
        passwords: how they are checked.
        password_set: is told of each account whose password was set.
    """

    def __init__(self, people: People, tokens: Tokens, names: Names, now: Callable[[], int],
                 hits: Hits, work: Work) -> None:
        self.people, self._names, self._now = people, names, now
        names.holder = self._holder
        self.histories = Histories(people, names)
        self.standings = Standings(people.ratings, names, now)
        self.passwords, self._passkeys = Passwords(work), Passkeys(tokens)
        self._new = Buckets(NEW, NEW_AT_ONCE, hits.of("accounts"))
        self._tries = Buckets(TRIES, TRIES_AT_ONCE, hits.of("sign-ins"))
        self._of_one = Buckets(OF_ONE, OF_ONE_AT_ONCE)
        self._sessions = Remembered(self._look_up, now)
        self.access = Access(people, now)
        self.password_set: Callable[[str], Awaitable[None]] = _nobody_is_told

    async def get_ready(self) -> None:
        """Learn what letters look like, which takes a moment, before anybody asks."""
        await asyncio.to_thread(likeness, "")

    # Who is there.

    async def session(self, token: str | None) -> Session | None:
        """The session of a cookie.

        Raises:
            RefusedError: if the database does not respond.
        """
        return await self._sessions.of(digest_of(token)) if token else None

    async def _look_up(self, digest: str) -> Session | None:
        session, now = await self.people.session(digest), self._now()
        if session is not None and now - session.used > SEEN:
            await self.people.session_used(digest, now)
        return session

    async def account(self, session: Session | Token | None) -> Account:
        """The account of a session, or of a token.

        Raises:
            RefusedError: if nobody is signed in.
        """
        if session is not None:
            with database_asked():
                account = await self.people.account(session.account)
            if account is not None:
                return account
        raise signed_out()

    async def fresh(self, session: Session | None) -> Session:
        """The session of somebody who has signed in just now, unless it has ended since, be it at
        another server.

        What is written by it looks once more whether it has (`GoneError`).

        Raises:
            RefusedError: if nobody has.
        """
        with database_asked():
            if session is None or await self.people.session(session.digest) is None:
                raise signed_out()
        if self._now() - session.created > FRESH:
            raise RefusedError("not-yours", Sentence("sign in once more, since this changes how "
                                                     "you sign in"), "sign-in-again")
        return session

    async def find(self, name: str) -> Account | None:
        """The account of a name, or of one that looks like it.

        Raises:
            RefusedError: if the database does not respond.
        """
        with database_asked():
            return await self.people.named(likeness(name))

    async def _holder(self, name: str) -> str | None:
        """See `Names`."""
        found = await self.find(name[:DEVICE])
        return None if found is None else found.id

    # Becoming somebody.

    async def create(self, name: str, password: str, visitor: Visitor) -> Entry:
        """A new account with a password.

        Raises:
            RefusedError: if the name or the password will not do, or too many are made.
        """
        name = await self._free(name)
        kept = await self.passwords.kept(password, visitor.payer)
        return await self._created(Account(new_id(), name, self._now(), kept), None, visitor)

    async def ask_for_account(self, name: str, host: str) -> Asked:
        """Ask the browser for a passkey by which a new account is made.

        Raises:
            RefusedError: if the name will not do, or there are no passkeys here.
        """
        name = await self._free(name)
        return self._passkeys.ask_new(host, new_id(), name, [])

    async def create_with_passkey(self, origin: str, ticket: str, credential: dict[str, Any],
                                  visitor: Visitor) -> Entry:
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
            if await self.people.named(likeness(name)) is not None:
                raise _taken(name)
        return name

    async def _created(self, account: Account, passkey: Passkey | None, visitor: Visitor) -> Entry:
        if not self._new.take(visitor.payer):
            raise TooFastError(Sentence("too many accounts are made from here; wait a few minutes"),
                               self._new.retry_after(visitor.payer))
        codes = [_new_code() for _ in range(CODES)]
        with _kept():
            try:
                await self.people.add(account, likeness(account.name), passkey,
                                      list(map(digest_of, codes)))
            except TakenError:
                raise _taken(account.name) from None
        return await self._enter(account, visitor, codes, take_along=True)

    # Signing in and out.

    async def sign_in(self, name: str, password: str, visitor: Visitor, *, take_along: bool
                      ) -> Entry:
        """Sign in with a password.

        Args:
            name: of the account, or one that looks like it.
            password: its password.
            visitor: who it is.
            take_along: whether the account gets the games that he has played as a guest.

        Raises:
            RefusedError: if there is no such account, in the same words and the same time if
                only the password is wrong; or after too many tries.
        """
        like = self._tried(name, visitor)
        with database_asked():
            account = await self.people.named(like)
        kept = None if account is None else account.password
        fits = await self.passwords.fits(password, kept, visitor.payer)
        if not fits or account is None or kept is None:
            raise RefusedError("not-yours", WRONG)
        return await self._enter(account, visitor, [], take_along=take_along, password=kept)

    async def recover(self, name: str, code: str, password: str, visitor: Visitor) -> Entry:
        """Use up a recovery code, which replaces the password.

        Raises:
            RefusedError: as by `sign_in`, or if the new password will not do.
        """
        like = self._tried(name, visitor)
        with database_asked():
            account = await self.people.named(like)
        kept = await self.passwords.kept(password, visitor.payer)
        entry = await self.begin_anew(account, kept, visitor, code=digest_of(_code(code)))
        if entry is None:
            raise RefusedError("not-yours", WRONG_CODE)
        return entry

    async def begin_anew(self, account: Account | None, kept: str, visitor: Visitor, *,
                         before: str | None = None, code: str | None = None) -> Entry | None:
        """Set a password without the one before, and sign in: all others are out.

        Args:
            account: whose; if there is none, that takes as long.
            kept: what is kept of it.
            visitor: who sets it.
            before, code: what he shows instead; see `People.set_password`.

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
            if not await self.people.set_password(account, kept, before=before, code=code,
                                                  session=session):
                return False
        self._sessions.clear()
        self.access.forget()
        await self.password_set(account)
        return True

    def ask_who(self, host: str) -> Asked:
        """Ask the browser for one of its passkeys.

        Raises:
            RefusedError: if there are none for this host.
        """
        return self._passkeys.ask(host)

    async def sign_in_with_passkey(self, origin: str, ticket: str, credential: dict[str, Any],
                                   visitor: Visitor, *, take_along: bool) -> Entry:
        """Sign in with the passkey that a browser answers with.

        Raises:
            RefusedError: if it is unknown here, or not sound.
        """
        self._pay(visitor)
        id = credential.get("id")
        with database_asked():
            known = await self.people.passkey(id) if isinstance(id, str) else None
            account = None if known is None else await self.people.account(known.account)
        if known is None or account is None:
            raise RefusedError("not-yours", Sentence("this passkey belongs to no account here"))
        uses = self._passkeys.check(origin, ticket, credential, known)
        with _kept():
            await self.people.passkey_used(known.id, uses)
        return await self._enter(account, visitor, [], take_along=take_along)

    def _tried(self, name: str, visitor: Visitor) -> str:
        """The likeness of a name to which somebody wants to sign in.

        Raises:
            RefusedError: after too many tries of his, or of others to the same name.
        """
        self._pay(visitor)
        like = likeness(name[:DEVICE])
        if not self._of_one.take(f"name {like}"):
            raise TooFastError(TOO_OFTEN, self._of_one.retry_after(f"name {like}"))
        return like

    def _pay(self, visitor: Visitor) -> None:
        if not self._tries.take(visitor.payer):
            raise TooFastError(TOO_OFTEN, self._tries.retry_after(visitor.payer))

    async def _enter(self, account: Account, visitor: Visitor, codes: list[str], *,
                     take_along: bool, password: str | None = None) -> Entry:
        token, now = secrets.token_urlsafe(32), self._now()
        with _kept():
            session = Session(digest_of(token), account.id, visitor.device, now, now)
            if not await self.people.open(session, password):   # another one has been set just now
                raise RefusedError("not-yours", WRONG)
            if visitor.session is not None:
                await self.people.push.carry(account.id, visitor.session.name, session.name)
                await self._close(visitor.session.account, visitor.session.digest)
            if take_along and visitor.guest is not None:
                await self.people.claim(of_guest(visitor.guest), of_account(account.id))
        return Entry(account, token, codes)

    async def sign_out(self, session: Session, device: str | None = None, *,
                       everywhere: bool = False) -> None:
        """End this session, another one by its name, or all but this one.

        Raises:
            RefusedError: if the database cannot be written.
        """
        with _kept():
            if everywhere:
                await self.people.close(session.account, None, but=session.digest)
                self._sessions.clear()
            else:
                for own in await self.people.sessions(session.account):
                    if own.digest == session.digest if device is None else (
                            device == own.name):
                        await self._close(session.account, own.digest)

    async def _close(self, account: str, digest: str) -> None:
        await self.people.close(account, digest)
        self._sessions.forget(digest)

    # Changes.

    async def rename(self, session: Session | None, name: str) -> None:
        """Call an account otherwise.

        Raises:
            RefusedError: if the name will not do.
        """
        own = await self.fresh(session)
        try:
            name = check_name(name)
        except UnfitNameError as error:
            raise RefusedError("bad", error.args[0]) from None
        with _kept():
            try:
                if not await self.people.rename(own.account, name, likeness(name), own.digest):
                    raise RefusedError("bad", Sentence("a moderator has taken this name away"))
            except TakenError:
                raise _taken(name) from None
        self.called_anew(own.account)

    def called_anew(self, account: str) -> None:
        """An account is called otherwise, or has become a bot."""
        self._names.forget(account)

    async def set_password(self, session: Session | None, password: str) -> None:
        """Have another password; all other devices are signed out, and no token works any more.

        Raises:
            RefusedError: if it will not do.
        """
        own = await self.fresh(session)
        kept = await self.passwords.kept(password, own.account)
        if not await self._replace(own.account, kept, session=own.digest):
            raise signed_out()

    async def new_codes(self, session: Session | None) -> list[str]:
        """New recovery codes, in place of all before.

        Raises:
            RefusedError: if nobody has signed in just now.
        """
        own = await self.fresh(session)
        codes = [_new_code() for _ in range(CODES)]
        with _kept():
            await self.people.set_codes(own.account, list(map(digest_of, codes)), own.digest)
        return codes

    async def new_token(self, session: Session | None, name: str, scopes: Sequence[Scope],
                        days: int | None) -> str:
        """A token, whose secret is told only now.

        Raises:
            RefusedError: if nobody has signed in just now, or there are too many.
        """
        return await self.access.make(await self.fresh(session), name, scopes, days)

    async def ask_for_passkey(self, session: Session | None, host: str) -> Asked:
        """Ask the browser for one more passkey.

        Raises:
            RefusedError: if there are too many already, or none for this host.
        """
        account = await self.account(session)
        with database_asked():
            known = await self.people.passkeys((await self.fresh(session)).account)
        if len(known) >= PASSKEYS:
            raise RefusedError("bad", Sentence("an account has {most} passkeys at most",
                                               most=PASSKEYS))
        return self._passkeys.ask_new(host, account.id, account.name, known)

    async def add_passkey(self, session: Session | None, origin: str, ticket: str,
                          credential: dict[str, Any], label: str) -> None:
        """Take the passkey that a browser has made.

        Raises:
            RefusedError: if it is not sound.
        """
        own = await self.fresh(session)
        passkey, _ = self._passkeys.new(origin, ticket, credential, label_of(label), self._now())
        if passkey.account != own.account:
            raise RefusedError("bad", FAILED)
        with _kept():
            try:
                await self.people.add_passkey(passkey, own.digest)
            except TakenError:
                raise RefusedError("bad", FAILED) from None

    async def drop_passkey(self, session: Session | None, id: str) -> None:
        """Forget a passkey.

        Raises:
            RefusedError: if nobody could sign in any more without it.
        """
        own = await self.fresh(session)
        with _kept():
            if not await self.people.drop_passkey(own.account, id, own.digest):
                raise RefusedError("bad", Sentence("this is your only way to sign in; add a "
                                                   "password or another passkey first"))

    async def delete(self, session: Session | None) -> None:
        """Delete an account and all that is its own; its games stay, without a name.

        Raises:
            RefusedError: if nobody has signed in just now.
        """
        own = await self.fresh(session)
        with _kept():
            await self.people.delete(own.account, of_account(own.account), own.digest)
        self._sessions.clear()
        self.access.forget()
        self._names.forget(own.account)


async def _nobody_is_told(account: str) -> None:
    """No mail is sent here."""


def label_of(text: str) -> str:
    """What somebody calls a passkey or a device."""
    return tidy(text[:DEVICE]) or "Passkey"


@contextlib.contextmanager
def _kept() -> Iterator[None]:
    """Refuse what the database cannot write."""
    with database_asked(NOT_WRITTEN):
        yield


def _taken(name: str) -> RefusedError:
    return RefusedError("not-now", Sentence("{name} is taken, or looks like a name that is",
                                            name=name))


def _new_code() -> str:
    """A recovery code, such as abcde-fghjk-mnpqr-stuvw."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
                    for _ in range(CODE_GROUPS))


def _code(typed: str) -> str:
    """A recovery code as it was told, however it is typed."""
    letters = "".join(letter for letter in typed[:DEVICE].lower() if letter in ALPHABET)
    return "-".join(letters[start:start + CODE_LETTERS]
                    for start in range(0, len(letters), CODE_LETTERS))
