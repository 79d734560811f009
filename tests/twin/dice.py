"""A die as six faces in space: how it turns, and how a board of dice is written as text."""

import re
from typing import NamedTuple

OTHER = {"white": "black", "black": "white"}

NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)


class Die(NamedTuple):
    top: int
    north: int
    east: int
    south: int
    west: int
    bottom: int


# Each word is one orientation: top, north, east, south, west, bottom (rules, The die).
ORIENTATIONS = """
    124536 132456 145326 153246 213645 236415 241365 264135 315624 321564 356214 362154
    412653 426513 451263 465123 514632 531462 546312 563142 623541 635421 642351 654231
"""
DIE = {
    letter: Die(*(int(face) for face in faces))
    for letter, faces in zip("abcdefghijklmnopqrstuvwx", ORIENTATIONS.split(), strict=True)
}

# The Duell king shows a 1 on every face, so it turns like any die and always rolls one square.
KING = Die(1, 1, 1, 1, 1, 1)
DIE["z"] = KING
LETTER = {die: letter for letter, die in DIE.items()}


def tilt_north(die):
    return Die(die.south, die.top, die.east, die.bottom, die.west, die.north)


def tilt_south(die):
    return Die(die.north, die.bottom, die.east, die.top, die.west, die.south)


def tilt_east(die):
    return Die(die.west, die.north, die.top, die.south, die.bottom, die.east)


def tilt_west(die):
    return Die(die.east, die.north, die.bottom, die.south, die.top, die.west)


def tilt_north_east(die):
    return Die(die.bottom, die.west, die.south, die.east, die.north, die.top)


def tilt_north_west(die):
    return Die(die.bottom, die.east, die.north, die.west, die.south, die.top)


# A half turn is its own inverse: north-east and south-west are the same turn.
TILTS = {
    NORTH: tilt_north,
    EAST: tilt_east,
    SOUTH: tilt_south,
    WEST: tilt_west,
    (1, 1): tilt_north_east,
    (-1, -1): tilt_north_east,
    (-1, 1): tilt_north_west,
    (1, -1): tilt_north_west,
}


def tilted(die, step):
    """The die after it has tilted in the direction `step`, a (column, row) difference."""
    return TILTS[step](die)


def square_name(square):
    column, row = square
    return "abcdefghi"[column - 1] + str(row)


def squares_in(text):
    """The squares named one after the other in a text such as a1a2."""
    return [("abcdefghi".index(column) + 1, int(row)) for column, row in re.findall("(.)(.)", text)]


def written(side, die):
    """The letter of a die in the case of its owner."""
    return in_case_of(side, LETTER[die])


class State(NamedTuple):
    """The side to move, and ((column, row), (side, die)) for each die, row 1 upward."""

    turn: str
    dice: tuple


def state_of(turn, board):
    """The state of a board, a dict from (column, row) to (side, die)."""
    return State(turn, tuple(sorted(board.items(), key=lambda item: (item[0][1], item[0][0]))))


def write_dice(game_letter, state):
    """The position text of a dice game (rules, Dice games)."""
    text = in_case_of(state.turn, game_letter)
    for square, (side, die) in state.dice:
        text += written(side, die) + square_name(square)
    return text


def read_dice(game_letter, text, width, height):
    """The state that the text describes; ValueError when no such board can be."""
    if not re.fullmatch("[a-zA-Z]([a-xzA-XZ][a-i][1-9])*", text):
        raise ValueError(f"not a position of dice: {text!r}")
    if text[0].lower() != game_letter.lower():
        raise ValueError(f"the position begins with {text[0]!r}, expected {game_letter!r}")
    board = {}
    for letter, column_letter, row_digit in re.findall("(.)(.)(.)", text[1:]):
        square = ("abcdefghi".index(column_letter) + 1, int(row_digit))
        if square[0] > width or square[1] > height:
            raise ValueError(f"{square_name(square)} is not on the board")
        if square in board:
            raise ValueError(f"two dice on {square_name(square)}")
        board[square] = (side_of(letter), DIE[letter.lower()])
    return state_of(side_of(text[0]), board)


def side_of(letter):
    return "white" if letter.isupper() else "black"


def in_case_of(side, letter):
    return letter.upper() if side == "white" else letter.lower()
