"""Trees for many games at once; their leaves are valued outside, such as by a net.

Each game of a batch (see `stepping`) has a tree, which begins where the game is, and a few
**slots** for leaves that wait to be valued.  `collect` walks down each tree until its slots are
full; the caller writes the shares of the leaves' moves and their values; and `answer` carries both
into the trees.  While a leaf waits, `_tree.select` sees its path as lost once more.

At a root the walk either goes on as everywhere (PUCT), or to whichever of some candidates has been
visited least (sequential halving: Danihelka et al., 2022).  The candidates are set from outside.
Below the root it goes on by PUCT, or with `interior`, by `_improved.py`.
"""
from ...kernel import array, encoding, game, inner, kernel, record
from ...kernel.bits import address, load, load_byte, load_pair, store, store_byte, store_pair
from ...kernel.types import Memory, Position
from ..play._counts import idle_after
from ..play._tree import (
    CHILDREN,
    DRAWN,
    FIRST,
    LOST,
    MOVE,
    ONE,
    OPEN,
    PRIOR,
    PROVEN,
    SCALE,
    TOTAL,
    VISITS,
    WAITING,
    WON,
    add_node,
    backup,
    certain,
    drawn,
    estimate,
    get,
    hope,
    occurrences,
    put,
    select,
    settle,
    sure,
)
from ._improved import PARTS, least_visited
from .stepping import AREA, FIELDS, SCALARS, new_batch, observe, position, save

MOST = 1 << 60
NODE_BYTES = 8 * 8          # of a node, with all its fields
PLIES, KEYS = 256, 4096     # of a walk, with the root; of the game before it that walks know
SHARES = (1 << 16) - 1      # in which the priors of a leaf are given, in pairs of bytes
MOVED = -2                  # see `collect`
NONE = (1 << 16) - 1        # see `trace`
VALUE = SCALE               # in which values are given
OF_SCALE = PARTS            # in which `scale` is
RESULTS = {OPEN: 0.0, WON: 1.0, DRAWN: 0.0, LOST: -1.0}     # what is certain, as values


def new_trees() -> Memory:
    """A record without columns.

    Its fields are addresses of columns with a row for each game,

        grown: the first free node of its tree;
        left: how many walks are still to be made;
        begun: the key of the position at the root;
        chances: the state of chance;
        proven: what is certain of the root: OPEN, WON, DRAWN or LOST;
        order, considered: the rank of each move of the root, and how many of the first ranks are
            candidates, 0 for PUCT; pairs of bytes;
        total: what `tell` has written of the root: its total;
        root_actions, root_count: the moves of the root as actions, pairs of bytes;
        root_visits, root_totals, root_proven: what `tell` has written of the positions after
            them;
        roots: the fields of the position at the root;
        chosen: the place of the best move among those of the root;
        principal: what `trace` has written: PLIES actions, pairs of bytes, NONE after the last;

    and with `slots` rows for each game, of leaves:

        pending: whether one waits here, a byte;
        depth, trails: its ply, and the nodes on the way to it;
        leaves: the fields of its position;
        legal, count: its actions and how many there are, pairs of bytes;
        planes, scalars: what is to be seen of it, or 0;
        priors, values: what the caller writes of it: a share of SHARES for each of its actions,
            a pair of bytes, and VALUE times the value for the player to move.

    The rest are numbers: `share`, the nodes that a tree has room for, `room`, those of all trees,
    `tree`, their address, `waits`, 1, `interior`, 1 for Gumbel below the root, `scale`, see
    `_improved`, and as for a single tree (see `mcts.new_memory`) `explore`, `informed`, `rollout`,
    `repetition` and `no_progress`.
    """
    return record(
        grown=0, left=0, begun=0, chances=0, proven=0, order=0, considered=0, total=0,
        root_actions=0, root_count=0, root_visits=0, root_totals=0, root_proven=0, roots=0,
        chosen=0, principal=0,
        pending=0, depth=0, trails=0, leaves=0, legal=0, count=0, planes=0, scalars=0, priors=0,
        values=0, slots=0, share=0, tree=0, room=0, nodes=0, limit=0, waits=0, interior=0,
        scale=0, explore=0, informed=0, rollout=0, repetition=0, no_progress=0, length=0, chance=0,
        plies=0, past=KEYS, keys=PLIES, trail=PLIES, moves=game.MAX_MOVES, weights=game.MAX_MOVES)


