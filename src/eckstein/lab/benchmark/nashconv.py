"""How much a policy loses against the best answers to it, on a board that is small enough.

A policy says for each position, whatever was played before, which move it makes, perhaps by chance.
Let v be what the start is worth to White by perfect play: 1, 0 or -1.  Against a policy that is
known, a best response reaches what no other player can surpass; b(White) is what White reaches so
against the policy as Black, and b(Black) the same for Black.  As White the policy can thus be made
to lose v + b(Black) more than it must, as Black b(White) - v, and

    NashConv = b(White) + b(Black),

which is what both players together could gain by leaving the policy: 0 if it is perfect, 2 if it
can be beaten on either side.  Play that never ends is a draw, and repetition is none.  (M. Lanctot
et al., "A unified game-theoretic approach to multiagent reinforcement learning", 2017.)
"""
from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ...board import Board
from ...engine.batch.columns import Array
from ...kernel.codes import DRAW
from .policies import Policy
from .positions import placed

MOST = 500_000              # positions that a best response may have to look at
SAME = 1e-12                # values that change no more stay as they are
SWEEPS = 1_000_000


class TooManyError(EcksteinError, ValueError):
    """A best response would have to look at too many positions."""


@dataclass(frozen=True, slots=True)
class Exploited:
    """How much a policy loses against best responses.

    Attributes:
        nashconv: the sum of the two, 0 to 2.
        as_white, as_black: what it can be made to lose beyond the value of the game, 0 to 2.
    """

    nashconv: float
    as_white: float
    as_black: float


def exploited(start: Board, value: int, policy: Policy) -> Exploited:
    """How much a policy loses, from one position.

    Args:
        start: the position, with nothing played before; not changed.
        value: what it is worth to White by perfect play: 1, 0 or -1.
        policy: what is measured.

    Raises:
        TooManyError: if more than MOST positions had to be looked at.
        PolicyError: if the policy says what is no move.
    """
    white, black = (best_response(start, policy, side) for side in (0, 1))
    return Exploited(white + black, value + black, white - value)


def best_response(start: Board, policy: Policy, side: int) -> float:
    """What a player who knows the policy of the other one reaches on average, -1 to 1.

    Args:
        start, policy: as for `exploited`.
        side: of the player: 0 White, 1 Black.
    """
    ends, chosen, offsets, targets, chances = _explored(start, policy, side)
    values = ends.copy()
    if not len(targets):
        return float(values[0])
    moving = np.flatnonzero(np.diff(offsets))
    firsts, own = offsets[moving], chosen[moving]
    for _ in range(SWEEPS):         # each looks a ply further ahead
        after = values[targets]
        best = np.maximum.reduceat(after, firsts)
        mean = np.add.reduceat(chances * after, firsts)
        new = np.where(own, best, mean)
        change = np.abs(new - values[moving]).max()
        values[moving] = new
        if change <= SAME:
            break
    return float(values[0])


def _explored(start: Board, policy: Policy, side: int) -> tuple[Array, Array, Array, Array, Array]:
    """All positions that can arise, ply by ply.

    Returns:
        float [n]: the results of games that are over for the player, 0 elsewhere; bool [n]: whether
        he chooses the move; int [n + 1], int [m] and float [m]: the numbers of the positions that
        the moves of position i lead to, from offsets[i] to offsets[i + 1], and the probabilities of
        moves of the policy.
    """
    rules, pack = start.rules, struct.Struct(f"{len(start.state)}q")
    numbers = {pack.pack(*start.state): 0}
    found: list[Any] = [start.state]
    ends, chosen, counts = list[float](), list[bool](), list[int]()
    targets, chances = list[int](), list[float]()
    while len(ends) < len(found):
        level = found[len(ends):]
        asked = [p for p in level if not rules.outcome(p) and p.side != side]
        told = iter(policy.chances([placed(start, p) for p in asked]))
        for p in level:
            result, own = rules.outcome(p), p.side == side
            ends.append(0.0 if result in (0, DRAW) else 1.0 if result == 1 + side else -1.0)
            chosen.append(own)
            moves = {} if result else _all(rules, p) if own else next(told)
            counts.append(len(moves))
            for move, chance in moves.items():
                q = rules.apply(p, move)
                number = numbers.setdefault(pack.pack(*q), len(found))
                if number == len(found):
                    found.append(q)
                targets.append(number)
                chances.append(chance)
        if len(found) > MOST:
            raise TooManyError(Sentence("a best response would have to look at more than {most:,} "
                                        "positions", most=MOST))
    return (np.array(ends), np.array(chosen), np.concatenate([[0], np.cumsum(counts)]),
            np.array(targets, np.int64), np.array(chances))


def _all(rules: Any, p: Any) -> dict[int, float]:
    moves = [0] * rules.MAX_MOVES
    return dict.fromkeys(moves[:rules.generate(p, moves, 0)], 1.0)
