"""The accounts that an account blocks or follows."""
from typing import Annotated

from msgspec import Meta, Struct


class Blocks(Struct, frozen=True):
    """The accounts that the caller blocks, the last blocked first."""

    names: Annotated[list[str], Meta(description="their names")]


class Follows(Struct, frozen=True):
    """The accounts that the caller follows."""

    names: Annotated[list[str], Meta(description="their names")]
