"""Proofs of rights: seats have signed tokens, and guests a signed cookie.

Both are signed with a secret that is stored (database/private.py), so they survive a restart.  It
holds keys, of which the newest signs and all check, and says which seats have been given a new
token, so that the earlier ones are none any more.
"""
from __future__ import annotations

import functools
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from itsdangerous import BadSignature, Signer, TimestampSigner

from ...wire.words import COLOURS, Colour
from ..ops.sharing import TreePath

AnySigner = TypeVar("AnySigner", bound=Signer)
COOKIE = "eckstein_guest"
COOKIE_SECONDS = 5 * 365 * 24 * 3600
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LETTERS = 10
KNOWN_AFTER = timedelta(days=1)     # from when on a device stands apart from strangers
KEPT_TOKENS = 10_000        # checked before, and not calculated again
REPLACED = re.compile(r"(\w+\.[wb]) (\d+)")     # a seat, and how often its token was replaced


def new_id() -> str:
    """An id that cannot be guessed, without letters that look alike."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LETTERS))


@dataclass(frozen=True, slots=True)
class Secret:
    """What tokens are signed with.

    Attributes:
        keys: secret texts of at least 32 letters each, the newest last.
        replaced: by seat, such as `abcdefghjk.w`, how often its token was replaced.
    """

    keys: tuple[str, ...]
    replaced: Mapping[str, int]

    @classmethod
    def read(cls, text: str) -> Secret:
        """A secret from its text, which has a line for each key and each seat."""
        lines = [line for line in text.splitlines() if line]
        seats = [found for line in lines if (found := REPLACED.fullmatch(line))]
        return cls(tuple(line for line in lines if not REPLACED.fullmatch(line)),
                   {found[1]: int(found[2]) for found in seats})

    def __str__(self) -> str:
        return "\n".join([*self.keys, *(f"{seat} {times}" for seat, times in
                                        self.replaced.items())])

    def rotated(self, key: str, keep: int | None) -> Secret:
        """The same with a new key, and of all keys only so many of the newest."""
        return Secret((*self.keys, key)[-keep if keep else 0:], self.replaced)

    def revoked(self, game: str, colour: Colour) -> Secret:
        """The same where the seat has a new token."""
        seat = _seat(game, colour)
        return Secret(self.keys, {**self.replaced, seat: self.replaced.get(seat, 0) + 1})


class Tokens:
    """Signs and checks.

    Args:
        secret: the text of a `Secret`.

    Attributes:
        kinds: of what it signs.
        tickets: signs what is to come back within some time.
    """

    def __init__(self, secret: str) -> None:
        self._secret, self.kinds = Secret.read(secret), set[str]()
        self._use(self._secret.keys)
        self.colour = functools.lru_cache(KEPT_TOKENS)(self._colour)
        self.alias = functools.lru_cache(KEPT_TOKENS)(self._payer_alias)

    def _use(self, keys: tuple[str, ...]) -> None:
        """Check by these keys, and sign by the last."""
        self._keys = keys
        self._seats = self._signer(Signer, "seat")
        self._organisers = self._signer(Signer, "organiser")
        self._invitations = self._signer(Signer, "invitation")
        self._guests = self._signer(Signer, "guest")
        self._writers = self._signer(Signer, "study")
        self._devices = self._signer(TimestampSigner, "device")
        self._mails = self._signer(TimestampSigner, "mail")
        self.tickets = self._signer(TimestampSigner, "ticket")

    def _signer(self, signer: type[AnySigner], kind: str) -> AnySigner:
        """What signs one kind of texts."""
        self.kinds.add(kind)
        return signer(self._keys, salt=kind, key_derivation="hmac")

    def learn(self, secret: str) -> set[str]:
        """Go on with another secret, which an operator has changed.

        What a new key has signed is accepted at once, but it signs only when it is learned again,
        so that other servers know it by then.

        Returns:
            The games in which a seat has a new token.
        """
        before, self._secret = self._secret, Secret.read(secret)
        known = tuple(key for key in self._secret.keys if key in self._keys)
        order = (*(key for key in self._secret.keys if key not in known), *known)
        if self._secret == before and order == self._keys:
            return set()
        self._use(order)
        self.colour.cache_clear()
        self.alias.cache_clear()
        return {seat.partition(".")[0] for seat, times in self._secret.replaced.items()
                if before.replaced.get(seat) != times}

    def game_of(self, name: str) -> str:
        """The id of the game that a client creates under a name: the same for the same name."""
        return _alias(self._secret.keys[0], f"game {name}")

    def tournament_of(self, key: str) -> str:
        """The id of the tournament that a client makes under a key: the same for the same key."""
        return _alias(self._secret.keys[0], f"tournament {key}")

    def seek_of(self, key: str) -> str:
        """The id of the open challenge that a client posts under a key: the same for the same key.
        """
        return _alias(self._secret.keys[0], f"seek {key}")

    def challenge_of(self, who: str, key: str) -> str:
        """The id of the challenge that an identity makes under a key: the same for the same key."""
        return _alias(self._secret.keys[0], f"challenge {who} {key}")

    def secret_for(self, purpose: str) -> bytes:
        """64 secret bytes: the same for the same purpose, as long as the oldest key stays."""
        return hmac.new(self._secret.keys[0].encode(), purpose.encode(), hashlib.sha512).digest()

    def mail_key(self, text: str) -> str:
        """The key of a link in a mail, which tells its text and cannot be made up."""
        return self._mails.sign(text).decode()

    def signed_in_mail(self, key: str, seconds: int | None = None) -> str | None:
        """The text of the key of a link; None if it is none, or older than so many seconds."""
        try:
            return self._mails.unsign(key, seconds).decode()
        except (BadSignature, UnicodeError):
            return None

    def _payer_alias(self, payer: str) -> str:
        """What stands for a payer, without showing the address."""
        return _alias(self._keys[-1], f"payer {payer}")

    def veiled(self, path: TreePath) -> TreePath:
        """What stands for the branches of a path, without showing addresses."""
        return (*path[:1], *map(self.alias, path[1:]))

    def seat(self, game: str, colour: Colour) -> str:
        """The token of a seat, the same until it is replaced or keys change."""
        return self._seats.sign(self._named(game, colour)).decode()

    def organiser(self, tournament: str) -> str:
        """What gives the rights of the organiser of a tournament."""
        return self._organisers.sign(tournament).decode()

    def organises(self, tournament: str, key: str) -> bool:
        """Whether a key gives the rights of the organiser of this tournament."""
        try:
            return self._organisers.unsign(key).decode() == tournament
        except (BadSignature, UnicodeError):
            return False

    def invitation(self, tournament: str) -> str:
        """What an organiser gives to players that are to have a place."""
        return self._invitations.get_signature(tournament).decode()

    def invites(self, tournament: str, key: str) -> bool:
        """Whether a key is the invitation to this tournament."""
        return self._invitations.verify_signature(tournament, key)

    def _named(self, game: str, colour: Colour) -> str:
        seat = _seat(game, colour)
        times = self._secret.replaced.get(seat)
        return seat if times is None else f"{seat}.{times}"

    def _colour(self, game: str, token: str) -> Colour | None:
        """Which seat of this game a token is for, or None."""
        try:
            named = self._seats.unsign(token).decode()
        except (BadSignature, UnicodeError):
            return None
        return next((colour for colour in COLOURS if named == self._named(game, colour)), None)

    def writer(self, study: str) -> str:
        """What lets its holder write a shared study."""
        return self._writers.get_signature(study).decode()

    def writes(self, study: str, key: str) -> bool:
        """Whether a key lets its holder write a study."""
        return self._writers.verify_signature(study, key)

    def new_guest(self) -> str:
        """A cookie for a new guest."""
        return self._guests.sign(new_id()).decode()

    def new_device(self, account: str) -> str:
        """A cookie for a device on which the owner of an account has signed in."""
        return self._devices.sign(account).decode()

    def device(self, cookie: str | None, *, known: bool = False) -> str | None:
        """The account that has signed in on the device of a cookie, or None.

        Args:
            cookie: from `new_device`.
            known: whether it has to be a day old, so that no crowd of new accounts is known.
        """
        try:
            account, signed = self._devices.unsign(cookie or "", return_timestamp=True)
        except (BadSignature, UnicodeError):
            return None
        young = datetime.now(UTC) - signed < KNOWN_AFTER
        return None if known and young else str(account.decode())

    def guest(self, cookie: str | None) -> str | None:
        """The id of the guest that a cookie belongs to; None if it is not valid."""
        try:
            return self._guests.unsign(cookie or "").decode()
        except (BadSignature, UnicodeError):
            return None


def _seat(game: str, colour: Colour) -> str:
    """What a seat is called."""
    return f"{game}.{colour[0]}"


def _alias(key: str, text: str) -> str:
    digest = hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:ID_LETTERS])


def link_to(game: str, token: str) -> str:
    """The page of a game with a seat, without the address of the server."""
    return f"/game/{game}#{token}"


def guest_name(guest: str | None) -> str:
    """The name of a guest that has chosen none."""
    if guest is None:
        return "Guest"
    number = 0
    for letter in guest:
        number = number * len(ALPHABET) + ALPHABET.find(letter) + 1
    return f"Guest {number % 9000 + 1000}"
