"""How learners see games: actions that are moves one to one, and planes from the mover's side."""
import itertools
import random

import pytest

from eckstein import BLACK, WHITE, Board
from eckstein.contract.pieces import Contents, Piece
from eckstein.kernel.specialise import specialise

from ..helpers import VARIANTS, named
from ..twin.setups import set_up

GAMES = 4
MOST = 120                  # plies
SET_UPS = 150


def encoding_of(board):
    options = {name: value for name, value in board.options.items()
               if name not in ("repetition", "no_progress")}
    return specialise("kernel", board.game, compiled=False, **options).encoding


def planes_of(encoding, p):
    """What the planes of a position show: the places that are 1."""
    size = len(encoding.PLANES) * encoding.HEIGHT * encoding.WIDTH
    words = [0] * -(-size // 8)
    encoding.draw(p, words, 0)
    shown = b"".join((word % (1 << 64)).to_bytes(8, "little") for word in words)
    assert set(shown) <= {0, 1} and not any(shown[size:])
    return [place for place, one in enumerate(shown) if one]


def set_ups(game, options, count=SET_UPS):
    """Boards of the kinds that games hardly ever reach."""
    chance = random.Random(f"{game} {options}")
    for _ in range(count):
        board = Board(game, set_up(game, options, chance), **options)
        if not board.status():
            yield board


def positions(game, options, seed=1):
    """Boards of random games, at each ply, and others."""
    yield from set_ups(game, options)
    for number in range(GAMES):
        chance = random.Random(f"{seed}/{number}")
        board = Board(game, **options)
        while not board.is_game_over() and board.ply < MOST:
            yield board
            board.push(chance.choice(list(board.legal_moves)))
        yield board


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_moves_and_actions_are_one_to_one(game, options):
    for board in positions(game, options):
        encoding, p = encoding_of(board), board.state
        actions = [encoding.action_of(p, move) for move in board.legal_moves]
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < encoding.ACTIONS for action in actions)
        assert [encoding.move_of(p, action) for action in actions] == list(board.legal_moves)


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_a_turned_board_looks_the_same(game, options):
    for board in positions(game, options, seed=2):
        other, encoding = board.turned(), encoding_of(board)
        p, q = board.state, other.state
        assert planes_of(encoding, p) == planes_of(encoding, q)
        assert [encoding.scalar(p, i) for i in range(len(encoding.SCALARS))] == [
            encoding.scalar(q, i) for i in range(len(encoding.SCALARS))]
        if not board.is_game_over():
            assert ({encoding.action_of(p, move) for move in board.legal_moves}
                    == {encoding.action_of(q, move) for move in other.legal_moves})


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_positions_that_differ_look_different(game, options):
    """Unless they are turned: what is on the board, in hand and at rights is all in the planes."""
    seen = {}
    for board in positions(game, options, seed=3):
        encoding, p = encoding_of(board), board.state
        shown = (*planes_of(encoding, p), "scalars",
                 *(encoding.scalar(p, i) for i in range(len(encoding.SCALARS))))
        mover = board if p.side == 0 else board.turned()
        fields = tuple(mover.state)
        assert seen.setdefault(shown, fields) == fields


def squares(columns, rows):
    return [(column, row) for row in range(rows) for column in range(columns)]


def cublino_ways(game, options):
    """(first square, how the first step is made, last square) of all moves of White's that dice
    on any squares could allow.
    """
    size = int(options.get("size", "7"))
    tilts = {"N": (0, 1), "E": (1, 0), "W": (-1, 0)}
    if game == "ecke":
        tilts |= {"NE": (1, 1), "NW": (-1, 1)}
    chains = game == "pur" or options.get("chains", False)
    inside = set(squares(size, size))

    def jumped(begin, empty):
        """Squares after one jump or more, over any dice but never over `empty`."""
        found, new = set(), {begin}
        while new:
            new = {(x + 2 * dx, y + 2 * dy) for x, y in new for dx, dy in tilts.values()
                   if (x + dx, y + dy) != empty} & inside - found
            found |= new
            if not chains:
                break
        return found

    for x, y in inside:
        if game == "contra" and y == size - 1:
            continue            # the game is over
        for name, (dx, dy) in tilts.items():
            first = x + dx, y + dy
            if first in inside:
                yield (x, y), name, first
                if chains:
                    for last in jumped(first, (x, y)) - {first}:
                        yield (x, y), name, last
        if game != "contra":
            for last in jumped((x, y), None) - {(x, y)}:
                yield (x, y), "J", last


