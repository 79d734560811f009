"""The OpenAPI description of the HTTP API, generated from its endpoints and their types."""
from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from ... import __version__
from ...wire.commands import Complaint
from ...wire.schema import REFERENCE, Schema, components
from .cookies import SESSION
from .endpoints import IN_PATHS, Endpoint
from .guard import JSON

WAYS_IN: Schema = {
    "token": {"type": "http", "scheme": "bearer",
              "description": "A token of an account, made on its page; its scopes are named with "
                             "each request that needs one."},
    "session": {"type": "apiKey", "in": "cookie", "name": SESSION,
                "description": "A page in which somebody has signed in."}}
TITLE, ABOUT = "Eckstein", "Games, positions and pictures; see docs/server-api.md."


def document(endpoints: Sequence[Endpoint]) -> Schema:
    """The whole description.

    Args:
        endpoints: in the order in which they are described.
    """
    types = [one for endpoint in endpoints for one in (
        endpoint.takes if endpoint.method == "POST" else None, *endpoint.answers.values())
        if isinstance(one, type)]
    _, named = components([*types, Complaint])
    paths: Schema = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {"openapi": "3.1.0",
            "info": {"title": TITLE, "description": ABOUT, "version": __version__},
            "paths": paths, "components": {"schemas": dict(sorted(named.items())),
                                           "securitySchemes": WAYS_IN}}


def _operation(endpoint: Endpoint) -> Schema:
    name = getattr(endpoint.does, "__name__", "")
    told: Schema = {
        "tags": [endpoint.tag], "summary": name.replace("_", " ").title(),
        "description": " ".join((endpoint.does.__doc__ or "").split()),
        "operationId": re.sub(r"\W", "_", name + endpoint.path) + f"_{endpoint.method.lower()}"}
    if endpoint.needs != "anybody":          # guests may ask as well
        told["security"] = [{}, {"session": []}] + (
            [] if endpoint.needs in ("page", "fresh") else [{"token": [endpoint.needs]}])
    if parameters := [*_in_path(endpoint), *_in_query(endpoint)]:
        told["parameters"] = parameters
    if endpoint.takes is not None and endpoint.method == "POST":
        told["requestBody"] = {"content": {JSON: {"schema": _ref(endpoint.takes)}},
                               "required": True}
    told["responses"] = {str(status): _answer(answer)
                         for status, answer in endpoint.answers.items()}
    told["responses"] |= {str(status): _complaint(status) for status in endpoint.refuses}
    return told


def _complaint(status: int) -> Schema:
    told = {"description": HTTPStatus(status).phrase,
            "content": {JSON: {"schema": _ref(Complaint)}}}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        told["headers"] = {"Retry-After": {"description": "seconds until the next one is answered",
                                           "required": True, "schema": {"type": "integer"}}}
    return told


def _ref(struct: type) -> Schema:
    return {"$ref": f"{REFERENCE}{struct.__name__}"}


def _answer(answer: Any) -> Schema:
    content = ({JSON: {"schema": _ref(answer)}} if isinstance(answer, type)
               else {media: {"schema": {"type": "string"}} if media == "text/plain" else {}
                     for media in answer})
    return {"description": "Successful Response", "content": content}


def _in_path(endpoint: Endpoint) -> list[Schema]:
    found = []
    for name in re.findall(r"{(\w+)}", endpoint.path):
        (schema,), _ = components([IN_PATHS[name]])
        found.append({"name": name, "in": "path", "required": True, "schema": schema})
    return found


def _in_query(endpoint: Endpoint) -> list[Schema]:
    if endpoint.takes is None or endpoint.method != "GET":
        return []
    _, named = components([endpoint.takes])
    told = named[endpoint.takes.__name__]
    found = []
    for name, schema in told["properties"].items():
        parameter: Schema = {"name": name, "in": "query",
                             "required": name in told.get("required", [])}
        if about := schema.pop("description", None):
            parameter["description"] = about
        found.append(parameter | {"schema": schema})
    return found
