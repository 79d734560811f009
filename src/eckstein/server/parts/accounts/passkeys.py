"""Passkeys: what browsers are asked, and what their answers are worth."""
from __future__ import annotations

import ipaddress
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
import webauthn
from itsdangerous import BadSignature
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ....base.sentence import Sentence
from ...game.rulings import RefusedError
from ...game.tokens import Tokens
from .store import Passkey

SECONDS = 300               # for an answer
USED = 10_000               # challenges in mind that were answered
FAILED = Sentence("this passkey was not accepted; try again")
Purpose = Literal["register", "sign-in"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a browser.

    Attributes:
        options: as the browser takes it, in JSON.
        ticket: to be sent with the answer.
    """

    options: msgspec.Raw
    ticket: str


class Passkeys:
    """Asks and checks.  A question is signed and not stored; its answer counts once.

    Args:
        tokens: sign the questions.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._used: OrderedDict[str, None] = OrderedDict()

    def ask_new(self, host: str, user: str, name: str, known: list[Passkey]) -> Asked:
        """Ask for a new passkey.

        Args:
            host: that of the page.
            user: the id of the account.
            name: what it is called.
            known: those that it has.

        Raises:
            RefusedError: if there are none for this host.
        """
        challenge = secrets.token_bytes(32)
        options = webauthn.generate_registration_options(
            rp_id=_domain(host), rp_name="Eckstein", user_id=user.encode(), user_name=name,
            challenge=challenge, exclude_credentials=[
                PublicKeyCredentialDescriptor(base64url_to_bytes(one.id)) for one in known],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED))
        return self._asked("register", f"{user} {name}", challenge,
                           webauthn.options_to_json(options))

    def ask(self, host: str) -> Asked:
        """Ask the browser for one of its passkeys.

        Raises:
            RefusedError: if there are no passkeys for this host.
        """
        challenge = secrets.token_bytes(32)
        options = webauthn.generate_authentication_options(
            rp_id=_domain(host), challenge=challenge,
            user_verification=UserVerificationRequirement.REQUIRED)
        return self._asked("sign-in", "", challenge, webauthn.options_to_json(options))

    def new(self, origin: str, ticket: str, credential: dict[str, Any], label: str,
            now: int) -> tuple[Passkey, str]:
        """The passkey that a browser has made for the account that was asked for, and its name.

        Raises:
            RefusedError: if it is not sound.
        """
        told, challenge = self._answered("register", ticket)
        user, _, name = told.partition(" ")
        try:
            found = webauthn.verify_registration_response(
                credential=credential, expected_challenge=challenge,
                expected_rp_id=_domain(origin), expected_origin=origin,
                require_user_verification=True)
        except (WebAuthnException, ValueError, TypeError, KeyError):
            raise RefusedError("bad", FAILED) from None
        return Passkey(bytes_to_base64url(found.credential_id), user,
                       found.credential_public_key, found.sign_count, label, now), name

    def check(self, origin: str, ticket: str, credential: dict[str, Any], known: Passkey) -> int:
        """How often a passkey was used, if its browser's answer is right.

        Raises:
            RefusedError: if it is not.
        """
        _, challenge = self._answered("sign-in", ticket)
        try:
            return webauthn.verify_authentication_response(
                credential=credential, expected_challenge=challenge,
                expected_rp_id=_domain(origin), expected_origin=origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.uses,
                require_user_verification=True).new_sign_count
        except (WebAuthnException, ValueError, TypeError, KeyError):
            raise RefusedError("not-yours", FAILED) from None

    def _asked(self, purpose: Purpose, whom: str, challenge: bytes, options: str) -> Asked:
        told = f"{purpose} {bytes_to_base64url(challenge)} {whom}"
        return Asked(msgspec.Raw(options.encode()), self._tokens.tickets.sign(told).decode())

    def _answered(self, purpose: Purpose, ticket: str) -> tuple[str, bytes]:
        """The account or name that a question was for, by its ticket, and its challenge."""
        try:
            told = self._tokens.tickets.unsign(ticket, max_age=SECONDS).decode().split(" ", 2)
        except (BadSignature, UnicodeError):
            raise RefusedError("bad", Sentence("this took too long; try again")) from None
        if told[0] != purpose or told[1] in self._used:
            raise RefusedError("bad", FAILED)
        self._used[told[1]] = None
        if len(self._used) > USED:
            self._used.popitem(last=False)
        return told[2], base64url_to_bytes(told[1])


def _domain(host: str) -> str:
    """The name of a host, or of that of an origin, by which browsers keep passkeys.

    Raises:
        RefusedError: if it is an address.
    """
    name = urlsplit(host if "://" in host else f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        if name:
            return name
    raise RefusedError("bad", Sentence("passkeys need the name of a server, such as localhost, and "
                                       "this page has an address"))
