"""What a server allows, and what becomes of what it keeps of persons, as tables."""
from __future__ import annotations

from eckstein.server.installed import PARTS
from eckstein.server.ops.allowances import CAPS, RATES
from eckstein.server.ops.lives import EVENTS, LIVES


def _allowances() -> str:
    """All rates and caps."""
    rates = {name: part.name for part in PARTS for name in part.rates}
    caps = {name: part.name for part in PARTS for name in part.caps}
    return "\n".join(["| what | for each | allowed | part |", "|-|-|-|-|", *(
        f"| {one.what} | {one.of} | {one.figure} | {parts.get(name, '')} |"
        for table, parts in ((RATES, rates), (CAPS, caps)) for name, one in table.items())])


def _lives() -> str:
    """What becomes of all that a person has."""
    return "\n".join([f"| what the player has | {' | '.join(EVENTS.values())} |",
                      f"|-|{'-|' * len(EVENTS)}", *(
        f"| {name} | {' | '.join(getattr(life, event) for event in EVENTS)} |"
        for name, life in LIVES.items())])


TABLES = {"rates and caps": _allowances, "what becomes of it": _lives}
