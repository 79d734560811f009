"""Many games at once, in columns: a step for all of them, and what learners see of them then.

A **column** is an array outside, with a row for each game; the record of `new_batch` has the
addresses of all columns, so one compilation serves any number of games.  Nothing is allocated here.
Several threads may work on different games at the same time, each with a record of its own.

A mask is erased by the actions that were legal before, since most of it is 0.
"""
from ...kernel import array, encoding, game, inner, kernel, record
from ...kernel.bits import (
    address,
    clear_bytes,
    load,
    load_byte,
    load_fields,
    load_pair,
    mix,
    store,
    store_byte,
    store_pair,
    store_ratio,
)
from ...kernel.codes import DRAW, RUNNING
from ...kernel.types import Memory, Position
from ..play._counts import counts_after

FIELDS = len(game.Position._fields)
AREA = len(encoding.PLANES) * encoding.HEIGHT * encoding.WIDTH     # bytes of a game's planes
COMMON = 2                  # scalars of every game: see `observe`
SCALARS = COMMON + len(encoding.SCALARS)
WORDS = (encoding.ACTIONS + 63) // 64                               # of a packed mask
FEW = 16                    # words that are soon cleared
STEP = 0x2545F4914F6CDD1D   # any odd number; it keeps the chances apart

OFF, SAME, NEXT = range(3)  # a game that is over restarts never, at once, or with the next step
# Why a game is over.  Beyond MAX_PLIES there is no winner.
BY_POSITION, BY_REPETITION, BY_NO_PROGRESS, BY_LENGTH = range(1, 5)
NOBODY = 255                # in `winner`
LEGAL, FULL = -1, -2        # see `first_illegal`
STAY = -(1 << 62)           # instead of an action: the game is left as it is


def new_batch() -> Memory:
    """A record without columns.

    Its fields are addresses of columns, 0 for those that are not wanted, which `bits`, `mask`,
    `planes`, `scalars` and what begins with `final` may be:

        positions, anchors: the fields of the positions now, and of those before which nothing can
            come again;
        keys, line: `room` keys and moves (pairs of bytes) since then, beginning with the anchor's
            key and with the move made in it;
        reversible, idle, plies: moves since then, since the last progress, and since the game
            began;
        chance: the state of chance;
        occurrences: how often the position has occurred, as a pair of bytes;
        legal, count: MAX_MOVES legal actions and how many of them there are, pairs of bytes;
        mask: a byte for each action; bits: a bit for each, in WORDS words;
        planes, scalars: see `Encoding`; scalars are floats of 32 bits, SCALARS of them;
        rewards: of the last step, for its player, a byte with a sign;
        terminated, truncated, winner, reason, player: a byte each;
        final_planes, final_scalars, final_player: how a game ended that restarted at once.

    The rest are numbers: `repetition` and `no_progress` (the options), `random_plies`, `max_plies`
    (0 for any), `bounded` (1 where a game is cut off whose line has no room for another move),
    `autoreset` (OFF, SAME or NEXT), `starts`, the address of positions that games begin with, and
    `start_count`, how many they are.
    """
    return record(positions=0, anchors=0, keys=0, line=0, room=0, reversible=0, idle=0, plies=0,
                  chance=0, occurrences=0, legal=0, count=0, mask=0, bits=0, planes=0, scalars=0,
                  rewards=0, terminated=0, truncated=0, winner=0, reason=0, player=0,
                  final_planes=0, final_scalars=0, final_player=0, repetition=0, no_progress=0,
                  random_plies=0, max_plies=0, bounded=0, autoreset=0, starts=0, start_count=0,
                  moves=game.MAX_MOVES)


def row_bytes(room: int) -> dict[str, int]:
    """How many bytes a game has in each column, where a line has so much room."""
    return {"positions": 8 * FIELDS, "anchors": 8 * FIELDS, "keys": 8 * room, "line": 2 * room,
            "reversible": 8, "idle": 8, "plies": 8, "chance": 8, "occurrences": 2,
            "legal": 2 * game.MAX_MOVES, "count": 2, "mask": encoding.ACTIONS, "bits": 8 * WORDS,
            "planes": AREA, "scalars": 4 * SCALARS, "rewards": 1, "terminated": 1, "truncated": 1,
            "winner": 1, "reason": 1, "player": 1, "final_planes": AREA,
            "final_scalars": 4 * SCALARS, "final_player": 1}


