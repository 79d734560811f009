"""Cublino: Pur, Contra and Ecke, three games of seven dice that move on the same 7 x 7 board.

Contra has smaller boards as well, with as many dice as columns.
"""

import itertools

from .dice import (
    EAST,
    NORTH,
    OTHER,
    SOUTH,
    WEST,
    read_dice,
    square_name,
    squares_in,
    state_of,
    tilted,
    write_dice,
    written,
)
from .told import Fight, Step, Told

SIZE = 7
GOAL_ROW = {"white": SIZE, "black": 1}
FORWARD = {"white": NORTH, "black": SOUTH}
SIDEWAYS = [WEST, EAST]
START = "Wa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7"


def on_board(square, size=SIZE):
    return 1 <= square[0] <= size and 1 <= square[1] <= size


def shifted(square, step):
    return (square[0] + step[0], square[1] + step[1])


def tilts(others, square, directions, size=SIZE):
    """The paths of one tilt; `others` is the board without the moving die."""
    paths = []
    for step in directions:
        target = shifted(square, step)
        if on_board(target, size) and target not in others:
            paths.append([square, target])
    return paths


def jumps(others, path, directions):
    """The paths that prolong `path` by one jump to a square not visited before."""
    longer = []
    for step in directions:
        over = shifted(path[-1], step)
        target = shifted(over, step)
        if over in others and on_board(target) and target not in others and target not in path:
            longer.append([*path, target])
    return longer


def with_jumps(others, path, directions):
    """The path itself, and every path that prolongs it by jumps."""
    paths = [path]
    for longer in jumps(others, path, directions):
        paths += with_jumps(others, longer, directions)
    return paths


def die_after(die, path):
    """The moving die at the end of its path: only a first step to a neighbour is a tilt."""
    step = (path[1][0] - path[0][0], path[1][1] - path[0][1])
    return die if 2 in (abs(step[0]), abs(step[1])) else tilted(die, step)


def path_text(path):
    return "".join(square_name(square) for square in path)


def around(square, steps):
    return [shifted(square, step) for step in steps]


class Cublino:
    """What the three games share; each adds its paths, its battles and its ways to win."""

    OPTIONS = {}
    LETTER = None
    size = SIZE

    def start(self):
        return self.read(self.LETTER + START)

    def read(self, text):
        """The state of a position text; ValueError when it is not well formed."""
        state = read_dice(self.LETTER, text, self.size, self.size)
        if any(max(die) == 1 for _, die in dict(state.dice).values()):
            raise ValueError("a king stands in a game without kings")
        return state

    def problems(self, state):
        """Why the position cannot occur: kinds of reasons, with the side that they are about."""
        board = dict(state.dice)
        found = {("too many dice", side) for side in OTHER
                 if self.count(board, side) > self.size}
        if self.won_by(board, "white") and self.won_by(board, "black"):
            found.add(("both finished", None))
        return found

    def count(self, board, side):
        return sum(owner == side for owner, _ in board.values())

    def write(self, state):
        return write_dice(self.LETTER, state)

    def identity(self, state):
        return state

    def score(self, state):
        return None

    def progress(self, before, text, after):
        """A forward step or a removal; no step leads back, so rows tell of a forward step."""
        forward = text != "--" and text[1] != text[-1]
        return forward or len(after.dice) < len(before.dice)

    def spent(self, state):
        """The dice that have fallen, and the rows that those left have gone; none goes back."""
        gone = sum(row if side == "white" else -row for (_, row), (side, _) in state.dice)
        return -len(state.dice), gone

    def ways(self, state):
        """Every square with a die of the player to move, the die, and a path that it may go."""
        board = dict(state.dice)
        for square, (side, die) in board.items():
            if side == state.turn:
                others = {place: piece for place, piece in board.items() if place != square}
                for path in self.paths(others, square, side):
                    yield square, die, path

    def actions(self, state):
        """Every move but the forced pass: of the ways to the same end, the first text."""
        best = {}
        for square, die, path in self.ways(state):
            end = (square, path[-1], die_after(die, path))
            if end not in best or (len(path), path_text(path)) < best[end]:
                best[end] = (len(path), path_text(path))
        board = dict(state.dice)
        return {text: self.after(board, state.turn, *end) for end, (_, text) in best.items()}

    def after(self, board, side, square, target, die):
        board = {place: piece for place, piece in board.items() if place != square}
        board[target] = (side, die)
        losers = [fight.loser for fight in self.fights(board, side, target)]
        kept = {place: piece for place, piece in board.items() if place not in losers}
        return state_of(OTHER[side], kept)

    def describe(self, state, text):
        """What a legal move does; its text names the squares that the die visits."""
        if text == "--":
            return Told([Step("pass")], set(), set())
        path = squares_in(text)
        board = dict(state.dice)
        side, die = board.pop(path[0])
        steps = []
        for square, target in itertools.pairwise(path):
            jump = 2 in (abs(target[0] - square[0]), abs(target[1] - square[1]))
            die = die_after(die, [square, target])
            steps.append(Step("jump" if jump else "tilt", square_name(square),
                              square_name(target), written(side, die), tuple(die)))
        board[path[-1]] = (side, die)
        fights = self.fights(board, side, path[-1])
        removed = {(square_name(fight.loser), written(*board[fight.loser]), "battle")
                   for fight in fights if fight.loser}
        return Told(steps, set(fights), removed)

    def won(self, state):
        """Winner and reason, when a player has reached his aim."""
        board = dict(state.dice)
        for side in OTHER:
            reason = self.won_by(board, side)
            if reason:
                return side, reason
        return None

    def moves(self, state):
        if self.won(state):
            return {}
        actions = self.actions(state)
        skipped = state._replace(turn=OTHER[state.turn])
        if not actions and any(self.ways(skipped)):
            return {"--": skipped}
        return actions

    def outcome(self, state):
        if self.won(state):
            return self.won(state)
        skipped = state._replace(turn=OTHER[state.turn])
        return None if any(self.ways(state)) or any(self.ways(skipped)) else (None, "blocked")


