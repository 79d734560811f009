"""Requests to the HTTP API about Web Push, and its answers."""
from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from .capabilities import capability
from .words import NoticeKinds

LETTERS = "^[A-Za-z0-9_-]+=*$"
Language = Annotated[str, Meta(max_length=8, description="such as `de`")]


class Subscribe(Struct, frozen=True, forbid_unknown_fields=True):
    """Where notices to this device are sent from now on, as its browser says."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100, pattern=LETTERS)]
    auth: Annotated[str, Meta(max_length=40, pattern=LETTERS)]
    language: Annotated[Language | None, Meta(description="null: as before, or English")] = None
    kinds: Annotated[NoticeKinds | None, Meta(description="null: as before, or all")] = None


class ChooseKinds(Struct, frozen=True, forbid_unknown_fields=True):
    """Which notices a device gets."""

    device: Annotated[str, Meta(max_length=16)]
    kinds: NoticeKinds


class Unsubscribe(Struct, frozen=True, forbid_unknown_fields=True):
    """A device to unsubscribe from notices."""

    device: Annotated[str, Meta(max_length=16)]


class PushDevice(Struct, frozen=True):
    """A device that gets notices."""

    name: Annotated[str, Meta(description="as among the devices of the account")]
    device: Annotated[str, Meta(description="what its browser says that it is")]
    language: Language
    kinds: NoticeKinds
    added: Annotated[int, Meta(description="since when, in seconds since 1970")]
    this: Annotated[bool, Meta(description="whether it is the one that asks")]


class ExportedDevice(Struct, frozen=True):
    """A device that gets notices, in the export of the account."""

    device: Annotated[str, Meta(description="as among the devices of the account")]
    language: Language
    kinds: NoticeKinds
    added: Annotated[int, Meta(description="since when, in seconds since 1970")]
    endpoint: Annotated[str | UnsetType, capability(
        "page", "where its notices are sent, as its browser says")] = UNSET


class PushDevices(Struct, frozen=True):
    """The devices of an account that get notices by Web Push."""

    key: Annotated[str | None, Meta(
        description="of this server, by which a browser subscribes; null: it sends none")]
    devices: Annotated[list[PushDevice], Meta(description="those added last first; at most 10")]