# One game.

@inner
def position(column: int, i: int) -> Position:
    """The position in a row of a column."""
    return load_fields(game.start(), column, i * FIELDS)


@inner
def save(column: int, i: int, p: Position) -> None:
    """Write a position to a row of a column."""
    for k in range(FIELDS):
        store(column, i * FIELDS + k, p[k])


@inner
def drawn_below(b: Memory, i: int, number: int) -> int:
    """A random number from 0 to before `number`."""
    chance = mix(load(b.chance, i), STEP)
    store(b.chance, i, chance)
    return (chance >> 30 & 0xFFFFFFFF) * number >> 32


@inner
def keep(b: Memory, i: int, p: Position, key: int, idle: int, reversible: int, move: int) -> None:
    """Write down a position as the last one of a line, after a move that can be undone or as the
    first one.
    """
    store(b.idle, i, idle)
    store(b.reversible, i, reversible)
    store(b.keys, i * b.room + reversible, key)
    if reversible:
        store_pair(b.line, i * b.room + reversible - 1, move)
    else:
        save(b.anchors, i, p)


@inner
def occurrences(b: Memory, i: int, key: int, reversible: int) -> int:
    """How often the last position of a line has occurred in it."""
    times, first = 1, i * b.room
    for k in range(first + reversible - 2, first - 1, -2):
        times += load(b.keys, k) == key
    return times


@inner
def played(b: Memory, i: int, p: Position, move: int) -> tuple[Position, int, int]:
    """The position after a move, which is written down; the outcome; and why, if it is over."""
    q = game.apply(p, move)
    result, reason, key = game.outcome(q), 0, game.key(q)
    idle, reversible = counts_after(p, move, q, load(b.idle, i), load(b.reversible, i))
    keep(b, i, q, key, idle, reversible, move)
    plies = load(b.plies, i) + 1
    store(b.plies, i, plies)
    times = occurrences(b, i, key, reversible) if b.repetition else 1
    store_pair(b.occurrences, i, times)
    if result != RUNNING:
        reason = BY_POSITION
    elif 0 < b.repetition <= times:
        result, reason = DRAW, BY_REPETITION
    elif 0 < b.no_progress <= idle:
        result, reason = DRAW, BY_NO_PROGRESS
    elif 0 < b.max_plies <= plies or b.bounded and reversible + 1 >= b.room:
        reason = BY_LENGTH
    return q, result, reason


@inner
def started(b: Memory, i: int) -> Position:
    """One of the positions that games begin with, written down."""
    p = position(b.starts, drawn_below(b, i, b.start_count) if b.start_count > 1 else 0)
    keep(b, i, p, game.key(p), 0, 0, 0)
    store(b.plies, i, 0)
    store_pair(b.occurrences, i, 1)
    return p


@inner
def begun(b: Memory, i: int) -> Position:
    """A new game after some random plies; one less after each try in which it ended by then."""
    wanted = b.random_plies
    p, left = started(b, i), wanted
    while left:
        n = game.generate(p, b.moves, 0)
        q, _, reason = played(b, i, p, b.moves[drawn_below(b, i, n)])
        if reason:
            wanted -= 1
            p, left = started(b, i), wanted
        else:
            p = q
            left -= 1
    return p


# What learners see.

