"""Alpha-beta (search/play/alphabeta.py): what it finds, and that it stops where it is told to."""
import random
import sys
from typing import NamedTuple

import pytest
from numba.core.dispatcher import Dispatcher

from eckstein import Board
from eckstein.kernel.options import COUNTS
from eckstein.kernel.specialise import specialise

from ..even_wins import BOARDS
from ..helpers import after, random_games
from .conftest import CHECKED
from .exact import moves_of, shortest_win

GAMES = ["pur", "contra", "ecke", "duell", "echek"]
MATE, MATED = 31000, 30000
NO_LIMIT = 10**9

# White's die on e3 goes to and fro, and so does Black's on the row before his goal; in the end it
# is White's move, and whatever he does, Black wins, unless White's d3e3 is a draw.
SHUFFLE = ["a2b2", "e3d3", "b2a2", "d3e3", "a2b2", "e3d3", "b2a2"]
LOST = "cWe3va2"

# Game, position, and within how many plies the player to move wins.
WINS = [
    ("pur", "Pca1fe1vf1ue2tf2ng2xb3Tf6Sa7Cb7Wc7Fd7Re7Wg7", 1),
    ("pur", "Pca1vf1fg1tf2ng2pf3hb4Le6Sa7Cb7Wc7Fd7Re7Gf7", 3),
    pytest.param("contra", "CSb1Lc2ea3Bg3sa5Ud5ia6Hg6", 1, marks=pytest.mark.long),
    pytest.param("contra", "CSb1Lc2Bg3ua4Qg4sa5Ud5ia6ef6", 3, marks=pytest.mark.long),
    # b3b4, and Black's only move loses his last die.
    pytest.param("contra", "CAa2Ab3We5va3", 2, marks=pytest.mark.long),
    ("ecke", "EWb1Wd1ce3Lf6Ma7vd7vf7", 1),
    ("ecke", "emg1vc2bd3va5Jf7Eg7", 3),
    ("duell", "DWd1zc4Ze7ra8fg8", 1),
    ("duell", "dZa2we3de4zc6", 3),
    ("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss m13", 1),
    ("echek", "1B2/P2R/1pNn/kbr1/K3 b - - k12", 3),
]


class Found(NamedTuple):
    """What one call of the search found."""

    score: int
    line: list[int]
    nodes: int
    aborted: bool


def prepared(board, compiled=True, limit=NO_LIMIT):
    """A search with an empty table: the template, the position, the memory and the table."""
    own = {name: value for name, value in board.options.items() if name not in COUNTS}
    search = specialise("search.play.alphabeta", board.game, compiled=compiled, **own)
    memory, table = search.new_memory(), search.new_table(1)
    search.attach(memory, table)
    memory.repetition, memory.no_progress = (int(board.options[name]) for name in COUNTS)
    keys = board.keys()[:-1]
    memory.length, memory.limit = len(keys), limit
    memory.path[:len(keys)] = keys
    p = search.game.Position(*board.state)
    search.enter(p, memory, 0, search.NONE, board.idle_moves, board.reversible_moves)
    return search, p, memory, table


def searched(board, depth, compiled=True, limit=NO_LIMIT, stopped=False):
    """A search to a fixed depth with an empty table."""
    search, p, memory, _ = prepared(board, compiled, limit)
    memory.signals[search.STOP] = int(stopped)
    score = search.search(p, memory, 0, depth, -search.INFINITE, search.INFINITE, 0)
    line = [int(move) for move in memory.pv[:search.PLIES]]
    return Found(int(score), line[:line.index(search.NONE)], int(memory.nodes),
                 bool(memory.aborted))


def won_plies(found):
    """Within how many plies the search says that the player to move wins, or None."""
    return MATE - found.score if found.score > MATED else None


def shortest(board, plies=3):
    """The same, by looking at everything."""
    return shortest_win(board.rules, board.state, plies)


def keeps_win(board, move, plies):
    """Whether every reply to this move still loses in time."""
    game, q = board.rules, board.rules.apply(board.state, move)
    if game.outcome(q):
        return plies == 1 and game.outcome(q) == 1 + board.state.side
    ends = [game.apply(q, reply) for reply in moves_of(game, q)]
    return all(game.outcome(r) == 1 + board.state.side or shortest_win(game, r, plies - 2)
               for r in ends)


