"""Rows of positions for which certificates tell a move (proofs/chosen.py, search/_rows.py)."""
import random

import pytest

from eckstein import Board
from eckstein.proofs.chosen import Chosen

MANY = 15_000               # positions: room is made for them three times


def positions(rules, count, seed=1):
    """So many different positions of random games, running ones."""
    choose, room, found = random.Random(seed), [0] * rules.MAX_MOVES, {}
    while len(found) < count:
        p = rules.start()
        while not rules.outcome(p) and len(found) < count:
            found[tuple(map(int, p))] = None
            p = rules.apply(p, choose.choice(room[:rules.generate(p, room, 0)]))
    return list(found)


@pytest.mark.parametrize("template", ["search.descent", "search.closure"])
def test_positions_keep_their_rows_while_room_is_made(template):
    chosen, rows, rooms = Chosen(template, Board("contra")), {}, set()
    rules = Chosen("search.closure", Board("contra")).search.game
    for fields in positions(Board("contra", compiled=False).rules, MANY):
        chosen.make_room()
        rooms.add(int(chosen.memory.row_room))
        rows[fields] = chosen.row_of(rules.Position(*fields))
    assert len(rooms) == 3
    assert len(set(rows.values())) == MANY
    for fields, row in rows.items():
        assert chosen.row_of(rules.Position(*fields)) == row
        assert tuple(chosen.position(row)) == fields
        assert chosen.state(row) == chosen.search.FRESH
    assert chosen.settled() == [] and list(chosen.left()) == []


def test_replies_that_were_found_earlier_are_told():
    chosen = Chosen("search.closure", Board("contra"))
    told = []
    for fields in positions(Board("contra", compiled=False).rules, 100):
        p = chosen.search.game.Position(*fields)
        chosen.search.take_up(p, len(told), chosen.memory)
        told.append((*fields, len(told), 0, 0))
    assert chosen.settled() == told
    assert chosen.count == 100