@inner
def observe(b: Memory, i: int, p: Position, times: int, idle: int, planes: int,
            scalars: int) -> None:
    """Draw planes, and write scalars: how often the position has occurred and the moves without
    progress, as parts of what makes a draw (0 where nothing does); and then what the game tells.

    Args:
        b: a record with `repetition` and `no_progress`, the options.
        i: the row.
        p: the position.
        times: how often it has occurred.
        idle: moves without progress.
        planes, scalars: columns.
    """
    clear_bytes(planes, i * AREA, AREA)
    encoding.draw(p, planes, i * AREA)
    first = i * SCALARS
    store_ratio(scalars, first, times if b.repetition else 0, max(1, b.repetition))
    store_ratio(scalars, first + 1, idle if b.no_progress else 0, max(1, b.no_progress))
    for k in range(SCALARS - COMMON):
        store_ratio(scalars, first + COMMON + k, encoding.scalar(p, k), 1)


@inner
def mark(mask: int, bits: int, i: int, action: int) -> None:
    """Write to a mask, if there is one, that an action of a game is legal."""
    if mask:
        store_byte(mask, i * encoding.ACTIONS + action, 1)
    elif bits:
        word = i * WORDS + (action >> 6)
        store(bits, word, load(bits, word) | 1 << (action & 63))


@inner
def erase(b: Memory, i: int) -> None:
    """Take back what the mask of a game shows, which is 0 for most actions."""
    if b.bits and WORDS <= FEW:
        for k in range(i * WORDS, i * WORDS + WORDS):
            store(b.bits, k, 0)
        return
    legal, mask, bits = b.legal, b.mask, b.bits
    first = i * game.MAX_MOVES
    for k in range(first, first + load_pair(b.count, i)):
        action = load_pair(legal, k)
        if mask:
            store_byte(mask, i * encoding.ACTIONS + action, 0)
        elif bits:
            store(bits, i * WORDS + (action >> 6), 0)


@inner
def show(b: Memory, i: int, p: Position, over: bool) -> None:
    """Write what is to be seen of a game; nothing is legal where it is over.

    But where the next step restarts it, whatever its action, action 0 is legal, so that no mask is
    empty.
    """
    n = 0 if over else game.generate(p, b.moves, 0)
    # Compiled code cannot know that these stay as they are while it writes to columns.
    legal, mask, bits, first = b.legal, b.mask, b.bits, i * game.MAX_MOVES
    for k in range(n):
        action = encoding.action_of(p, b.moves[k])
        store_pair(legal, first + k, action)
        mark(mask, bits, i, action)
    if over and b.autoreset == NEXT:
        store_pair(legal, first, 0)
        mark(mask, bits, i, 0)
        n = 1
    store_pair(b.count, i, n)
    store_byte(b.player, i, p.side)
    if b.planes:
        observe(b, i, p, load_pair(b.occurrences, i), load(b.idle, i), b.planes, b.scalars)


@inner
def judge(b: Memory, i: int, side: int, result: int, reason: int) -> None:
    """Write down how a move of a side has ended a game, or that it has not."""
    won = result != RUNNING and result != DRAW
    store_byte(b.rewards, i, (1 if result == 1 + side else 255) if won else 0)
    store_byte(b.winner, i, result - 1 if won else NOBODY)
    store_byte(b.reason, i, reason)
    store_byte(b.terminated, i, result != RUNNING)
    store_byte(b.truncated, i, reason == BY_LENGTH)


@inner
def is_over(b: Memory, i: int) -> bool:
    """Whether a game is over and stays so."""
    return b.autoreset != SAME and load_byte(b.reason, i) != 0


@inner
def show_end(b: Memory, i: int, p: Position) -> None:
    """Store what is to be seen of a game that has ended and will restart at once."""
    store_byte(b.final_player, i, p.side)
    if b.final_planes:
        observe(b, i, p, load_pair(b.occurrences, i), load(b.idle, i), b.final_planes,
                b.final_scalars)


@inner
def begin(b: Memory, i: int) -> None:
    """A new game in a row that shows nothing."""
    p = begun(b, i)
    save(b.positions, i, p)
    show(b, i, p, False)


