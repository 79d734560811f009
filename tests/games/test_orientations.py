"""How dice come to lie in play: perft cannot see a mirrored die, so every tilt is checked here."""
import pytest

from eckstein import Board
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

from ..test_dice import LETTERS, TABLE, expected

TARGET = {NORTH: "d5", EAST: "e4", SOUTH: "d3", WEST: "c4",
          NORTH_EAST: "e5", SOUTH_EAST: "e3", SOUTH_WEST: "c3", NORTH_WEST: "c5"}
FORWARD = {"white": [NORTH, EAST, WEST], "black": [SOUTH, EAST, WEST]}
DIAGONAL = {"white": [NORTH_EAST, NORTH_WEST], "black": [SOUTH_EAST, SOUTH_WEST]}


def case(letter, colour):
    return letter.upper() if colour == "white" else letter


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("game", ["pur", "contra", "ecke"])
def test_every_orientation_after_every_tilt_of_cublino(game, colour):
    directions = FORWARD[colour] + (DIAGONAL[colour] if game == "ecke" else [])
    bystanders = "Wa1Wb1va7vb7"
    for letter in LETTERS:
        for direction in directions:
            board = Board(game, case(game[0], colour) + case(letter, colour) + "d4" + bystanders)
            board.push_text("d4" + TARGET[direction])
            die = case(expected(letter, direction), colour)
            assert die + TARGET[direction] in board.position()


# By direction: where a die rolls from, and the square so many squares on.
ROLLS = {NORTH: ("e2", lambda top: f"e{2 + top}"), SOUTH: ("e8", lambda top: f"e{8 - top}"),
         EAST: ("b4", lambda top: f"{'bcdefghi'[top]}4"),
         WEST: ("h4", lambda top: f"{'hgfedcba'[top]}4")}


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("direction", ROLLS)
def test_every_orientation_after_every_straight_roll_of_duell(colour, direction):
    for letter in LETTERS:
        top, (origin, target_after) = TABLE[letter][0], ROLLS[direction]
        position = case("d", colour) + case(letter, colour) + origin + "Za1zi9"
        board = Board("duell", position, board="9x9", mate_ends=False)
        board.push_text(f"{origin}-{target_after(top)}")
        for _ in range(top):
            letter = expected(letter, direction)
        assert case(letter, colour) + target_after(top) in board.position()


@pytest.mark.parametrize(("move", "legs"), [
    ("C2-d5", [NORTH] * 3 + [EAST]), ("c2-D5", [EAST] + [NORTH] * 3),
    ("C2-e4", [NORTH] * 2 + [EAST] * 2), ("c2-F3", [EAST] * 3 + [NORTH]),
])
def test_the_legs_of_a_turning_roll_are_rolled_in_their_order(move, legs):
    for letter in (letter for letter in LETTERS if TABLE[letter][0] == 4):
        board = Board("duell", f"D{letter.upper()}c2Za1zi8")
        board.push_text(move)
        for direction in legs:
            letter = expected(letter, direction)
        assert letter.upper() + move[3:].lower() in board.position()


def test_the_steps_of_a_description_show_the_die_after_each():
    board = Board("pur", "PWd3We4va7")
    steps = board.describe(board.parse("d3e3e5")).steps
    assert [(step.kind, step.origin, step.target, step.piece) for step in steps] == [
        ("tilt", "d3", "e3", "S"), ("jump", "e3", "e5", "S")]
    assert steps[0].faces == dict(zip(("top", "north", "east", "south", "west", "bottom"),
                                      TABLE["s"], strict=True))
