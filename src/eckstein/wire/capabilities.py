"""Capabilities: fields that let any holder act, such as a seat's token.

The type of such a field states what its use requires.  An answer to a token that lacks the scope
leaves the field out, or empty if it is a dictionary.
"""
from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast, get_args, get_type_hints

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from .words import Needs, Scope

Answer = TypeVar("Answer")
May = Callable[[Needs], bool]
"""Whether a client can use a field with this requirement."""
NEEDS = "needs"             # in `Meta.extra`


def capability(needs: Needs, description: str) -> Meta:
    """The annotation of a field that is a capability.

    Args:
        needs: what its use requires.
        description: what it is.
    """
    limit = f"; not for a token without the scope `{needs}`" if needs in get_args(Scope) else ""
    return Meta(description=description + limit, extra={NEEDS: needs})


@functools.cache
def capabilities(kind: type[Struct]) -> Mapping[str, Needs]:
    """What the use of each capability of a structure requires, by the name of the field."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: meta.extra[NEEDS] for name, hint in hints.items()
            for meta in getattr(hint, "__metadata__", ())
            if isinstance(meta, Meta) and meta.extra and NEEDS in meta.extra}


def usable(answer: Answer, may: May) -> Answer:
    """An answer without the capabilities that its receiver cannot use; the same object if there are
    none.

    Args:
        answer: structures, in lists and dictionaries as well.  What is JSON already (`Raw`) must
            hold no capability.
        may: what its receiver can use.
    """
    kept: Any = _usable(answer, may)
    return answer if kept is answer else cast(Answer, kept)


def _usable(found: Any, may: May) -> Any:
    if isinstance(found, Struct):
        declared = capabilities(type(found))
        kept = {name: _usable(value, may) if may(declared.get(name, "anybody")) else _nothing(value)
                for name in found.__struct_fields__ if (value := getattr(found, name)) is not UNSET}
        changed = {name: value for name, value in kept.items() if value is not getattr(found, name)}
        return replace(found, **changed) if changed else found
    if isinstance(found, list | tuple):
        several = [_usable(one, may) for one in found]
        same = all(map(operator.is_, several, found))
        return found if same else several
    if isinstance(found, dict):
        several = [_usable(value, may) for value in found.values()]
        same = all(map(operator.is_, several, found.values()))
        return found if same else dict(zip(found, several, strict=True))
    return found


def _nothing(value: Any) -> Any:
    """What stands for a capability that is left out."""
    return {} if isinstance(value, dict) else UNSET
