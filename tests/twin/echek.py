"""Echek: six pieces a side on an endless plane, held together in a 4 x 4 area that may slide."""

import re
from typing import NamedTuple

from .plane import (
    PLANE,
    read_rows,
    read_square,
    rectangle,
    row_text,
    shifted,
    square_called,
    square_name,
)
from .told import Step, Told

LIMIT = 4
OTHER = {"white": "black", "black": "white"}
START = "k/K w QRBNPqrbnp Ss m13"
RESERVE_ORDER = "QRBNPqrbnp"

SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
CORNERS = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STEPS = {"K": SIDES + CORNERS, "P": SIDES, "N": LEAPS}
LINES = {"R": SIDES, "B": CORNERS, "Q": SIDES + CORNERS}


class State(NamedTuple):
    """The side to move, ((column, row), letter) for each piece, reserve letters, swap rights.

    A piece is its letter, upper case for White. Rights are the letters S (White) and s (Black).
    """

    turn: str
    pieces: tuple
    reserve: str
    rights: str


def state_of(turn, board, reserve, rights):
    """The state, with the lower left corner of all pieces in columns and rows 1 to 26."""
    low_column, low_row, _, _ = rectangle(board)
    left = (low_column - 1) // PLANE * PLANE
    down = (low_row - 1) // PLANE * PLANE
    pieces = sorted(((column - left, row - down), piece) for (column, row), piece in board.items())
    ordered = "".join(sorted(reserve, key=RESERVE_ORDER.index))
    return State(turn, tuple(pieces), ordered, "".join(sorted(rights)))


def side_of(piece):
    return "white" if piece.isupper() else "black"


def in_case_of(side, letter):
    return letter.upper() if side == "white" else letter.lower()


def around(square):
    return [shifted(square, step) for step in SIDES + CORNERS]


def connected(board):
    """Whether all pieces form one group, touching by sides or corners."""
    reached = set()
    waiting = [next(iter(board))]
    while waiting:
        square = waiting.pop()
        if square in board and square not in reached:
            reached.add(square)
            waiting += around(square)
    return len(reached) == len(board)


def without(board, *squares):
    return {place: piece for place, piece in board.items() if place not in squares}


def square_of(board, piece):
    """Where the piece stands, or None; every piece is unique."""
    for square, standing in board.items():
        if standing == piece:
            return square
    return None


def destinations(board, square):
    """Every empty square that the piece may go to, by its own way of moving."""
    piece = board[square]
    if piece.upper() in STEPS:
        targets = [shifted(square, step) for step in STEPS[piece.upper()]]
        return [target for target in targets if target not in board]
    found = []
    for step in LINES[piece.upper()]:
        found += line(board, square, step)
    return found


def line(board, square, step):
    """The empty squares of a chess line, over own pieces, up to the first enemy.

    One square beyond the rectangle of all pieces the line ends: farther out nothing is touched.
    """
    left, bottom, right, top = rectangle(board)
    found = []
    target = shifted(square, step)
    while left - 1 <= target[0] <= right + 1 and bottom - 1 <= target[1] <= top + 1:
        if target not in board:
            found.append(target)
        elif side_of(board[target]) != side_of(board[square]):
            break
        target = shifted(target, step)
    return found


def beside_own(board, side):
    """Every empty square beside a piece of the side, but not at a side of the enemy king."""
    king = square_of(board, in_case_of(OTHER[side], "K"))
    found = []
    for square, piece in board.items():
        if side_of(piece) != side:
            continue
        for target in around(square):
            if target in board or target in found:
                continue
            if target not in [shifted(king, step) for step in SIDES]:
                found.append(target)
    return found


