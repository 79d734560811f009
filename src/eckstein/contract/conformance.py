"""A game's module held against the contract, without running it: what is there, and of what type.

What is asked for is read from the protocols in contract/ themselves; there is no second list.
"""
from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from ..base.sentence import Sentence
from . import PARTS, Endless, Rules
from .endings import Endings, EndingSpec


@functools.cache
def members(protocol: type) -> Mapping[str, Any]:
    """What a protocol asks for: by name the type of a constant, or the function that stands there.

    Args:
        protocol: one of the protocols above.
    """
    found: dict[str, Any] = {}
    for one in reversed(protocol.__mro__):
        if not getattr(one, "_is_protocol", False):
            continue
        found |= get_type_hints(one)
        found |= {name: member for name, member in vars(one).items() if name[0] != "_" and (
            inspect.isfunction(member) or isinstance(member, property))}
    return found


def fault(module: Any) -> str:
    """The first of `faults`; "" if all is well."""
    return next(faults(module), "")


def faults(module: Any) -> Iterator[str]:
    """What a game's module does not give as the contract has it, in sentences.

    Args:
        module: the module as it is, or with defaults in its gaps; no function of it is called.
    """
    well = True
    for found in faults_of(module, Rules):
        well = False
        yield found
    for part in PARTS:
        given = [name for name in members(part) if hasattr(module, name)]
        missing = [name for name in members(part) if name not in given]
        if given and missing:
            well = False
            yield Sentence("it provides {given}, but not {missing}, which belongs to it ({part} "
                           "in eckstein.contract)", given=", ".join(given),
                           missing=", ".join(missing), part=part.__name__)
        elif given:
            for found in faults_of(module, part):
                well = False
                yield found
    if well and (found := _odd(module)):
        yield found


def faults_of(module: Any, protocol: type) -> Iterator[str]:
    """What a module does not give of all that a protocol asks for, in sentences."""
    if missing := [name for name in members(protocol) if not hasattr(module, name)]:
        yield Sentence("it does not provide {names}", names=", ".join(missing))
    wrong = (_wrong(name, getattr(module, name), wanted)
             for name, wanted in members(protocol).items() if name not in missing)
    yield from filter(None, wrong)


def endings_fault(module: Any) -> str:
    """What a module of endings does not give as the contract has it, in a sentence, or ""."""
    if found := next(faults_of(module, Endings), ""):
        return found
    if min(module.MOST_PREDECESSORS, module.PREPARED, module.MOST_CAPTURES) < 1:
        return Sentence("MOST_PREDECESSORS, PREPARED and MOST_CAPTURES must be 1 or more")
    if max([2, *(sum(spec.tile) for spec in module.ENDINGS)]) > module.LINES:
        return Sentence("LINES must be 2 or more, and as many as any tile has rows and columns")
    return next(filter(None, (_odd_ending(i, spec, module) for i, spec in enumerate(
        module.ENDINGS))), "")


def _odd_ending(i: int, spec: EndingSpec, module: Any) -> str:
    """What is wrong with an ending of the right types, in a sentence, or ""."""
    if not all(0 <= needed < i for needed in spec.needs):
        return Sentence("{name} needs an ending that does not come before it", name=spec.name)
    counts = spec.most_moves, *spec.groups, spec.slices, spec.lanes, *spec.tile
    if min(counts) < 1 or not spec.groups:
        return Sentence("{name} must have 1 or more of all that is counted: {spec}",
                        name=spec.name, spec=spec)
    if spec.slices > 1 and (spec.lanes > 1 or max(spec.groups) > 1):
        return Sentence("{name} has slices, so it cannot have lanes or groups of several parts",
                        name=spec.name)
    ranges = sum(spec.groups) * spec.slices * spec.lanes * math.prod(spec.tile)
    if module.size(i) < 1 or module.size(i) % ranges:
        return Sentence("{name} has {count} numbers, which do not fall into {ranges} equal ranges",
                        name=spec.name, count=module.size(i), ranges=ranges)
    return ""


def asked(rules: Any) -> Iterator[tuple[str, Any]]:
    """The functions of the contract that a game has, with what stands in the contract for them."""
    for protocol in (Rules, *PARTS):
        if all(hasattr(rules, name) for name in members(protocol)):
            yield from ((name, member) for name, member in members(protocol).items()
                        if inspect.isfunction(member))


def _wrong(name: str, given: Any, wanted: Any) -> str:
    """What is wrong with one member, in a sentence, or ""."""
    if isinstance(wanted, property):
        fields = getattr(given, "_fields", ())
        return "" if fields[:1] == ("side",) else (
            Sentence("{name} must be a NamedTuple whose first field is side, not {given!r}",
                     name=name, given=given))
    if inspect.isfunction(wanted):
        return _wrong_function(name, given, len(inspect.signature(wanted).parameters) - 1)
    if mistake := mistaken(given, wanted):
        return Sentence("{name} is {given!r}: {mistake}", name=name, given=given, mistake=mistake)
    return ""


def at_line(name: str, function: Any) -> str:
    """The name of a function with the line where it is defined, if that is known."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return Sentence("{name} (line {line})", name=name, line=code.co_firstlineno) if code else name


def _wrong_function(name: str, given: Any, count: int) -> str:
    if not callable(given):
        return Sentence("{name} must be a function, not {given!r}", name=name, given=given)
    written = inspect.signature(given)
    try:
        written.bind(*range(count))
    except TypeError:
        declared, name = f"{name}{written}", at_line(name, given)
        return (Sentence("{name} must take 1 argument, but is declared as {declared}", name=name,
                         declared=declared) if count == 1 else
                Sentence("{name} must take {count} arguments, but is declared as {declared}",
                         name=name, count=count, declared=declared))
    return ""


def _odd(rules: Any) -> str:
    """What is wrong with constants of the right types, in a sentence, or ""."""
    if isinstance(rules, Endless) != (rules.COLUMNS == 0):
        return Sentence("COLUMNS must be 0 on an endless board (one with area and drift), and only "
                        "there")
    if not (len(rules.LETTER) == 1 and rules.LETTER.isascii() and rules.LETTER.isupper()):
        return Sentence("LETTER is {letter!r}, but must be a capital from A to Z",
                        letter=rules.LETTER)
    if min(rules.MAX_MOVES, rules.MOVE_CODES) < 1 or not -1 <= rules.PASS < rules.MOVE_CODES:
        return Sentence("MAX_MOVES and MOVE_CODES must be 1 or more, and PASS must be -1 or below "
                        "MOVE_CODES")
    return ""


def mistaken(value: Any, wanted: Any) -> str:
    """Why a value is not of a type, in a sentence, or "".

    Args:
        value: what a game has given.
        wanted: a type as it stands in the contract.
    """
    import msgspec
    try:
        found = msgspec.convert(_plain(value), wanted, strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    return _unlike(value, found)


def _plain(value: Any) -> Any:
    """The same with plain tuples for named ones, into which msgspec does not look."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [*map(_plain, value)] if isinstance(value, list | tuple) else value


def _unlike(value: Any, wanted: Any) -> str:
    """Where a plain tuple stands instead of a named one, in a sentence, or ""."""
    if hasattr(wanted, "_fields") and type(value) is not type(wanted):
        return f"Expected `{type(wanted).__name__}`, got `{type(value).__name__}`"
    if isinstance(wanted, dict):
        return next(filter(None, (_unlike(value[key], one) for key, one in wanted.items())), "")
    if isinstance(wanted, list | tuple):
        return next(filter(None, map(_unlike, value, wanted)), "")
    return ""
