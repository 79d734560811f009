"""Duell: dice that roll as far as their top face says, and a king to be taken."""

import functools

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
    written,
)
from .told import Step, Told

WIDTH = 9
BACK_ROW = {"white": "SCGWZWGCS", "black": "rbfvzvfbr"}


@functools.cache
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


def named(side, die):
    """The letter of a die that is no king, or Z for a king, in the case of its owner."""
    return written(side, die) if die != KING else "Z" if side == "white" else "z"


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
        """The state of a position text; ValueError when it is not well formed."""
        return read_dice(self.LETTER, text, WIDTH, self.height)

    def problems(self, state):
        """Why the position cannot occur: kinds of reasons, with the side that they are about."""
        board = dict(state.dice)
        found = set()
        for side in OTHER:
            dice = [die for owner, die in board.values() if owner == side]
            if dice.count(KING) > 1:
                found.add(("two kings", side))
            if len(dice) - dice.count(KING) > 8:
                found.add(("too many dice", side))
        if not any(king_square(board, side) for side in OTHER):
            found.add(("no king", None))
        if all(board.get(self.goal[side]) == (side, KING) for side in OTHER):
            found.add(("both finished", None))
        return found

    def write(self, state):
        return write_dice(self.LETTER, state)

    def identity(self, state):
        return state

    def score(self, state):
        return None

    def progress(self, before, text, after):
        return len(after.dice) < len(before.dice)

    def spent(self, state):
        """The dice that were captured."""
        return (-len(state.dice),)

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
        """Text and state after it of every legal roll, whatever becomes of the own king."""
        board = dict(state.dice)
        for square, route, target, turned in self.rolls(board, state.turn):
            text = spelled(square, route, "x" if target in board else "-", target)
            after = {place: piece for place, piece in board.items() if place != square}
            after[target] = (state.turn, turned)
            yield text, state_of(OTHER[state.turn], after)

    def rolls(self, board, side):
        """Where each die of the side is, its route, the end of it, and the die there."""
        for square, (owner, die) in board.items():
            if owner != side:
                continue
            for route in routes(die.top):
                rolled = self.roll(board, square, route)
                if rolled is not None:
                    yield square, route, *rolled

    def describe(self, state, text):
        """What a legal move does, step by step along the route that its text spells."""
        board = dict(state.dice)
        for square, route, target, _ in self.rolls(board, state.turn):
            if spelled(square, route, "x" if target in board else "-", target) == text:
                break
        removed = set()
        if target in board:
            removed.add((square_name(target), named(*board[target]), "captured"))
        side, die = board[square]
        steps = []
        for step in route:
            end = (square[0] + step[0], square[1] + step[1])
            die = tilted(die, step)
            faces = None if die == KING else tuple(die)
            steps.append(Step("tilt", square_name(square), square_name(end), named(side, die),
                              faces))
            square = end
        return Told(steps, set(), removed)

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
        board = dict(state.dice)
        enemy = king_square(board, OTHER[state.turn])
        return any(target == enemy for _, _, target, _ in self.rolls(board, state.turn))

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
            for _, after in self.actions(state)
        )

    def moves(self, state):
        if self.won(state) or (self.mate_ends and self.mated(state)):
            return {}
        return dict(self.actions(state))

    def outcome(self, state):
        if self.won(state):
            return self.won(state)
        if not any(self.actions(state)):
            return OTHER[state.turn], "blocked"
        if self.mate_ends and self.mated(state):
            return OTHER[state.turn], "duel_mate"
        return None
