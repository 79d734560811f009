"""The choice below a root by Gumbel: visits follow the improved policy.

The improved policy has what the priors say and what the search has found out; a walk goes to the
child whose share of the visits is furthest below its share of that policy.  Nothing is left to
chance.  From Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with
Gumbel", 2022, as `engine/batch/roots.py`, which judges the moves of roots in the same way.
"""
import math

from ...kernel import inner
from ...kernel.types import Memory
from ..play._tree import (
    CHILDREN,
    FIRST,
    OPEN,
    PRIOR,
    PROVEN,
    SCALE,
    TOTAL,
    VISITS,
    WAITING,
    WON,
    get,
    sure,
)

OFFSET = 50                 # c_visit
PARTS = 1_000_000           # of 1 in `scale`, which is c_scale
FINE = 1 << 30              # a weight of 1
PER_HALVING = 1 / math.log(2)
HALVING = math.log(2)
VANISHING = 30              # halvings after which a weight is 0
TERMS = 9                   # of the series


@inner
def exponential(x: float) -> int:
    """FINE times e to the power of x, which is not above 0.

    It is computed by basic arithmetic, since `exp` is not the same in all lives.
    """
    halvings = int(-x * PER_HALVING)
    if halvings > VANISHING:
        return 0
    rest, total = x + halvings * HALVING, 1.0
    for k in range(TERMS, 0, -1):
        total = 1.0 + total * rest / k
    return int(total * FINE) >> halvings


@inner
def worth(s: Memory, child: int, unknown: float) -> float:
    """What the value of a child is for its parent's mover; `unknown` where nothing is known."""
    proven, waiting = get(s, PROVEN, child), get(s, WAITING, child)
    if proven != OPEN:
        return float(-sure(proven))
    visits = get(s, VISITS, child) + waiting
    if visits == 0:
        return unknown
    return (get(s, TOTAL, child) - waiting * SCALE) / visits


@inner
def completed(s: Memory, node: int) -> tuple[float, int, int]:
    """What stands for values that are not known, the most visits of a child, and the visits of
    those that do not surely lose.

    The first is a mean of the node's own value, which is what it has got but not from its children,
    and of theirs by their priors.
    """
    first, own, visits, most, candidates = get(s, FIRST, node), -get(s, TOTAL, node), 0, 0, 0
    weights, total = 0, 0.0
    for child in range(first, first + get(s, CHILDREN, node)):
        count = get(s, VISITS, child) + get(s, WAITING, child)
        own -= get(s, TOTAL, child)
        visits += count
        most = max(most, count)
        if get(s, PROVEN, child) != WON:
            candidates += count
        if count > 0 or get(s, PROVEN, child) != OPEN:
            weights += get(s, PRIOR, child)
            total += get(s, PRIOR, child) * worth(s, child, 0.0)
    mean = total / weights if weights else 0.0
    return (own + visits * mean) / (1 + visits), most, candidates


@inner
def least_visited(s: Memory, node: int) -> int:
    """The child whose share of the visits is furthest below its share of the improved policy.

    Children that surely lose have no share.  `s.weights` has room for the children's.
    """
    first, count = get(s, FIRST, node), get(s, CHILDREN, node)
    unknown, most, visits = completed(s, node)
    best, whole = -1e18, 0
    for child in range(first, first + count):
        if get(s, PROVEN, child) != WON:
            best = max(best, worth(s, child, unknown))
    steepness = (OFFSET + most) * s.scale / (2 * PARTS * SCALE)
    for k in range(count):
        s.weights[k] = 0
        if get(s, PROVEN, first + k) != WON:
            s.weights[k] = get(s, PRIOR, first + k) * exponential(
                (worth(s, first + k, unknown) - best) * steepness)
            whole += s.weights[k]
    furthest, chosen = -1e18, first
    for k in range(count):
        if get(s, PROVEN, first + k) == WON:
            continue
        taken = get(s, VISITS, first + k) + get(s, WAITING, first + k)
        below = s.weights[k] / whole - taken / (1 + visits)
        if below > furthest:
            furthest, chosen = below, first + k
    return chosen
