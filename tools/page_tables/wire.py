"""Messages, requests and their fields as tables, from the types of the wire (`eckstein.wire`)."""
from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from eckstein.server.api import ENDPOINTS
from eckstein.server.net.endpoints import PREFIX
from eckstein.wire import socket, views
from eckstein.wire.schema import REFERENCE, Schema, components
from eckstein.wire.words import Scope

KINDS = {"string": "text", "integer": "whole number", "number": "number",
         "boolean": "true or false", "null": "null"}
BAR = r"\|"                 # within a cell
MOST = 2**53                # what every program can count to


def _messages(union: Any) -> str:
    structs = get_args(union)
    _, named = components(structs)
    return _fields("t", ((_tag(named[one.__name__]), named[one.__name__] | {
        "description": named[one.__name__]["description"] + _needed(getattr(one, "needs", ""))})
        for one in structs))


def _needed(needs: str) -> str:
    """Which scope a token needs for a message, in a sentence."""
    return f" Needs the scope `{needs}`." if needs in get_args(Scope) else ""


def _tag(schema: Schema) -> str:
    return str(schema["properties"]["t"]["enum"][0])


def _objects() -> str:
    """What messages and answers hold, but views."""
    _, inside = components([views.View])
    _, messages = components([*get_args(socket.ClientMessage), *get_args(socket.ServerMessage)])
    bodies = {name for name, _ in _bodies()}
    return _fields("object", ((name, schema) for name, schema in sorted(
        (messages | _http()).items()) if name not in inside and name not in bodies
        and "t" not in schema["properties"]))


def _http() -> dict[str, Schema]:
    return components(one for endpoint in ENDPOINTS for one in (
        endpoint.takes, *endpoint.answers.values()) if isinstance(one, type))[1]


def _bodies() -> Iterator[tuple[str, Schema]]:
    """What requests take and what answers them, in the order of the endpoints."""
    named, seen = _http(), {"View"}
    for endpoint in ENDPOINTS:
        for one in (endpoint.takes, *endpoint.answers.values()):
            if isinstance(one, type) and one.__name__ not in seen:
                seen.add(one.__name__)
                yield one.__name__, named[one.__name__]


def _requests() -> str:
    rows = ["| request | needs | takes | answers | what |", "|-|-|-|-|-|"]
    for endpoint in ENDPOINTS:
        path = endpoint.path.removeprefix(PREFIX)
        takes = f"`{endpoint.takes.__name__}`" if endpoint.takes else ""
        answers = ", ".join(dict.fromkeys(_answer(one) for one in endpoint.answers.values()))
        about = " ".join((endpoint.does.__doc__ or "").split())
        needs = "" if endpoint.needs == "anybody" else f"`{endpoint.needs}`"
        rows.append(_line(f"`{endpoint.method} {path}`", needs, takes, answers, about))
    return "\n".join(rows) + "\n"


def _answer(answer: Any) -> str:
    return f"`{answer.__name__}`" if isinstance(answer, type) else ", ".join(answer)


def _fields(head: str, found: Iterable[tuple[str, Schema]]) -> str:
    rows = [f"| {head} | field | type | meaning |", "|-|-|-|-|"]
    for name, schema in found:
        rows.append(_line(f"`{name}`", "", "", schema["description"]))
        rows += [_row(field, inner, field in schema.get("required", []))
                 for field, inner in schema["properties"].items() if field != "t"]
    return "\n".join(rows) + "\n"


def _row(field: str, schema: Schema, required: bool) -> str:
    usual = schema.get("default")
    about = [schema.get("description", ""),
             f"`{json.dumps(usual)}` if left out" if isinstance(usual, bool | int | float) else
             f"`{usual}` if left out" if usual and isinstance(usual, str) else ""]
    return _line("", f"`{field}`{'' if required else '?'}", _type(schema),
                 "; ".join(filter(None, about)))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |"


def _type(schema: Schema) -> str:
    """What kind of value it is, in words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].removeprefix(REFERENCE)}`"
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        values = schema["enum"]
        return ", ".join(f"`{value}`" for value in values) if len(values) < 13 else "a word"
    kind = schema.get("type")
    if "prefixItems" in schema:
        return "list of " + ", ".join(_type(one) for one in schema["prefixItems"])
    if kind == "array":
        return f"list of {_type(schema['items'])}{_bounds(schema, 'Items')}"
    if kind == "object" and not schema.get("additionalProperties"):
        return "object"
    if kind == "object":
        by = " by colour" if "enum" in schema.get("propertyNames", {}) else ""
        return f"object{by} of {_type(schema['additionalProperties'])}"
    return KINDS[str(kind)] + (_bounds(schema, "Length", " characters") if kind == "string"
                               else _bounds(schema, "imum"))


def _bounds(schema: Schema, what: str, unit: str = "") -> str:
    low, high = schema.get(f"min{what}"), schema.get(f"max{what}")
    if "exclusiveMaximum" in schema:
        high = schema["exclusiveMaximum"] - 1
    if high is None or high >= MOST:
        return "" if low is None else f" from {low}"
    if low == high:
        return f", {low}{unit}"
    return f", at most {high}{unit}" if low is None else f", {low} to {high}{unit}"


TABLES = {"messages from clients": lambda: _messages(socket.ClientMessage),
          "messages from the server": lambda: _messages(socket.ServerMessage),
          "objects in messages": _objects, "requests": _requests,
          "bodies of requests": lambda: _fields("object", _bodies()),
          "views": lambda: _fields("object", components([views.View])[1].items())}
