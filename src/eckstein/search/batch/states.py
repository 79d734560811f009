"""Steps from states to states, which are values: the columns of a call are written anew by it.

A caller brings copies of the columns with a game's state, steps are made in these, and what is to
be seen then is written to columns that showed nothing before; see `stepping`.
"""
from ...kernel import array, encoding, game, inner, kernel
from ...kernel.bits import address, clear_bytes, load, load_pair, store, store_pair
from ...kernel.codes import RUNNING
from ...kernel.types import Memory
from .stepping import (
    BY_LENGTH,
    FIELDS,
    SAME,
    advance,
    begin,
    judge,
    new_batch,
    observe,
    position,
    row_bytes,
    show,
)

LOSES, RESTS = -1, -2       # instead of an action: an illegal one, and none, for the game is over
BY_ILLEGAL = 5              # why a game is over, after the reasons of `stepping`


@inner
def blank(b: Memory, i: int) -> None:
    """Let a row show nothing, of a game that goes on."""
    clear_bytes(b.mask, i * encoding.ACTIONS, encoding.ACTIONS)
    store_pair(b.count, i, 0)
    judge(b, i, 0, RUNNING, 0)


@kernel
def start(b: Memory, first: int, last: int) -> None:
    """Begin games, from the first to before the last, by the chance in their rows."""
    for i in range(first, last):
        clear_bytes(b.keys, 8 * i * b.room, 8 * b.room)
        clear_bytes(b.line, 2 * i * b.room, 2 * b.room)
        blank(b, i)
        begin(b, i)


@kernel
def step(b: Memory, actions: int, first: int, last: int) -> None:
    """A step in each game; one whose line has no room for it is cut off instead.

    Args:
        b: see `stepping.new_batch`.
        actions: the address of a legal action for each game, or LOSES or RESTS.
        first, last: the games from the first to before the last.
    """
    for i in range(first, last):
        action, p = load(actions, i), position(b.positions, i)
        fits = 0 <= load(b.reversible, i) < b.room - 1
        blank(b, i)
        if action >= 0 and fits:
            advance(b, i, action)
            continue
        if action == LOSES:
            judge(b, i, p.side, 2 - p.side, BY_ILLEGAL)
        elif action >= 0:
            judge(b, i, p.side, RUNNING, BY_LENGTH)
        if action == LOSES and b.autoreset == SAME:
            begin(b, i)
        else:
            show(b, i, p, True)


@kernel
def sample(b: Memory, chances: int, actions: int, first: int, last: int) -> None:
    """Write a random legal action for each game.

    Args:
        b: see `stepping.new_batch`.
        chances: the address of a random number below 2**32 for each game, or of RESTS for one that
            is over, which gets 0.
        actions: the address where the actions go.
        first, last: the games from the first to before the last.
    """
    for i in range(first, last):
        chance, action = load(chances, i), 0
        if chance != RESTS:
            p = position(b.positions, i)
            n = game.generate(p, b.moves, 0)
            action = encoding.action_of(p, b.moves[chance * n >> 32]) if n else 0
        store(actions, i, action)


@kernel
def look(b: Memory, first: int, last: int) -> None:
    """Write what is to be seen of games: planes and scalars."""
    for i in range(first, last):
        observe(b, i, position(b.positions, i), load_pair(b.occurrences, i), load(b.idle, i),
                b.planes, b.scalars)


def warm() -> None:
    """Compile, or load from the cache, all that states need."""
    b, kept = new_batch(), []
    for name, size in {**row_bytes(2), "starts": 8 * FIELDS, "actions": 8}.items():
        kept.append(array(-(-size // 8)))
        if hasattr(b, name):
            setattr(b, name, address(kept[-1]))
    b.room = 2
    start(b, 0, 0)
    step(b, address(kept[-1]), 0, 0)
    sample(b, address(kept[-1]), address(kept[-1]), 0, 0)
    look(b, 0, 0)
