"""Alpha-beta finds the values that looking at everything finds (search/play/alphabeta.py).

Trees are drawn by lot, so that all is known about them; mazes are full of cycles; and in small
endings of the real games brute force sees as far as the search does.
"""
import random
from functools import cache

import pytest

from eckstein import Board
from eckstein.kernel.specialise import specialise

from .exact import MATE, MATED, value
from .mazes import in_mazes
from .trees import TREES, Node, Search, forced, lots, quiet


def worth_of(p):
    return -p.node.worth if p.side else p.node.worth


# Trees drawn by lot.

@pytest.mark.parametrize("seed", range(6))
def test_values_of_any_depth_are_those_of_minimax(monkeypatch, seed):
    """A ply changes no value by more than SWING, so what is pruned far ahead is pruned rightly."""
    monkeypatch.setattr(TREES.knowledge, "SWING", 34)
    rows = lots(seed, 9, ends=0)
    for node in rows[0]:
        p, search = TREES.game.Position(seed % 2, node), Search()
        for depth in range(1, 9):
            assert search(p, depth) == value(TREES.game, p, depth, worth_of)
            assert search.line[0] in range(len(node.moves))


@pytest.mark.parametrize("seed", range(6))
def test_a_window_tells_on_which_side_the_value_lies(monkeypatch, seed):
    monkeypatch.setattr(TREES.knowledge, "SWING", 34)
    node, search = lots(seed, 7, ends=0)[0][3], Search()
    p = TREES.game.Position(0, node)
    for depth in range(2, 7):
        truth = value(TREES.game, p, depth, worth_of)
        for edge in (truth - 40, truth - 1, truth, truth + 1, truth + 40, truth - 1):
            found = search(p, depth, (edge, edge + 1))
            assert (found > edge) == (truth > edge)


@pytest.mark.parametrize("seed", range(12))
def test_one_table_serves_all_positions_of_a_solved_tree(seed):
    """Each is searched to its ends, in any order, and later as a part of others."""
    rows, choose, search = lots(seed, 8, ends=0.12), random.Random(seed), Search()
    places = [(row, node) for row, nodes in enumerate(rows[:-1]) for node in nodes]
    for row, node in choose.sample(places, 40):
        p = TREES.game.Position(row % 2, node)
        if TREES.game.outcome(p) == 0:
            assert search(p, 8 - row) == value(TREES.game, p, 8 - row)


