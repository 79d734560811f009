"""Arrays that are there only if they were asked for."""
from __future__ import annotations

from typing import Any, overload

from ...base.sentence import Sentence
from .columns import Array
from .settings import BatchError


class NoArrayError(BatchError, AttributeError):
    """An array that was not asked for; `hasattr` says so, too."""


class OptionalArray:
    """An attribute that is an array, or None where nobody has asked for it: then reading it is an
    error.  So its type needs no None.

    Args:
        how: the arguments that ask for it.
    """

    def __init__(self, how: str) -> None:
        self._how, self._name = how, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> OptionalArray: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Array: ...

    def __get__(self, instance: object | None, owner: type) -> Any:
        if instance is None:        # so that a data class finds no default here
            raise AttributeError(self._name)
        found = vars(instance).get(self._name)
        if found is None:
            raise NoArrayError(Sentence("{owner}.{name} needs {how}", owner=owner.__name__,
                                        name=self._name, how=self._how))
        return found

    def __set__(self, instance: object, value: Array | None) -> None:
        vars(instance)[self._name] = value
