"""What can be decided upon while the opponent thinks."""
import pytest

from eckstein import Board
from eckstein.board.premoves import premoves, way_of

from .helpers import random_games


def test_a_square_that_may_be_occupied_by_then_is_one_target_all_the_same():
    """Whether the opponent comes there, and is captured, is not known yet."""
    board = Board("duell", "DCb1Gc1Wd1Zf1Gg1Ch1ee3Af4Jg4Ch5cf6xf7ra8bb8fc8ze8bh8ri8")
    ways = [way_of(move) for move in premoves(board)]
    assert len(ways) == len(set(ways))


def texts_in_advance(board):
    return [move.text for move in premoves(board)]


def test_at_the_start_black_may_decide_upon_what_he_could_play_at_once():
    board = Board("contra")
    board.push_text("d1d2")
    assert texts_in_advance(Board("contra")) == board.legal_texts()


def test_a_die_that_may_be_captured_can_be_taken_back_in_advance():
    """Nobody may move onto his own die, but onto the one that has just taken it."""
    board = Board("duell", "DCb1Gc1Wd1Zf1Gg1Ch1ee3Af4Jg4Ch5cf6xf7ra8bb8fc8ze8bh8ri8")
    assert "I8xf6" in texts_in_advance(board)


def test_what_a_move_leads_to_is_left_open():
    board = Board("contra", "cWc2Wd3vd5")
    for move in premoves(board):
        assert (move.battles, move.winner, move.reason, move.check) == ((), None, None, 0)


def test_a_pass_is_nothing_to_decide_upon():
    board = Board("contra", "cWa3va4vb3vg7")
    board.push_text("g7g6")
    assert board.legal_texts() == ["--"]
    board.pop()
    assert "--" not in texts_in_advance(board)


@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "duell", "echek"])
def test_every_move_after_every_reply_was_foreseen_and_can_be_made_as_it_was_told(game):
    for board in random_games(game, {}, range(1), 6):
        known = {way_of(move): move for move in premoves(board)}
        for reply in board.legal_moves:
            after = board.copy()
            after.push(reply)
            for move in list(after.legal_moves)[::5]:
                told = after.describe(move)
                if told.steps[0].kind != "pass":
                    foreseen = known[way_of(told)]
                    assert foreseen.steps == told.steps
                    assert after.parse(foreseen.text) == move

