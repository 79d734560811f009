"""Tasks of one's own mistakes put to the twin, the second implementation of the rules.

Pieces are counted by the twin alone.  Forced wins are asked of the plainest search
(lab/puzzles/making/puzzle_check.py), for the twin would take hours.
"""
from eckstein import Board
from eckstein.engine.coach.tasks import MARGIN, SAFE

from .slow import checker, moves, net, rules, swing


def pieces(game, state, text):
    """The pieces that a move wins, less those that an answer wins for good."""
    after = moves(game, state)[text]
    answers = moves(game, after)
    return net(game, state, text) - max(
        [0, *(swing(game, after, one) for one in answers if net(game, after, one) > 0)])


def rows(game, state, text):
    """How many rows forward a move goes."""
    steps = rules(game).describe(state, text).steps
    if not steps:
        return 0
    gone = int(steps[-1].target[1:]) - int(steps[0].origin[1:])
    return gone if state.turn == "white" else -gone


def does(game, task, state, text):
    """Whether a move takes or keeps what the task says."""
    after = moves(game, state)[text]
    if not task.count:
        return pieces(game, state, text) >= int(task.task == "take")
    if task.task == "take":
        return rows(game, state, text) >= task.count
    return max((rows(game, after, one) for one in moves(game, after)), default=0) <= task.count


def verdicts(game, task):
    """For the text of each legal move whether it is right; None where it is neither."""
    board = Board(game, task.position)
    state = rules(game).read(task.position)
    me = int(board.turn.value == "black")
    found = {}
    for text in moves(game, state):
        move = board.parse(text)

        def forces(plies, side, move=move):
            return checker(game).wins(board, plies, side, move)
        if task.task == "win":
            right = forces(task.count - 1, me)
            found[text] = right or (None if forces(task.count + MARGIN - 1, me) else False)
        elif task.task == "save":
            wrong = forces(task.count - 1, 1 - me)
            found[text] = False if wrong else (
                None if forces(task.count + MARGIN - 1, 1 - me) else True)
        else:
            right = does(game, task, state, text)
            found[text] = (None if forces(SAFE, 1 - me) else True) if right else False
    return found


def contradicted(game, task):
    """Whether the twin finds another move right, or one of these wrong, or one neither."""
    found = verdicts(game, task)
    return {text for text, right in found.items() if right} != set(task.right) or (
        None in found.values())