class Echek:
    """Surround the enemy king."""

    OPTIONS = {"bishop": ("draft", "final", "basic"), "queens_first": (False, True)}

    def __init__(self, bishop, queens_first):
        self.bishop = bishop
        self.queens_first = queens_first

    def start(self):
        return self.read(START)

    def score(self, state):
        return None

    def identity(self, state):
        """The state slid so that its lower left corner is at the origin."""
        left, bottom, _, _ = rectangle([square for square, _ in state.pieces])
        slid = tuple(((column - left, row - bottom), p) for (column, row), p in state.pieces)
        return state._replace(pieces=slid)

    def progress(self, before, text, after):
        fallen = len(after.pieces) < len(before.pieces)
        return "@" in text or text == "RK" or fallen

    def spent(self, state):
        """Swap rights, dead queens, and what was placed unless a bishop may still send it back."""
        standing = [piece for _, piece in state.pieces]
        dead = [queen for queen in "Qq" if queen not in standing and queen not in state.reserve]
        stays = self.bishop != "final" or not set("Bb") & set(state.reserve)
        return -len(state.rights), len(dead), stays, -len(state.reserve) if stays else 0

    def area(self, board):
        """The rectangle of the counted pieces; bishops of the draft are never counted."""
        if self.bishop == "draft":
            return rectangle([square for square, piece in board.items() if piece not in "Bb"])
        return rectangle(board)

    def fits(self, board):
        left, bottom, right, top = self.area(board)
        return right - left < LIMIT and top - bottom < LIMIT

    def placings(self, board, piece):
        """The squares where the piece may be put down.

        The area must fit here already, whatever a pawn's step or a bishop's return does next;
        connection needs no look, since the piece touches one of its own.
        """
        squares = beside_own(board, side_of(piece))
        return [square for square in squares if self.fits(board | {square: piece})]

    def pawn_steps(self, board, pawn):
        """Squares for a placed pawn that only its step reaches, with the first placing square."""
        direct = self.placings(board, pawn)
        found = {}
        for placing in sorted(direct, key=square_name):
            for step in SIDES:
                target = shifted(placing, step)
                if target not in board and target not in direct and target not in found:
                    found[target] = placing
        return found

    def surrounded(self, board, square):
        """Whether each side of the square is filled by a piece or closed by a border."""
        left, bottom, right, top = self.area(board)
        for step in SIDES:
            column, row = shifted(square, step)
            closed_column = right - left + 1 == LIMIT and not left <= column <= right
            closed_row = top - bottom + 1 == LIMIT and not bottom <= row <= top
            if (column, row) not in board and not closed_column and not closed_row:
                return False
        return True

    def surrounded_pieces(self, board, pieces):
        """Those of the given pieces that stand on the board and are surrounded."""
        return [
            square
            for square, piece in board.items()
            if piece in pieces and self.surrounded(board, square)
        ]

    def complete(self, turn, board, reserve, rights):
        """The state after an action that led to this board, or None when it is illegal."""
        if not self.fits(board) or not connected(board):
            return None
        board = without(board, *self.fallen_queens(board))
        if not connected(board):
            return None
        return state_of(OTHER[turn], board, reserve, rights)

    def fallen_queens(self, board):
        """The squares of the queens that are removed now; kings are judged first (option)."""
        if not self.queens_first and self.surrounded_pieces(board, "Kk"):
            return []
        return self.surrounded_pieces(board, "Qq")

    def moved(self, state):
        """Text and state (None when illegal) of every move of a piece."""
        board = dict(state.pieces)
        for square, piece in state.pieces:
            if side_of(piece) != state.turn:
                continue
            for target in destinations(board, square):
                after = without(board, square) | {target: piece}
                text = square_name(square) + square_name(target)
                yield text, self.complete(state.turn, after, state.reserve, state.rights)

    def placed(self, state):
        """Text and state of every placing of a piece, with the pawn's step."""
        board = dict(state.pieces)
        for piece in state.reserve:
            if side_of(piece) != state.turn:
                continue
            reserve = state.reserve.replace(piece, "")
            for square in self.placings(board, piece):
                text = f"{piece.upper()}@{square_name(square)}"
                after = board | {square: piece}
                if self.bishop == "final" and piece in "Bb":
                    yield from self.bishop_placed(state, text, after, reserve, square)
                else:
                    yield text, self.complete(state.turn, after, reserve, state.rights)
            if piece in "Pp":
                for target, placing in self.pawn_steps(board, piece).items():
                    text = f"P@{square_name(placing)}{square_name(target)}"
                    after = board | {target: piece}
                    yield text, self.complete(state.turn, after, reserve, state.rights)

    def bishop_placed(self, state, text, board, reserve, bishop):
        """A bishop of the final sheet sends one piece home, whenever it can."""
        returns = {}
        for square, piece in board.items():
            if piece not in "Kk" and square != bishop:
                rest = without(board, square)
                after = self.complete(state.turn, rest, reserve + piece, state.rights)
                if after:
                    returns[f"{text}*{square_name(square)}"] = after
        if returns:
            yield from returns.items()
        else:
            yield text, self.complete(state.turn, board, reserve, state.rights)

    def swapped(self, state):
        """Rook and king of the player change squares, once a game."""
        board = dict(state.pieces)
        right = in_case_of(state.turn, "S")
        rook = square_of(board, in_case_of(state.turn, "R"))
        king = square_of(board, in_case_of(state.turn, "K"))
        if right in state.rights and rook is not None:
            after = board | {rook: board[king], king: board[rook]}
            rights = state.rights.replace(right, "")
            yield "RK", self.complete(state.turn, after, state.reserve, rights)

    def actions(self, state):
        """Text and state after it of every legal action, but the forced pass."""
        for tried in (self.moved(state), self.placed(state), self.swapped(state)):
            for text, after in tried:
                if after is not None:
                    yield text, after

    def won(self, state):
        """Winner (None when both kings fall together) and reason, when a king is surrounded."""
        board = dict(state.pieces)
        fallen = [side_of(board[square]) for square in self.surrounded_pieces(board, "Kk")]
        if not fallen:
            return None
        return (None if len(fallen) == 2 else OTHER[fallen[0]]), "surrounded"

    def moves(self, state):
        if self.won(state):
            return {}
        actions = dict(self.actions(state))
        skipped = state._replace(turn=OTHER[state.turn])
        if not actions and any(self.actions(skipped)):
            return {"--": skipped}
        return actions

    def outcome(self, state):
        if self.won(state):
            return self.won(state)
        skipped = state._replace(turn=OTHER[state.turn])
        able = any(self.actions(state)) or any(self.actions(skipped))
        return None if able else (None, "blocked")

    def write(self, state):
        board = dict(state.pieces)
        left, bottom, right, top = rectangle(board)
        rows = [
            row_text([board.get((column, row)) for column in range(left, right + 1)])
            for row in range(top, bottom - 1, -1)
        ]
        anchor = square_name((left, bottom))
        fields = ["/".join(rows), state.turn[0], state.reserve or "-", state.rights or "-", anchor]
        return " ".join(fields)

    def read(self, text):
        """The state of a position text; ValueError when it cannot be one."""
        fields = text.split()
        if len(fields) == 4:
            fields.append("m13")
        if len(fields) != 5 or fields[1] not in ("w", "b"):
            raise ValueError(f"not an Echek position: {text!r}")
        rows, turn, reserve, rights, anchor = fields
        board = read_rows(rows, read_square(anchor))
        reserve = reserve.replace("-", "")
        rights = rights.replace("-", "")
        self.check(board, reserve, rights)
        return state_of("white" if turn == "w" else "black", board, reserve, rights)

    def check(self, board, reserve, rights):
        everything = [*board.values(), *reserve]
        for piece in everything:
            if piece not in "KQRBNPkqrbnp":
                raise ValueError(f"unknown piece {piece!r}")
            if everything.count(piece) > 1:
                raise ValueError(f"the piece {piece} is there twice")
        if "K" in reserve or "k" in reserve:
            raise ValueError("a king cannot be in reserve")
        if rights not in ("", "S", "s", "Ss"):
            raise ValueError(f"not swap rights: {rights!r}")

    def problems(self, state):
        """Why the position cannot occur: kinds of reasons, with the side that they are about."""
        board = dict(state.pieces)
        found = set()
        for piece in "KkRrBbNnPp":
            if piece not in board.values() and piece not in state.reserve:
                kind = "no king" if piece in "Kk" else "lost pieces"
                found.add((kind, side_of(piece)))
        if ("no king", "white") in found or ("no king", "black") in found:
            return found
        if not self.fits(board):
            found.add(("too long", None))
        if not connected(board):
            found.add(("apart", None))
        return found

    def describe(self, state, text):
        """What a legal action does: its steps, and which pieces leave the board."""
        if text == "--":
            return Told([Step("pass")], set(), set())
        steps, after = self.acted(state, text)
        removed = {(step.origin, step.piece, "returned") for step in steps if not step.target}
        for square in self.fallen_queens(after):
            removed.add((square_name(square), after[square], "surrounded"))
        return Told(steps, set(), removed)

    def acted(self, state, text):
        """The steps of a legal action, and the board after them, before queens are judged."""
        board = dict(state.pieces)
        names = re.findall(r"[a-z]\d+", text)
        squares = [square_called(board, name) for name in names]
        piece = in_case_of(state.turn, text[0])
        if text == "RK":
            king, rook = square_of(board, in_case_of(state.turn, "K")), square_of(board, piece)
            steps = [
                Step("slide", square_name(rook), square_name(king), piece),
                Step("slide", square_name(king), square_name(rook), board[king]),
            ]
            return steps, board | {rook: board[king], king: piece}
        if "@" not in text:
            origin, target = squares
            moved = board[origin]
            return [Step("slide", *names, moved)], without(board, origin) | {target: moved}
        steps = [Step("place", None, names[0], piece)]
        if "*" in text:
            steps.append(Step("return", names[1], None, board[squares[1]]))
            return steps, without(board, squares[1]) | {squares[0]: piece}
        if len(squares) == 2:
            steps.append(Step("slide", *names, piece))
        return steps, board | {squares[-1]: piece}
