"""Two dice against one in Contra, on the smallest board, against the twin; and a part by itself."""
import random
from types import SimpleNamespace

import pytest

from eckstein import Board
from eckstein.engine.tables import TableError, Value, endings_of, probe, resident
from eckstein.engine.tables.resident import ResidentTables
from eckstein.engine.tables.table_file import Table, compressed, write
from eckstein.lab.tables.auditing import check

from ..twin import twin
from .conftest import build_one
from .exact import by_the_twin, solved
from .properties import follow, has_one_value_turned

SIZE = {"size": "3"}
DICE = "ABCDEFGHIJKLMNOPQRSTUVWX"
SQUARES = [f"{column}{row}" for row in "123" for column in "abc"]


@pytest.fixture(scope="module")
def small_board(tmp_path_factory):
    """A folder of data with the tables of the board of 3 x 3 squares."""
    folder = tmp_path_factory.mktemp("small")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ECKSTEIN_DATA", str(folder))
        build_one("contra", "dd-d", **SIZE)
    return folder


@pytest.fixture
def two_to_one(small_board, monkeypatch):
    """The ending of two dice against one there."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(small_board))
    return endings_of("contra", SIZE)[1]


def random_text(chance, rows):
    """Two dice of a player and one of the other one, on these rows."""
    squares = chance.sample([square for square in SQUARES if square[1] in rows], 3)
    dice = [chance.choice(DICE) for _ in squares]
    white = chance.choice((1, 2))
    return chance.choice("Cc") + "".join(
        (die if i < white else die.lower()) + square
        for i, (die, square) in enumerate(zip(dice, squares, strict=True)))


def random_board(chance, rows="123"):
    while True:
        board = Board("contra", random_text(chance, rows), **SIZE)
        if not board.is_game_over() and not board.status():
            return board


def all_from(game, text):
    """All states that can come from one, with what their moves lead to."""
    moves, todo = {}, [game.read(text)]
    while todo:
        state = todo.pop()
        if game.identity(state) not in moves:
            after = moves[game.identity(state)] = by_the_twin(game, state)
            if isinstance(after, list):
                todo += game.moves(state).values()
    return moves


@pytest.mark.parametrize("seed", range(8))
def test_all_that_can_come_from_a_position_has_the_value_that_the_twin_gives_it(two_to_one, seed):
    game, board = twin("contra", **SIZE), random_board(random.Random(seed), "2")
    moves, todo, seen = all_from(game, board.position()), [board], set()
    truth = solved(moves)
    while todo:
        board = todo.pop()
        identity = game.identity(game.read(board.position()))
        if identity in seen:
            continue
        seen.add(identity)
        if len(board.contents().pieces) == 3:
            value = probe(board).value
            assert value == Value(*(truth[identity] or ["drawn"])), board.position()
        for move in board.legal_moves:
            todo.append(board.copy())
            todo[-1].push(move)
    assert seen == set(moves)


@pytest.mark.parametrize("seed", range(20))
def test_players_who_follow_the_table_need_just_so_many_plies(two_to_one, seed):
    follow(random_board(random.Random(seed)))


def test_a_position_and_the_same_one_turned_have_one_value(two_to_one):
    chance = random.Random(1)
    for _ in range(50):
        has_one_value_turned(random_board(chance))


def test_a_game_that_is_over_has_a_value(two_to_one):
    found = probe(Board("contra", "cWa3Wb1vc2", **SIZE))
    assert (found.ending.name, found.value, found.moves) == ("dd-d", ("lost", 0), [])


def test_every_entry_follows_from_the_rules_and_one_that_does_not_is_named(two_to_one):
    known, seen = endings_of("contra", SIZE), []
    check(two_to_one, known[:1], seen.append)
    assert sum(seen) == two_to_one.entries
    table, whole = Table(two_to_one), two_to_one.path.read_bytes()
    blocks, header = list(table.blocks()), table.header
    row, codes, place = next(
        (row, bytearray(codes), place) for row, codes in enumerate(table.codes(3))
        for place, code in enumerate(codes) if 2 < code < 250)
    codes[place] += 2
    blocks[3 * header.part_blocks + row] = compressed(bytes(codes))[0]
    number = 3 * header.part_entries + row * header.block + place
    try:
        write(two_to_one.path, header, blocks)
        with pytest.raises(TableError, match=f"entry {number}, C\\S+, is "):
            check(two_to_one, known[:1])
    finally:
        two_to_one.path.write_bytes(whole)


@pytest.mark.long
def test_a_die_that_arrives_may_win_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    options = SIZE | {"arrival_wins": True}
    ending = build_one("contra", "dd-d", **options)
    known = endings_of("contra", options)
    for one in known:
        check(one, known[:one.number])
    assert ending.path.exists()


def test_searches_do_not_ask_a_table_that_is_too_large_for_them(two_to_one, monkeypatch):
    board = Board("contra", "CWa1Wb1vc3", **SIZE)
    search = SimpleNamespace(__name__="search", new_codes=len)
    both = [ending.entries for ending in endings_of("contra", SIZE)]
    assert ResidentTables().near(board, search) == both
    assert endings_of("contra", {})[1].entries > resident.MOST
    monkeypatch.setattr(resident, "MOST", sum(both) - 1)
    assert ResidentTables().near(board, search) == [both[0], None]
