"""The conditions of open challenges, each with a value that is not the usual one."""
from eckstein.wire.conditions import SEEK

RANGE = 1400, 1600


def unusual(one):
    """A value of a condition that is not the usual one."""
    if one.type is bool:
        return not one.usual
    if not isinstance(one.told, str):
        return next(choice for choice in one.told if choice != one.usual)
    return 3 if isinstance(one.usual, int) else RANGE


def typed(one):
    """The words by which a command asks for that value."""
    value, name = unusual(one), one.name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{name}" if value else f"--no-{name}"]
    return [f"--{name}", *map(str, value if isinstance(value, tuple) else [value])]


USUAL = {one.name: one.usual for one in SEEK.values()}
ASKED = [one for one in SEEK.values() if one.asks]
