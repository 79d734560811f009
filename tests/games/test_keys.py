"""Keys tell positions apart that differ in little: the side to move, and a bit or two elsewhere."""
import itertools

import pytest

from eckstein import Board, names

BITS = 50                   # no field of a position has more


@pytest.mark.parametrize("game", names())
def test_neighbours_have_keys_of_their_own(game):
    board = Board(game)
    for _ in range(3):
        board.push(board.legal_moves[0])
    p, key = board.state, board.rules.key
    fields = [field for field in p._fields if field != "side"]
    neighbours = [p._replace(side=side, **{field: getattr(p, field) ^ pattern << bit})
                  for side in (0, 1) for field in fields for pattern in (1, 3)
                  for bit in range(BITS)] + [p, p._replace(side=1 - p.side)]
    assert len({key(one) for one in neighbours}) == len(set(neighbours))


@pytest.mark.parametrize("game", names())
def test_no_two_positions_of_a_few_plies_share_a_key(game):
    found, level = {}, [Board(game).state]
    rules = Board(game).rules
    for _ in range(3):
        following = []
        for p in level[:60]:
            room = [0] * rules.MAX_MOVES
            for move in itertools.islice(room[:rules.generate(p, room, 0)], 40):
                q = rules.apply(p, move)
                assert found.setdefault(rules.key(q), q) == q
                following.append(q)
        level = following
