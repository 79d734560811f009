"""Positions set up at random, of kinds that random games from the start hardly ever reach.

`set_up(game, options, chance)` returns a position text; `chance` is a random.Random.  Some of the
positions are impossible in a game, on purpose: most jams take more dice than there are.
"""

from . import twin
from .dice import DIE, KING, OTHER, state_of
from .setups_echek import echek

SIDES = ("white", "black")
GOAL_ROW = {"white": 7, "black": 1}
SQUARES = [(column, row) for row in range(1, 8) for column in range(1, 8)]
ORIENTATIONS = [die for die in DIE.values() if die != KING]


def set_up(game, options, chance):
    """The text of a position of the game under these options."""
    slow = twin(game, **options)
    if game == "echek":
        return slow.write(echek(slow.bishop, chance))
    shape = chance.choice(SHAPES[game])
    board = shape(chance, slow.height) if game == "duell" else shape(chance)
    if game == "contra":        # what lies beyond a smaller board moves to its edge
        board = {tuple(min(place, slow.size) for place in square): die
                 for square, die in board.items()}
    return slow.write(state_of(chance.choice(SIDES), board))


def piece(chance, side):
    return side, chance.choice(ORIENTATIONS)


def scatter(chance, board, side, count, squares):
    """Add so many dice of the side on empty ones of the squares, as far as there are any."""
    empty = [square for square in squares if square not in board]
    for square in chance.sample(empty, min(count, len(empty))):
        board[square] = piece(chance, side)
    return board


def block(chance, width, height):
    """The squares of a rectangle somewhere on the board."""
    left, bottom = chance.randint(1, 8 - width), chance.randint(1, 8 - height)
    return [(column, row) for column, row in SQUARES
            if left <= column < left + width and bottom <= row < bottom + height]


# Cublino.

def melee(chance):
    """Up to seven dice of each side in a small block, with other sides' dice around each."""
    squares = block(chance, chance.randint(3, 5), chance.randint(3, 5))
    board = {}
    for side in SIDES:
        scatter(chance, board, side, chance.randint(2, 7), squares)
    return board


def few(chance):
    """One to three dice of each side near each other."""
    board, squares = {}, block(chance, 4, 4)
    for side in SIDES:
        scatter(chance, board, side, chance.randint(1, 3), squares)
    return board


def brink(chance):
    """Both sides a step or two before the goal row, or on it, and a few defenders."""
    board = {}
    for side in chance.sample(SIDES, 2):
        ahead = [square for square in SQUARES if 1 <= abs(square[1] - GOAL_ROW[side]) <= 2]
        scatter(chance, board, side, chance.randint(1, 4), ahead)
        behind = [square for square in SQUARES if abs(square[1] - GOAL_ROW[OTHER[side]]) <= 1]
        scatter(chance, board, side, chance.randint(1, 3), behind)
    return board


def goal_row(chance):
    """A part of a goal row is full, so that nobody there goes sideways; little else is left."""
    row, first = chance.choice([1, 7]), chance.choice([1, 1, 2, 3])
    board = {(column, row): piece(chance, chance.choice(SIDES))
             for column in range(first, first + chance.randint(2, 5)) if column <= 7}
    if chance.random() < 0.5:
        scatter(chance, board, chance.choice(SIDES), chance.randint(1, 3), SQUARES)
    return board


def jam(chance):
    """Full rows against each other, in which nobody moves, and up to three changes to them."""
    patterns = [{5: "white", 6: "white", 7: "black"}, {3: "black", 2: "black", 1: "white"},
                {3: "white", 4: "black"}, {5: "white", 6: "black"},
                {6: "white", 7: "white", 1: "black"}, {5: "white", 6: "black", 7: "black"}]
    pattern = chance.choice(patterns)
    board = {(column, row): piece(chance, pattern[row])
             for column in range(1, 8) for row in pattern}
    for _ in range(chance.choice([0, 0, 0, 1, 2, 3])):
        square = chance.choice(sorted(board))
        change = chance.randrange(3)
        if change == 0:
            del board[square]
        elif change == 1:
            board[square] = piece(chance, OTHER[board[square][0]])
        else:
            scatter(chance, board, chance.choice(SIDES), 1, SQUARES)
    return board


def blockade(chance):
    """One or two dice with an enemy on every square that they could go to, or on all but one."""
    side, board = chance.choice(SIDES), {}
    north = 1 if side == "white" else -1
    column, row = chance.choice([1, 1, 2, 4, 7]), chance.choice([3, 4, 6, 7]) * north % 8
    board[column, row] = piece(chance, side)
    if chance.random() < 0.6 and column < 7:
        board[column + 1, row] = piece(chance, side)
    ways = [(a, b) for a in (-1, 0, 1) for b in (0, north) if (a, b) != (0, 0)]
    shut = [(column + far * a, row + far * b) for column, row in list(board)
            for a, b in ways for far in (1, 2)]
    for square in shut:
        if square in SQUARES and square not in board:
            board[square] = piece(chance, OTHER[side])
    if chance.random() < 0.5:
        del board[chance.choice(sorted(board))]
    if chance.random() < 0.3:
        scatter(chance, board, chance.choice(SIDES), 1, SQUARES)
    return board


def crowd(chance):
    """Too many dice, or none of a side, or none at all."""
    board = {}
    for side in SIDES:
        scatter(chance, board, side, chance.choice([0, 1, 7, 7, 8, 9]), SQUARES)
    return board


