"""Wins within so many plies are found or ruled out (search/play/bounded.py).

The truth comes from boards: every move is pushed, and the board says how the game ended, the draws
by repetition and lack of progress included.
"""
import random

import pytest

from eckstein import Board
from eckstein.kernel.specialise import specialise

from ..even_wins import BOARDS
from ..helpers import after, first, random_games
from .exact import MATE, MATED, value
from .mazes import in_mazes, in_trees, with_barred
from .trees import lots

TREE = in_trees("games.tree")
NO_LIMIT = 10**9
NAMES = "white", "black"
BLOCKED = Board("contra", "CSa2ga3Lb3Mc5")              # after c5c6 Black must pass


class Bounded:
    """The search for one game, with a table that stays warm."""

    def __init__(self, game=None, compiled=True, search=None, **own):
        self.search = search or specialise("search.play.bounded", game, compiled=compiled, **own)
        self.memory, self.table = self.search.new_memory(), self.search.new_table(1)
        self.memory.limit = NO_LIMIT

    def __call__(self, p, plies, attacker, repetition=3, no_progress=0, idle=0, history=()):
        self.search.set_history(self.memory, self.table,
                             {"repetition": repetition, "no_progress": no_progress}, idle,
                             list(history))
        return self.search.solve(p, self.memory, plies, attacker)

    def on(self, board, plies, attacker):
        return self(board.state, plies, attacker, board.options["repetition"],
                    board.options["no_progress"], board.idle_moves, board.keys()[:-1])

    def line(self, p, plies):
        return self.search.line(p, self.memory, plies)


@pytest.mark.parametrize(("game", "plies"), first(
    2, [("pur", 12), ("ecke", 5), ("contra", 10)]))
def test_where_too_few_plies_are_left_for_any_win_nothing_is_looked_at(game, plies):
    solve, board = Bounded(game), Board(game)
    assert solve.on(board, plies, 0) == -1
    assert solve.memory.nodes == 0
    solve.on(board, plies + 1, 0)
    assert solve.memory.nodes > 0


def shortest(board, plies, attacker):
    """The plies of the shortest win by trying every move on the board, or -1."""
    return next((within for within in range(plies + 1) if wins(board, within, attacker)), -1)


def wins(board, plies, attacker):
    outcome = board.outcome()
    if outcome or plies == 0:
        return bool(outcome and outcome.winner == NAMES[attacker])
    results = []
    for move in list(board.legal_moves):
        board.push(move)
        results.append(wins(board, plies - 1, attacker))
        board.pop()
        if results[-1] == (board.turn == NAMES[attacker]):
            break
    return results[-1]


# Games that are near their end, or near a draw by what was played before.
NEAR = [
    ("pur", {}, 3), ("contra", {}, 4), ("ecke", {}, 3), ("duell", {}, 3), ("echek", {}, 3),
    *(pytest.param(*one, marks=pytest.mark.long)                                # to be compiled
      for one in (("contra", {"size": "4"}, 4), ("echek", {"bishop": "final"}, 3))),
]


@pytest.mark.parametrize(("repetition", "no_progress"), first(
    2, [(3, 4), (2, 0), (2, 3), (0, 5), (3, 0)]))
@pytest.mark.parametrize(("game", "own", "plies"), NEAR)
def test_agrees_with_boards_near_the_draws(game, own, plies, repetition, no_progress):
    """One warm table serves all positions of a game, whatever was played before them."""
    solve, found = Bounded(game, **own), []
    for board in near(game, own, repetition, no_progress):
        for attacker in (0, 1):
            truth = shortest(board, plies, attacker)
            assert solve.on(board, plies, attacker) == truth
            found.append(truth)
    assert len(found) > 10
    if (game, repetition, no_progress) in [("contra", 3, 0), ("duell", 2, 0)]:
        assert min(found) < 0 < max(found)


def near(game, own, repetition, no_progress):
    """Boards with few moves and long ways behind them, each with the next one's moves to come."""
    choose, count = random.Random(f"{game} {own} {repetition} {no_progress}"), 0
    for board in random_games(game, own, range(40), plies=120):
        if count < 8 and 0 < len(board.legal_moves) <= 9 and board.ply > 3:
            here = Board(game, board.position(), **own, repetition=repetition,
                         no_progress=no_progress)
            for _ in range(choose.randrange(1, 9)):
                if here.outcome() or not here.legal_moves:
                    break
                here.push(back_or_any(here, choose))
            if not here.outcome() and len(here.legal_moves) <= 12:
                count += 1
                yield here


def back_or_any(board, choose):
    """Rather a move that leads to where the game has been, or one without progress."""
    seen, idle = set(board.keys()), []
    for move in list(board.legal_moves):
        board.push(move)
        if board.outcome() is None and board.idle_moves:
            if board.key in seen:
                idle = [move] * 3 + idle
            idle.append(move)
        board.pop()
    return choose.choice(idle or list(board.legal_moves))