def game_bytes() -> dict[str, int]:
    """How many bytes a game has in each of its columns."""
    return {"grown": 8, "left": 8, "begun": 8, "chances": 8, "proven": 1,
            "order": 2 * game.MAX_MOVES, "considered": 2, "total": 8,
            "root_actions": 2 * game.MAX_MOVES, "root_count": 2, "root_visits": 8 * game.MAX_MOVES,
            "root_totals": 8 * game.MAX_MOVES, "root_proven": game.MAX_MOVES, "roots": 8 * FIELDS,
            "chosen": 8, "principal": 2 * PLIES}


def slot_bytes() -> dict[str, int]:
    """How many bytes a slot has in each of its columns."""
    return {"pending": 1, "depth": 8, "trails": 8 * PLIES, "leaves": 8 * FIELDS,
            "legal": 2 * game.MAX_MOVES, "count": 2, "planes": AREA, "scalars": 4 * SCALARS,
            "priors": 2 * game.MAX_MOVES, "values": 8}


# One game.

@inner
def enter(s: Memory, i: int) -> None:
    """Go on with the tree of a game."""
    s.nodes, s.limit = load(s.grown, i), (i + 1) * s.share - game.MAX_MOVES
    s.chance = load(s.chances, i)


@inner
def leave(s: Memory, i: int) -> None:
    """Write down how far the tree of a game has grown."""
    store(s.grown, i, s.nodes)
    store(s.chances, i, s.chance)
    store_byte(s.proven, i, get(s, PROVEN, i * s.share))


@inner
def recall(s: Memory, b: Memory, i: int) -> None:
    """Let walks know the positions of a game that can come again, without the present one."""
    count = load(b.reversible, i)
    s.length = min(count, KEYS)
    first = i * b.room + count - s.length
    for k in range(s.length):
        s.past[k] = load(b.keys, first + k)


@inner
def candidate(s: Memory, i: int) -> int:
    """The candidate that has been visited least, and among them the first in order."""
    root = i * s.share
    first, considered = get(s, FIRST, root), load_pair(s.considered, i)
    least, place, chosen = MOST, 0, -1
    for k in range(get(s, CHILDREN, root)):
        rank, child = load_pair(s.order, i * game.MAX_MOVES + k), first + k
        if rank >= considered or get(s, PROVEN, child) == WON:
            continue
        visits = get(s, VISITS, child) + get(s, WAITING, child)
        if visits < least or (visits == least and rank < place):
            least, place, chosen = visits, rank, child
    return chosen if chosen >= 0 else select(s, root)


@inner
def walk(s: Memory, b: Memory, i: int) -> tuple[Position, int, int]:
    """Go down to a node without children or with a certain result, leaving a trail.

    Returns:
        The position, its ply, and moves without progress.
    """
    p, node, ply, idle = position(b.positions, i), i * s.share, 0, load(b.idle, i)
    s.trail[0], s.keys[0] = node, game.key(p)
    while ply < PLIES - 1 and get(s, PROVEN, node) == OPEN and get(s, CHILDREN, node) > 0:
        if ply == 0 and load_pair(s.considered, i):
            node = candidate(s, i)
        elif ply and s.interior:
            node = least_visited(s, node)
        else:
            node = select(s, node)
        move = get(s, MOVE, node)
        q = game.apply(p, move)
        idle = idle_after(p, move, q, idle)
        p = q
        ply += 1
        s.trail[ply], s.keys[ply] = node, game.key(p)
        if get(s, VISITS, node) == 0 and get(s, PROVEN, node) == OPEN and drawn(s, ply, idle):
            put(s, PROVEN, node, DRAWN)
    return p, ply, idle


@inner
def grow(s: Memory, p: Position, node: int, count: int) -> None:
    """Give a node children by the moves in `s.moves`, if it has none and there is room."""
    if get(s, CHILDREN, node) or s.nodes > s.limit:
        return
    put(s, FIRST, node, s.nodes)
    put(s, CHILDREN, node, count)
    for k in range(count):
        q = game.apply(p, s.moves[k])
        add_node(s, s.moves[k], 0, certain(game.outcome(q), q.side))
    settle(s, node)


