"""Rows of positions for which certificates tell a move (rows.py, search/solve/_rows.py)."""
import random

import pytest

from eckstein import Board
from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs.rows import Rows

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


@pytest.mark.parametrize("template", ["search.solve.descent", "search.solve.closure"])
def test_positions_keep_their_rows_while_room_is_made(template):
    known, rows, rooms = Rows(template, Board("contra")), {}, set()
    rules = Rows("search.solve.closure", Board("contra")).search.game
    for fields in positions(Board("contra", compiled=False).rules, MANY):
        known.make_room()
        rooms.add(int(known.memory.row_room))
        rows[fields] = known.row_of(rules.Position(*fields))
    assert len(rooms) == 3
    assert len(set(rows.values())) == MANY
    for fields, row in rows.items():
        assert known.row_of(rules.Position(*fields)) == row
        assert tuple(known.position(row)) == fields
        assert known.state(row) == known.search.FRESH
    assert list(known.rows()) == [] and list(known.left()) == []


def test_replies_that_were_found_earlier_are_told():
    known = Rows("search.solve.closure", Board("contra"))
    search = specialise("search.solve.closure", "contra")
    told = [(*fields, reply) for reply, fields in enumerate(
        positions(Board("contra", compiled=False).rules, MANY))]
    for some in (told[i:i + 1000] for i in range(0, MANY, 1000)):
        given = search.array(len(some) * len(some[0]))
        given[:len(given)] = [number for row in some for number in row]
        known.make_room()
        search.take_up(known.memory, search.address(given), len(some))
    assert list(known.rows()) == told
    assert known.widths() == [max(1, (max(column).bit_length() + 7) // 8)
                               for column in zip(*told, strict=True)]
    assert known.count == MANY
    rows = {known.row_of(search.game.Position(*fields)) for *fields, _ in told}
    assert len(rows) == MANY and len(list(known.rows())) == MANY
