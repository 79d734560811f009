"""The search of those who misjudge moves: exact, errors included (engine/judging.py)."""
import random

import pytest

from eckstein import Board, names
from eckstein.engine.judging import BLUR, Judge
from eckstein.engine.limits import Limits

from ..helpers import random_games

SURE = 20_000               # an error that decides for a move, whatever it is worth
WIN = "CWd6va5Wa1Wb1Wc1Wf1We1Wg1"       # d6d7 wins
LOSING = "CWa1Wb1Wg1vd2vb7"             # Black's d2d1 wins unless b1c1 or the like prevents it


@pytest.fixture
def judge_for(request):
    """A function that makes a judge for a board."""
    def make(board):
        judge = Judge(board.game, board.options, megabytes=1, proofs=False)
        request.addfinalizer(judge.close)
        return judge
    return make


def quiet_boards(game):
    """Positions of random games that are not over."""
    return [Board(game, board.position()) for board in random_games(game, {}, range(4), plies=40)
            if board.ply % 13 == 7 and not board.is_game_over()]


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("game", names())
def test_the_move_is_best_by_score_and_error(judge_for, game, depth):
    compared = 0
    for board in quiet_boards(game):
        judge, moves = judge_for(board), list(board.legal_moves)
        scores = {}
        for move in moves:
            judge.clear()
            found = judge.judge(board, Limits(depth=depth), {move: SURE})
            scores[found.pv[0]] = found.score
        if len(scores) < len(moves) or max(map(abs, scores.values())) > SURE:
            continue        # some move wins or loses, which no error changes
        for seed in range(5):
            chance = random.Random(seed)
            errors = {move: chance.randint(-150, 150) for move in moves}
            judge.clear()
            found = judge.judge(board, Limits(depth=depth), errors)
            assert found.score == scores[found.pv[0]]
            assert found.score + errors[found.pv[0]] == max(
                scores[move] + errors[move] for move in moves)
            compared += 1
    assert compared


def test_without_errors_the_best_move_is_found(judge_for):
    board = Board("contra", WIN)
    found = judge_for(board).judge(board, Limits(depth=3), {})
    assert (board.text(found.pv[0]), found.mate) == ("d6d7", 1)


def test_no_error_hides_a_win(judge_for):
    board = Board("contra", WIN)
    found = judge_for(board).judge(board, Limits(depth=1), {board.parse("d6d7"): -SURE})
    assert found.mate == 1


def test_who_sees_things_blurred_may_overlook_a_win(judge_for):
    board = Board("contra", WIN)
    judge, win, other = judge_for(board), board.parse("d6d7"), board.parse("a1a2")
    missed = judge.judge(board, Limits(depth=1), {win: -2 * BLUR, other: 2 * BLUR}, blurred=True)
    assert missed.pv[0] == other
    assert judge.judge(board, Limits(depth=1), {win: 1}, blurred=True).pv[0] == win


def test_no_error_makes_a_lost_move_seem_good(judge_for):
    board = Board("contra", LOSING)
    judge, lost = judge_for(board), board.parse("a1a2")
    assert judge.judge(board, Limits(depth=2), {lost: SURE}, blurred=True).pv[0] == lost
    assert judge.judge(board, Limits(depth=2), {lost: SURE}).pv[0] != lost


def test_each_move_is_looked_at_however_few_positions_are_allowed(judge_for):
    board = Board("contra", WIN)
    found = judge_for(board).judge(board, Limits(nodes=1), {})
    assert (board.text(found.pv[0]), found.depth) == ("d6d7", 1)


def test_an_iteration_cut_short_does_not_lose_the_best_move(judge_for):
    board = Board("duell", "DWd1Zf1ze8vd8Wa1va8")
    judge = judge_for(board)
    first = judge.judge(board, Limits(depth=1), {})
    judge.clear()
    again = judge.judge(board, Limits(nodes=first.nodes + 1), {})
    assert again.pv[0] == first.pv[0]
