"""What policies see of a move in Duell: where the die goes, what it takes, which dice aim where.

A die aims at a square to which it rolls if nothing is in its way.

* The action.
* The square on which the die arrives, and how it lies there.
* What it shows, what it takes, how many foes aim at the square that it leaves, and how many foes
  and friends at the one that it comes to.
* Whether it aims at the other king before and after, how far it is from there then, at how many
  foes it aims, and how near it is to its own king; of a king, how far it is from its goal.
"""
from ...kernel import inner
from ...kernel.bits import popcount
from ...kernel.dice import DICE, FIRST, KING, TOP
from . import (
    BLACK_KING,
    COLUMNS,
    DIAMOND_HIGH,
    DIAMOND_LOW,
    KING_CAPTURES,
    ROWS,
    WHITE_KING,
    by_top,
    die_on,
    king_among,
    rolled,
    words,
)
from .encoding import ACTIONS, LAST, action_of
from .network import KINDS, TURNED

SQUARES = ROWS * COLUMNS
SHOWN, TAKEN, AIMING = 7, 8, 3      # a top or the king; that or nothing; none, one, or more
ARRIVALS = SQUARES * KINDS
EXCHANGES = SHOWN * TAKEN * AIMING ** 3
FAR, AIMED, NEAR = 9, 4, 3          # squares to a king; foes; squares to one's own king
ATTACKS = 2 * 2 * FAR * AIMED * NEAR
GOALS = ROWS + COLUMNS              # squares to the goal
FIRST_EXCHANGE = ACTIONS + ARRIVALS
FIRST_ATTACK = FIRST_EXCHANGE + EXCHANGES
FIRST_GOAL = FIRST_ATTACK + ATTACKS
TRAITS, MOST = FIRST_GOAL + GOALS, 4


@inner
def arrival(square, die, side):
    """The number of where a die arrives and how it lies, as the mover sees it."""
    seen, lies = (LAST - square, TURNED[die]) if side else (square, die)
    return (seen // 10 * COLUMNS - COLUMNS + seen % 10) * KINDS + lies - FIRST


@inner
def shown(die):
    """What a die shows: 0 the king, or the top."""
    return 0 if die == KING else TOP[die]


@inner
def aims(die, square, low, high):
    """At how many of these dice a die on a square aims."""
    if die == KING and not KING_CAPTURES:
        return 0
    place = 128 * TOP[die] + square
    return popcount(DIAMOND_LOW[place] & low) + popcount(DIAMOND_HIGH[place] & high)


@inner
def aimed(p, square, low, high):
    """How many of these dice aim at a square, up to two."""
    near_low = low & by_top(
        p.low2, p.low3, p.low4, DIAMOND_LOW[128 + square], DIAMOND_LOW[256 + square],
        DIAMOND_LOW[384 + square], DIAMOND_LOW[512 + square], DIAMOND_LOW[640 + square],
        DIAMOND_LOW[768 + square])
    near_high = high & by_top(
        p.high2, p.high3, p.high4, DIAMOND_HIGH[128 + square], DIAMOND_HIGH[256 + square],
        DIAMOND_HIGH[384 + square], DIAMOND_HIGH[512 + square], DIAMOND_HIGH[640 + square],
        DIAMOND_HIGH[768 + square])
    return min(popcount(near_low) + popcount(near_high), AIMING - 1)


@inner
def apart(square, other):
    """How far two squares are apart."""
    return abs(square // 10 - other // 10) + abs(square % 10 - other % 10)


@inner
def exchange(p, origin, target, die):
    """What a die shows and takes, and which others aim at the squares."""
    taken = die_on(p, target)
    lost = 0 if taken == 0 else 7 if taken == KING else TOP[taken]
    foes_here = aimed(p, origin, p.foe_low, p.foe_high)
    foes_there = aimed(p, target, p.foe_low, p.foe_high)
    from_low, from_high = words(origin)
    friends = aimed(p, target, p.own_low & ~from_low, p.own_high & ~from_high)
    return (((shown(die) * TAKEN + lost) * AIMING + foes_here) * AIMING + foes_there
            ) * AIMING + friends


@inner
def attack(p, origin, target, die, after):
    """How a die aims at the other king and at foes, and where it is between the kings."""
    foe, own = king_among(p, p.foe_low, p.foe_high), king_among(p, p.own_low, p.own_high)
    foe_low, foe_high = words(foe)
    before, then = aims(die, origin, foe_low, foe_high), aims(after, target, foe_low, foe_high)
    foes = aims(after, target, p.foe_low, p.foe_high)
    near = max(1, min(apart(target, own), NEAR)) - 1
    return (((before * 2 + then) * FAR + min(apart(target, foe), FAR - 1)) * AIMED
            + min(foes, AIMED - 1)) * NEAR + near


@inner
def traits(p, move, found):
    """Four of a move."""
    origin, target = move & 0x7F, move >> 7 & 0x7F
    die = die_on(p, origin)
    after = rolled(die, origin, target, move >> 10 & 16)
    found[0] = action_of(p, move)
    found[1] = ACTIONS + arrival(target, after, p.side)
    found[2] = FIRST_EXCHANGE + exchange(p, origin, target, die)
    if die == KING:
        found[3] = FIRST_GOAL + apart(target, WHITE_KING if p.side else BLACK_KING)
    else:
        found[3] = FIRST_ATTACK + attack(p, origin, target, die, after)
    return 4


def factors(trait):
    """What is taken, which dice aim where, squares and tops, apart from the rest."""
    if trait < ACTIONS or trait >= FIRST_GOAL:
        return []
    if trait < FIRST_EXCHANGE:
        square, lies = divmod(trait - ACTIONS, KINDS)
        top = DICE[FIRST + lies][0] if FIRST + lies < KING else 0
        return [("arrives", square), ("lies", lies), ("row", square // COLUMNS, lies),
                ("top at", square, top)]
    if trait < FIRST_ATTACK:
        rest, friends = divmod(trait - FIRST_EXCHANGE, AIMING)
        rest, there = divmod(rest, AIMING)
        rest, here = divmod(rest, AIMING)
        mover, taken = divmod(rest, TAKEN)
        return [("takes", mover, taken), ("taken", taken, there), ("leaves", mover, here),
                ("comes", mover, there, friends), ("aimed at", taken, here, there, friends)]
    rest, near = divmod(trait - FIRST_ATTACK, NEAR)
    rest, foes = divmod(rest, AIMED)
    aiming_at_king, far = divmod(rest, FAR)
    return [("king", aiming_at_king), ("far", far), ("aims", aiming_at_king, foes),
            ("near", near), ("between", far, near)]
