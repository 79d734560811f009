"""What Contra tells learners: dice that are past the enemies on their way home."""
from collections.abc import Iterator

from ...base.sentence import Sentence
from ...contract.coaching import Noted, Spot, Turn
from .._cublino import (
    NOT_A,
    NOT_G,
    STEP,
    ahead,
    around,
    black_dice,
    square_at,
    squares_in,
    white_dice,
)
from .._cublino.knowledge import passed
from . import PASS, ROWS

PLAIN_IS_PIECES = False
CLOSE = 5                   # tilts to the goal row, up to which such a die is told of


def free(p, side) -> dict[tuple[int, int], int]:
    """A player's dice that no enemy can come next to on their straight way home.

    Enemies count as if they could all move at once, and through each other.

    Returns:
        For the square of each such die the tilts that it has still to go.
    """
    white, black = white_dice(p), black_dice(p)
    own, foes = (black, white) if side else (white, black)
    found = {}
    for column, row in squares_in(own):
        left = row if side else ROWS - 1 - row
        if _runs_free(1 << 7 * row + column, foes, side, left, p.side == side):
            found[column, row] = left
    return found


def _runs_free(die, foes, side, left, first) -> bool:
    """Whether a die goes straight home without an enemy beside it or in its way.

    Args:
        die, foes: sets of squares.
        left: tilts still to go.
        first: whether the die moves first.
    """
    for _ in range(left):
        if not first:
            foes |= ahead(foes, 1 - side) | (foes & NOT_G) << 1 | (foes & NOT_A) >> 1
            if foes & around(die):
                return False
        first = False
        die = ahead(die, side)
        if foes & (die | around(die)):
            return False
    return True


def past(p, side) -> dict[tuple[int, int], int]:
    """A player's dice ahead of which no enemy lies on their column or the next ones, as `free`."""
    white, black = white_dice(p), black_dice(p)
    own, foes = (black, white) if side else (white, black)
    return {square: square[1] if side else ROWS - 1 - square[1]
            for square in squares_in(passed(own, foes, side))}


def missed(turn: Turn) -> Iterator[Noted]:
    """Dice of the opponent that are past the player's, and dice of the player that could be."""
    yield from _opened(turn)
    yield from _let_pass(turn)
    yield from _missed_free(turn)


def _opened(turn: Turn) -> Iterator[Noted]:
    """The move itself lets an enemy die pass, and the better move does not."""
    side = 1 - turn.before.p.side
    was, now, instead = (past(spot.p, side) for spot in (turn.before, turn.after, turn.better))
    new = [(left, square) for square, left in now.items()
           if square not in was and square not in instead]
    if new and min(new)[0] <= CLOSE:
        left, square = min(new)
        yield Noted("way opened", _told(turn.after.name(square), left, square in free(
            turn.after.p, side)), (), (turn.after.name(square),), "race", "reply")


def _let_pass(turn: Turn) -> Iterator[Noted]:
    """The reply brings a die past the player's, and no reply to the better move does."""
    if turn.reply == PASS:
        return
    side, square = turn.after.p.side, _target(turn.reply)
    left = past(turn.then.p, side).get(square)
    if left is None or left > CLOSE or square_at(turn.reply >> 2) in past(turn.after.p, side):
        return
    if any(_target(move) in past(turn.better.after(move).p, side)
           and square_at(move >> 2) not in past(turn.better.p, side)
           for move in turn.better.legal() if move != PASS):
        return
    yield Noted("let a die pass", Sentence(
        "{move} brings a die past yours: none of them is ahead of it near its column, and it has "
        "{n} {n:tilt|tilts} to go.", move=turn.after.tell(turn.reply), n=left),
        _arrow(turn.after, turn.reply), (), "race", "reply")


def _told(square: str, left: int, alone: bool) -> Sentence:
    """What is said of an enemy die that is past."""
    if alone:
        return Sentence("Now none of your dice can stop the die on {square} on its straight way "
                        "home: {n} {n:tilt|tilts} to go.", square=square, n=left)
    return Sentence("Now none of your dice is ahead of the die on {square} near its column, and it "
                    "has {n} {n:tilt|tilts} to go.", square=square, n=left)


def _missed_free(turn: Turn) -> Iterator[Noted]:
    """The better move brings a die past the enemy's."""
    if turn.best == PASS:
        return
    side, square = turn.before.p.side, _target(turn.best)
    left = past(turn.better.p, side).get(square)
    if left is None or left > CLOSE or any(
            go <= left for go in past(turn.after.p, side).values()):
        return
    facts = {"better": turn.before.tell(turn.best), "n": left}
    yield Noted("missed a free die", Sentence(
        "After {better} no enemy could stop that die on its straight way home: {n} {n:tilt|tilts} "
        "to go.", **facts) if square in free(turn.better.p, side) else Sentence(
        "{better} would have brought a die past the enemies: none of them is ahead of it near its "
        "column, and it has {n} {n:tilt|tilts} to go.", **facts), _arrow(turn.before, turn.best),
        (), "race")


def _target(move: int) -> tuple[int, int]:
    """The square where a move ends."""
    return square_at((move >> 2) + STEP[move & 3])


def _arrow(spot: Spot, move: int) -> tuple[tuple[str, str], ...]:
    return ((spot.name(square_at(move >> 2)), spot.name(_target(move))),)
