"""What is known about playing Duell well: dice."""
from ..games.duell import contains, generate
from ..kernel import inner, kernel
from ..kernel.bits import popcount

DIE = 100
SWING = 120                 # how much a ply may change the value, for pruning


@kernel
def evaluate(p):
    """The value of a position for the player to move."""
    return DIE * (popcount(p.own_low) + popcount(p.own_high)
                  - popcount(p.foe_low) - popcount(p.foe_high))


@kernel
def noisy(p, moves, n):
    """Append the captures."""
    end = generate(p, moves, n)
    for i in range(n, end):
        if contains(p.foe_low, p.foe_high, moves[i] >> 7 & 0x7F):
            moves[n] = moves[i]
            n += 1
    return n


@inner
def urgency(p, move):
    """Captures first."""
    return contains(p.foe_low, p.foe_high, move >> 7 & 0x7F)