@pytest.mark.parametrize(("repetition", "times"), [(3, 2), (3, 1), (2, 1), (0, 2)])
def test_barred_positions_of_mazes(repetition, times):
    """One table serves all sets of barred positions, both attackers and all distances."""
    search = in_mazes("search.play.bounded")
    maze, changed, solve = search.game, 0, Bounded(search=search)
    for p, barred in with_barred(maze):
        counts = barred if repetition and times >= repetition - 1 else []
        for attacker in (0, 1):
            truth = by_value(maze, p, 6, attacker, barred=counts)
            changed += truth != by_value(maze, p, 6, attacker)
            assert solve(p, 6, attacker, repetition, history=barred * times) == truth
    assert bool(changed) == bool(repetition and times >= repetition - 1)


def by_value(game, p, plies, attacker, **circumstances):
    found = value(game, p, plies, **circumstances)
    found = found if p.side == attacker else -found
    return MATE - found if found > MATED and MATE - found <= plies else -1


@pytest.mark.parametrize("limit", [0, 3, 5, 9])
def test_all_is_right_in_trees(limit):
    rows, found = lots(limit + 10, 8, ends=0.12), []
    solve = Bounded(search=in_trees("search.play.bounded"))
    for row, nodes in enumerate(rows[:-1]):
        for node in nodes:
            p, idle = TREE.Position(row % 2, node), row % (limit or 1)
            if node.result == 0:
                for attacker in (0, 1):
                    truth = by_value(TREE, p, 7, attacker, limit=limit, idle=idle)
                    assert solve(p, 7, attacker, no_progress=limit, idle=idle) == truth
                    found.append(truth)
                    if truth > 0:
                        assert len(solve.line(p, truth)) == truth
    assert {-1, 1, 2, 3} <= set(found)


def test_the_line_is_a_win_with_the_longest_defence():
    solve = Bounded("contra")
    assert solve.on(BLOCKED, 9, 0) == 3
    board = BLOCKED.copy()
    for move in solve.line(BLOCKED.state, 3):
        board.push(move)
    assert board.outcome().winner == "white"
    assert board.ply == BLOCKED.ply + 3


def test_a_mate_of_duell_that_levels_see_too():
    board = after("duell", None, "A1-d3", "D8-i7")          # RULES.md, section 6
    solve = Bounded("duell")
    assert solve.on(board, 5, 0) == 1
    assert [board.text(move) for move in solve.line(board.state, 1)] == ["F1-c4"]


@pytest.mark.parametrize(("idle", "plies"), [(96, 3), (97, 3), (98, -1), (99, -1)])
def test_a_win_that_comes_too_late_is_a_draw(idle, plies):
    """All that is left to do in this position is moving, which is no progress in Echek."""
    board = Board("echek", "1B2/P2R/1pNn/kbr1/K3 b - - k12")
    solve = Bounded("echek")
    assert solve(board.state, 5, 1, no_progress=100) == 3
    assert solve(board.state, 5, 1, no_progress=100, idle=idle) == plies


def test_a_finished_game_is_won_at_once_or_never():
    over = after("contra", BLOCKED.position(), "c5c6", "--", "c6c7")
    solve = Bounded("contra")
    assert solve(over.state, 3, 0) == 0
    assert solve(over.state, 3, 1) == -1
    assert solve(over.state, 0, 0) == 0


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_a_win_by_the_last_move_of_the_opponent(board, plies, compiled):
    solve, attacker = Bounded(board.game, compiled), NAMES.index(board.turn)
    assert solve.on(board, plies - 1, attacker) == -1
    for within in (plies, plies + 1, plies + 2):
        assert solve.on(board, within, attacker) == plies
    if plies <= 4:
        assert shortest(board, plies, attacker) == plies
    assert len(solve.line(board.state, plies)) == plies


def test_no_plies_are_no_win():
    assert Bounded("contra").on(BLOCKED, 0, 0) == -1


@pytest.mark.parametrize("limit", [1, 10, 100, 1000, 5000])
def test_whoever_gives_up_claims_only_what_was_ruled_out(limit):
    solve = Bounded("contra")
    truth = 15                          # docs/laboratory/results.md: one die each, from column a
    solve.memory.limit = limit
    found = solve(Board("contra", "CWa1vg7").state, 15, 0)
    assert found in (-2, truth)
    if found == -2:
        assert solve.memory.depth < truth


@pytest.mark.parametrize("compiled", [False, True])
def test_gives_up_at_the_signal(compiled):
    solve = Bounded("duell", compiled)
    solve.memory.signals[solve.search.STOP] = 1
    assert solve.on(Board("duell"), 5, 0) == -2
    assert solve.memory.nodes == solve.memory.depth == 0


@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "duell", "echek"])
def test_both_lives_agree(game):
    fast, slow = Bounded(game), Bounded(game, compiled=False)
    for board in random_games(game, {}, range(2), plies=24):
        if board.ply % 8 == 3 and board.legal_moves:
            assert fast.on(board, 2, 0) == slow.on(board, 2, 0)
            assert fast.memory.nodes == slow.memory.nodes


def test_more_of_a_game_than_can_be_remembered_is_an_error():
    solve = Bounded("contra")
    with pytest.raises(ValueError, match="4096"):
        solve(BLOCKED.state, 3, 0, history=range(5000))
