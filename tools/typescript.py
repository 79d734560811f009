"""The types of the wire (`eckstein.wire`) for the pages, in TypeScript: web/wire/types.ts.

Written from the schemas by these few lines, and not by json-schema-to-typescript: that brings nine
packages, needs Node for the test of it, and knows no name for a union of words.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from eckstein import wire
from eckstein.server.api import ENDPOINTS
from eckstein.wire import conditions, games, http_studies, socket, views, words
from eckstein.wire.commands import Complaint
from eckstein.wire.schema import REFERENCE, Schema, components

HEAD = """\
// Made by tools/typescript.py from the types in src/eckstein/wire/; what is changed here is lost.
"""
FILE = Path(__file__).parents[1] / "web" / "wire" / "types.ts"
WORDS = {"Colour": words.Colour, "What": words.What, "Code": words.Code, "HttpCode": words.HttpCode,
         "Why": words.Why, "EventKind": games.EventKind, "Options": words.Options}
"""Types that are no structures and have a name of their own."""
UNIONS = {"ClientMessage": socket.ClientMessage, "ServerMessage": socket.ServerMessage}
CONDITION = """\
/** A condition of games that players look for, with words by which other languages have theirs. */
export type Condition = {
  /** Of the game, so that challenges to one player have it, too; or of open challenges alone. */
  of: "game" | "seek";
  usual: boolean | number | string | null;
  asks: string;
  told: string | Record<string, string>;
};
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
         "null": "null"}


def source() -> str:
    """The whole file."""
    wanted = [one for endpoint in ENDPOINTS for one in (endpoint.takes, *endpoint.answers.values())
              if isinstance(one, type)]
    wanted = [*UNIONS.values(), *wanted, Complaint, views.Film, http_studies.StudyNews]
    heirs = sorted(_inheritance(), key=lambda heir: heir[0])   # in whatever order they are imported
    bases = {name: base for name, base in heirs if name in components(wanted)[1]}
    _, named = components([*wanted, *bases.values()])
    parts = [HEAD]
    known: dict[str, str] = {}
    for name, word in WORDS.items():
        (schema,), _ = components([word])
        text = _type(schema, {} if name == "HttpCode" else known)
        parts.append(f"export type {name} = {text};\n")
        known[text] = name
    parts += [_structure(name, schema, known, bases[name].__name__ if name in bases else "", named)
              for name, schema in named.items()]
    for name, union in UNIONS.items():
        (schema,), _ = components([union])
        parts.append(f"export type {name} = {_type(schema, known)};\n")
    return "\n".join([*parts, CONDITION, _conditions()])


def _conditions() -> str:
    """All conditions of games that players look for."""
    table = {one.name: {"of": "game" if one.name in conditions.GAME else "seek",
                        "usual": one.usual, "asks": one.asks, "told": one.told}
             for one in conditions.SEEK.values()}
    return ("export const conditions: Record<string, Condition> = "
            f"{json.dumps(table, ensure_ascii=False, indent=2)};\n")


def _inheritance() -> Iterator[tuple[str, type]]:
    """Of each structure that has the fields of another one, its name and that other one."""
    todo = list(msgspec.Struct.__subclasses__())
    while todo:
        base = todo.pop()
        todo += base.__subclasses__()
        if base.__module__.startswith(wire.__name__):
            yield from ((heir.__name__, base) for heir in base.__subclasses__())


def _structure(name: str, schema: Schema, known: dict[str, str], base: str,
               named: dict[str, Schema]) -> str:
    lines = [_comment(schema, ""), f"export type {name} = {base and f'{base} & '}{{\n"]
    required = schema.get("required", [])
    inherited = named[base]["properties"] if base else {}
    for field, inner in schema["properties"].items():
        if inherited.get(field) == inner:
            continue
        mark = "" if field in required else "?"
        lines += [_comment(inner, "  "), f"  {field}{mark}: {_type(inner, known)};\n"]
    return "".join([*lines, "};\n"])


def _comment(schema: Schema, indent: str) -> str:
    about = [schema.get("description", ""), _bounds(schema)]
    text = "; ".join(filter(None, about))
    return f"{indent}/** {text} */\n" if text else ""


def _bounds(schema: Schema) -> str:
    """Between which numbers it lies."""
    low, high = schema.get("minimum"), schema.get("maximum")
    return "" if low is None or high is None or high >= 2**53 else f"{low} to {high}"


def _type(schema: Schema, known: dict[str, str]) -> str:
    text = _written_out(schema, known)
    return known.get(text, text)


def _written_out(schema: Schema, known: dict[str, str]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REFERENCE)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, known) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one, known) for one in schema['prefixItems'])}]"
    if kind == "array":
        inner = _type(schema["items"], known)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return _record(schema, known)
    return PLAIN[str(kind)]


def _record(schema: dict[str, Any], known: dict[str, str]) -> str:
    keys = schema.get("propertyNames", {}).get("enum")
    within = schema.get("additionalProperties")
    inner = _type(within, known) if within else "unknown"
    if keys is None:
        return f"Record<string, {inner}>"
    record = f"Record<{_type({'enum': sorted(keys)}, known)}, {inner}>"
    return record if schema.get("required") == keys else f"Partial<{record}>"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(source(), encoding="utf-8")
