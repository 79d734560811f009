"""The die: its 24 orientations and what a tilt makes of them (docs/rules.md)."""
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board
from eckstein.kernel import dice
from eckstein.kernel.dice import (
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
)

# Letter: top, north, east, south, west, bottom.
TABLE = {
    "a": (1, 2, 4, 5, 3, 6), "m": (4, 1, 2, 6, 5, 3),
    "b": (1, 3, 2, 4, 5, 6), "n": (4, 2, 6, 5, 1, 3),
    "c": (1, 4, 5, 3, 2, 6), "o": (4, 5, 1, 2, 6, 3),
    "d": (1, 5, 3, 2, 4, 6), "p": (4, 6, 5, 1, 2, 3),
    "e": (2, 1, 3, 6, 4, 5), "q": (5, 1, 4, 6, 3, 2),
    "f": (2, 3, 6, 4, 1, 5), "r": (5, 3, 1, 4, 6, 2),
    "g": (2, 4, 1, 3, 6, 5), "s": (5, 4, 6, 3, 1, 2),
    "h": (2, 6, 4, 1, 3, 5), "t": (5, 6, 3, 1, 4, 2),
    "i": (3, 1, 5, 6, 2, 4), "u": (6, 2, 3, 5, 4, 1),
    "j": (3, 2, 1, 5, 6, 4), "v": (6, 3, 5, 4, 2, 1),
    "k": (3, 5, 6, 2, 1, 4), "w": (6, 4, 2, 3, 5, 1),
    "l": (3, 6, 2, 1, 5, 4), "x": (6, 5, 4, 2, 3, 1),
}
LETTERS = sorted(TABLE)
NAMES = ("top", "north", "east", "south", "west", "bottom")

# What shows where after a tilt, by the names of the faces before it.
TILTS = {
    NORTH: {"top": "south", "north": "top", "bottom": "north", "south": "bottom",
            "east": "east", "west": "west"},
    SOUTH: {"top": "north", "south": "top", "bottom": "south", "north": "bottom",
            "east": "east", "west": "west"},
    EAST: {"top": "west", "east": "top", "bottom": "east", "west": "bottom",
           "north": "north", "south": "south"},
    WEST: {"top": "east", "west": "top", "bottom": "west", "east": "bottom",
           "north": "north", "south": "south"},
    NORTH_EAST: {"top": "bottom", "bottom": "top", "north": "west", "west": "north",
                 "east": "south", "south": "east"},
    SOUTH_WEST: {"top": "bottom", "bottom": "top", "north": "west", "west": "north",
                 "east": "south", "south": "east"},
    NORTH_WEST: {"top": "bottom", "bottom": "top", "north": "east", "east": "north",
                 "south": "west", "west": "south"},
    SOUTH_EAST: {"top": "bottom", "bottom": "top", "north": "east", "east": "north",
                 "south": "west", "west": "south"},
}


def tilted(letter, direction):
    """The letter after a tilt, by the package's own tables of three faces."""
    number = dice.number_of(letter)
    return dice.letter(dice.NUMBER[dice.tilted(dice.DICE[number], direction)])


def expected(letter, direction):
    """The letter after a tilt, by the table of the rule page."""
    faces = dict(zip(NAMES, TABLE[letter], strict=True))
    new = tuple(faces[TILTS[direction][name]] for name in NAMES)
    return next(known for known, values in TABLE.items() if values == new)


def is_odd(letter):
    """The parity of an orientation as a permutation of the three axes, signs left out."""
    axes = [min(face, 7 - face) for face in TABLE[letter][:3]]
    inversions = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    return inversions % 2 == 1


@pytest.mark.parametrize("letter", LETTERS)
def test_every_orientation_has_the_faces_of_the_table(letter):
    assert dice.faces(dice.number_of(letter)) == dict(zip(NAMES, TABLE[letter], strict=True))


def test_orientations_are_in_the_order_of_top_and_then_of_north():
    shown = [dice.DICE[dice.number_of(letter)][:2] for letter in LETTERS]
    assert shown == sorted(shown)
    assert len(set(shown)) == 24


@pytest.mark.parametrize("letter", LETTERS)
def test_letters_and_numbers_belong_together(letter):
    assert dice.letter(dice.number_of(letter)) == letter


@pytest.mark.parametrize("letter", LETTERS)
def test_opposite_faces_add_to_seven(letter):
    top, north, east, south, west, bottom = TABLE[letter]
    assert top + bottom == north + south == east + west == 7