@inner
def wait(s: Memory, b: Memory, slot: int, p: Position, ply: int, idle: int, count: int) -> None:
    """Put the end of the trail into a slot; `s.moves` are its moves."""
    for k in range(ply + 1):
        node = s.trail[k]
        store(s.trails, slot * PLIES + k, node)
        put(s, WAITING, node, get(s, WAITING, node) + 1)
    node = s.trail[ply]
    put(s, CHILDREN, node, -get(s, CHILDREN, node))     # so that other walks stop here
    store(s.depth, slot, ply)
    save(s.leaves, slot, p)
    for k in range(count):
        store_pair(s.legal, slot * game.MAX_MOVES + k, encoding.action_of(p, s.moves[k]))
    store_pair(s.count, slot, count)
    store_byte(s.pending, slot, 1)
    if s.planes:
        times = occurrences(s, s.keys[ply], ply) if s.repetition else 1
        observe(b, slot, p, times, idle, s.planes, s.scalars)


@inner
def fill(s: Memory, b: Memory, i: int, slot: int) -> bool:
    """Walk until a leaf waits in a slot; False if the game has no other leaf for now."""
    while load(s.left, i) > 0 and get(s, PROVEN, i * s.share) == OPEN:
        p, ply, idle = walk(s, b, i)
        node, count = s.trail[ply], 0
        if get(s, CHILDREN, node) < 0:
            return False
        store(s.left, i, load(s.left, i) - 1)
        if get(s, PROVEN, node) == OPEN:
            count = game.generate(p, s.moves, 0)
            grow(s, p, node, count)
        if get(s, PROVEN, node) == OPEN:
            wait(s, b, slot, p, ply, idle, count)
            return True
        backup(s, ply, sure(get(s, PROVEN, node)))
    return False


@inner
def told(s: Memory, slot: int) -> None:
    """Carry the values of a leaf into its tree."""
    ply = load(s.depth, slot)
    for k in range(ply + 1):
        node = load(s.trails, slot * PLIES + k)
        s.trail[k] = node
        put(s, WAITING, node, get(s, WAITING, node) - 1)
    node = s.trail[ply]
    count, first = -get(s, CHILDREN, node), get(s, FIRST, node)
    put(s, CHILDREN, node, count)
    for k in range(count):
        put(s, PRIOR, first + k, load_pair(s.priors, slot * game.MAX_MOVES + k))
    backup(s, ply, load(s.values, slot))
    store_byte(s.pending, slot, 0)


@inner
def favourite(s: Memory, node: int) -> int:
    """The child by which the game is likely to go on, -1 if it is not known: one that surely wins,
    else one that does not surely lose; of those the most visited, and of these the most valued.
    """
    first, chosen, best, most, highest = get(s, FIRST, node), -1, -1, 0, 0
    for child in range(first, first + abs(get(s, CHILDREN, node))):
        proven, visits, total = get(s, PROVEN, child), get(s, VISITS, child), get(s, TOTAL, child)
        kind = 2 if proven == LOST else 0 if proven == WON else 1
        if proven != OPEN:
            total = -sure(proven) * visits
        if kind > best or (kind == best and (visits > most or (
                visits == most and total > highest))):
            chosen, best, most, highest = child, kind, visits, total
    return chosen if chosen >= 0 and (most > 0 or get(s, PROVEN, chosen) != OPEN) else -1


# All games; the last two arguments are the games from the first to before the last.

@kernel
def begin(s: Memory, b: Memory, games: int, first: int, last: int) -> None:
    """Begin new trees for games, by their numbers at an address, from the `first` to before the
    `last` of them; none of their slots may be pending.
    """
    for k in range(first, last):
        i = load(games, k)
        p = position(b.positions, i)
        enter(s, i)
        s.nodes = i * s.share
        add_node(s, -1, ONE, certain(game.outcome(p), p.side))
        store(s.begun, i, game.key(p))
        store_pair(s.considered, i, 0)
        save(s.roots, i, p)
        count = game.generate(p, s.moves, 0)
        for move in range(count):
            store_pair(s.root_actions, i * game.MAX_MOVES + move,
                       encoding.action_of(p, s.moves[move]))
        store_pair(s.root_count, i, count)
        leave(s, i)


