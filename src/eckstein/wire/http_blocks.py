"""Whom somebody blocks, and whom he follows."""
from typing import Annotated

from msgspec import Meta, Struct


class Blocks(Struct, frozen=True):
    """The accounts that whoever asks blocks, those that he has blocked last first."""

    names: Annotated[list[str], Meta(description="what they are called")]


class Follows(Struct, frozen=True):
    """The accounts that whoever asks follows."""

    names: Annotated[list[str], Meta(description="what they are called")]