@pytest.mark.parametrize("direction", range(8))
def test_a_tilt_does_to_every_orientation_what_the_rule_page_says(direction):
    assert ({letter: tilted(letter, direction) for letter in LETTERS}
            == {letter: expected(letter, direction) for letter in LETTERS})


def test_one_two_three_run_counter_clockwise_around_their_corner():
    # a has 1 on top and 2 to the north; so 3 lies to the west of both, seen from their corner.
    assert TABLE["a"][:2] == (1, 2)
    assert dice.faces(dice.number_of("a"))["west"] == 3


@pytest.mark.parametrize("direction", [NORTH, EAST, SOUTH, WEST])
def test_four_tilts_one_way_leave_a_die_as_it_was(direction):
    for letter in LETTERS:
        turned = letter
        for count in range(1, 5):
            turned = tilted(turned, direction)
            assert (turned == letter) == (count == 4)


@pytest.mark.parametrize(("there", "back"), [(NORTH, SOUTH), (EAST, WEST)])
def test_opposite_tilts_undo_each_other(there, back):
    assert all(tilted(tilted(letter, there), back) == letter for letter in LETTERS)


@pytest.mark.parametrize("direction", [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST])
def test_a_diagonal_tilt_is_a_half_turn(direction):
    for letter in LETTERS:
        assert tilted(letter, direction) != letter
        assert tilted(tilted(letter, direction), direction) == letter


@pytest.mark.parametrize(("one", "other"), [(NORTH_EAST, SOUTH_WEST), (NORTH_WEST, SOUTH_EAST)])
def test_a_diagonal_tilt_turns_the_same_there_and_back(one, other):
    assert all(tilted(letter, one) == tilted(letter, other) for letter in LETTERS)


@pytest.mark.parametrize("direction", [NORTH, EAST, SOUTH, WEST])
def test_a_tilt_changes_the_parity_of_every_orientation(direction):
    assert all(is_odd(tilted(letter, direction)) != is_odd(letter) for letter in LETTERS)


def test_a_diagonal_tilt_breaks_the_bond_of_parity_and_square_colour():
    # The square keeps its colour, and the orientation does not keep its parity.
    assert all(is_odd(tilted(letter, NORTH_EAST)) != is_odd(letter) for letter in LETTERS)


def test_the_king_shows_one_on_every_face_and_never_changes():
    assert set(dice.faces(dice.KING).values()) == {1}
    assert dice.TOP[dice.KING] == 1
    assert {dice.ROLLED[32 * dice.KING + i] for i in range(32)} == {dice.KING}


@pytest.mark.parametrize("letter", LETTERS)
def test_rolled_repeats_a_tilt(letter):
    for direction in range(4):
        turned = letter
        for times in range(8):
            found = dice.ROLLED[32 * dice.number_of(letter) + 8 * direction + times]
            assert dice.letter(found) == turned
            turned = expected(turned, direction)


def test_turned_knows_every_pair_of_top_and_north():
    for direction, letter in product(range(8), LETTERS):
        top, north = TABLE[letter][:2]
        new = TABLE[expected(letter, direction)]
        assert dice.TURNED[64 * direction + 8 * top + north] == 8 * new[0] + new[1]


@given(game=st.sampled_from(["pur", "contra", "duell"]),
       choices=st.lists(st.integers(0, 999), min_size=1, max_size=30))
def test_a_die_shows_only_twelve_orientations_on_a_square(game, choices):
    """In Pur, Contra and Duell square colour and parity stay bound to each other."""
    board = Board(game)
    for choice in choices:
        if not board.legal_moves:
            break
        move = board.legal_moves[choice % len(board.legal_moves)]
        before, steps = dice_by_name(board), board.describe(move).steps
        board.push(move)
        start, end = steps[0].origin, steps[-1].target
        if end in dice_by_name(board):          # it may have fallen in battle
            assert bond(start, before[start]) == bond(end, dice_by_name(board)[end])


def dice_by_name(board):
    """The orientation letters by the names of squares; the Duell king counts as no die."""
    return {f"{chr(97 + column)}{row + 1}": dice.letter(piece.die) if piece.kind == "D" else "z"
            for (column, row), piece in board.contents().pieces.items()}


def bond(square, letter):
    """Whether the colour of the square and the parity of the die go together."""
    return letter == "z" or (ord(square[0]) + int(square[1]) + is_odd(letter)) % 2