def quiet_positions(game, seeds, every):
    """Positions of random games with few moves, without what led to them."""
    return [Board(game, board.position()) for board in random_games(game, {}, seeds, plies=120)
            if board.ply % every == 0 and 0 < len(board.legal_moves) <= 16]


# What is found.

@pytest.mark.parametrize(("game", "position", "plies"), WINS)
def test_a_win_is_found_as_soon_as_it_is_near_enough(game, position, plies):
    board = Board(game, position)
    assert not board.status()
    assert shortest(board, plies) == plies
    found = searched(board, plies)
    assert won_plies(found) == plies
    assert keeps_win(board, found.line[0], plies)
    if plies > 1:
        assert abs(searched(board, 1).score) < MATED


@pytest.mark.parametrize(("game", "position", "plies"), WINS)
def test_the_line_of_a_win_ends_the_game(game, position, plies):
    board = Board(game, position)
    winner = board.turn
    for move in searched(board, plies).line:
        board.push(move)
    assert board.outcome().winner is winner


@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_a_win_by_the_last_move_of_the_opponent_is_found(board, plies):
    found, winner, ahead = searched(board, plies + 2), board.turn, board.copy()
    assert won_plies(found) == plies == len(found.line)
    for move in found.line:
        ahead.push(move)
    assert ahead.outcome().winner is winner


@pytest.mark.parametrize("game", GAMES)
def test_decided_scores_are_those_of_minimax_to_three_plies(game):
    positions = quiet_positions(game, range(12), every=5)[-25:]
    assert len(positions) > 8
    for board in positions:
        plies, found = shortest(board), searched(board, 3)
        if plies:
            assert won_plies(found) == plies, board
            assert keeps_win(board, found.line[0], plies), board
        elif won_plies(found):
            assert won_plies(found) > 3, board


@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "echek"])
def test_a_lost_position_is_known_to_be_lost(game):
    lost = 0
    for board in quiet_positions(game, range(12), every=1):
        replies = [board.rules.apply(board.state, move) for move in board.legal_moves]
        if all(shortest_win(board.rules, q, 1) for q in replies):
            lost += 1
            assert searched(board, 2).score == 2 - MATE, board
    assert lost


def test_a_finished_game_is_scored_without_a_search():
    assert searched(after("contra", "CWd6va5", "d6d7"), 4) == (-MATE, [], 1, False)
    assert searched(after("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss m13", "m13m12"), 4).score == -MATE


# Draws.

def test_without_a_history_the_position_is_lost():
    board = Board("contra", after("contra", LOST, *SHUFFLE).position())
    assert searched(board, 2).score == 2 - MATE


def test_a_third_occurrence_is_a_draw():
    board = after("contra", LOST, *SHUFFLE)
    found = searched(board, 2)
    assert found.score == 0
    assert found.line == [board.parse("d3e3")]


def test_a_second_occurrence_of_what_stood_before_the_search_is_none():
    assert searched(after("contra", LOST, *SHUFFLE[:3]), 2).score == 2 - MATE
    assert searched(after("contra", LOST, *SHUFFLE[:3], repetition=2), 2).score == 0


def test_repetition_may_be_off():
    assert searched(after("contra", LOST, *SHUFFLE, repetition=0), 2).score == 2 - MATE


def test_lack_of_progress_is_a_draw():
    options = {"repetition": 0, "no_progress": len(SHUFFLE) + 1}
    board = after("contra", LOST, *SHUFFLE, **options)
    found = searched(board, 2)
    assert found.score == 0
    board.push(found.line[0])
    assert board.outcome().reason == "no progress"


@pytest.mark.parametrize("options", [
    {}, {"repetition": 0, "no_progress": len(SHUFFLE) + 1}], ids=["repetition", "no progress"])
def test_a_search_of_one_ply_sees_a_draw(options):
    board = after("contra", LOST, *SHUFFLE, **options)
    found = searched(board, 1)
    assert found.score == 0
    board.push(found.line[0])
    assert board.is_game_over()


