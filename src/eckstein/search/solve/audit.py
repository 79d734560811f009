"""A table held against the rules: each value must be what the successors' values make it.

That is a proof.  A win in n plies has a successor lost in n - 1, and so on down to the end of the
game; all moves of a loss lead to wins, the farthest of which is n - 1 away; and the player to move
in a draw has a move to another draw, and no better one.  Nothing here is shared with the solver,
but that both know positions by their numbers; so the numbers are checked, too.
"""
from ...kernel import endings, game, inner, kernel, record
from ...kernel.bits import load_byte, load_pair
from ...kernel.types import Memory

MOST_ENDINGS = 64
CODES = 1 << 16
NO_POSITION = CODES - 1     # the code of a number that no position has
DRAWN = 0                   # otherwise 1 + 2n: lost in n plies, 2 + 2n: won in n plies
WRONG_NUMBER, LEADS_NOWHERE = -1, -2


def new_memory() -> Memory:
    """What one thread needs to check some parts of an ending that no move leaves.

    To be set first: `ending`; `start` and `entries`, the first number and how many there are; in
    `tables` the addresses of the codes of the endings that captures lead to, and of these parts;
    codes have two bytes each where `wide` says 1, and otherwise one, which is 255 for NO_POSITION.
    `counts` tells afterwards how often the thread has seen each code.
    """
    return record(ending=0, start=0, entries=0, tables=MOST_ENDINGS, wide=MOST_ENDINGS,
                  moves=game.MAX_MOVES, counts=CODES)


@kernel
def told(memory: Memory, ending: int, number: int) -> int:
    """The code that the table of an ending has for a number, which `is_told`."""
    if ending == memory.ending:
        number -= memory.start
    if memory.wide[ending]:
        return load_pair(memory.tables[ending], number)
    code = load_byte(memory.tables[ending], number)
    return NO_POSITION if code == 255 else code


@inner
def is_told(memory: Memory, ending: int, number: int) -> bool:
    """Whether a number is in the parts that are checked, or in a table that is at hand."""
    if ending == memory.ending:
        return memory.start <= number < memory.start + memory.entries
    return ending < memory.ending and memory.tables[ending] != 0


@kernel
def derived(memory: Memory, ending: int, number: int) -> int:
    """The code that follows from the rules and the codes of the successors.

    Returns:
        A code, or WRONG_NUMBER if the position with this number is given another one, or
        LEADS_NOWHERE if a move leads to a position that no table has, or another group of parts.
    """
    if not endings.possible(ending, number):
        return NO_POSITION
    p = endings.position(ending, number)
    its_ending, its_number = endings.placed(p)
    if its_ending != ending or its_number != number:
        return WRONG_NUMBER
    result = game.outcome(p)
    if result:
        return DRAWN if result == 3 else 2 if result - 1 == p.side else 1
    quickest, slowest, all_lose = NO_POSITION, 0, True
    for i in range(game.generate(p, memory.moves, 0)):
        q = game.apply(p, memory.moves[i])
        its_ending, its_number = endings.placed(q)
        if its_ending >= 0:
            code = NO_POSITION
            if is_told(memory, its_ending, its_number):
                code = told(memory, its_ending, its_number)
            if code == NO_POSITION:
                return LEADS_NOWHERE
        else:
            result = game.outcome(q)
            if result == 0:
                return LEADS_NOWHERE
            code = DRAWN if result == 3 else 2 if result - 1 == q.side else 1
        if code % 2:
            quickest = min(quickest, code)
        if code == DRAWN or code % 2:
            all_lose = False
        else:
            slowest = max(slowest, code)
    if quickest != NO_POSITION:
        return quickest + 3         # lost in n for the opponent, so won in n + 1
    return slowest + 1 if all_lose else DRAWN


@kernel
def first_wrong(memory: Memory, ending: int, first: int, last: int) -> int:
    """The first number from `first` to before `last` with a code that is not as derived; -1 if
    none.
    """
    for number in range(first, last):
        code = told(memory, ending, number)
        if derived(memory, ending, number) != code:
            return number
        memory.counts[code] += 1
    return -1


def warm() -> None:
    """Compile, or load from the cache, all that a check needs."""
    if endings.ENDINGS:
        first_wrong(new_memory(), 0, 0, 0)
