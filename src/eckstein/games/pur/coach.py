"""What Pur tells learners: a race of rows, ladders of dice to jump over, and points at home."""
from collections.abc import Iterator, Sequence

from ...base.sentence import Sentence
from ...contract.coaching import Noted, Spot, Turn
from .._cublino import faces, square_at
from . import PASS, ROWS, score, steps

PLAIN_IS_PIECES = False
FAR = 2                     # rows that a reply must go farther than without the move

Answered = list[tuple[Spot, Sequence[int]]]


def rows(move: int, side: int) -> int:
    """How many rows a move goes forward."""
    if move == PASS:
        return 0
    gone = (move >> 6 & 63) // 7 - (move & 63) // 7
    return -gone if side else gone


def farthest(spot: Spot) -> int:
    """The most rows that a move of the player to move goes forward."""
    return max((rows(move, spot.p.side) for move in spot.legal()), default=0)


def answered(spot: Spot) -> Answered:
    """The positions after all answers of the player to move, each with its legal moves."""
    after = (spot.after(answer) for answer in spot.legal())
    return [(one, one.legal()) for one in after]


def next_rows(then: Answered) -> int:
    """How many rows a player can go next, whatever was answered."""
    return min((max((rows(move, spot.p.side) for move in moves), default=0)
                for spot, moves in then), default=0)


def next_points(then: Answered) -> int:
    """The points at home that a player can have next, whatever was answered."""
    return min((_most_points(spot, moves) for spot, moves in then), default=0)


def _most_points(spot: Spot, moves: Sequence[int]) -> int:
    """The most points at home, now or after a move; only moves that end there add any."""
    side = spot.p.side
    ends = (move for move in moves if move != PASS and _is_goal(move >> 6 & 63, side))
    return max([score(spot.p)[side], *(score(spot.after(move).p)[side] for move in ends)])


def _is_goal(square: int, side: int) -> bool:
    """Whether a square is on a player's goal row."""
    return square // 7 == (0 if side else ROWS - 1)


def jumps_of(spot: Spot, move: int) -> int:
    """How many jumps a move makes."""
    return sum(step.kind == "jump" for step in steps(spot.p, move))


def missed(turn: Turn) -> Iterator[Noted]:
    """Ladders of the opponent, points at home, and rows, of one move and of two."""
    yield from _opponent(turn)
    yield from _points(turn)
    yield from _rows(turn)
    yield from _two_moves(turn)
    yield from _sideways(turn)


def _opponent(turn: Turn) -> Iterator[Noted]:
    """A reply goes far, and after the better move none would go nearly as far."""
    after, better = turn.after, turn.better
    far, instead = farthest(after), farthest(better)
    if far - instead < FAR:
        return
    reply = turn.reply
    if rows(reply, after.p.side) < far:
        reply = next(move for move in after.legal() if rows(move, after.p.side) == far)
    facts = {"move": after.tell(reply), "n": far, "m": instead,
             "better": turn.before.tell(turn.best), "jumps": jumps_of(after, reply)}
    chain = jumps_of(after, reply) > 1
    passed = turn.before.passed()
    if passed is not None and reply in passed.legal():
        yield Noted("chain left" if chain else "jump left", Sentence(
            "Your opponent still has a chain of {jumps} jumps: {move} goes {n} rows forward; after "
            "{better} at most {m}.", **facts) if chain else Sentence(
            "Your opponent still can go {n} rows forward by {move}; after {better} at most {m}.",
            **facts), _arrow(after, reply), (), "chain", "reply")
    else:
        yield Noted("chain opened" if chain else "jump opened", Sentence(
            "This gives your opponent a chain of {jumps} jumps: {move} goes {n} rows forward; "
            "after {better} at most {m}.", **facts) if chain else Sentence(
            "You opened a way for your opponent: {move} goes {n} rows forward; after {better} at "
            "most {m}.", **facts), _arrow(after, reply), (), "chain", "reply")


def _points(turn: Turn) -> Iterator[Noted]:
    """The better move has more points at home."""
    side = turn.before.p.side
    had, got, could = (score(spot.p)[side] for spot in (turn.before, turn.after, turn.better))
    facts = {"better": turn.before.tell(turn.best), "n": could, "m": got}
    if could > got and could > had and _is_goal(turn.best & 63, side):
        was = faces(turn.before.p, turn.best & 63) >> 3
        yield Noted("turned at home", Sentence(
            "A die at home can still tilt to the side: {better} turns its {was} into a {top}, for "
            "{n} points; now you have {m}.", was=was, top=was + could - had, **facts),
            _arrow(turn.before, turn.best), (), "points")
    elif could > got and could > had:
        yield Noted("points", Sentence(
            "{better} would have brought your points at home to {n}; now you have {m}.", **facts),
            _arrow(turn.before, turn.best), (), "points")
    elif could > got:
        yield Noted("points lost", Sentence(
            "This loses points: you have {m} at home now, and {n} after {better}.", **facts),
            _arrow(turn.before, turn.best), (), "points")


def _rows(turn: Turn) -> Iterator[Noted]:
    """The better move goes at least two rows farther."""
    side = turn.before.p.side
    mine, could = rows(turn.move, side), rows(turn.best, side)
    if could - mine >= 2:
        jumps = jumps_of(turn.before, turn.best)
        facts = {"better": turn.before.tell(turn.best), "n": could, "m": mine, "jumps": jumps}
        yield Noted("missed chain" if jumps > 1 else "missed jump", Sentence(
            "There was a chain of {jumps} jumps: {better} goes {n} rows forward; this goes {m}.",
            **facts) if jumps > 1 else Sentence(
            "{better} would have jumped {n} rows forward; this goes {m}.", **facts),
            _arrow(turn.before, turn.best), (), "chain" if jumps > 1 else "jump")


def _two_moves(turn: Turn) -> Iterator[Noted]:
    """The better move and the next one go farther than this one and the next one, at the least;
    or they make more points.
    """
    side = turn.before.p.side
    now, instead = answered(turn.after), answered(turn.better)
    mine, could = rows(turn.move, side) + next_rows(now), rows(turn.best, side) + next_rows(instead)
    if could - mine >= 2:
        yield Noted("two moves", Sentence(
            "In two moves {better} gains at least {n} rows, this move at least {m}.",
            better=turn.before.tell(turn.best), n=could, m=mine),
            _arrow(turn.before, turn.best), (), "jump")
    mine, could = next_points(now), next_points(instead)
    if could - mine >= 2:
        yield Noted("points in two moves", Sentence(
            "In two moves {better} brings your points at home to at least {n}, this move to at "
            "least {m}.", better=turn.before.tell(turn.best), n=could, m=mine),
            _arrow(turn.before, turn.best), (), "points")


def _sideways(turn: Turn) -> Iterator[Noted]:
    """A move to the side, where the better one goes forward."""
    side = turn.before.p.side
    if turn.move != PASS and rows(turn.move, side) == 0 and rows(turn.best, side) == 1:
        yield Noted("sideways", Sentence(
            "A move to the side wins no row in the race; {better} goes forward.",
            better=turn.before.tell(turn.best)), _arrow(turn.before, turn.best), (), "race")


def _arrow(spot: Spot, move: int) -> tuple[tuple[str, str], ...]:
    """From where to where a move leads."""
    if move == PASS:
        return ()
    return ((spot.name(square_at(move & 63)), spot.name(square_at(move >> 6 & 63))),)
