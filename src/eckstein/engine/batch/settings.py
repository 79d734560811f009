"""Settings of many games at once: each is refused with a sentence that names it."""
from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from ...base.errors import EcksteinError
from ...base.sentence import Sentence


class BatchError(EcksteinError, ValueError):
    """A batch that cannot be, or an action that it cannot take."""


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A setting that is a whole number, of Python or NumPy.

    Raises:
        TypeError: if it is none.
        BatchError: if it is not from `least` to `most`.
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{name} is a whole number, not {value!r}")
    if not least <= number <= most:
        raise BatchError(Sentence("{name} must be from {least} to {most}, not {value}", name=name,
                                  least=least, most=most, value=number))
    return number


def one_of(name: str, value: object, known: Sequence[object]) -> None:
    """Raise BatchError unless a setting has a value that is known."""
    if value not in known:
        raise BatchError(Sentence("{name} is {value!r}, and can be {known}", name=name, value=value,
                                  known=", ".join(map(str, known))))
