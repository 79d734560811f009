"""What policies see of a tilt in Contra: which die goes where, which fall, and which stand around.

* The action with the orientation of the die.
* How many dice fall on each side, the way, and the neighbours of the die then, up to three.
* The friends and foes around the square that it leaves, and around the one that it comes to.
"""
from ...kernel import inner, lookup
from ...kernel.dice import DICE, FIRST, TURNED
from .._cublino import NEIGHBOURS, STEP, carried, faces
from .._cublino.network import KIND, ORIENTATIONS
from .._cublino.traits import AROUND, SEEN, around, some
from . import ARRIVAL_WINS, LAST_ROW, PASS, ROW_1, losers
from .encoding import ACTIONS, MOVE, action_of

WAYS = 3                    # straight on, and to either side
BATTLES = 2 * SEEN * WAYS * AROUND
ROUNDS = WAYS * AROUND ** 2
FIRST_BATTLE = ACTIONS * ORIENTATIONS
FIRST_ROUND = FIRST_BATTLE + BATTLES
TRAITS, MOST = FIRST_ROUND + ROUNDS, 3
# WAY[side * 4 + direction]
WAY = lookup((0, 1, 0, 2, 0, 2, 0, 1))


@inner
def traits(p, move, found):
    """Three of a tilt, and one of a pass."""
    if move == PASS:
        found[0] = action_of(p, move) * ORIENTATIONS
        return 1
    origin, direction = move >> 2, move & 3
    square = origin + STEP[direction]
    die = faces(p, origin)
    found[0] = action_of(p, move) * ORIENTATIONS + KIND[die ^ (7 if p.side else 0)]
    q = carried(p, origin, square, TURNED[direction * 64 + die])
    fallen = 0
    if not (ARRIVAL_WINS and (ROW_1 if p.side else LAST_ROW) >> square & 1):
        fallen = losers(q, square)
    way = WAY[p.side * 4 + direction]
    falls = (fallen >> square & 1) * SEEN + some(fallen & p.foe)
    found[1] = FIRST_BATTLE + ((falls * WAYS + way) * SEEN + some(NEIGHBOURS[square] & q.own)
                               ) * SEEN + some(NEIGHBOURS[square] & p.foe)
    found[2] = FIRST_ROUND + (way * AROUND + around(origin, p.own, p.foe)) * AROUND + around(
        square, q.own, p.foe)
    return 3


def factors(trait):
    """The action, the way, how the die lies before and what falls, apart from the rest."""
    if trait < FIRST_BATTLE:
        action, lies = divmod(trait, ORIENTATIONS)
        move = MOVE[action]
        if move == PASS:
            return [("action", action)]
        row, way = (move >> 2) // 7, WAY[move & 3]
        top = DICE[FIRST + lies][0]
        return [("action", action), ("lies", way, lies), ("row", way, row, lies),
                ("top at", action, top)]
    if trait < FIRST_ROUND:
        rest, foes = divmod(trait - FIRST_BATTLE, SEEN)
        rest, friends = divmod(rest, SEEN)
        falls, way = divmod(rest, WAYS)
        return [("falls", falls), ("falls", falls, way), ("beside", falls, friends, foes)]
    rest, there = divmod(trait - FIRST_ROUND, AROUND)
    way, here = divmod(rest, AROUND)
    return [("from", way, here), ("to", way, there), ("from", here), ("to", there)]
