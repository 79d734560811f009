"""Games that go round in circles on purpose, where random ones hardly ever meet a position again.

A **circle** is a row of moves of both players that leads from a position back to it: pieces are
shuffled to and fro, or a move is undone that made progress, where the rules have a way.
"""
import random

from eckstein import Board

from .helpers import ENDLESS

TRIES = 12                  # pairs of moves at one position from which a way back is looked for


def circle(board, choose, progress=False):
    """The moves of a circle from a board's position, or None if none is found soon.

    Args:
        board: a game that runs, under options that end none by its history; not changed.
        choose: what draws by lot.
        progress: whether a move of it is to make progress; all such moves are tried.
    """
    rules, home, board, mover = board.rules, board.state, board.copy(), board.turn
    pieces = _own(rules, home, mover)
    for first in _drawn(board, choose):
        board.push(first)
        made = board.idle_moves == 0
        for second in _drawn(board, choose)[:2 if progress else 3]:
            board.push(second)
            if not progress or made or board.idle_moves == 0:
                if board.state == home:
                    return [first, second]
                p = board.state
                for third in board.legal_moves:
                    q = rules.apply(p, third)
                    fourth = _back(rules, q, home) if _own(rules, q, mover) == pieces else None
                    if fourth is not None and rules.outcome(q) == 0:
                        return [first, second, third, fourth]
            board.pop()
        board.pop()
    return None


def _drawn(board, choose):
    moves = list(board.legal_moves)
    return choose.sample(moves, min(len(moves), TRIES))


def _own(rules, p, mover):
    """A player's pieces, which only moves of his bring back; nothing on a board without end."""
    if rules.COLUMNS == 0:
        return None
    return {square: piece for square, piece in rules.contents(p).pieces.items()
            if piece.colour == mover}


def _back(rules, p, home):
    """The move that leads back to a position, or None."""
    room = [0] * rules.MAX_MOVES
    return next((move for move in room[:rules.generate(p, room, 0)]
                 if rules.apply(p, move) == home), None)


def circling_games(game, options, seed, count):
    """So many random games that end in a circle, as position, moves before it, and the circle.

    Some of the moves before it were a circle, too, so that positions have occurred that are left
    for others.  Where progress can be undone, every second circle undoes some.
    """
    choose, found = random.Random(f"{game} {options} {seed}"), 0
    while found < count:
        board = Board(game, **ENDLESS, **options)
        start = board.position()
        for _ in range(choose.choice([4, 8, 16, 30])):
            if not board.legal_moves:
                break
            board.push(choose.choice(list(board.legal_moves)))
        if not board.legal_moves:
            continue
        before = circle(board, choose)
        for move in before or []:
            board.push(move)
        for _ in range(choose.randrange(3)):
            if board.legal_moves:
                board.push(choose.choice(list(board.legal_moves)))
        wanted = found % 2 == 1 and options.get("bishop") == "final"
        around = circle(board, choose, progress=wanted)
        if around:
            found += 1
            yield start, board.move_stack, around