@inner
def advance(b: Memory, i: int, action: int) -> None:
    """One step of a game."""
    p = position(b.positions, i)
    if action == STAY or is_over(b, i):
        store_byte(b.rewards, i, 0)
        if b.autoreset == NEXT and action != STAY:
            erase(b, i)
            judge(b, i, 0, RUNNING, 0)
            begin(b, i)
        return
    q, result, reason = played(b, i, p, encoding.move_of(p, action))
    erase(b, i)
    judge(b, i, p.side, result, reason)
    if reason and b.autoreset == SAME:
        show_end(b, i, q)
        begin(b, i)
    else:
        save(b.positions, i, q)
        show(b, i, q, reason != 0)


# All games.

@inner
def is_legal(b: Memory, i: int, action: int) -> bool:
    """Whether an action is legal in a game that is not over."""
    if action < 0 or action >= encoding.ACTIONS:
        return False
    if b.mask:
        return load_byte(b.mask, i * encoding.ACTIONS + action) != 0
    if b.bits:
        return load(b.bits, i * WORDS + (action >> 6)) >> (action & 63) & 1 != 0
    for k in range(load_pair(b.count, i)):
        if load_pair(b.legal, i * game.MAX_MOVES + k) == action:
            return True
    return False


@kernel
def write_start(b: Memory, i: int, p: Position) -> None:
    """Write one of the positions that games begin with."""
    save(b.starts, i, p)


@kernel
def first_illegal(b: Memory, actions: int, first: int, last: int) -> int:
    """The first game with an illegal action.

    Args:
        b: see `new_batch`.
        actions: the address of a number for each game.
        first, last: the games from the first to before the last.

    Returns:
        The game; LEGAL if there is none; FULL if a line has no room for a move.
    """
    for i in range(first, last):
        action = load(actions, i)
        if action != STAY and not is_over(b, i) and not is_legal(b, i, action):
            return i
    for i in range(first, last):
        if load(b.reversible, i) + 1 >= b.room:
            return FULL
    return LEGAL


@kernel
def step(b: Memory, actions: int, first: int, last: int) -> None:
    """A step in each game, from the first to before the last, by actions that are legal."""
    for i in range(first, last):
        advance(b, i, load(actions, i))


@kernel
def sample(b: Memory, actions: int, first: int, last: int) -> None:
    """Write a random legal action for each game, all equally likely; 0 where a game is over.

    Where STAY is written, it stays.
    """
    for i in range(first, last):
        if load(actions, i) == STAY:
            continue
        n = 0 if is_over(b, i) else load_pair(b.count, i)
        store(actions, i, load_pair(b.legal, i * game.MAX_MOVES + drawn_below(b, i, n)) if n else 0)


@kernel
def reset(b: Memory, games: int, first: int, last: int) -> None:
    """Restart games.

    Args:
        b: see `new_batch`.
        games: the address of their numbers.
        first, last: which of the numbers, from the first to before the last.
    """
    for k in range(first, last):
        i = load(games, k)
        erase(b, i)
        judge(b, i, 0, RUNNING, 0)
        begin(b, i)


@kernel
def hide(b: Memory, games: int, first: int, last: int) -> None:
    """Take back what is shown of games, before their columns are written; arguments as `reset`."""
    for k in range(first, last):
        erase(b, load(games, k))


@kernel
def reveal(b: Memory, games: int, first: int, last: int) -> None:
    """Show games with columns that were written; arguments as `reset`."""
    for k in range(first, last):
        i = load(games, k)
        show(b, i, position(b.positions, i), is_over(b, i))


def warm() -> None:
    """Compile, or load from the cache, all that batches need."""
    b, kept = new_batch(), []
    for name, size in {**row_bytes(2), "starts": 8 * FIELDS, "actions": 8, "games": 8}.items():
        kept.append(array(-(-size // 8)))
        if hasattr(b, name):
            setattr(b, name, address(kept[-1]))
    actions, games = address(kept[-2]), address(kept[-1])
    b.room = 2
    write_start(b, 0, game.start())
    reset(b, games, 0, 1)
    sample(b, actions, 0, 1)
    first_illegal(b, actions, 0, 1)
    step(b, actions, 0, 1)
    hide(b, games, 0, 1)
    reveal(b, games, 0, 1)
