"""Orientations in two halves.

A tilt is a quarter turn, and a quarter turn is an odd permutation of the four diagonals of a cube;
so a tilt leads from one half of the 24 orientations to the other.  It also changes the colour of
the square.  A die that only tilts therefore keeps its **parity**, the sum of both modulo 2, for
ever, and has twelve orientations on each square.
"""
from ..kernel import lookup
from ..kernel.dice import FIRST, KING, ROLLED, turned_round

HALF = 12                   # orientations in each half
ORIENTATIONS = 2 * HALF
# A mask that shows the compiler that a number is not negative, for then it divides faster.
NUMBERS = (1 << 48) - 1


def _halves() -> list[int]:
    """The half of each orientation, found by tilting from the first one."""
    found, todo = {FIRST: 0}, [FIRST]
    for number in todo:
        for direction in range(4):
            tilted = int(ROLLED[32 * number + 8 * direction + 1])
            if tilted not in found:
                found[tilted] = 1 - found[number]
                todo.append(tilted)
    return [found.get(number, 0) for number in range(KING + 1)]


_HALF = _halves()
_MEMBERS = [[number for number in range(FIRST, KING) if _HALF[number] == half] for half in (0, 1)]

HALF_OF = lookup(_HALF)
# RANK[number]: the place of an orientation in its half
RANK = lookup(_MEMBERS[_HALF[number]].index(number) if FIRST <= number < KING else 0
              for number in range(KING + 1))
# MEMBER[HALF * half + rank]: the orientation there
MEMBER = lookup(_MEMBERS[0] + _MEMBERS[1])
# AROUND[number]: the die as it looks from the other side of the board
AROUND = lookup(turned_round(number) for number in range(KING + 1))
