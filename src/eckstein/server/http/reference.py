"""The description of the HTTP API as a page, generated from its schema, without scripts."""
from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape

from ...wire.schema import REFERENCE, Schema

STYLE = "/api/v1/docs.css"
CSS = """
:root { color-scheme: light dark; --line: #8884; --dim: light-dark(#5b5750, #aaa59c);
  --link: light-dark(#7a4a12, #e0b071); }
body { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem; line-height: 1.5;
  font-family: system-ui, sans-serif; color: light-dark(#24211d, #ece8e1);
  background: light-dark(#fbf9f5, #1d1b18); }
h2 { margin: 3rem 0 0; text-transform: capitalize; }
section { padding: 1.25rem 0; border-bottom: 1px solid var(--line); }
h3 { margin: 0; font: 600 1.05rem ui-monospace, monospace; overflow-wrap: anywhere; }
h3 span { display: inline-block; min-width: 3.5rem; color: var(--link); }
h4 { margin: 1rem 0 0; font-size: 0.95rem; }
p { margin: 0.4rem 0; }
table { width: 100%; border-collapse: collapse; margin-top: 0.5rem; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0;
  border-top: 1px solid var(--line); overflow-wrap: anywhere; }
th { width: 9rem; font-weight: 500; }
td:nth-child(2) { width: 14rem; }
a { color: var(--link); }
code { font-family: ui-monospace, monospace; }
small, .dim { color: var(--dim); }
@media (max-width: 40rem) { th, td { display: block; border: 0; padding: 0; }
  tr { display: block; padding: 0.5rem 0; border-top: 1px solid var(--line); } }
"""


def page(schema: Schema) -> str:
    """All operations with what they take and answer.

    Args:
        schema: of OpenAPI.
    """
    info = schema["info"]
    groups: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            tag = operation.get("tags", ["others"])[0]
            groups.setdefault(tag, []).append("".join(_operation(path, method, operation)))
    models = schema.get("components", {}).get("schemas", {})
    operations = "".join(f"<h2>{escape(tag)}</h2>{''.join(found)}"
                         for tag, found in groups.items())
    objects = "".join("".join(_model(name, model)) for name, model in sorted(models.items()))
    return (f"<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
            f"<meta name=\"viewport\" content=\"width=device-width\">"
            f"<title>The API of {escape(info['title'])}</title>"
            f"<link rel=\"icon\" href=\"/icon.svg\">"
            f"<link rel=\"stylesheet\" href=\"{STYLE}\">"
            f"<h1>The API of {escape(info['title'])}</h1>"
            f"<p>Version {escape(info['version'])}. For programs: "
            f"<a href=\"/api/v1/openapi.json\">openapi.json</a>. "
            f"<a href=\"/\">To the board</a></p>{operations}<h2>objects</h2>{objects}</html>\n")


def _operation(path: str, method: str, operation: Schema) -> Iterator[str]:
    name = escape(operation["operationId"])
    yield f"<section id=\"{name}\"><h3><span>{method.upper()}</span> {escape(path)}</h3>"
    yield f"<p>{escape(operation.get('description') or operation['summary'])}</p>"
    parameters = operation.get("parameters", [])
    yield from _table((one["name"], one["schema"] | {"description": _about(one)},
                       one.get("required", False)) for one in parameters)
    for media in operation.get("requestBody", {}).get("content", {}).values():
        yield f"<p>The body: {_type(media.get('schema', {}))}</p>"
    refusals = []
    for status, answer in operation.get("responses", {}).items():
        if status < "400":
            kinds = "; ".join(f"{escape(kind)} {_type(media.get('schema', {}))}".strip()
                              for kind, media in answer.get("content", {}).items())
            yield f"<p>Answers {escape(status)}{': ' if kinds else ''}{kinds}</p>"
        else:
            refusals.append(escape(status))
    if refusals:
        yield f"<p class=\"dim\">or refuses: {', '.join(refusals)}</p>"
    yield "</section>"


def _about(parameter: Schema) -> str:
    told = parameter.get("description") or parameter["schema"].get("description", "")
    return "; ".join(filter(None, ("in the path" if parameter["in"] == "path" else "", told)))


def _model(name: str, model: Schema) -> Iterator[str]:
    yield f"<section id=\"{escape(name)}\"><h3>{escape(name)}</h3>"
    yield f"<p>{escape(model.get('description', ''))}</p>"
    required = model.get("required", [])
    yield from _table((field, schema, field in required)
                      for field, schema in model.get("properties", {}).items())
    yield "</section>"


def _table(rows: Iterable[tuple[str, Schema, bool]]) -> Iterator[str]:
    told = [_row(*row) for row in rows]
    if told:
        yield f"<table>{''.join(told)}</table>"


def _row(name: str, schema: Schema, required: bool) -> str:
    said = [] if required else ["may be left out"]
    if schema.get("default") not in (None, "", {}, []):
        said = [f"{json.dumps(schema['default'], ensure_ascii=False)} if left out"]
    if schema.get("description"):
        said.insert(0, schema["description"])
    limits = _limits(schema)
    return (f"<tr><th><code>{escape(name)}</code></th><td>{_type(schema)}"
            f"{f' <small>{limits}</small>' if limits else ''}</td>"
            f"<td>{escape('; '.join(said))}</td></tr>")


def _type(schema: Schema) -> str:
    """What kind of value it is, as HTML."""
    if "$ref" in schema:
        name = escape(schema["$ref"].removeprefix(REFERENCE))
        return f"<a href=\"#{name}\">{name}</a>"
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>"
                          for value in schema.get("enum", [schema.get("const")]))
    kind = escape(str(schema.get("type", "")))
    if "prefixItems" in schema:
        return " and ".join(_type(one) for one in schema["prefixItems"])
    if kind == "array":
        return f"list of {_type(schema.get('items', {})) or 'anything'}"
    if kind == "object" and isinstance(inner := schema.get("additionalProperties"), dict):
        return f"object of {_type(inner) or 'anything'}"
    return kind


def _limits(schema: Schema) -> str:
    """Its bounds in words."""
    bounds = next((one for one in schema.get("anyOf", []) if one.get("type") != "null"), schema)
    low = bounds.get("minimum", bounds.get("minLength", bounds.get("minItems")))
    high = bounds.get("maximum", bounds.get("maxLength", bounds.get("maxItems")))
    unit = (" letters" if "maxLength" in bounds else " at most" if "maxItems" in bounds else "")
    if high is None:
        return "" if low is None else f"from {low}"
    if low is None:
        return f"up to {high}{unit}" if unit != " at most" else f"{high} at most"
    return f"{low} to {high}{unit}"
