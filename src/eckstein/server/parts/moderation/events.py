"""What other parts of the server ask about conduct."""
from __future__ import annotations

from typing import ClassVar

from ....wire.http_accounts import OwnConduct
from ...hub.events import Question
from ..accounts.events import Account


class MayWrite(Question[bool], frozen=True):
    """Whether an identity may write free text to others."""

    absent: ClassVar[bool] = True
    who: str


class Barred(Question[frozenset[str]], frozen=True):
    """Which accounts are barred from rated games."""

    absent: ClassVar[frozenset[str]] = frozenset()


class OwnConductOf(Question[OwnConduct], frozen=True):
    """What an owner sees of the conduct of an account."""

    absent: ClassVar[OwnConduct] = OwnConduct()
    account: Account
