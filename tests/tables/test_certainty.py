"""What tables say of a game with a history, against all that can be played in it."""
import random

import pytest

from eckstein import Board
from eckstein.engine.tables import Value, certain, probe

WON_IN_3 = "DZd7za2"


def after(position, moves, **options):
    board = Board("duell", position, **options)
    for text in moves.split():
        board.push_text(text)
    return board


def forces(board, plies):
    """Whether the player to move can win this very game within so many plies."""
    if plies <= 0:
        return False
    for move in list(board.legal_moves):
        mover = board.turn
        board.push(move)
        end = board.outcome()
        wins = end.winner is mover if end else plies > 2 and loses(board, plies - 1)
        board.pop()
        if wins:
            return True
    return False


def loses(board, plies):
    """Whether every move lets the other player win within so many plies, this move counted."""
    for move in list(board.legal_moves):
        mover = board.turn
        board.push(move)
        end = board.outcome()
        holds = end.winner is not board.turn if end else not forces(board, plies - 1)
        assert end is None or end.winner is not mover
        board.pop()
        if holds:
            return False
    return True


def values(found):
    return {one.text: one.value for one in found.moves}


def test_a_game_that_has_just_begun_is_worth_what_the_table_says(with_tables):
    for position in (WON_IN_3, "DZd2za7", "DZe5zc3", "dZe5zc3"):
        board = Board("duell", position)
        assert certain(board) == probe(board)


@pytest.mark.parametrize(("limit", "value"), [(2, None), (3, Value("won", 3))])
def test_a_win_that_comes_after_the_limit_of_moves_without_progress_is_not_certain(
        with_tables, limit, value):
    board = Board("duell", WON_IN_3, no_progress=limit)
    found = certain(board)
    assert (found and found.value) == value
    assert forces(board, 3) == (value is not None)


def test_moves_without_progress_before_count(with_tables):
    board = after("dZe7za2", "A2-A1 e7-d7 a1-a2", no_progress=5)
    assert board.idle_moves == 3
    assert certain(board) is None
    assert not forces(board, 3)


def test_the_shortest_win_is_a_draw_where_it_repeats_a_position(with_tables):
    board = after("dZe7za2", "A2-A1 e7-d7 a1-a2", repetition=2)
    assert probe(board).moves[0].text == "d7-e7"
    assert "d7-e7" not in values(certain(board) or probe(board)._replace(moves=[]))
    board.push_text("d7-e7")
    assert board.outcome().winner is None


def test_a_win_that_has_to_pass_a_position_that_would_be_a_draw_is_not_certain(with_tables):
    board = after("Dzh1Ze7", "e7-d7 h1-g1 D7-D6 G1-G2", repetition=2)
    assert probe(board).value == Value("won", 5)
    assert certain(board) is None
    assert not forces(board, 5)


def test_the_position_after_the_last_progress_may_be_the_one_that_would_be_a_draw(with_tables):
    """It is the oldest of those that can come again."""
    board = after("dZc7zd7", "d7-e7 C7-C8", repetition=2)
    assert board.idle_moves == board.ply
    assert probe(board).value == Value("won", 5)
    assert certain(board) is None
    assert not forces(board, 5)


def test_a_loser_who_can_repeat_a_position_has_not_lost(with_tables):
    board = after("DZd1zg7", "d1-c1 g7-h7 c1-d1", repetition=2)
    assert probe(board).value == Value("lost", 16)
    assert certain(board).value == Value("drawn")
    told = values(certain(board))
    assert told["h7-g7"] == Value("drawn")
    assert told["H7-H8"] == Value("lost", 16)


def test_a_loser_who_may_hold_out_until_the_limit_has_not_lost(with_tables):
    board = after("DZa4za7", "A4-A5 A7-A6 A5-A4", no_progress=10)
    assert {value.plies for value in values(probe(board)).values()} == {16, 2}
    assert certain(board) is None


@pytest.mark.parametrize("seed", range(6))
def test_what_is_certain_is_so_after_any_moves(with_tables, seed):
    chance = random.Random(seed)
    checked = 0
    while checked < 3:
        board = Board("duell", WON_IN_3, repetition=chance.choice((2, 3)),
                      no_progress=chance.choice((0, 8, 20)))
        for _ in range(chance.randrange(4, 14)):
            if board.legal_moves:
                board.push(chance.choice(list(board.legal_moves)))
        found = None if board.is_game_over() else certain(board)
        if found is None or found.value.result != "won" or found.value.plies > 3:
            continue
        assert forces(board, found.value.plies)
        checked += 1
