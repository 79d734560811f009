"""What always holds, in positions set up at random (tests/twin/setups.py) of every game."""
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board
from eckstein.notation.squares import name_of, plane_name

from ..helpers import ENDLESS, VARIANTS
from ..twin import twin
from ..twin.dice import OTHER, Die, state_of
from ..twin.setups import set_up
from .test_set_ups import playable

FEW = settings(max_examples=40)


@st.composite
def boards(draw):
    """A board that can be played on, and the twin of its game."""
    game, options = draw(st.sampled_from(VARIANTS))
    slow = twin(game, **options)
    while True:
        position = set_up(game, options, random.Random(draw(st.integers(0, 1 << 32))))
        board = Board(game, position, **ENDLESS, **options)
        state = slow.read(position)
        if playable(board, slow, state) and ("both finished", None) not in slow.problems(state):
            return board, slow


def all_of(board):
    return (tuple(board.state), board.position(), board.key, board.origin, board.idle_moves,
            board.outcome(), list(board.legal_moves))


@FEW
@given(boards())
def test_a_move_taken_back_leaves_nothing_behind(given_board):
    board, _ = given_board
    before = all_of(board)
    for move in list(board.legal_moves):
        board.push(move)
        assert board.pop() == move
        assert all_of(board) == before


@FEW
@given(boards())
def test_a_position_read_from_its_text_is_the_same_after_every_move(given_board):
    board, _ = given_board
    for move in list(board.legal_moves):
        after = board.copy()
        after.push(move)
        again = Board(board.game, after.position(), **board.options)
        assert (again.key, tuple(again.state)) == (after.key, tuple(after.state))
        assert again.position() == after.position()


@FEW
@given(boards())
def test_every_text_of_a_move_is_read_as_that_move(given_board):
    board, _ = given_board
    for move in list(board.legal_moves):
        assert board.parse(board.text(move)) == move
        assert board.read(board.notation(move)) == (move, ())


def lying(board):
    """The letters of what lies on the board, by the names of squares; and what is in hand."""
    found = {}
    for square, piece in board.contents().pieces.items():
        name = name_of(square) if board.rules.COLUMNS else plane_name(square, board.origin)
        letter = (chr(ord("a") + piece.die - 4) if piece.kind == "D"
                  else "Z" if board.game == "duell" else piece.kind)
        found[name] = letter.upper() if piece.colour == "white" else letter.lower()
    white, black = board.contents().reserves
    return found, sorted(white + black.lower())


def last_steps(steps):
    """Of each piece that moves, the step that ends its way; king and rook move both in a swap."""
    ends = [step for step in steps if step.target]
    swap = len(ends) == 2 and ends[0].origin == ends[1].target
    return ends if swap else ends[-1:]


@FEW
@given(boards())
def test_a_move_changes_exactly_what_is_described(given_board):
    board, _ = given_board
    before, hand = lying(board)
    for move in list(board.legal_moves):
        told = board.describe(move)
        after, left = dict(before), list(hand)
        for step in told.steps:
            after.pop(step.origin, None)
            if step.kind == "place":
                left.remove(step.piece)
            if step.kind == "return":
                left.append(step.piece)
        for step in last_steps(told.steps):
            after[step.target] = step.piece
        for gone in told.removed:
            if gone.why == "captured":
                assert before[gone.square] == gone.piece
            elif gone.why != "returned":
                assert after.pop(gone.square) == gone.piece
        board.push(move)
        assert lying(board) == (after, sorted(left))
        board.pop()


def turned(slow, state):
    """The state turned by half a circle, with the colours swapped."""
    if hasattr(state, "pieces"):
        pieces = tuple(((40 - column, 40 - row), piece.swapcase())
                       for (column, row), piece in state.pieces)
        return slow.read(slow.write(state._replace(
            turn=OTHER[state.turn], pieces=pieces, reserve=state.reserve.swapcase(),
            rights="".join(sorted(state.rights.swapcase())))))
    high = getattr(slow, "height", None) or slow.size
    wide = 9 if high > 7 else high
    return state_of(OTHER[state.turn], {
        (wide + 1 - column, high + 1 - row): (OTHER[side], turned_die(die))
        for (column, row), (side, die) in state.dice})


def turned_die(die):
    return Die(die.top, die.south, die.west, die.north, die.east, die.bottom)


@FEW
@given(boards())
def test_rules_are_the_same_for_both_sides_of_the_board(given_board):
    board, slow = given_board
    opposite = Board(board.game, slow.write(turned(slow, slow.read(board.position()))),
                     **board.options)
    assert board.turned().key == opposite.key
    results = sorted(slid(slow, position) for position in followers(board))
    turned_back = sorted(slid(slow, slow.write(turned(slow, slow.read(position))))
                         for position in followers(opposite))
    assert results == turned_back
    one, other = board.outcome(), opposite.outcome()
    assert (one is None) == (other is None)
    if one:
        assert one.reason == other.reason
        assert (one.winner and OTHER[one.winner]) == other.winner


def slid(slow, position):
    """A text that is equal for positions that are equal up to sliding."""
    return slow.write(slow.identity(slow.read(position)))


def followers(board):
    """The texts of all positions that a move leads to."""
    for move in list(board.legal_moves):
        board.push(move)
        yield board.position()
        board.pop()
