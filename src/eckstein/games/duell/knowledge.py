"""What is known about playing Duell well: dice and their tops, and the safety of the kings."""
from ...kernel import inner, kernel
from ...kernel.bits import lowest, popcount
from ...kernel.dice import TOP
from ...kernel.types import Array, Position
from .._weights import weights
from . import (
    BLACK_KING,
    DIAMOND_HIGH,
    DIAMOND_LOW,
    REST,
    ROWS,
    SPLIT,
    WHITE_KING,
    contains,
    die_on,
    ends,
    first_of,
    kings,
    moves_to,
    rest_of,
)

FEATURES = ("turn", "die", "top 1", "top 2", "top 3", "top 4", "top 5", "top 6", "aimed at king",
            "king run", "guards", "middle", "next to king", "reach", "attacked", "guarded")
WEIGHTS = weights("duell", FEATURES)
SWING = 120

MIDDLE_LOW = sum(0x1FF << 10 * row for row in range(3, 5))     # rows 3 and 4
MIDDLE_HIGH = sum(0x1FF << 10 * row for row in range(ROWS - 6))


@inner
def count(low: int, high: int) -> int:
    return popcount(low) + popcount(high)


@kernel
def plain(p: Position) -> int:
    """Dice."""
    return 100 * (count(p.own_low, p.own_high) - count(p.foe_low, p.foe_high))


@inner
def reach(dice: int, first: int, a: int, b: int, c: int, low: int, high: int, foe_low: int,
          foe_high: int, target_low: int, target_high: int, w: Array) -> int:
    """The weighed features of what each die shows and reaches, as if its ways were free.

    Args:
        dice: half of a player's dice.
        first: the square of its first bit.
        a, b, c: the bits of the tops on that half of the board; a king has all three.
        low, high: all dice of the player.
        foe_low, foe_high: all dice of the other.
        target_low, target_high: the other's king.
        w: the weights.
    """
    tops = reached = attacked = guarded = aimed = 0
    while dice:
        place = lowest(dice)
        dice &= dice - 1
        top = a >> place & 1 | (b >> place & 1) << 1 | (c >> place & 1) << 2
        if top == 7:
            top = 1
        near_low = DIAMOND_LOW[128 * top + first + place]
        near_high = DIAMOND_HIGH[128 * top + first + place]
        own = count(near_low & low, near_high & high)
        tops += w[1 + top]
        reached += (near_high >> REST) - own
        attacked += count(near_low & foe_low, near_high & foe_high)
        guarded += own
        aimed += (near_low & target_low | near_high & target_high) != 0
    return tops + w[8] * aimed + w[13] * reached + w[14] * attacked + w[15] * guarded


@inner
def strength(p: Position, low: int, high: int, foe_low: int, foe_high: int, side: int,
             w: Array) -> int:
    """The weighed features of one player, with dice on `low` and `high`."""
    kings_low, kings_high = kings(p)
    target_low, target_high = kings_low & foe_low, kings_high & foe_high
    value = (w[1] * count(low, high)
             + w[11] * count(low & MIDDLE_LOW, high & MIDDLE_HIGH)
             + reach(low, 0, p.low2, p.low3, p.low4, low, high, foe_low, foe_high,
                     target_low, target_high, w)
             + reach(high, SPLIT, p.high2, p.high3, p.high4, low, high, foe_low, foe_high,
                     target_low, target_high, w))
    if target_low | target_high:
        value += w[12] * neighbours(low, high, first_of(target_low, target_high))
    own_low, own_high = kings_low & low, kings_high & high
    if own_low | own_high:
        king = first_of(own_low, own_high)
        goal = WHITE_KING if side else BLACK_KING
        away = abs(king // 10 - goal // 10) + abs(king % 10 - goal % 10)
        value += w[9] * max(0, 7 - away) + w[10] * neighbours(low, high, king)
    return value


@inner
def neighbours(low: int, high: int, square: int) -> int:
    """How many of these dice lie one or two squares away."""
    return count(low & (DIAMOND_LOW[128 + square] | DIAMOND_LOW[256 + square]),
                 high & (DIAMOND_HIGH[128 + square] | DIAMOND_HIGH[256 + square]))


@kernel
def weigh(p: Position, w: Array) -> int:
    """The features of the player to move less those of the other, each times its weight."""
    return (w[0] + strength(p, p.own_low, p.own_high, p.foe_low, p.foe_high, p.side, w)
            - strength(p, p.foe_low, p.foe_high, p.own_low, p.own_high, 1 - p.side, w))


@kernel
def evaluate(p: Position) -> int:
    """The value of a position for the player to move."""
    return weigh(p, WEIGHTS)


@kernel
def noisy(p: Position, moves: Array, n: int) -> int:
    """Append the captures; only dice that might reach an enemy are asked for their moves."""
    low, high = p.own_low, p.own_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(p, square)
        end_low, end_high = ends(p, die)
        end_low, end_high = end_low & p.foe_low, end_high & p.foe_high
        place = 128 * TOP[die] + square
        if DIAMOND_LOW[place] & end_low or DIAMOND_HIGH[place] & end_high:
            n = moves_to(p, square, die, end_low, end_high, moves, n)
    return n


@inner
def urgency(p: Position, move: int) -> int:
    """Captures first."""
    return contains(p.foe_low, p.foe_high, move >> 7 & 0x7F)
