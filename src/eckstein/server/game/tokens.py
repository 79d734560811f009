"""Who may do what: seats have signed tokens, and guests a signed cookie.

Both are signed with a secret that is kept (machine/private.py), so they survive a restart.
"""
import functools
import hashlib
import hmac
import secrets

from itsdangerous import BadSignature, Signer

from ...wire.words import COLOURS, Colour

COOKIE = "eckstein_guest"
COOKIE_SECONDS = 5 * 365 * 24 * 3600
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LETTERS = 10
KEPT_TOKENS = 10_000        # checked before, and not calculated again


def new_id() -> str:
    """An id that nobody guesses, without letters that look alike."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LETTERS))


class Tokens:
    """Signs and checks.

    Args:
        secret: at least 32 bytes that nobody else knows.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._seats = Signer(secret, salt="seat", key_derivation="hmac")
        self.colour = functools.lru_cache(KEPT_TOKENS)(self._colour)
        self._guests = Signer(secret, salt="guest", key_derivation="hmac")

    def game_of(self, name: str) -> str:
        """The id of the game that somebody creates under a name: the same for the same name."""
        return self._alias(f"game {name}")

    def payer(self, address: str) -> str:
        """What stands for an address, and does not tell it."""
        return self._alias(f"payer {address}")

    def _alias(self, text: str) -> str:
        digest = hmac.new(self._secret, text.encode(), hashlib.sha256).digest()
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:ID_LETTERS])

    def seat(self, game: str, colour: Colour) -> str:
        """The token of a seat, always the same."""
        return self._seats.sign(f"{game}.{colour[0]}").decode()

    def _colour(self, game: str, token: str) -> Colour | None:
        """Which seat of this game a token is for, or None."""
        try:
            named = self._seats.unsign(token).decode()
        except (BadSignature, UnicodeError):
            return None
        return next((colour for colour in COLOURS if named == f"{game}.{colour[0]}"), None)

    def new_guest(self) -> str:
        """A cookie for somebody new."""
        return self._guests.sign(new_id()).decode()

    def guest(self, cookie: str | None) -> str | None:
        """Whose cookie this is, or None."""
        try:
            return self._guests.unsign(cookie or "").decode()
        except (BadSignature, UnicodeError):
            return None


def guest_name(guest: str | None) -> str:
    """How a guest is called until he says otherwise."""
    if guest is None:
        return "Guest"
    number = 0
    for letter in guest:
        number = number * len(ALPHABET) + ALPHABET.find(letter) + 1
    return f"Guest {number % 9000 + 1000}"
