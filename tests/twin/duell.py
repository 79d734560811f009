"""Duell: dice that roll as far as their top face says, and a king to be taken."""

from .dice import (
    EAST,
    KING,
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

WIDTH = 9
BACK_ROW = {"white": "SCGWZWGCS", "black": "rbfvzvfbr"}


def routes(count):
    """Every way to roll `count` squares with at most one quarter turn, as lists of steps."""
    found = []
    for first in (NORTH, EAST, SOUTH, WEST):
        found.append([first] * count)
        for second in (EAST, WEST) if first in (NORTH, SOUTH) else (NORTH, SOUTH):
            for before_turn in range(1, count):
                found.append([first] * before_turn + [second] * (count - before_turn))
    return found


def spelled(square, route, separator, target):
    """The move's text: a column is upper case when the die rolls along it."""
    source, end = square_name(square), square_name(target)
    if route[0] in (NORTH, SOUTH):
        source = source.upper()
    if route[-1] in (NORTH, SOUTH):
        end = end.upper()
    return source + separator + end


def king_square(board, side):
    """Where the side's king stands, or None when he has been taken."""
    for square, piece in board.items():
        if piece == (side, KING):
            return square
    return None


class Duell:
    """Take the enemy king, reach the square where he began, or leave him no saving move."""

    LETTER = "D"
    OPTIONS = {
        "king_captures": (True, False),
        "mate_ends": (True, False),
        "strict_marks": (False, True),
        "board": ("9x8", "9x9"),
    }

    def __init__(self, king_captures, mate_ends, strict_marks, board):
        """`strict_marks` concerns the reading of marks, which plain move texts do not have."""
        self.king_captures = king_captures
        self.mate_ends = mate_ends
        self.height = int(board[-1])
        self.goal = {"white": (5, self.height), "black": (5, 1)}

    def start(self):
        text = self.LETTER
        for row, side in ((1, "white"), (self.height, "black")):
            for column, letter in enumerate(BACK_ROW[side], start=1):
                text += letter + square_name((column, row))
        return self.read(text)

    def read(self, text):
        state = read_dice(self.LETTER, text, WIDTH, self.height)
        board = dict(state.dice)
        for side in OTHER:
            dice = [die for owner, die in board.values() if owner == side]
            if len(dice) > 9:
                raise ValueError(f"{side} has more than nine dice")
            if dice.count(KING) > 1:
                raise ValueError(f"{side} has more than one king")
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
        return len(after.dice) < len(before.dice)

    def roll(self, board, square, route):
        """The end of the route and the die there, or None when the way is blocked."""
        side, die = board[square]
        for number, step in enumerate(route, start=1):
            square = (square[0] + step[0], square[1] + step[1])
            if not (1 <= square[0] <= WIDTH and 1 <= square[1] <= self.height):
                return None
            if square in board and (number < len(route) or board[square][0] == side):
                return None
            die = tilted(die, step)
        if square in board and die == KING and not self.king_captures:
            return None
        return square, die

    def actions(self, state):
        """Every legal roll, whatever becomes of the own king."""
        board = dict(state.dice)
        found = {}
        for square, (side, die) in board.items():
            if side != state.turn:
                continue
            for route in routes(die.top):
                rolled = self.roll(board, square, route)
                if rolled is None:
                    continue
                target, turned = rolled
                text = spelled(square, route, "x" if target in board else "-", target)
                after = {place: piece for place, piece in board.items() if place != square}
                after[target] = (side, turned)
                found[text] = state_of(OTHER[side], after)
        return found

    def won_by(self, board, side):
        if king_square(board, OTHER[side]) is None:
            return "king_taken"
        return "king_square" if king_square(board, side) == self.goal[side] else None

    def won(self, state):
        """Winner and reason, when a king has been taken or has reached the enemy's square."""
        board = dict(state.dice)
        for side in OTHER:
            reason = self.won_by(board, side)
            if reason:
                return side, reason
        return None

    def can_take_king(self, state):
        """Whether the player to move can take the enemy king at once."""
        enemy = OTHER[state.turn]
        return any(
            king_square(dict(after.dice), enemy) is None for after in self.actions(state).values()
        )

    def in_check(self, state):
        """DUEL: the player who has just moved could take the king if he moved again."""
        if king_square(dict(state.dice), state.turn) is None:
            return False
        return self.can_take_king(state._replace(turn=OTHER[state.turn]))

    def mated(self, state):
        """DUEL-MATT: no move of the player to move wins at once or keeps his king safe."""
        if self.won(state):
            return False
        return all(
            self.won(after) is None and self.can_take_king(after)
            for after in self.actions(state).values()
        )

    def moves(self, state):
        if self.won(state) or (self.mate_ends and self.mated(state)):
            return {}
        return self.actions(state)

    def outcome(self, state):
        if self.won(state):
            return self.won(state)
        if not self.actions(state):
            return OTHER[state.turn], "blocked"
        if self.mate_ends and self.mated(state):
            return OTHER[state.turn], "duel_mate"
        return None