@kernel
def collect(s: Memory, b: Memory, first: int, last: int) -> int:
    """Fill the slots of games in which walks are left; those that are pending stay so.

    Returns:
        MOVED, and nothing has been done, if one of these games is not where its tree begins.
    """
    for i in range(first, last):
        if load(s.left, i) > 0 and game.key(position(b.positions, i)) != load(s.begun, i):
            return MOVED
    for i in range(first, last):
        if load(s.left, i) > 0:
            enter(s, i)
            recall(s, b, i)
            for slot in range(i * s.slots, (i + 1) * s.slots):
                if load_byte(s.pending, slot) == 0 and not fill(s, b, i, slot):
                    break
            leave(s, i)
    return 0


@kernel
def value(s: Memory, first: int, last: int) -> None:
    """Tell of pending leaves what the game's own knowledge says: priors by what is urgent, and by
    `s.rollout` a random game or an evaluation.
    """
    for i in range(first, last):
        enter(s, i)
        for slot in range(i * s.slots, (i + 1) * s.slots):
            if load_byte(s.pending, slot) == 0:
                continue
            p, hopes, place = position(s.leaves, slot), 0, slot * game.MAX_MOVES
            count = game.generate(p, s.moves, 0)
            for k in range(count):
                hopes += hope(p, s, s.moves[k])
            for k in range(count):
                store_pair(s.priors, place + k, hope(p, s, s.moves[k]) * SHARES // hopes)
            store(s.values, slot, estimate(p, s))
        leave(s, i)


@kernel
def answer(s: Memory, first: int, last: int) -> None:
    """Carry the values of pending leaves into the trees."""
    for i in range(first, last):
        enter(s, i)
        for slot in range(i * s.slots, (i + 1) * s.slots):
            if load_byte(s.pending, slot):
                told(s, slot)
        leave(s, i)


@kernel
def tell(s: Memory, first: int, last: int) -> None:
    """Write down what is known of the moves of each root."""
    for i in range(first, last):
        root, place = i * s.share, i * game.MAX_MOVES
        child = get(s, FIRST, root)
        store(s.total, i, get(s, TOTAL, root))
        for k in range(abs(get(s, CHILDREN, root))):
            store(s.root_visits, place + k, get(s, VISITS, child + k))
            store(s.root_totals, place + k, get(s, TOTAL, child + k))
            store_byte(s.root_proven, place + k, get(s, PROVEN, child + k))


@kernel
def trace(s: Memory, first: int, last: int) -> None:
    """Write the actions by which each game is likely to go on, from its `chosen` move on."""
    for i in range(first, last):
        p, node, ply = position(s.roots, i), i * s.share, 0
        child = get(s, FIRST, node) + load(s.chosen, i) if get(s, CHILDREN, node) else -1
        while child >= 0 and ply < PLIES:
            move = get(s, MOVE, child)
            store_pair(s.principal, i * PLIES + ply, encoding.action_of(p, move))
            p = game.apply(p, move)
            child = favourite(s, child)
            ply += 1
        for k in range(i * PLIES + ply, (i + 1) * PLIES):
            store_pair(s.principal, k, NONE)


def warm() -> None:
    """Compile, or load from the cache, all that these trees need."""
    s, b, kept = new_trees(), new_batch(), []
    s.share, s.slots, s.waits, s.room = game.MAX_MOVES + 2, 1, 1, game.MAX_MOVES + 2
    for owner, columns in ((s, game_bytes() | slot_bytes() | {"tree": NODE_BYTES * s.room}),
                           (b, {"positions": 8 * FIELDS, "keys": 8, "reversible": 8, "idle": 8})):
        for name, size in columns.items():
            kept.append(array(-(-size // 8)))
            setattr(owner, name, address(kept[-1]))
    kept.append(array(FIELDS))
    b.room = 1
    begin(s, b, address(kept[-1]), 0, 0)
    collect(s, b, 0, 0)
    value(s, 0, 0)
    answer(s, 0, 0)
    tell(s, 0, 0)
    trace(s, 0, 0)
