"""Forced wins within a few plies (search/play/mate.py)."""
import pytest

from eckstein import Board
from eckstein.kernel.specialise import specialise

from ..even_wins import BOARDS
from ..helpers import after, random_games
from .exact import shortest_win
from .test_bounded import NAMES, shortest

GAMES = ["pur", "contra", "ecke", "duell", "echek"]
MATE_IN_1 = after("duell", None, "A1-d3", "D8-i7")      # RULES.md, section 6
BLOCKED = Board("contra", "CSa2ga3Lb3Mc5")              # after c5c6 Black must pass
NO_LIMIT = 10**9


def mate(board, plies, limit=NO_LIMIT, compiled=True):
    """The answer for a board, and how many positions were made."""
    search = specialise("search.play.mate", board.game, compiled=compiled)
    memory = search.new_memory()
    memory.limit = limit
    return search.mate_in(search.game.Position(*board.state), memory, 0, plies), memory.nodes


def test_the_mate_of_the_rule_page():
    assert mate(MATE_IN_1, 1)[0] == MATE_IN_1.parse("F1-c4")


def test_a_shorter_win_is_found_first():
    assert mate(MATE_IN_1, 5)[0] == MATE_IN_1.parse("F1-c4")


def test_no_win_is_near_at_the_start_of_duell():
    assert mate(Board("duell"), 3)[0] == -1


def test_a_win_in_three_plies_through_a_forced_pass():
    assert mate(BLOCKED, 1)[0] == -1
    assert mate(BLOCKED, 3)[0] == BLOCKED.parse("c5c6")


@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_a_win_by_the_last_move_of_the_opponent(board, plies):
    assert mate(board, plies - 1)[0] == -1
    move, _ = mate(board, plies)
    assert move in board.legal_moves
    assert mate(board, plies + 1)[0] == move
    ahead = board.copy()
    ahead.push(move)
    attacker = NAMES.index(board.turn)
    assert shortest(ahead, plies - 1, attacker) == plies - 1
    assert mate(board, plies, compiled=False)[0] == move


def test_a_finished_game_has_no_winning_move():
    over = after("contra", BLOCKED.position(), "c5c6", "--", "c6c7")
    assert mate(over, 3)[0] == -1


def told(board, plies, earlier=(), idle=0, repetition=3):
    """The same, where the search is told what was played before."""
    search = specialise("search.play.mate", board.game)
    memory = search.new_memory()
    memory.limit = NO_LIMIT
    search.set_history(memory, board.options | {"repetition": repetition}, idle, list(earlier))
    return search.mate_in(search.game.Position(*board.state), memory, 0, plies)


def test_a_way_over_a_third_repetition_is_no_win():
    """After c5c6 Black must pass and loses; if it has stood on the board twice, it is a draw."""
    board = after("contra", BLOCKED.position(), "c5c6")
    assert told(BLOCKED, 3) == BLOCKED.parse("c5c6")
    assert told(BLOCKED, 3, earlier=[board.key]) == BLOCKED.parse("c5c6")
    assert told(BLOCKED, 3, earlier=[board.key] * 2) == -1
    assert told(BLOCKED, 3, earlier=[board.key] * 2, repetition=0) == BLOCKED.parse("c5c6")


def test_a_reply_that_repeats_saves_the_defender():
    board = after("contra", BLOCKED.position(), "c5c6", "--")
    assert told(BLOCKED, 3, earlier=[board.key] * 2) == -1


@pytest.mark.parametrize(("idle", "wins"), [(0, True), (97, True), (98, False), (99, False)])
def test_a_win_that_comes_too_late_is_a_draw(idle, wins):
    """All that is left to do in this position is moving, which is no progress in Echek."""
    board = Board("echek", "1B2/P2R/1pNn/kbr1/K3 b - - k12")
    assert (told(board, 3, idle=idle) >= 0) == wins


@pytest.mark.parametrize("game", GAMES)
def test_agrees_with_minimax_to_three_plies(game):
    positions = [Board(game, board.position())
                 for board in random_games(game, {}, range(8), plies=90)
                 if board.ply % 6 == 0 and 0 < len(board.legal_moves) <= 12][-8:]
    assert len(positions) > 3
    for board in positions:
        plies = shortest_win(board.rules, board.state, 3)
        for within in (1, 2, 3):
            move, _ = mate(board, within)
            assert (move >= 0) == (plies is not None and plies <= within)
            if move >= 0:
                assert move in board.legal_moves


@pytest.mark.parametrize("game", GAMES)
def test_both_lives_agree(game):
    for board in random_games(game, {}, range(2), plies=24):
        if board.ply % 8 == 3 and board.legal_moves:
            assert mate(board, 3, 400) == mate(board, 3, 400, compiled=False)


def test_gives_up_at_the_limit_of_nodes():
    result, nodes = mate(Board("duell"), 5, limit=1000)
    assert result == -2
    assert 1000 <= nodes < 1000 + Board("duell").rules.MAX_MOVES


@pytest.mark.parametrize("compiled", [False, True])
def test_gives_up_at_the_signal(compiled):
    search = specialise("search.play.mate", "duell", compiled=compiled)
    memory = search.new_memory()
    memory.limit, memory.signals[search.STOP] = NO_LIMIT, 1
    assert search.mate_in(search.game.start(), memory, 0, 5) == -2
    assert memory.nodes == 0


def test_more_barred_positions_than_can_be_remembered_are_refused():
    keys = [after("contra", BLOCKED.position(), "c5c6").key, *range(256)]
    assert told(BLOCKED, 3, earlier=2 * keys[:256]) == -1
    with pytest.raises(ValueError, match="257 positions are barred"):
        told(BLOCKED, 3, earlier=2 * keys)