class Pur(Cublino):
    """Bring all seven dice home, and the higher tops win."""

    LETTER = "P"

    def paths(self, others, square, side):
        directions = [FORWARD[side], *SIDEWAYS]
        paths = []
        for first in tilts(others, square, directions) + jumps(others, [square], directions):
            paths += with_jumps(others, first, directions)
        return paths

    def fights(self, board, side, target):
        return []

    def problems(self, state):
        """Dice are never lost."""
        board = dict(state.dice)
        few = {("too few dice", side) for side in OTHER if self.count(board, side) < 7}
        return super().problems(state) | few

    def home(self, board, side):
        """The tops of the side's dice on its goal row."""
        return [
            die.top
            for (_, row), (owner, die) in board.items()
            if owner == side and row == GOAL_ROW[side]
        ]

    def won_by(self, board, side):
        return "goal" if len(self.home(board, side)) == 7 else None

    def score(self, state):
        if not self.won(state):
            return None
        board = dict(state.dice)
        return sum(self.home(board, "white")), sum(self.home(board, "black"))

    def outcome(self, state):
        """Whoever has finished, the higher total wins."""
        if not self.score(state):
            return super().outcome(state)
        white, black = self.score(state)
        if white == black:
            return None, "goal"
        return ("white" if white > black else "black"), "goal"


class Contra(Cublino):
    """Bring one die home, through battles with support."""

    LETTER = "C"
    OPTIONS = {"arrival_wins": (False, True), "size": ("7", "6", "5", "4", "3")}

    def __init__(self, arrival_wins, size):
        self.arrival_wins = arrival_wins
        self.size = int(size)
        self.goal_row = {"white": self.size, "black": 1}

    def start(self):
        white = "".join(f"W{column}1" for column in "abcdefg"[:self.size])
        black = "".join(f"v{column}{self.size}" for column in "abcdefg"[:self.size])
        return self.read(self.LETTER + white + black)

    def paths(self, others, square, side):
        return tilts(others, square, [FORWARD[side], *SIDEWAYS], self.size)

    def beside(self, board, square, side):
        """The squares orthogonally adjacent to `square` that hold dice of the side."""
        places = around(square, [NORTH, EAST, SOUTH, WEST])
        return [place for place in places if place in board and board[place][0] == side]

    def fights(self, board, side, target):
        """(rules, Contra: battles) All are judged before any removal."""
        if self.arrival_wins and target[1] == self.goal_row[side]:
            return []
        defenders = self.beside(board, target, OTHER[side])
        defence = sum(board[place][1].top for place in defenders)
        found = []
        for defender in defenders:
            attackers = self.beside(board, defender, side)
            attack = sum(board[place][1].top for place in attackers)
            loser = None
            if attack < defence:
                loser = target
            if attack > defence:
                loser = defender
            found.append(Fight(target, defender, attack, defence, frozenset(attackers),
                               frozenset(defenders), loser))
        return found

    def won_by(self, board, side):
        own_rows = [row for (_, row), (owner, _) in board.items() if owner == side]
        if self.goal_row[side] in own_rows:
            return "goal"
        return "elimination" if len(own_rows) == len(board) else None


class Ecke(Cublino):
    """Hold both of the opponent's corners; dice meet one to one, diagonally too."""

    LETTER = "E"
    OPTIONS = {
        "chains": (False, True),
        "ties_protect": (False, True),
        "own_corner_safe": (False, True),
    }
    CORNERS = {"white": [(1, 7), (7, 7)], "black": [(1, 1), (7, 1)]}
    VICINITY = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)]

    def __init__(self, chains, ties_protect, own_corner_safe):
        self.chains = chains
        self.ties_protect = ties_protect
        self.own_corner_safe = own_corner_safe

    def paths(self, others, square, side):
        north = FORWARD[side][1]
        directions = [FORWARD[side], *SIDEWAYS, (-1, north), (1, north)]
        single = tilts(others, square, directions) + jumps(others, [square], directions)
        if not self.chains:
            return single
        paths = []
        for first in single:
            paths += with_jumps(others, first, directions)
        return paths

    def fights(self, board, side, target):
        """(rules, Ecke: battles) The moved die meets each enemy of its vicinity alone."""
        if target in self.CORNERS[side]:
            return []
        if self.own_corner_safe and target in self.CORNERS[OTHER[side]]:
            return []
        top = board[target][1].top
        enemy_tops = {
            place: board[place][1].top
            for place in around(target, self.VICINITY)
            if place in board and board[place][0] != side
        }
        beaten = any(enemy > top for enemy in enemy_tops.values())
        saved = self.ties_protect and top in enemy_tops.values()
        found = []
        for place, enemy in enemy_tops.items():
            loser = None
            if enemy > top:
                loser = target
            elif enemy < top and not beaten and not saved:
                loser = place
            found.append(Fight(target, place, top, enemy, frozenset([target]),
                               frozenset([place]), loser))
        return found

    def won_by(self, board, side):
        if all(board.get(corner, (None, None))[0] == side for corner in self.CORNERS[side]):
            return "goal"
        enemies = [owner for owner, _ in board.values() if owner != side]
        return "elimination" if len(enemies) < 2 else None
