"""Monte-Carlo tree search: a tree that grows where moves have done well or are expected to.

Moves are chosen by PUCT (Rosin, 2011; Silver et al., 2017) with priors from a policy or from the
game's knowledge (`_priors`); a new position is valued by a net, by its evaluation or by a random
game to the end.  A position that repeats
one on its path or from the game before is a draw, as is one after too many moves without progress.
Where a move leads for good into an ending that has a table, the table says what is certain
(`_tabled`).

The root is node 0 of the tree (see `_tree`), and a node gets its children when it is visited for
the second time.
"""
from typing import NamedTuple

from ...kernel import array, game, inner, kernel, record
from ...kernel.bits import address, peek
from ...kernel.types import Array, Memory, Position
from ._counts import idle_after, is_for_good
from ._evaluation import evaluate, evaluation_fields
from ._evaluation import new_net as new_net
from ._priors import new_policy as new_policy
from ._priors import prior_fields, weigh
from ._tabled import ENDINGS, NO_SCORE, tabled_score
from ._tabled import lay_out as lay_out
from ._tabled import new_codes as new_codes
from ._tree import (
    CHILDREN,
    DRAWN,
    FIRST,
    LOST,
    MOVE,
    ONE,
    OPEN,
    PROVEN,
    SCALE,
    TOTAL,
    VISITS,
    WON,
    add_node,
    backup,
    certain,
    drawn,
    estimate,
    get,
    put,
    select,
    settle,
    squashed,
    sure,
)

FIELDS = 7                  # of a node
PLIES, KEYS = 256, 4096
STOP = 0                    # memory.signals: set to 1 by another thread, the search ends soon


class Line(NamedTuple):
    """What is known about a move of the root, for the player to move.

    Attributes:
        move: the move.
        visits: how many simulations went that way.
        value: their mean, from -1 (lost) to 1 (won).
        proven: OPEN, or the certain result: WON, DRAWN or LOST.
    """

    move: int
    visits: int
    value: float
    proven: int


def new_memory(seed: int) -> Memory:
    """What one search remembers; the same seed and the same calls give the same tree.

    Before a search are set: the tree (by `attach`), and if wanted a net and a policy (by `use_net`
    and `use_policy`), `explore` (in hundredths, how
    much priors count), `informed` (0: all priors are equal), `rollout` (after how many plies a
    random game counts as drawn; 0: positions are evaluated instead), `repetition` and `no_progress`
    (the options), `past` and `length` (the keys of earlier positions), `idle` (moves without
    progress before the root) and tables of endings (by `lay_out`).
    """
    memory = record(
        nodes=0, limit=0, tree=0, room=0, root=0, explore=0, informed=0, rollout=0, repetition=0,
        no_progress=0, length=0, idle=0, chance=0, plies=0, signals=1, tabled=0, waits=0,
        codes=max(1, ENDINGS), past=KEYS, keys=PLIES, trail=PLIES, moves=game.MAX_MOVES,
        **evaluation_fields(1), **prior_fields())
    memory.chance = seed & (1 << 62) - 1
    memory.explore, memory.informed = 150, 1
    return memory


def new_tree(nodes: int) -> Array:
    """Room for so many nodes, 1 or more, and for the children of one more."""
    return array(FIELDS * (nodes + game.MAX_MOVES))


def attach(memory: Memory, tree: Array) -> None:
    """Let a search use an array for its tree; what grew there is forgotten."""
    memory.tree, memory.room, memory.nodes = address(tree), len(tree) // FIELDS, 0
    memory.limit = memory.room - game.MAX_MOVES


def use_net(memory: Memory, rows: Array) -> None:
    """Let a net value new positions; its rows are from `new_net`, and the caller keeps them."""
    memory.net = address(rows)


def use_policy(memory: Memory, rows: Array) -> None:
    """Let a policy tell the priors; its rows are from `new_policy`, and the caller keeps them."""
    memory.policy = address(rows)


@inner
def known(p: Position, memory: Memory, move: int) -> int:
    """The certain result of the position after a move, for the player to move there, or OPEN."""
    q = game.apply(p, move)
    result = certain(game.outcome(q), q.side)
    if result == OPEN and memory.tabled and is_for_good(p, move, q):
        score = tabled_score(q, memory, 1, 0)
        if score != NO_SCORE:
            return DRAWN if score == 0 else WON if score > 0 else LOST
    return result


