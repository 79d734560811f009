"""The example with captures and a score, against a generator that is slow and obvious."""
import pytest

from eckstein.kernel import dice

from ..helpers import in_examples

WAYS = {"north": (dice.NORTH, 0, 1), "east": (dice.EAST, 1, 0),
        "south": (dice.SOUTH, 0, -1), "west": (dice.WEST, -1, 0)}
START = ({(column, 0): ("white", (6, 4, 2)) for column in range(5)}
         | {(column, 4): ("black", (6, 3, 5)) for column in range(5)})
OTHER = {"white": "black", "black": "white"}


def following(lies, turn):
    """What may lie where after a move of `turn`'s; dice are (top, north, east)."""
    found = []
    for (column, row), (colour, die) in lies.items():
        for direction, east, north in WAYS.values():
            target = column + east, row + north
            there = lies.get(target)
            inside = 0 <= target[0] < 5 and 0 <= target[1] < 5
            if colour != turn or not inside or there and (
                    there[0] == turn or there[1][0] >= die[0]):
                continue
            after = {square: one for square, one in lies.items() if square != (column, row)}
            found.append(after | {target: (turn, dice.tilted(die, direction))})
    return found or [lies]


def is_over(lies):
    colours = [colour for colour, _ in lies.values()]
    return min(colours.count("white"), colours.count("black")) <= 2


def perft(lies, turn, depth):
    """How many lines of so many moves there are."""
    if depth == 0 or is_over(lies):
        return int(depth == 0)
    return sum(perft(after, OTHER[turn], depth - 1) for after in following(lies, turn))


def lying(position):
    """What a position text says, for the slow generator."""
    return {(ord(position[i + 1]) - 97, int(position[i + 2]) - 1): (
        "white" if position[i].isupper() else "black",
        dice.DICE[dice.number_of(position[i].lower())])
        for i in range(1, len(position), 3)}


def test_the_first_position():
    assert lying(in_examples("print(Board('magpie').position())").strip()) == START


COUNT = """
from eckstein.kernel.specialise import specialise
perft = specialise("search.play.perft", "magpie", compiled=False)
for text in {texts!r}:
    print(perft.perft(Board("magpie", text).state, perft.new_memory(), 0, 3))
"""
# Many dice meet in these, and in the last one a capture ends the game.
POSITIONS = ("MWa1Wb1Wc1Wd1We1va5vb5vc5vd5ve5", "MWc2Ac3Xd3Mb2ic4ed4qb3wa3",
             "mWc2Ac3Xd3Mb2ic4ed4qb3wa3", "MWc2Ab2Wd2vc3id3ab3")


def test_perft_as_the_slow_generator_counts():
    expected = [perft(lying(text), "white" if text[0] == "M" else "black", 3)
                for text in POSITIONS]
    assert in_examples(COUNT.format(texts=POSITIONS)).split() == list(map(str, expected))
    assert len(set(expected)) == len(expected)


TOLD = """
board = Board("magpie", {position!r})
move = board.describe(board.parse({move!r}))
print([(gone.square, gone.piece, gone.why) for gone in move.removed])
board.push_text({move!r})
print(board.outcome())
"""


def test_a_die_captures_one_that_shows_less():
    told = in_examples(TOLD.format(position="MWc2Ab2Wd2Wa1vc3id3ab3ve5", move="d2d3"))
    assert told.splitlines()[0] == "[('d3', 'i', 'captured')]"


def test_the_higher_sum_wins_when_somebody_has_two_dice_left():
    told = in_examples(TOLD.format(position="MWc2Ab2Wd2vc3id3ab3", move="d2d3"))
    assert told.splitlines()[1] == "White wins (elimination, 10-7)"


REFUSED = """
from eckstein import IllegalMoveError
try:
    Board("magpie", "MWc2Ab2Wd2Wa1vc3id3ab3ve5").parse({move!r})
except IllegalMoveError as error:
    print(error)
"""


@pytest.mark.parametrize(("move", "why"), [
    ("c2c3", "your top is not higher: 6, against 6 on c3"),
    ("c2d2", "your own die lies on d2"),
    ("c2c4", "a die tilts to the next square, which c4 is not"),
    ("c2c1b1", "a move is one tilt"),
    ("c3c4", "the die on c3 is Black's, and White is to move")])
def test_why_a_move_is_refused(move, why):
    assert in_examples(REFUSED.format(move=move)).strip() == why
