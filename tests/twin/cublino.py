"""Cublino: Pur, Contra and Ecke, three games of seven dice that move on the same 7 x 7 board."""

from .dice import (
    EAST,
    NORTH,
    OTHER,
    SOUTH,
    WEST,
    read_dice,
    square_name,
    state_of,
    tilted,
    write_dice,
)

SIZE = 7
GOAL_ROW = {"white": SIZE, "black": 1}
FORWARD = {"white": NORTH, "black": SOUTH}
SIDEWAYS = [WEST, EAST]
START = "Wa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7"


def on_board(square):
    return 1 <= square[0] <= SIZE and 1 <= square[1] <= SIZE


def shifted(square, step):
    return (square[0] + step[0], square[1] + step[1])


def tilts(others, square, directions):
    """The paths of one tilt; `others` is the board without the moving die."""
    paths = []
    for step in directions:
        target = shifted(square, step)
        if on_board(target) and target not in others:
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

    def start(self):
        return self.read(self.LETTER + START)

    def read(self, text):
        state = read_dice(self.LETTER, text, SIZE, SIZE)
        board = dict(state.dice)
        for side in OTHER:
            if sum(owner == side for owner, _ in board.values()) > 7:
                raise ValueError(f"{side} has more than seven dice")
        if any(max(die) == 1 for _, die in board.values()):
            raise ValueError("a king stands in a game without kings")
        if self.won_by(board, "white") and self.won_by(board, "black"):
            raise ValueError("both players have finished")
        return state

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

    def actions(self, state):
        """Every move but the forced pass: of the ways to the same end, the first text."""
        board = dict(state.dice)
        best = {}
        for square, (side, die) in board.items():
            if side != state.turn:
                continue
            others = {place: piece for place, piece in board.items() if place != square}
            for path in self.paths(others, square, side):
                end = (square, path[-1], die_after(die, path))
                if end not in best or (len(path), path_text(path)) < best[end]:
                    best[end] = (len(path), path_text(path))
        return {text: self.after(board, state.turn, *end) for end, (_, text) in best.items()}

    def after(self, board, side, square, target, die):
        board = {place: piece for place, piece in board.items() if place != square}
        board[target] = (side, die)
        losers = self.losers(board, side, target)
        kept = {place: piece for place, piece in board.items() if place not in losers}
        return state_of(OTHER[side], kept)

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
        if not actions and self.actions(skipped):
            return {"--": skipped}
        return actions

    def outcome(self, state):
        if self.won(state):
            return self.won(state)
        return None if self.moves(state) else (None, "blocked")


class Pur(Cublino):
    """Bring all seven dice home, and the higher tops win."""

    LETTER = "P"

    def paths(self, others, square, side):
        directions = [FORWARD[side], *SIDEWAYS]
        paths = []
        for first in tilts(others, square, directions) + jumps(others, [square], directions):
            paths += with_jumps(others, first, directions)
        return paths

    def losers(self, board, side, target):
        return []

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
    OPTIONS = {"arrival_wins": (False, True)}

    def __init__(self, arrival_wins):
        self.arrival_wins = arrival_wins

    def paths(self, others, square, side):
        return tilts(others, square, [FORWARD[side], *SIDEWAYS])

    def beside(self, board, square, side):
        """The squares orthogonally adjacent to `square` that hold dice of the side."""
        places = around(square, [NORTH, EAST, SOUTH, WEST])
        return [place for place in places if place in board and board[place][0] == side]

    def losers(self, board, side, target):
        """(rules, Contra: battles) All are judged before any removal."""
        if self.arrival_wins and target[1] == GOAL_ROW[side]:
            return []
        defenders = self.beside(board, target, OTHER[side])
        defence = sum(board[place][1].top for place in defenders)
        losers = []
        for defender in defenders:
            attack = sum(board[place][1].top for place in self.beside(board, defender, side))
            if attack < defence:
                losers.append(target)
            if attack > defence:
                losers.append(defender)
        return losers

    def won_by(self, board, side):
        own_rows = [row for (_, row), (owner, _) in board.items() if owner == side]
        if GOAL_ROW[side] in own_rows:
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

    def losers(self, board, side, target):
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
        if any(enemy > top for enemy in enemy_tops.values()):
            return [target]
        if self.ties_protect and top in enemy_tops.values():
            return []
        return [place for place, enemy in enemy_tops.items() if enemy < top]

    def won_by(self, board, side):
        if all(board.get(corner, (None, None))[0] == side for corner in self.CORNERS[side]):
            return "goal"
        enemies = [owner for owner, _ in board.values() if owner != side]
        return "elimination" if len(enemies) < 2 else None
