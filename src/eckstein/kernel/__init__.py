"""One source, five lives.

Imported plainly, a module of rules is plain Python: `kernel` leaves functions alone.  `specialise`
imports the same files once more, inside a copy of this package that has a name of its own.  Rules
and searches import each other relatively, so they stay inside the copy; and there this module is
replaced by one with options that are set, with a game as `game`, and with a `kernel` that may
compile.
"""
from __future__ import annotations

from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from ..contract import Game, Knowledge
    from ..contract.network import Network
    from ..contract.traits import Traits

game: Game              # inside a copy: the rules that a search is specialised for,
knowledge: Knowledge    # what is known about playing them well,
endings: ModuleType     # how the positions of their endings are numbered,
encoding: ModuleType    # how learners see them,
network: Network        # how nets do,
traits: Traits          # and what policies see of moves

F = TypeVar("F", bound=Callable[..., Any])


class Option(NamedTuple):
    """A ruling that players may want otherwise: its values, the default first, and what it does."""

    name: str
    values: tuple[bool | str, ...]
    effect: str


def kernel(function: F) -> F:
    """Compile a function of integers and arrays; in the plain life, leave it alone."""
    return function


def inline_kernel(function: F) -> F:
    """Like `kernel`, but inlined wherever kernels call it: for what is called most."""
    return function


def inner(function: F) -> F:
    """Like `kernel`, for functions that only other kernels call."""
    return function


def inline(function: F) -> F:
    """Like `inner`, but inlined wherever it is called, so that what is constant there is."""
    return function


def lookup(values: Any) -> Any:
    """A constant row of integers, as fast to read as each life allows."""
    return tuple(values)


def array(size: int) -> Any:
    """Room for `size` integers, all 0."""
    return [0] * size


def listed(values: Any, count: int) -> list[int]:
    """The first `count` integers of an array, as a list."""
    found: list[int] = values[:count]
    return found


def clear(values: Any) -> None:
    """Set all integers of an array to 0."""
    values[:] = [0] * len(values)


def record(**sizes: int) -> Any:
    """A named collection of integers (size 0) and arrays; a kernel takes it as one pointer."""
    return SimpleNamespace(**{name: array(size) if size else 0 for name, size in sizes.items()})


def option(name: str, values: tuple[bool | str, ...], effect: str) -> Any:
    """Declare a rule option and return its value, which is a constant of each copy.

    Args:
        name: as players write it.
        values: all that it can have, the default first.
        effect: what it does, for lists of options.
    """
    return values[0]


def option_value(value: bool | str) -> str:
    """An option's value as it is written in text: 1 and 0 for on and off."""
    return str(int(value)) if isinstance(value, bool) else value

