"""Checks of arguments: a wrong type is refused with a sentence.

Functions that programs call check with `expect` what they get, where a wrong type would otherwise
end in an AttributeError deep inside.
"""
from collections.abc import Iterable
from typing import Any

_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "True or False"}


def expect(what: str, value: object, *kinds: type) -> None:
    """Raise TypeError with a sentence unless a value is of one of these types.

    Args:
        what: the value is meant to be, as the subject of the sentence, such as "a move".
        value: that was given.
        kinds: the types; a bool does not count as a number.
    """
    if isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool)):
        return
    wanted = " or ".join(_NAMES.get(kind) or f"a {kind.__name__}" for kind in kinds)
    raise TypeError(f"{what} is {wanted}, not {value!r}")


def expect_several(what: str, values: Any, *kinds: type) -> None:
    """Raise TypeError with a sentence unless values can be gone through one by one.

    Args:
        what: each of them is, in the plural, such as "moves".
        values: that were given; a text is not taken for its letters.
        kinds: the types of each of them; only looked at where it is a list or a tuple.
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{what} are given as a list, not as {values!r}")
    for value in values if isinstance(values, (list, tuple)) else ():
        expect(f"each of the {what}", value, *kinds)
