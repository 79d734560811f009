"""Round robin by Berger tables (FIDE Handbook C.05, annex 1): the pairings of each round."""
from __future__ import annotations

Pair = tuple[int, int]      # White and Black, by their numbers


def rounds_of(players: int) -> int:
    """How many rounds it takes until all have met all others."""
    return max(0, players - 1 + players % 2)


def berger(players: int, number: int) -> list[Pair]:
    """The pairs of a round, by the numbers of the players from 1.

    With an odd number of players, the pair with the number after the last one means that its other
    player is free.  The second cycle of a double round robin has the same rounds with the colours
    exchanged.

    Args:
        players: how many there are.
        number: that of the round, from 1; those after `rounds_of` are the second cycle.
    """
    last = players + players % 2
    turns = last - 1
    cycle, place = divmod(number - 1, turns)
    # Each but the last one moves on by half of the table from round to round.
    first = place * (last // 2) % turns
    pairs = [((first + step) % turns + 1, (first - step) % turns + 1)
             for step in range(1, last // 2)]
    top = first + 1
    pairs.insert(0, (last, top) if place % 2 else (top, last))
    return [(black, white) for white, black in pairs] if cycle % 2 else pairs
