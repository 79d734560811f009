"""Accounts as the rest of the server knows them, whatever keeps them."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ...wire.words import Scope
from ..store.contract import StoreError
from .absences import AbsenceStore
from .account_names import Called
from .blocks import BlockStore
from .bots import BotStore
from .challenges import ChallengeStore
from .chat import ChatStore
from .follows import FollowStore
from .mail import ContactStore
from .moderation import ModerationStore
from .notices import NoticeStore
from .public_games import PublicGames
from .push import PushStore
from .ratings import RatingStore

Outcome = Literal["won", "lost", "drawn", "none"]


class TakenError(StoreError):
    """What has to be the only one of its kind is there already: a name, one that looks like it, a
    passkey.  Where nobody expects that, two did the same at once, and one of them may try again.
    """


@dataclass(frozen=True, slots=True)
class Account:
    """An account.

    Attributes:
        id: which never changes, and is told to nobody.
        name: under which others know it.
        created: when, in milliseconds since 1970.
        password: what `Passwords` keeps of it; None if there is none.
        bot: whether it is one.
        public: whether its games may be studied by everybody.
        seen: whether those who follow it may see that it is here.
        chats: whether it reads and writes free text in games.
    """

    id: str
    name: str
    created: int
    password: str | None = None
    bot: bool = False
    public: bool = False
    seen: bool = True
    chats: bool = False


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key that a device of somebody keeps.

    Attributes:
        id: as browsers write it.
        account: whose it is.
        public_key: in COSE's format.
        uses: how often it was used, as far as the device counts.
        label: by which its owner knows it.
        created: when, in milliseconds since 1970.
    """

    id: str
    account: str
    public_key: bytes
    uses: int
    label: str
    created: int


@dataclass(frozen=True, slots=True)
class Session:
    """A device on which somebody is signed in.

    Attributes:
        digest: of the secret in its cookie.
        account: whose it is.
        device: what it is, as far as its browser says.
        created: when he signed in, in milliseconds since 1970.
        used: when it was last seen, about.
    """

    digest: str
    account: str
    device: str
    created: int
    used: int

    @property
    def name(self) -> str:
        """What it is called where it is told: its secret does not follow from that."""
        return self.digest[:16]


@dataclass(frozen=True, slots=True)
class Token:
    """What a program may do in the name of an account.

    Attributes:
        digest: of the secret that it shows.
        account: whose it is.
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
        """What it is called where it is told: its secret does not follow from that."""
        return self.digest[:16]


@dataclass(frozen=True, slots=True)
class Seated:
    """A game in which somebody has a seat.

    Attributes:
        game: its id.
        colour: which seat.
        rules: of which game.
        began, ended: when, in milliseconds since 1970; None while it goes on.
        outcome: how it ended for him; "none" if it does not count.
        against: the identity of the opponent, if it is known.
        speed: how fast it is; None without clocks.
        rated: whether it counts for ratings.
    """

    game: str
    colour: str
    rules: str
    began: int
    ended: int | None
    outcome: Outcome | None
    against: str | None
    speed: str | None = None
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of somebody are looked for: only those that are so; None for any.

    Attributes:
        rules, speed, outcome: by which rules, how fast, and how they ended for him.
        rated: whether they count for ratings.
        against: the identity of the opponent.
    """

    rules: str | None = None
    speed: str | None = None
    outcome: Outcome | None = None
    rated: bool | None = None
    against: str | None = None


ANY_GAME = Wanted()


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who has just signed in.

    Attributes:
        account: to which account.
        token: the secret of his session, for a cookie.
        codes: new recovery codes, which are told only now.
    """

    account: Account
    token: str
    codes: list[str]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for what.

    Attributes:
        payer: for whom limits count.
        guest: the id of the guest whose cookie he has, or None.
        device: what his browser says that it is.
        session: the one that he has already, or None.
    """

    payer: str
    guest: str | None
    device: str
    session: Session | None


class CalendarStore(Protocol):
    """Where the digests of the secrets of calendars are kept, one for an account.

    All calls raise StoreError or OSError if the database does not respond.
    """

    async def set(self, account: str, digest: str | None) -> None:
        """Replace the secret of an account, or forget it."""
        ...

    async def has(self, account: str) -> bool:
        """Whether an account has one."""
        ...

    async def account(self, digest: str) -> str | None:
        """Whose calendar a secret leads to."""
        ...


