"""What proof-number search knows of a position, as one integer: its `data`.

From the lowest bit: the code of the proof number
(24 bits), and 24 bits that hold the code of the disproof number, or, where the proof number
decides, the length of the proof in plies (12) and its moves without progress (12), or the ply since
which the path matters; whether there is a twin; how much work it was; and a bit that is always set.
Numbers outgrow 24 bits, so a code is a floating number: how far to shift, and digits.  Numbers are
rounded up, since one that had been rounded below its limit would be worked on for ever.
"""
from ...kernel import inner, lookup
from ...kernel.bits import highest

CODE, DIGITS = 24, 19       # bits of the code of a number, and of its digits
LAST_CODE, MANTISSA = (1 << CODE) - 1, (1 << DIGITS) - 1
LAST_SHIFT = LAST_CODE >> DIGITS
INFINITE = MANTISSA << LAST_SHIFT
LARGE = MANTISSA - 1 << LAST_SHIFT      # the largest that is not infinite: too much to go on
FULL = 1 << 46              # no sum grows beyond it, though positions go round in circles
EVEN, PARTS, MOST_PARTS = 256, 16, 128
# FIRST[MOST_PARTS - odds]: the first proof number of a position, by the odds of a win
FIRST = lookup(round(EVEN * 2 ** (i / PARTS)) for i in range(-MOST_PARTS, MOST_PARTS + 1))
COUNT = 12
MOST = (1 << COUNT) - 1     # the largest length that is distinguished
ALWAYS, NOWHERE = MOST - 1, -2      # as plies: the path does not matter; nothing known yet
TWIN, WORK, KNOWN = 1 << 48, 50, 1 << 62


@inner
def encoded(number: int) -> int:
    """The code of a number from 0 to INFINITE: the least that stands for it or for more."""
    if number <= MANTISSA:
        return number
    shift = highest(number) + 1 - DIGITS
    digits = number + (1 << shift) - 1 >> shift
    if digits > MANTISSA:
        shift, digits = shift + 1, digits + 1 >> 1
    return shift << DIGITS | digits


@inner
def decoded(code: int) -> int:
    """The number for which a code stands."""
    return (code & MANTISSA) << (code >> DIGITS)


@inner
def undecided(proof: int, disproof: int) -> int:
    """Nothing is decided yet; both numbers go from 1 to LARGE."""
    return KNOWN | encoded(disproof) << CODE | encoded(proof)


@inner
def estimated(odds: int) -> int:
    """The numbers of a position that was not looked into yet; the odds of a win are in PARTS of a
    power of 2.
    """
    odds = max(-MOST_PARTS, min(MOST_PARTS, odds))
    return undecided(FIRST[MOST_PARTS - odds], FIRST[MOST_PARTS + odds])


@inner
def proved(length: int, idle: int) -> int:
    """The attacker wins within so many plies, of which so many come before any progress."""
    return KNOWN | (min(idle, MOST) << COUNT | min(length, MOST)) << CODE


@inner
def disproved(since: int) -> int:
    """The attacker does not win; the path matters from ply `since` on (-1: from before the root).

    ALWAYS says that it does not matter.
    """
    return KNOWN | (max(since, -1) + 1) << CODE | LAST_CODE


@inner
def proof_number(data: int) -> int:
    """The proof number: 0 if the attacker wins, INFINITE if not."""
    return decoded(data & LAST_CODE)


@inner
def disproof_number(data: int) -> int:
    """The disproof number: INFINITE if the attacker wins, 0 if not."""
    proof = data & LAST_CODE
    if proof == 0:
        return INFINITE
    return 0 if proof == LAST_CODE else decoded(data >> CODE & LAST_CODE)


@inner
def decided(data: int) -> bool:
    """Whether there is a proof or a failure."""
    return data != 0 and not 0 < data & LAST_CODE < LAST_CODE


@inner
def length_of(data: int) -> int:
    """The plies of a proof."""
    return data >> CODE & MOST


@inner
def idle_of(data: int) -> int:
    """The moves without progress that a proof needs."""
    return data >> CODE + COUNT & MOST


@inner
def since_of(data: int) -> int:
    """The ply since which the path to a failure matters."""
    return (data >> CODE & LAST_CODE) - 1
