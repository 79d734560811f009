"""Requests to the HTTP API about notices by mail, and its answers."""
from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from .capabilities import capability
from .words import NoticeKinds

ADDRESS_LETTERS = 254
MailKey = Annotated[str, Meta(min_length=20, max_length=200, pattern="^[A-Za-z0-9_.-]+$")]


class SetAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """Where mail to the account goes, once its owner has confirmed it by a link in a mail."""

    address: Annotated[str, Meta(max_length=ADDRESS_LETTERS)]
    language: Annotated[str, Meta(max_length=8, description="of the mails, such as `de`")] = "en"


class ChooseMails(Struct, frozen=True, forbid_unknown_fields=True):
    """Which notices go to the account by mail."""

    kinds: NoticeKinds


class MailAddress(Struct, frozen=True):
    """Where mail to an account goes."""

    address: Annotated[str, capability("page", "confirmed or not")]
    language: str
    kinds: NoticeKinds
    confirmed: Annotated[bool, Meta(description="whether its owner has confirmed it")]
    bounced: Annotated[bool, Meta(
        description="whether its mail server has refused it for good; nothing more is sent there "
                    "until it is confirmed again")]


class ExportedMail(Struct, frozen=True):
    """Mail to an account, in the export of the account."""

    language: str
    kinds: NoticeKinds
    confirmed: Annotated[int | None, Meta(description="when, in seconds since 1970")]
    address: Annotated[str | UnsetType, capability("page", "confirmed or not")] = UNSET


class OwnMail(Struct, frozen=True):
    """Mail to an account."""

    sends: Annotated[bool, Meta(description="whether this server sends mail at all")]
    address: Annotated[MailAddress | None, Meta(description="null: there is none")]
