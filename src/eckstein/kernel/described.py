"""What a library compiled ahead of time holds: its entries, and the sources they were made from.

The description is made together with the library and lies beside it.  Loading reads it first; so
it says what to check, and how each entry is called.
"""
from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any, Literal

import msgspec

VERSION = 3                 # of this format, and of how frames are laid out
# The environment variable that names a file of other weights, for the fitting of them: weights are
# constants of compiled code, and libraries have the usual ones.
WEIGHTS_FILE = "ECKSTEIN_WEIGHTS"
Layout = tuple[tuple[str, int], ...]
Result = int | Literal["integer", "truth", "nothing"] | tuple["Result", ...]


class Argument(msgspec.Struct, frozen=True):
    """An argument of an entry.

    Attributes:
        kind: "integer"; "position", its fields one by one; "record", its address; or "array", its
            address and its length.
        words: how many words of the frame it takes.
        layout: of a record, its fields in order, each with its size (0: one integer).
    """

    kind: Literal["integer", "position", "record", "array"]
    words: int
    layout: Layout = ()


class Entry(msgspec.Struct, frozen=True):
    """A kernel for arguments of certain kinds.

    Attributes:
        symbol: its name in the library.
        arguments: in order.
        result: a `Result`: "integer", "truth", "nothing", the number of fields of a position, or
            several of these (msgspec has no recursive unions).
    """

    symbol: str
    arguments: tuple[Argument, ...]
    result: Any


class Library(msgspec.Struct, frozen=True):
    """A file for one platform."""

    file: str
    digest: str


class Described(msgspec.Struct):
    """All that is known of the libraries of a game under some options.

    Attributes:
        game, options: what they were made for; options at their defaults are left out.
        wing: "play" or "solve": which searches they hold.
        sources: the files that they were made from, relative to the package, with digests.
        entries: by module and name, such as "search.play.perft.perft".
        libraries: by platform, such as "linux-x86_64" or "wasm32".
        version: of this format.
    """

    game: str
    options: dict[str, bool | str]
    wing: str
    sources: dict[str, str]
    entries: dict[str, list[Entry]]
    libraries: dict[str, Library] = {}
    version: int = VERSION


def digest(data: bytes) -> str:
    """A name for some bytes that no others have."""
    return hashlib.sha256(data).hexdigest()[:32]


@functools.cache
def digest_of(path: Path) -> str:
    """The digest of a file as it is when first asked for; empty if it cannot be read."""
    try:
        return digest(path.read_bytes())
    except OSError:
        return ""
