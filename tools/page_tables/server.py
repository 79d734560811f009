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
    """What becomes of all that a person has, a row for each event."""
    rows = ["| event | what ends | what goes on under another name |", "|-|-|-|"]
    for event, said in EVENTS.items():
        become = {name: getattr(life, event) for name, life in LIVES.items()}
        ends = [name for name, fate in become.items() if fate == "ends"]
        if event == "deleted":
            ends = [f"all but {', '.join(name for name in become if name not in ends)}"]
        others = [name if fate == "new name" else f"{name} ({fate})"
                  for name, fate in become.items() if fate in ("new name", "nameless")]
        rows.append(f"| {said} | {', '.join(ends) or 'nothing'} | "
                    f"{', '.join(others) or 'nothing'} |")
    return "\n".join(rows)


TABLES = {"rates and caps": _allowances, "what becomes of it": _lives}