def homes(chance):
    """Pur: most dice, or all seven, at home for one side; the others anywhere."""
    board = {}
    for side in chance.sample(SIDES, 2):
        at_home = [square for square in SQUARES if square[1] == GOAL_ROW[side]]
        near = [square for square in SQUARES if abs(square[1] - GOAL_ROW[side]) <= 2]
        scatter(chance, board, side, chance.choice([3, 5, 6, 6, 7, 7]), at_home)
        count = sum(owner == side for owner, _ in board.values())
        scatter(chance, board, side, 7 - count, near)
    return board


def line_up(chance):
    """Pur: both sides whole, in each other's way in the middle."""
    board, rows = {}, chance.sample([2, 3, 4, 5, 6], 3)
    for side in SIDES:
        scatter(chance, board, side, 7, [square for square in SQUARES if square[1] in rows])
    return board


def winners(chance):
    """Contra and Ecke: a die or two on goal squares already, or all but a die or two lost."""
    board = {}
    for side in SIDES:
        squares = [(column, GOAL_ROW[side]) for column in (1, 4, 7)]
        scatter(chance, board, side, chance.choice([0, 0, 1, 2, 3]), squares)
        scatter(chance, board, side, chance.choice([0, 1, 1, 2, 4]), SQUARES)
    return board


def corners(chance):
    """Ecke: dice on and around the corners, where battles may not be fought."""
    board = {}
    near = [(column, row) for column, row in SQUARES
            if min(column - 1, 7 - column) <= 1 and min(row - 1, 7 - row) <= 1]
    for side in SIDES:
        own = [(column, GOAL_ROW[side]) for column in (1, 7)]
        scatter(chance, board, side, chance.choice([0, 1, 1, 2]), own)
        scatter(chance, board, side, chance.randint(1, 5), near)
    return board


# Duell.

def field(height, column=5, row=4, reach=9):
    """The squares at most so many columns and rows away."""
    return [(a, b) for b in range(1, height + 1) for a in range(1, 10)
            if abs(a - column) <= reach and abs(b - row) <= reach]


def add_king(chance, board, side, squares):
    board[chance.choice([square for square in squares if square not in board])] = (side, KING)


def skirmish(chance, height):
    """Kings and dice of both in a part of the board."""
    board = {}
    squares = field(height, chance.randint(2, 8), chance.randint(2, height - 1), 3)
    for side in SIDES:
        add_king(chance, board, side, squares if chance.random() < 0.5 else field(height))
        scatter(chance, board, side, chance.randint(0, 8), squares)
    return board


def hunt(chance, height):
    """A king near the rim with hardly a die, and the other's dice around him."""
    board, hunted = {}, chance.choice(SIDES)
    rim = [(a, b) for a, b in field(height) if a in (1, 9) or b in (1, height)]
    add_king(chance, board, hunted, rim)
    near = field(height, *next(iter(board)), chance.choice([3, 3, 4]))
    scatter(chance, board, hunted, chance.choice([0, 0, 1, 2]), near)
    scatter(chance, board, OTHER[hunted], chance.randint(4, 8), near)
    add_king(chance, board, OTHER[hunted], field(height))
    return board


def race(chance, height):
    """Kings beside the square where the other one began, or on it."""
    board = {}
    for side, goal in (("white", height), ("black", 1)):
        squares = [(4, goal), (6, goal), (5, 2 if goal == 1 else height - 1)]
        add_king(chance, board, side, [*squares, *chance.sample([(5, goal)], chance.randint(0, 1))])
    for side in SIDES:
        scatter(chance, board, side, chance.randint(0, 4), field(height))
    return board


def walled_in(chance, height):
    """A king behind sixes that cannot leave the corner, with up to two changes to the wall."""
    side = chance.choice(SIDES)
    wall = [((9, 6), OTHER[side]), ((8, 7), OTHER[side]), ((9, 7), side),
            ((7, 8), OTHER[side]), ((8, 8), side)]
    six = [die for die in ORIENTATIONS if die.top == 6]
    board = {(9, 8): (side, KING)}
    for square, owner in wall:
        board[square] = (owner, chance.choice(six))
    for _ in range(chance.choice([0, 0, 1, 2])):
        square, _ = chance.choice(wall)
        board[square] = piece(chance, chance.choice(SIDES))
    if chance.random() < 0.3:
        scatter(chance, board, chance.choice(SIDES), 1, field(8))
    east, north = chance.random() < 0.5, chance.random() < 0.5
    board = {(column if east else 10 - column, row + height - 8 if north else 9 - row): die
             for (column, row), die in board.items()}
    add_king(chance, board, OTHER[side], field(height))
    return board


def kingless(chance, height):
    """One king has fallen, or both, or there are too many of them or of other dice."""
    board = {}
    for side in SIDES:
        for _ in range(chance.choice([0, 0, 1, 1, 2])):
            add_king(chance, board, side, field(height))
        scatter(chance, board, side, chance.choice([0, 1, 2, 8, 9]), field(height))
    return board


SHAPES = {
    "pur": [homes, homes, line_up, line_up, goal_row, blockade, jam, jam, jam, crowd],
    "contra": [melee, melee, melee, few, brink, brink, blockade, jam, winners, crowd],
    "ecke": [melee, melee, few, brink, corners, corners, goal_row, blockade, blockade, jam, jam,
             winners, crowd],
    "duell": [skirmish, hunt, hunt, hunt, race, walled_in, kingless],
}