@pytest.mark.parametrize("limit", [3, 5, 8, 28, 31])
def test_draws_by_lack_of_progress_are_those_of_the_count(limit):
    """One table serves all counts; far from the draw a value holds whatever the count is."""
    rows, search = lots(limit, 8, ends=0.08), Search(no_progress=limit)
    drawn = 0
    for idle in (0, limit - 1, limit // 2, limit - 4, limit - 2, 0, limit - 3):
        for node in rows[0]:
            p = TREES.game.Position(0, node)
            if node.result == 0 and idle >= 0:
                truth = value(TREES.game, p, 8, limit=limit, idle=idle)
                assert search(p, 8, idle=idle) == truth
                drawn += truth != value(TREES.game, p, 8)
    assert drawn


@pytest.mark.parametrize("limit", [2, 3, 4, 6])
def test_a_draw_by_lack_of_progress_is_seen_where_the_search_ends(limit):
    """Whoever is behind is content with it."""
    rows, drawn = lots(limit, 7, ends=0), 0
    for node in rows[0]:
        p = TREES.game.Position(0, node)
        for depth in range(1, 7):
            truth = value(TREES.game, p, depth, worth_of, limit)
            assert Search(no_progress=limit)(p, depth) == truth
            drawn += truth != value(TREES.game, p, depth, worth_of)
    assert drawn


def test_a_long_win_that_the_table_tells_of_may_come_too_late():
    """It was found where more moves without progress were left."""
    search, won = Search(no_progress=40), forced(26)
    assert search(Node((won,)), 28) == MATE - 27
    root = Node((quiet(0, 40), won))
    assert search(root, 28, (0, 1), idle=13) == MATE - 27
    assert search(root, 28, (0, 1), idle=14) == 0


def test_a_win_at_the_last_moment_is_no_draw():
    for depth in (1, 2):
        assert Search(no_progress=1)(Node((Node(result=1), quiet(0, 3))), depth) == MATE - 1
        assert Search(no_progress=1)(Node((Node(result=2), Node(result=2))), depth) == 1 - MATE


# Mazes, full of cycles, and what was played before.

MAZES = in_mazes("search.play.alphabeta")
maze = MAZES.game


def maze_positions(graph):
    found = [maze.Position(side, node, graph) for side in range(2) for node in range(maze.NODES)]
    return [p for p in found if maze.outcome(p) == 0]


@pytest.mark.parametrize("limit", [0, 6])
def test_cycles_mislead_no_search(limit):
    decided = 0
    for graph in range(0, maze.GRAPHS, 4):
        search = Search(MAZES, repetition=3, no_progress=limit)
        for p in maze_positions(graph):
            truth = value(maze, p, 8, limit=limit)
            decided += truth != 0
            # What the search sees beyond its depth, where a reply is single, is true as well.
            assert search(p, 8) in (truth, truth or value(maze, p, 20, limit=limit))
    assert decided > 50


@pytest.mark.parametrize(("repetition", "before"), [(3, 2), (2, 1), (3, 1), (0, 2)])
def test_positions_of_the_game_so_far_are_draws_when_they_occur_often_enough(repetition, before):
    """In a maze without a way of no return, where two positions stood on the board before the root.

    One table serves all games, and those without a history."""
    drawn = 0
    for graph in range(1, maze.GRAPHS, 6):
        positions, search = maze_positions(graph), Search(MAZES, repetition=repetition)
        choose = random.Random(graph)
        for p in positions[::3]:
            barred = [q for q in choose.sample(positions, 2) if q != p]
            far = maze.key(maze.Position(0, 0, 59))
            # An even number of plies before the root, the same player is to move as there.
            history = [far] * 24
            for place, q in enumerate(barred):
                for time in range(before):
                    history[12 + 4 * place + 2 * time - (q.side != p.side)] = maze.key(q)
            counts = repetition and before >= repetition - 1
            keys = [maze.key(q) for q in barred] if counts else []
            truth = value(maze, p, 8, barred=keys)
            drawn += truth != value(maze, p, 8)
            alone = value(maze, p, 8)
            assert search(p, 8) in (alone, alone or value(maze, p, 20))
            found = search(p, 8, idle=0, reversible=24, history=history)
            assert found in (truth, truth or value(maze, p, 20, barred=keys))
    assert bool(drawn) == bool(repetition and before >= repetition - 1)


@pytest.mark.parametrize("p", [
    maze.Position(0, 3, 7), maze.Position(1, 0, 7), maze.Position(0, 4, 11),
    maze.Position(1, 3, 15)])
def test_whoever_is_behind_repeats_what_stood_on_the_board(monkeypatch, p):
    """Within a search once is enough, whatever the option says, unless it is off."""
    for ahead in (50, -50):
        monkeypatch.setattr(MAZES.knowledge, "evaluate",
                            lambda p, ahead=ahead: -ahead if p.side else ahead)
        assert Search(MAZES, repetition=3)(p, 6) == 0
        assert Search(MAZES, repetition=0)(p, 6) != 0


def test_a_search_of_one_ply_knows_what_stood_on_the_board():
    root = Node((quiet(50, 2), quiet(20, 2)))
    far, key = 1, TREES.game.key(TREES.game.Position(1, root.moves[0]))
    for history, score in (([far, key, far, key, far, far], 0), ([far] * 6, 50)):
        worse = Search(repetition=3)(TREES.game.Position(0, root), 1, idle=6, history=history)
        assert worse == (20 if score == 0 else 50)


def test_what_came_before_a_move_that_is_never_undone_is_not_looked_at():
    """It cannot come again; here it is said to, and so as to show what is looked at."""
    root = Node((forced(1), quiet(0, 3)))
    after_it = TREES.game.key(TREES.game.Position(1, root.moves[0]))
    far = TREES.game.key(TREES.game.Position(0, Node()))
    history = [far] * 8
    history[3] = after_it
    for reversible, score in ((8, 0), (5, 0), (4, MATE - 2), (0, MATE - 2)):
        for idle in (0, reversible):
            found = Search(repetition=2)(root, 3, idle=idle, reversible=reversible,
                                         history=history)
            assert found == score


# Small endings of the real games.

# Game, position, and its value: the plies to the forced end.
ENDINGS = [
    ("contra", "CXe3wc7", 7), ("contra", "CKa2le5", -10), ("contra", "cEf4ba6", -6),
    ("contra", "cKa2Ib3le5cf5", 7),
    ("contra", "cna4We5Gf5uf6", 5), ("contra", "cUc3Qd3Id5ic6lf6fc7", -4),
    ("ecke", "EAb1Ld3oc5sf6", -6), ("ecke", "eoe1da2Ug2Xe3Ug6wc7", 5),
    ("ecke", "ena2Eg2kg4ef5Ba6Nf7", -4),
    ("duell", "DZe6zi1", 3), ("duell", "DWd1zc4Ze7ra8fg8", 1),
]


@cache
def plain(game):
    """An interpreted search whose table stays warm from ending to ending."""
    return Search(specialise("search.play.alphabeta", game, compiled=False))


@pytest.mark.parametrize(("game", "position", "plies"), ENDINGS)
def test_endings_have_the_values_of_brute_force(game, position, plies):
    board, search = Board(game, position), plain(game)
    truth = MATE - plies if plies > 0 else -MATE - plies
    assert value(board.rules, board.state, abs(plies)) == truth
    p = search.search.game.Position(*board.state)
    for depth in (1, abs(plies), abs(plies) + 3):
        found = search(p, depth)
        assert found == truth or abs(found) < MATED
    assert found == truth


@pytest.mark.parametrize("idle", [0, 60, 90, 95, 96, 97, 98])
def test_a_kings_walk_comes_before_the_draw_or_too_late(idle):
    """Three plies without a capture lead to the goal; one table serves for all counts."""
    search, board = plain("duell"), Board("duell", "DZe6zi1")
    search.memory.no_progress = 100
    p = search.search.game.Position(*board.state)
    truth = value(board.rules, board.state, 4, limit=100, idle=idle)
    assert (truth > MATED) == (idle < 98)
    for near in (0, idle, 97):
        assert (search(p, 4, idle=near) > MATED) == (near < 98)
    search.memory.no_progress = 0


def test_a_signal_is_heard_in_the_middle_of_a_search():
    search, board = Search(plain("contra").search), Board("contra")

    class Signals:
        def __getitem__(self, place):
            return int(search.memory.nodes > 500)
    search.memory.signals, search.memory.limit = Signals(), 20_000
    search(search.search.game.Position(*board.state), 30)
    assert search.memory.aborted
    assert 500 < search.memory.nodes <= 1024
