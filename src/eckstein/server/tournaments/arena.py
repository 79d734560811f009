"""Arena: who is free is paired by points and rating, but not twice in a row with the same.

The same pairs all who are free in a club, when the teacher says so.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from .berger import Pair
from .records import Player, Round


def pair_free(free: Sequence[Player], points: Mapping[int, int], rounds: Sequence[Round], *,
              again: bool = False) -> list[Pair]:
    """Pair neighbours in the order of points and rating, as far as it goes.

    Two of one team are paired only if there is nobody else.

    Args:
        free: who waits.
        points: of each.
        rounds: what was played before.
        again: whether two may meet twice in a row.
    """
    last, balance = _history(rounds)
    waiting = sorted(free, key=lambda one: (-points.get(one.number, 0), -one.rating, one.number))
    pairs: list[Pair] = []
    while waiting:
        best = waiting.pop(0)
        first = best.number
        others = [one for one in waiting if not best.is_mate(one)]
        fitting = [one for one in others if last.get(first) != one.number
                   or last.get(one.number) != first]
        if not fitting and again:
            fitting = others
        if fitting:
            second = fitting[0]
            waiting.remove(second)
            pairs.append(coloured(first, second.number, balance))
    if again and not pairs and len(free) > 1:
        alone = [replace(one, team="") for one in free]
        return pair_free(alone, points, rounds, again=True)
    return pairs


def coloured(first: int, second: int, balance: Mapping[int, int]) -> Pair:
    """White is for whoever has had it less often; of equals, for the second one."""
    if balance.get(first, 0) < balance.get(second, 0):
        return first, second
    return second, first


def balance_of(rounds: Sequence[Round]) -> dict[int, int]:
    """How much oftener each had White than Black."""
    return _history(rounds)[1]


def _history(rounds: Sequence[Round]) -> tuple[dict[int, int], dict[int, int]]:
    """Whom each has met last, and how much oftener he had White than Black."""
    last, balance = dict[int, int](), dict[int, int]()
    for one in rounds:
        for game in one.games:
            last |= {game.white: game.black, game.black: game.white}
            balance[game.white] = balance.get(game.white, 0) + 1
            balance[game.black] = balance.get(game.black, 0) - 1
    return last, balance
