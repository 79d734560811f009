"""The 24 orientations of a die, and what a tilt makes of each.

An orientation is a number from 4 to 27, in the order of the letters a to x, so that the number
divided by 4 is the top face.  0 is no die.  28 is the king of Duell, which shows 1 on every side.
"""
from . import lookup

Die = tuple[int, int, int]

NORTH, EAST, SOUTH, WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = range(8)
DIRECTIONS = 8
FIRST, KING = 4, 28


def tilted(die: Die, direction: int) -> Die:
    """A die after a tilt: a quarter turn, or diagonally a half turn.

    Args:
        die: its faces (top, north, east), each 1 to 6.
        direction: NORTH to NORTH_WEST, 0 to 7.
    """
    top, north, east = die
    if direction in (NORTH_EAST, SOUTH_WEST):
        return 7 - top, 7 - east, 7 - north
    if direction in (SOUTH_EAST, NORTH_WEST):
        return 7 - top, east, north
    return ((7 - north, top, east), (7 - east, north, top),
            (north, 7 - top, east), (east, north, 7 - top))[direction]


def _orientations() -> list[Die]:
    seen, todo = {(1, 2, 4)}, [(1, 2, 4)]
    for die in todo:
        new = {tilted(die, direction) for direction in range(4)} - seen
        seen |= new
        todo += new
    return sorted(seen)


# DICE[number]: the die as (top, north, east)
DICE = [(0, 0, 0)] * FIRST + _orientations() + [(1, 1, 1)]
NUMBER = {die: number for number, die in enumerate(DICE) if die[0]}


def _rolled(number: int, direction: int, times: int) -> int:
    for _ in range(times if FIRST <= number < KING else 0):
        number = NUMBER[tilted(DICE[number], direction)]
    return number


def _turned(faces: int, direction: int) -> int:
    top, north = faces >> 3, faces & 7
    for die in DICE[FIRST:KING]:
        if die[:2] == (top, north):
            top, north, _ = tilted(die, direction)
            return 8 * top + north
    return 0


TOP = lookup(top for top, _, _ in DICE)
# ROLLED[32 * number + 8 * direction + times]: the die after so many tilts (0 to 7) one way
ROLLED = lookup(_rolled(number, direction, times)
               for number in range(KING + 1) for direction in range(4) for times in range(8))
# TURNED[64 * direction + 8 * top + north]: the same two faces after one tilt, diagonal or not
TURNED = lookup(_turned(faces, direction) for direction in range(DIRECTIONS) for faces in range(64))


def letter(number: int) -> str:
    """The letter of an orientation: a to x."""
    return chr(ord("a") + number - FIRST)


def number_of(letter: str) -> int:
    """The orientation of a letter a to x."""
    return ord(letter) - ord("a") + FIRST


def turned_round(number: int) -> int:
    """An orientation seen from the other side of the board; kings and pieces look the same."""
    if not FIRST <= number < KING:
        return number
    top, north, east = DICE[number]
    return NUMBER[top, 7 - north, 7 - east]


def faces(number: int) -> dict[str, int]:
    """All six faces of a die as a dictionary: top, north, east, south, west, bottom."""
    top, north, east = DICE[number]
    if number == KING:
        return dict.fromkeys(("top", "north", "east", "south", "west", "bottom"), 1)
    return {"top": top, "north": north, "east": east,
            "south": 7 - north, "west": 7 - east, "bottom": 7 - top}