CUBLINO = [(game, options) for game, options in VARIANTS if game in ("pur", "contra", "ecke")]


@pytest.mark.parametrize(("game", "options"), named(CUBLINO))
def test_all_ways_of_dice_have_actions_and_nothing_else_has(game, options):
    board = Board(game, **options)
    encoding, wanted = encoding_of(board), set()
    directions = {"N": 0, "E": 1, "W": 3, "NE": 4, "NW": 7}
    for (x, y), how, (to_x, to_y) in cublino_ways(game, options):
        here, there = 7 * y + x, 7 * to_y + to_x
        wanted.add(4 * here + directions[how] if game == "contra" else
                   here | there << 6 | (0 if how == "J" else directions[how] + 1) << 12)
    wanted.add(board.rules.PASS)
    white = board.state
    assert [encoding.move_of(white, action) for action in range(encoding.ACTIONS)] == sorted(
        {encoding.move_of(white, action) for action in range(encoding.ACTIONS)},
        key=lambda move: encoding.action_of(white, move))
    assert {encoding.move_of(white, action) for action in range(encoding.ACTIONS)} == wanted
    black = white._replace(side=1)
    assert {encoding.action_of(black, encoding.move_of(black, action))
            for action in range(encoding.ACTIONS)} == set(range(encoding.ACTIONS))


@pytest.mark.parametrize("options", [{}, {"board": "9x9"}])
def test_all_ways_of_duell_have_actions_and_nothing_else_has(options):
    board = Board("duell", **options)
    encoding, columns, rows = encoding_of(board), board.rules.COLUMNS, board.rules.ROWS
    ways = {(origin, target, column_first) for origin in squares(columns, rows)
            for target in squares(columns, rows) for column_first in (False, True)
            if 1 <= abs(origin[0] - target[0]) + abs(origin[1] - target[1]) <= 6
            and (origin[0] != target[0] and origin[1] != target[1] or not column_first)}
    white = board.state
    for p in (white, white._replace(side=1)):
        moves = {board.rules.rolling(*way) for way in ways}
        assert len(moves) == len(ways) == encoding.ACTIONS
        assert {encoding.action_of(p, move) for move in moves} == set(range(encoding.ACTIONS))
        assert {encoding.move_of(p, action) for action in range(encoding.ACTIONS)} == moves


ECHEK = [options for game, options in VARIANTS if game == "echek"]


@pytest.mark.parametrize("options", ECHEK, ids=str)
def test_every_action_of_echek_is_another_move(options):
    board = Board("echek", **options)
    encoding = encoding_of(board)
    moves = [encoding.move_of(board.state, action) for action in range(encoding.ACTIONS)]
    assert len(set(moves)) == encoding.ACTIONS
    assert [encoding.action_of(board.state, move) for move in moves] == [*range(encoding.ACTIONS)]


def far_apart():
    """Positions of the draft that are six squares long both ways, with bishops at the ends."""
    chance = random.Random("far apart")
    while True:
        bishops = chance.choice(["bB", "Bb"])
        first, second = chance.choice([(1, 6), (1, 2), (5, 6)])
        low = {(1, 6): 2, (1, 2): 3, (5, 6): 1}[first, second]
        up = chance.choice([1, -1])
        lie = {(first, first if up > 0 else 7 - first): bishops[0],
               (second, second if up > 0 else 7 - second): bishops[1]}
        for i, letter in enumerate(chance.sample("KkQqRrNnPp", 10)):
            column = low + (i if i < 4 else chance.randrange(4))
            row = column if i < 4 else low + chance.randrange(4)
            lie.setdefault((column, row if up > 0 else 7 - row), letter)
        if {"K", "k"} <= set(lie.values()):
            yield lie


def test_no_piece_of_echek_goes_past_both_ends_of_six():
    rules = Board("echek").rules
    chance, wide = random.Random("ends"), 0
    for lie in itertools.islice(far_apart(), 400):
        pieces = {(column, row): Piece(WHITE if letter.isupper() else BLACK, letter.upper())
                  for (column, row), letter in lie.items()}
        side = chance.choice([WHITE, BLACK])
        p = rules.position(Contents(side, pieces, ("", ""), ""))
        moves = [0] * rules.MAX_MOVES
        targets = [move >> 3 & 63 for move in moves[:rules.generate(p, moves, 0)]
                   if move != rules.PASS]
        assert all(target & 7 < 7 and target >> 3 < 7 for target in targets)
        wide += any(target & 7 == 6 or target >> 3 == 6 for target in targets)
    assert wide