def test_progress_in_time_is_no_draw():
    options = {"repetition": 0, "no_progress": len(SHUFFLE) + 2}
    assert searched(after("contra", LOST, *SHUFFLE, **options), 2).score == 2 - MATE


# White may jump g3e3, and Black's answer e5g5 is the third occurrence.
TO_AND_FRO = ["e3g3", "g5e5", "g3e3", "e5g5", "e3g3", "g5e5"]
AHEAD = "EWa1Wg1Wa3Wd3Ne3Vf3vb5vc5xd5nf5vg5Ta7"


def test_a_draw_by_the_last_reply_is_seen():
    board = after("ecke", AHEAD, *TO_AND_FRO)
    assert board.position() == "EWa1Wg1Wa3Wd3Vf3Ng3vb5vc5xd5ve5nf5Ta7"
    drawing = [board.parse("g3e3")]
    found = searched(board, 2)
    assert found.score > 500
    assert found.line[0] not in drawing
    without_history = searched(Board("ecke", board.position()), 2)
    assert without_history.line[0] in drawing
    board.push(drawing[0])
    assert searched(board, 1).score == 0
    board.push_text("e5g5")
    assert board.outcome().reason == "repetition"


# Black is behind, and his die e4 may go to d4, where it fights White's c3 without a winner.
BEHIND = "EWa1Wb1Wd1We1Wg2Wc3vd4va7"
BESIDE = ["g2f2", "d4e4", "f2g2", "e4d4", "g2f2", "d4e4", "f2g2"]


@pytest.mark.parametrize("options", [
    {}, {"repetition": 0, "no_progress": len(BESIDE) + 1}], ids=["repetition", "no progress"])
def test_a_draw_by_a_noisy_move_is_seen(options):
    board = after("ecke", BEHIND, *BESIDE, **options)
    assert searched(Board("ecke", board.position()), 0).score < -400
    assert searched(board, 0).score == 0
    board.push_text("e4d4")
    assert board.outcome().winner is None


def test_two_bare_kings_are_where_they_were_after_two_plies():
    board = after("echek", "k/K w QRBNPrbnp Ss m13", "m13n13", "m14n14", "n13o13")
    assert searched(Board("echek", board.position()), 1).score < -100
    found = searched(board, 1)
    assert (found.score, found.line) == (0, [board.parse("n14o14")])
    board.push(found.line[0])
    assert board.outcome().reason == "repetition"


class Calm:
    """Quiescence as simply as it can be told, with the whole path from the start of the game."""

    def __init__(self, board):
        own = {name: value for name, value in board.options.items() if name not in COUNTS}
        search = specialise("search.play.alphabeta", board.game, compiled=False, **own)
        self.game, self.knowledge, self.plies = search.game, search.knowledge, search.CALM_PLIES
        self.repetition, self.no_progress = (int(board.options[name]) for name in COUNTS)
        self.played = len(board.keys()) - 1

    def value(self, p, path, idle, ply=0):
        """What p is worth to the player to move; `path` are the keys of all positions up to p."""
        if result := self.game.outcome(p):
            return 0 if result == 3 else (1 if result == 1 + p.side else -1) * (MATE - ply)
        earlier = path[:-1].count(path[-1])
        if 0 < self.no_progress <= idle or earlier and (
                path[-1] in path[self.played:-1] or earlier + 1 >= self.repetition):
            return 0
        best = self.knowledge.evaluate(p)
        if ply < self.plies:
            room = [0] * self.game.MAX_MOVES
            for move in room[:self.knowledge.noisy(p, room, 0)]:
                q = self.game.apply(p, move)
                onward = 0 if self.game.progress(p, move, q) else idle + 1
                best = max(best, -self.value(q, [*path, self.game.key(q)], onward, ply + 1))
        return best


@pytest.mark.parametrize(("game", "position"), [
    ("contra", "CWc4Wd4We2vc5vd5"), ("contra", "CVc4Wd2vc5ve5vf4"),
    ("ecke", BEHIND), ("ecke", "EWc3Vd3vd4ee5")])
