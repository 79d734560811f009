"""How scarce places are shared: while there is room all clients get in; when there is none, the
heaviest gives way to a lighter newcomer.

Routers know this as dropping from the longest queue (RFC 8290).  Payers stand in a tree: all in a
wide network, all in a network, an address, a person.  The weight of a branch is how many places it
holds, and what it has used lately.  So a crowd of addresses of one network weighs as one network,
and a class behind one address is held back only while a lighter newcomer finds no place.
"""
from __future__ import annotations

import functools
import ipaddress
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar

TreePath = tuple[str, ...]      # of a tree, from the widest branch to the person
T = TypeVar("T")
HALF_LIFE = 60.0            # seconds in which half of what was used is forgotten
KNOWN, INVITED, STRANGERS = "known", "invited", "strangers"
SHARES = {INVITED: 1000.0}  # of the widest branches, if not 1
NETWORKS = {4: (16, 24, 32), 6: (32, 48, 64)}       # bits of the prefixes that are branches
KEPT_PATHS, KEPT_BRANCHES = 4096, 20_000


@functools.lru_cache(KEPT_PATHS)
def path_of(payer: str, person: str = "") -> TreePath:
    """Where a stranger stands.

    Args:
        payer: an address, the network of a customer, or any other text.  Addresses of a private
            network, and other texts, are branches beside each other.
        person: one of those at this address.
    """
    try:
        found = ipaddress.ip_network(payer)
    except ValueError:
        return STRANGERS, payer, person
    if found.is_private:
        return STRANGERS, payer, person
    return (STRANGERS, *(str(found.supernet(new_prefix=bits)) for bits in NETWORKS[found.version]
                         if bits <= found.prefixlen), person)


class Usage:
    """What each branch has used lately; half of it is forgotten every minute.

    Args:
        steady: a source of seconds.
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._used: OrderedDict[TreePath, tuple[float, float]] = OrderedDict()

    def add(self, path: TreePath, amount: float) -> None:
        """All branches of a path have used so much more."""
        for length in range(1, len(path) + 1):
            branch = path[:length]
            self._used[branch] = self.of(branch) + amount, self._steady()
            self._used.move_to_end(branch)
        while len(self._used) > KEPT_BRANCHES:
            self._used.popitem(last=False)

    def of(self, branch: TreePath) -> float:
        """What a branch has used, as far as it is not forgotten."""
        amount, at = self._used.get(branch, (0.0, 0.0))
        return float(amount * 0.5 ** ((self._steady() - at) / HALF_LIFE)) if amount else 0.0


def who_gives_way(held: Iterable[tuple[TreePath, T | None]], newcomer: TreePath,
                  used: Callable[[TreePath], float] = lambda branch: 0.0) -> T | None:
    """Which place is given to a newcomer when all are taken; None if the newcomer gets none.

    The question is put at each level of the tree, from the widest branches on, until newcomer and
    heaviest are in different branches: there the heaviest has to be heavier than the newcomer's
    branch would be.  Of the heaviest, and of equals, the latest gives way.

    Args:
        held: the path of each place that is taken, in the order of coming, and by what; None for
            places that are not given away any more.
        newcomer: the path of the newcomer.
        used: what a branch has used lately, which weighs as much as places do.
    """
    counts, latest = Counter[TreePath](), dict[TreePath, tuple[int, T]]()
    below = defaultdict[TreePath, set[TreePath]](set)
    for number, (path, item) in enumerate(held):
        for length in range(1, len(path) + 1):
            counts[path[:length]] += 1
            if item is not None:
                latest[path[:length]] = number, item
                below[path[:length - 1]].add(path[:length])

    def weight(branch: TreePath, more: int = 0) -> float:
        share = SHARES.get(branch[0], 1.0) if len(branch) == 1 else 1.0
        return (counts[branch] + more + used(branch)) / share

    branch: TreePath = ()
    parted = False
    while below[branch]:
        heaviest = max(below[branch], key=lambda one: (weight(one), latest[one][0]))
        own = newcomer[:len(branch) + 1]
        if not parted and heaviest != own:
            if weight(heaviest) <= weight(own, 1):
                return None
            parted = True
        branch = heaviest
    return latest[branch][1] if parted else None