@inner
def expand(p: Position, memory: Memory, node: int) -> None:
    """Give a node its children; those that end the game, or that a table knows, are certain."""
    count = game.generate(p, memory.moves, 0)
    put(memory, FIRST, node, memory.nodes)
    put(memory, CHILDREN, node, count)
    hopes = weigh(p, memory, count)
    for i in range(count):
        move = memory.moves[i]
        add_node(memory, move, memory.hopes[i] * ONE // hopes, known(p, memory, move))
    settle(memory, node)


@inner
def worth(p: Position, memory: Memory, node: int) -> int:
    """The value of a position for the player to move."""
    proven = get(memory, PROVEN, node)
    if proven:
        return sure(proven)
    return squashed(evaluate(p, memory, 0)) if memory.net else estimate(p, memory)


@inner
def simulate(p: Position, memory: Memory) -> None:
    """Go down the tree to a new position, value it and back the value up."""
    node, ply, idle = 0, 0, memory.idle
    memory.trail[0] = 0
    while ply < PLIES - 1 and get(memory, PROVEN, node) == OPEN and (
            ply == 0 or get(memory, VISITS, node) > 0):
        if get(memory, CHILDREN, node) == 0:
            expand(p, memory, node)
            if get(memory, PROVEN, node):
                break
        node = select(memory, node)
        move = get(memory, MOVE, node)
        q = game.apply(p, move)
        idle = idle_after(p, move, q, idle)
        p = q
        ply += 1
        memory.trail[ply], memory.keys[ply] = node, game.key(p)
        if get(memory, VISITS, node) == 0 and get(memory, PROVEN, node) == OPEN and (
                drawn(memory, ply, idle)):
            put(memory, PROVEN, node, DRAWN)
    backup(memory, ply, worth(p, memory, node))


@kernel
def search(p: Position, memory: Memory, count: int) -> int:
    """Do `count` simulations from p, fewer if the result is certain or a limit is reached.

    The tree of the same position goes on growing; another position begins a new one, as does
    setting `memory.nodes` to 0.  Limits are `memory.limit`, in nodes, and the signal to stop.

    Returns:
        How many simulations were done.
    """
    key = game.key(p)
    if memory.nodes == 0 or key != memory.root:
        memory.nodes, memory.root = 0, key
        add_node(memory, -1, ONE, certain(game.outcome(p), p.side))
    memory.keys[0] = key
    for done in range(count):
        if get(memory, PROVEN, 0) or memory.nodes >= memory.limit or peek(memory.signals, STOP):
            return done
        simulate(p, memory)
    return count


@kernel
def look_up(memory: Memory, field: int, node: int) -> int:
    """A field of a node."""
    return get(memory, field, node)


def root_result(memory: Memory) -> int:
    """What is certain for the player to move at the root: OPEN, WON, DRAWN or LOST."""
    return int(look_up(memory, PROVEN, 0))


def root_lines(memory: Memory) -> list[Line]:
    """The moves of the root as Lines: proven wins, then by visits, proven losses last."""
    first = int(look_up(memory, FIRST, 0))
    lines = [_line(memory, child)
             for child in range(first, first + int(look_up(memory, CHILDREN, 0)))]
    return sorted(lines, key=lambda line: (
        line.proven != WON, line.proven == LOST, -line.visits, -line.value))


def _line(memory: Memory, child: int) -> Line:
    """What is known about the move to a child of the root; the fields of the child are the
    opponent's.
    """
    move, visits, total, result = (int(look_up(memory, field, child))
                                   for field in (MOVE, VISITS, TOTAL, PROVEN))
    if result:
        return Line(move, visits, {LOST: 1.0, DRAWN: 0.0, WON: -1.0}[result],
                    {LOST: WON, DRAWN: DRAWN, WON: LOST}[result])
    return Line(move, visits, total / max(visits, 1) / SCALE, OPEN)


def best_move(memory: Memory) -> int | None:
    """The move to play after a search, or None if there has been none or the game is over."""
    lines = root_lines(memory)
    return lines[0].move if lines else None


def warm() -> None:
    """Compile, or load from the cache, all that the search needs."""
    memory, tree = new_memory(0), new_tree(1)
    attach(memory, tree)
    search(game.start(), memory, 1)
    root_lines(memory)