def test_quiescence_knows_of_every_draw(game, position):
    drawish, chance = 0, random.Random(7)
    for _ in range(12):
        board = Board(game, position, repetition=2, no_progress=7)
        while idle := [move for move in board.legal_moves if is_idle(board, move)]:
            board.push(chance.choice(idle))
            calm = Calm(board)
            score = searched(board, 0, compiled=False).score
            assert score == calm.value(board.state, board.keys(), board.idle_moves), board
            drawish += score != calm.value(board.state, [board.key], 0)
    assert drawish


def is_idle(board, move):
    """Whether the game goes on after a move that makes no progress."""
    ahead = board.copy()
    ahead.push(move)
    return ahead.idle_moves > 0 and not ahead.is_game_over()


# Limits.

@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limit", [1, 100, 5000])
def test_the_limit_of_nodes_is_kept(game, limit):
    board = Board(game)
    found = searched(board, 20, limit=limit)
    assert found.aborted
    # Where the search stands among noisy moves, it looks at no more than the rest of them.
    assert limit <= found.nodes < limit + board.rules.MAX_MOVES


@pytest.mark.parametrize("game", GAMES)
def test_the_stop_signal_is_obeyed(game):
    board = Board(game)
    found = searched(board, 20, stopped=True)
    assert found.aborted
    assert found.nodes < 1024 + board.rules.MAX_MOVES


def test_a_search_that_ends_by_itself_is_not_aborted():
    assert not searched(Board("contra"), 4).aborted


# Two lives.

# Deeper and deeper, as helping threads search.

@pytest.mark.parametrize("compiled", [True, False])
def test_who_helps_goes_deeper_until_the_nodes_are_spent(compiled):
    search, p, memory, table = prepared(Board("contra"), compiled, limit=3000)
    search.deepen(p, memory, 2)
    assert memory.aborted and memory.nodes == 3000
    assert memory.depth > search.WINDOW_DEPTH
    assert any(table)


def test_who_helps_is_stopped_by_the_signal():
    search, p, memory, _ = prepared(Board("contra"))
    memory.signals[search.STOP] = 1
    search.deepen(p, memory, 1)
    assert memory.aborted and memory.nodes <= 1024


@pytest.mark.parametrize("game", GAMES)
def test_who_helps_comes_to_the_end_of_a_position_that_is_decided(game):
    """Wherever a score lies, and however wide its window must become, no iteration is endless."""
    position = {"contra": "CAa2Ab3We5va3"}.get(game)
    search, p, memory, _ = prepared(Board(game, position), limit=100_000)
    search.deepen(p, memory, 1)
    assert memory.aborted or memory.depth == search.PLIES - 1


@pytest.mark.parametrize(("guess", "distance", "edge"), [
    (100, -30, 70), (100, 30, 130), (0, 1920, 1920), (0, 2000, 32000), (0, -7680, -32000),
    (31990, 30, 32000), (-31990, -30, -32000)])
def test_a_window_has_its_edges_near_the_expected_score_or_is_open(guess, distance, edge):
    search = specialise("search.play.alphabeta", "contra", compiled=False)
    assert search.edge(guess, distance) == edge


@pytest.mark.parametrize(("game", "depth"), [
    ("pur", 3), ("contra", 5), ("ecke", 3), ("duell", 2), ("echek", 2)])
def test_both_lives_look_at_the_same_nodes(game, depth):
    for board in random_games(game, {}, [3], plies=13):
        if board.ply % 6 == 0:
            assert searched(board, depth) == searched(board, depth, compiled=False)


@pytest.mark.parametrize("game", [
    game if game in CHECKED else pytest.param(game, marks=pytest.mark.long) for game in GAMES])
def test_no_compiled_signature_contains_a_literal(game):
    search = specialise("search.play.alphabeta", game)
    search.warm()
    copy = search.__name__.split(".")[0]
    signatures = [str(signature)
                  for name, module in list(sys.modules.items()) if name.split(".")[0] == copy
                  for kernel in list(vars(module).values()) if isinstance(kernel, Dispatcher)
                  for signature in kernel.signatures]
    assert any("Record" in signature for signature in signatures)
    assert not [signature for signature in signatures if "iteral" in signature]
