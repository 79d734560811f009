"""JSON from outside: whatever is wrong with it, there is one kind of error."""
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def read_json(content: bytes | str, kind: type[T]) -> T:
    """What a text says.

    Args:
        content: the text.
        kind: the type of what it is to be.

    Raises:
        msgspec.DecodeError: if it is not that, or no JSON, or nested more deeply than is read.
    """
    try:
        found: Any = msgspec.json.decode(content, type=kind)
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(str(error)) from None
    return found