class People(Protocol):
    """Where accounts are kept.  Each call is done completely or not at all.

    All calls raise StoreError or OSError if the database does not respond.
    """

    @property
    def ratings(self) -> RatingStore:
        """What they are rated."""
        ...

    @property
    def bots(self) -> BotStore:
        """Those among them, and what is told of their games."""
        ...

    @property
    def public_games(self) -> PublicGames:
        """What was played in games that may be studied by everybody."""
        ...

    @property
    def blocks(self) -> BlockStore:
        """Who blocks whom."""
        ...

    @property
    def absences(self) -> AbsenceStore:
        """When accounts are away."""
        ...

    @property
    def calendars(self) -> CalendarStore:
        """Their secret addresses."""
        ...

    @property
    def follows(self) -> FollowStore:
        """Who follows whom."""
        ...

    @property
    def chat(self) -> ChatStore:
        """What players say to each other."""
        ...

    @property
    def challenges(self) -> ChallengeStore:
        """Who has challenged whom."""
        ...

    @property
    def contacts(self) -> ContactStore:
        """Their mail addresses."""
        ...

    @property
    def notices(self) -> NoticeStore:
        """What is to be told to them."""
        ...

    @property
    def push(self) -> PushStore:
        """Which of their devices get them."""
        ...

    @property
    def moderation(self) -> ModerationStore:
        """Who has reported whom, and what was done."""
        ...

    async def names(self, accounts: Sequence[str]) -> dict[str, Called]:
        """The names of accounts by their ids; those that are gone are left out."""
        ...

    async def add(self, account: Account, likeness: str, passkey: Passkey | None,
                  codes: Sequence[str]) -> None:
        """A new account, with a passkey or the digests of recovery codes.

        Raises:
            TakenError: if the name or the passkey is taken.
        """
        ...

    async def account(self, id: str) -> Account | None:
        """The account of an id."""
        ...

    async def named(self, likeness: str) -> Account | None:
        """The account whose name looks like this one."""
        ...

    async def rename(self, account: str, name: str, likeness: str, session: str | None = None
                     ) -> bool:
        """Give an account another name; False if a moderator has taken that one away.

        Raises:
            TakenError: if somebody has it.
        """
        ...

    async def set_privacy(self, account: str, *, seen: bool, chats: bool) -> None:
        """What an account lets others see and write."""
        ...

    async def set_password(self, account: str, password: str, *, before: str | None = None,
                           code: str | None = None, session: str | None = None) -> bool:
        """Replace what is kept of a password, and end all sessions but one, and all tokens.

        Args:
            account: its id.
            password: what is kept from now on.
            before: only if this is still kept; None for whatever it is.
            code: only if this is a recovery code of the account, which is used up; None for none.
            session: only if this one has not ended, which goes on; None for none.

        Returns:
            Whether it was replaced; if not, nothing has changed.
        """
        ...

    async def set_codes(self, account: str, codes: Sequence[str], session: str | None = None
                        ) -> None:
        """Replace all recovery codes, which are told by their digests."""
        ...

    async def codes(self, account: str) -> int:
        """How many recovery codes are left."""
        ...

    async def add_passkey(self, passkey: Passkey, session: str | None = None) -> None:
        """One more.

        Raises:
            TakenError: if somebody has it.
        """
        ...

    async def passkey(self, id: str) -> Passkey | None:
        """The passkey of an id."""
        ...

    async def passkeys(self, account: str) -> list[Passkey]:
        """Those of an account, the oldest first."""
        ...

    async def passkey_used(self, id: str, uses: int) -> None:
        """Note how often one was used."""
        ...

    async def drop_passkey(self, account: str, id: str, session: str | None = None) -> bool:
        """Forget a passkey of an account; False if nobody could sign in any more without it."""
        ...

    async def open(self, session: Session, password: str | None = None) -> bool:
        """Somebody signs in; of his sessions only so many of the newest stay.

        Args:
            session: that begins.
            password: what was kept of the password that he gave; None if he gave none.

        Returns:
            Whether the account still has that password; if not, nothing is changed.
        """
        ...

    async def session(self, digest: str) -> Session | None:
        """The session of a cookie."""
        ...

    async def alive(self, digests: Sequence[str], now: int) -> set[str]:
        """Which of some sessions and tokens have not ended."""
        ...

    async def add_token(self, token: Token, session: str | None = None) -> None:
        """One more."""
        ...

    async def token(self, digest: str) -> Token | None:
        """The token of a secret, also one that has ended."""
        ...

    async def tokens(self, account: str) -> list[Token]:
        """Those of an account, the newest first."""
        ...

    async def token_used(self, digest: str, used: int) -> None:
        """Note when one was last seen."""
        ...

    async def drop_tokens(self, account: str, id: str | None = None) -> None:
        """Forget a token of an account, or all of them."""
        ...

    async def sessions(self, account: str) -> list[Session]:
        """Those of an account, the newest first."""
        ...

    async def session_used(self, digest: str, used: int) -> None:
        """Note when one was last seen."""
        ...

    async def close(self, account: str, digest: str | None, but: str = "") -> None:
        """End one session of an account, or all but one."""
        ...

    async def claim(self, guest: str, account: str) -> int:
        """Give the games of one identity to another; returns how many seats these were."""
        ...

    async def set_public(self, account: str, who: str, public: bool) -> None:
        """Say whether the games of an account that end from now on may be public; if not, those
        that have ended are public no more.
        """
        ...

    async def delete(self, account: str, who: str, session: str | None = None) -> None:
        """Delete an account with all that is its own; its games stay, nameless."""
        ...

    async def games(self, who: str, *, ended: bool, before: tuple[int, str] | None, most: int,
                    wanted: Wanted = ANY_GAME) -> list[Seated]:
        """Games of an identity, the newest first.

        Args:
            who: whose.
            ended: those that have ended, or those that go on.
            before: the time and the id of the last one that is known; then those before it.
            most: how many.
            wanted: only such games.
        """
        ...

    async def tally(self, who: str) -> Mapping[str, Mapping[str, int]]:
        """How many games of an identity have ended how, by rules and outcome."""
        ...

    async def document(self, account: str) -> tuple[int, str]:
        """What devices of an account keep there: its version and text; (0, "") for nothing."""
        ...

    async def set_document(self, account: str, version: int, text: str) -> bool:
        """Replace it by its next version; False if there is that version already."""
        ...
