"""`go mate N` finds a win in so many moves or rules it out (engine/searcher.py, proving.py).

The truth comes from boards, which every move is pushed on (tests/search/test_bounded.py).
"""
import pytest

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher

from ..even_wins import BOARDS
from ..helpers import after
from ..search.test_bounded import near, shortest
from .talk import Talk, fields

GAMES = [("pur", {}), ("contra", {}), ("ecke", {}), ("duell", {}), ("echek", {}),
         pytest.param("contra", {"size": "4"}, marks=pytest.mark.long),
         pytest.param("echek", {"bishop": "final"}, marks=pytest.mark.long)]
MATE = 31000
RACE = Board("contra", "CWa1vg7")       # White wins in 15 plies (docs/laboratory/results.md)


def searched(searcher, board, moves, **limits):
    return searcher.best(board, Limits(mate=moves, **limits))


@pytest.mark.parametrize(("repetition", "no_progress"), [
    pytest.param(2, 0, marks=pytest.mark.long), (3, 4)])
@pytest.mark.parametrize(("game", "own"), GAMES)
def test_a_win_is_found_or_ruled_out_near_the_draws(game, own, repetition, no_progress):
    """One searcher with warm tables answers for all positions of a game."""
    searcher = None
    for board in list(near(game, own, repetition, no_progress))[:4]:
        searcher = searcher or Searcher(game, board.options, megabytes=1)
        attacker = 0 if board.turn == "white" else 1
        for moves in (1, 2):
            found = searched(searcher, board, moves)
            truth = shortest(board, 2 * moves, attacker)
            if truth < 0:
                assert found.no_win >= 2 * moves
            else:
                assert 0 < found.mate <= moves
                assert MATE - found.score >= truth


@pytest.mark.parametrize("proofs", [True, False])
@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_a_win_by_the_last_move_of_the_opponent_is_one_in_half_as_many_moves(board, plies, proofs):
    one, moves = Searcher(board.game, board.options, megabytes=1, proofs=proofs), plies // 2
    for within in (moves, moves + 1):
        one.clear()
        found = searched(one, board, within)
        assert found.mate == moves and len(found.pv) <= 2 * within
    if moves > 1:
        one.clear()
        found = searched(one, board, moves - 1)
        assert found.no_win >= plies - 2 and not 0 < (found.mate or 0) < moves
    one.clear()
    exact = one.best(board, Limits(depth=plies + 4))
    assert (exact.mate, exact.score, len(exact.pv)) == (moves, MATE - plies, plies)
    ahead = board.copy()
    for move in exact.pv:
        ahead.push(move)
    assert ahead.outcome().winner is board.turn
    one.close()


def test_go_mate_finds_what_it_tells():
    talk = Talk()
    for position in ("cgf3Ca6ga7", "CSe1Ge5ag6"):
        *_, info, move = talk.ask(f"position text {position}", "go mate 1")
        assert " score mate 1 " in info and "no win" not in info
        assert move == f"bestmove {fields(info)['pv'][0]}"
    talk.close()


def test_a_win_without_a_history_is_not_told_of_a_game_in_which_it_takes_longer():
    """The same position, searched twice; in the second game what would come first was there."""
    searcher = Searcher("contra", RACE.options, megabytes=16)
    played = ["f4g4", "e1f1", "g4f4", "f1e1", "f4g4", "d6e6", "g4f4", "e6f6", "f4g4"]
    board = after("contra", "cFe1nf4ic5Od6jf7", *played)
    alone = Board("contra", board.position())
    for _ in range(2):
        assert searcher.best(alone, Limits(depth=8)).mate == 3
        assert searcher.best(board, Limits(depth=8)).mate == 4
    assert shortest(alone, 5, 0) == 5 and shortest(board, 5, 0) == -1


def test_a_far_win_is_found_with_its_line():
    found = searched(Searcher("contra", RACE.options), RACE, 8)
    assert found.mate == 8
    board = RACE.copy()
    for move in found.pv:
        board.push(move)
    assert board.outcome().winner == "white"


def test_a_win_that_takes_longer_does_not_end_the_search_for_a_short_one():
    found = searched(Searcher("contra", RACE.options), RACE, 7)
    assert found.no_win >= 14
    assert found.mate is None or found.mate > 7


def test_a_limit_of_positions_ends_it_earlier():
    found = searched(Searcher("contra", RACE.options), Board("contra"), 30, nodes=30_000)
    assert 0 < found.no_win < 60


def test_the_protocol_says_that_there_is_no_win():
    talk = Talk()
    heard = talk.ask("position text CWa1vg7", "go mate 3")
    assert heard[-2:] == ["info string no win within 6 plies", f"bestmove {heard[-1].split()[1]}"]
    assert not [line for line in talk.ask("go mate 8") if "no win" in line]
    talk.close()


def test_other_searches_rule_nothing_out():
    found = Searcher("contra", RACE.options).best(RACE, Limits(depth=2))
    assert found.no_win == 0
