"""With no time at all the engine wins in one, and does not lose in one (engine/searcher.py).

The truth comes from boards, on which every move and every reply is pushed.
"""
import pytest

from eckstein import Board, names
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher

from ..helpers import random_games

NONE = [Limits(time=0), Limits(nodes=1), Limits(white_time=-1, black_time=-1)]
SURROUNDED = "NR1p/1KrQ/1Pkq b Bbn S"       # after what looks best, White has a reply that wins


def ended(board, moves):
    """The winner after each of some moves, None where nobody has won."""
    winners = []
    for move in moves:
        board.push(move)
        end = board.outcome()
        winners.append(end.winner if end else None)
        board.pop()
    return winners


def loses(board, move):
    """Whether a move loses, or has a reply that does."""
    mover = board.turn
    board.push(move)
    end = board.outcome()
    winners = [end.winner] if end else ended(board, list(board.legal_moves))
    board.pop()
    return any(winner not in (None, mover) for winner in winners)


def is_sensible(board, move):
    """Whether a move wins where one does, and otherwise does not lose where one does not."""
    moves = list(board.legal_moves)
    winning = [one for one, winner in zip(moves, ended(board, moves), strict=True)
               if winner == board.turn]
    if winning:
        return move in winning
    return not loses(board, move) or all(loses(board, one) for one in moves)


@pytest.mark.parametrize("limits", NONE)
def test_a_king_is_not_left_to_be_surrounded(limits):
    board = Board("echek", SURROUNDED)
    searcher = Searcher("echek", board.options, megabytes=1, compiled=False)
    first = searcher.best(board, Limits(depth=1)).pv[0]
    assert loses(board, first)
    assert not loses(board, searcher.best(board, limits).pv[0])


@pytest.mark.parametrize("game", names())
def test_in_random_games_no_win_is_missed_and_no_loss_walked_into(game):
    searcher, near = Searcher(game, Board(game).options, megabytes=1, compiled=False), 0
    for board in random_games(game, {}, range(4), plies=80):
        if board.ply % 4 == 3 and board.legal_moves:
            alone = Board(game, board.position())
            move = searcher.best(alone, NONE[board.ply // 4 % len(NONE)]).pv[0]
            assert is_sensible(alone, move), alone.position()
            near += 1
    assert near
