"""The tables of docs/ that are made from the program when the site is built; no page holds one.

In their place a page has a line such as `[Table: views](../src/eckstein/wire/views.py)`: in the
repository a link to what the table is made from, and on the site the table.
"""
from __future__ import annotations

import re

from . import house, server, wire

TABLES = house.TABLES | server.TABLES | wire.TABLES
PLACE = re.compile(r"^\[Table: (?P<name>[^\]\n]+)\]\([^)\n]+\)$", re.MULTILINE)


def filled_in(page: str) -> str:
    """A page as it is on the site, with its tables.

    Raises:
        ValueError: for a table that there is not.
    """
    return PLACE.sub(lambda found: _made(found["name"]), page)


def _made(name: str) -> str:
    if name not in TABLES:
        raise ValueError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
    return TABLES[name]().rstrip("\n")
