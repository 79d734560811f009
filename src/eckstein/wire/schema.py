"""JSON schemas of the wire's types, by msgspec; everything generated is made from them."""
from collections.abc import Iterable
from typing import Any

import msgspec

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/"


def components(types: Iterable[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """The schemas of types, and by name those of all structures that they lead to."""
    schemas, named = msgspec.json.schema_components(types, ref_template=REFERENCE + "{name}")
    for schema in named.values():
        schema["description"] = " ".join(schema["description"].split())
    return list(schemas), named
