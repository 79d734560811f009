"""Alpha-beta finds the values that looking at everything finds (search/alphabeta.py).

Trees are written down or drawn by lot, so that all is known about them; mazes are full of cycles;
and in small endings of the real games brute force sees as far as the search does.
"""
import random
from functools import cache

import pytest

from eckstein import Board
from eckstein.kernel import specialise

from .exact import MATE, MATED, value
from .mazes import in_mazes, in_trees
from .trees import Node, forced, lots, quiet

TREES = in_trees("search.alphabeta")
NO_LIMIT = 10**9


class Search:
    """A search with its memory and a table that stays warm."""

    def __init__(self, search=TREES, no_progress=0, repetition=0, table=None):
        self.search, self.memory = search, search.new_memory()
        self.table = search.new_table(1) if table is None else table
        search.attach(self.memory, self.table)
        self.memory.no_progress, self.memory.repetition = no_progress, repetition
        self.memory.limit = NO_LIMIT

    def __call__(self, p, depth, window=(-32000, 32000), idle=0, history=(), without=()):
        memory = self.memory
        if isinstance(p, Node):
            p = self.search.game.Position(0, p)
        memory.nodes = memory.aborted = memory.deepest = 0
        memory.pv[0] = self.search.NONE
        memory.length, memory.path[:len(history)] = len(history), history
        memory.excluded, memory.out[:len(without)] = len(without), without
        return self.search.search(p, self.search.game.key(p), memory, 0, depth, *window, 0, idle,
                                  self.search.NONE)

    @property
    def line(self):
        row = self.memory.pv[:self.search.PLIES]
        return row[:row.index(self.search.NONE)]


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


def test_a_win_at_the_last_moment_is_no_draw():
    for depth in (1, 2):
        assert Search(no_progress=1)(Node((Node(result=1), quiet(0, 3))), depth) == MATE - 1
        assert Search(no_progress=1)(Node((Node(result=2), Node(result=2))), depth) == 1 - MATE


# Trees written down.

def test_a_late_move_that_looks_good_is_looked_at_in_full():
    """The opponent's fourth reply looks good for a ply, and is harmless."""
    traps = Node((Node((quiet(50), quiet(50)), worth=-90), Node((quiet(50), quiet(50)), worth=-90)))
    harmless = Node((quiet(60), quiet(60)))
    deep = [Node((one, one)) for one in (harmless, harmless, harmless)]
    good = Node((*deep, Node((traps, traps)).moves[0]))
    plain = Node(tuple(Node((Node((quiet(0), quiet(0))),) * 2) for _ in range(3)))
    search = Search()
    assert search(Node((plain, good)), 4) == 50
    assert search.line[0] == 1


def test_the_first_three_moves_are_looked_at_in_full_everywhere():
    """White's third move after Black's first reply shows its worth a ply later than it might."""
    gem = Node((Node((quiet(200),) * 2),) * 2)
    dull = [quiet(0, 4) for _ in range(2)]
    replies = Node((Node((*dull, gem)), quiet(200, 4)))
    assert Search()(Node((quiet(50, 5), replies)), 5) == 200


@pytest.mark.parametrize("depth", [3, 4, 5, 6, 7])
def test_the_first_moves_of_the_root_are_looked_at_in_full(depth):
    """The first eight are; `forced` ends with the last ply that is searched."""
    assert depth % 2 == 0 or _found_as(depth, 8) == MATE - depth
    assert depth % 2 or _found_as(depth - 1, 8) == MATE - depth + 1


def test_a_late_move_of_the_root_is_not():
    assert _found_as(5, 12) == 0


def _found_as(plies, number, **how):
    """The score of a root whose last move of so many wins in so many plies."""
    others = [forced(plies + 3, result=3) for _ in range(number - 1)]
    return Search()(Node((*others, forced(plies - 1)), **how), plies)


def test_late_moves_of_a_player_in_check_are_looked_at_in_full():
    others = [forced(9, result=3) for _ in range(11)]
    assert Search()(Node((*others, forced(4)), check=True), 4) == MATE - 5


def test_urgent_moves_are_looked_at_in_full():
    ways = [Node((forced(8, result=3),) * 2, urgent=1) for _ in range(11)]
    assert Search()(Node((*ways, Node((forced(3),) * 2, urgent=1))), 5) == MATE - 5


def test_a_check_is_followed_a_ply_farther():
    assert Search()(Node((forced(3), quiet(0, 3))), 3) == 0
    assert Search()(Node((Node((forced(2),) * 2, check=True), quiet(0, 3))), 3) == MATE - 4
    assert Search()(Node((Node((forced(3),) * 2, check=True), quiet(0, 3))), 3) == 0


def test_checks_without_end_come_to_an_end():
    """Beyond as many plies as the search is deep, checks are not followed."""
    node = forced(1)
    for _ in range(30):
        node = Node((node, node), check=True)
    search = Search()
    assert search(node, 4) == 0
    assert search.memory.deepest < 30


def test_a_single_reply_is_followed_a_ply_farther():
    assert Search()(Node((Node((forced(1),)), quiet(0))), 2) == MATE - 3
    assert Search()(Node((Node((forced(1), quiet(0))), quiet(0))), 2) == 0


def test_the_sooner_win_and_the_later_loss_are_chosen():
    search = Search()
    assert search(Node((forced(4), forced(2), forced(6))), 8) == MATE - 3
    assert search.line[0] == 1
    assert search(Node((forced(3, 2), forced(5, 2), forced(1, 2))), 8) == 6 - MATE
    assert search.line[0] == 1


def test_a_win_by_the_opponents_own_move_is_sooner_than_by_the_next_of_ones_own():
    search = Search()
    assert search(Node((forced(2), forced(1))), 4) == MATE - 2
    assert search.line[0] == 1
    assert search(Node((forced(2, 2), forced(1, 2))), 4) == 3 - MATE


def test_a_draw_is_better_than_a_loss_and_worse_than_a_win():
    lost, drawn, won = Node(result=2), Node(result=3), Node(result=1)
    search = Search()
    assert search(Node((lost, drawn, lost)), 2) == 0
    assert search.line == [1]
    assert search(Node((drawn, won)), 2) == MATE - 1
    assert search.line == [1]


def test_a_sooner_win_is_found_whatever_positions_are_worth(monkeypatch):
    """Where a win is at stake, nothing is left out for its worth alone.

    The first move wins in seven plies, and is found at a depth of five since all its ways are
    checks; the second wins in five.
    """
    monkeypatch.setattr(TREES.knowledge, "SWING", 1)
    checks = forced(1)
    for ply in range(5):
        checks = Node((checks, checks), check=ply % 2 == 0)
    assert Search()(checks.moves[0], 4) != 0
    assert Search()(Node((checks, forced(6))), 5) == MATE - 7
    assert Search()(Node((checks, forced(4))), 5) == MATE - 5


def test_a_move_left_out_leaves_no_trace_in_a_warm_table():
    """Without its first move a position is bad for White; with it, Black had better stay away."""
    node, search = Node((quiet(50, 3), quiet(-80, 3))), Search()
    assert search(node, 2) == 50
    assert search(node, 2, without=[0]) == -80
    assert search.line == [1, 0]
    assert search(Node((quiet(0, 4), Node((node, quiet(70, 4))))), 4) == 50
    assert search.line[0] == 1


def test_moves_left_out_are_not_looked_at():
    node, search = Node((quiet(50, 3), quiet(30, 3), quiet(-80, 3))), Search()
    assert search(node, 2, without=[0]) == 30
    assert search(node, 2, without=[0, 1]) == -80
    assert search(node, 2, without=[2, 0]) == 30
    assert search(node, 2, without=[0, 1, 2]) < -MATED
    assert search(node, 2) == 50


@pytest.mark.parametrize(("depth", "score"), [(4, 0), (5, 500)])
def test_a_worth_far_ahead_is_believed_three_plies_before_the_end(monkeypatch, depth, score):
    """After the second move the opponent seems to be ahead, and is not."""
    monkeypatch.setattr(TREES.knowledge, "SWING", 1)
    node = Node(worth=500)
    for _ in range(depth - 2):
        node = Node((node, node))
    assert Search()(Node((quiet(0, depth), Node((node, node), worth=-300))), depth) == score


@pytest.mark.parametrize(("worth", "score"), [(-60, 500), (-63, 0)])
def test_each_ply_left_may_change_the_worth_once(monkeypatch, worth, score):
    monkeypatch.setattr(TREES.knowledge, "SWING", 31)
    node = Node((Node(worth=500),) * 2)
    assert Search()(Node((quiet(0, 3), Node((node, node), worth=worth))), 3) == score


def test_only_the_line_that_was_found_is_told():
    """Nothing is left of longer lines that were looked at before."""
    search = Search()
    search(Node((forced(6, 3), forced(6, 3))), 6)
    search(Node((forced(6, 3), Node(result=1))), 6)
    assert search.line == [1]


def test_a_search_of_the_same_root_begins_with_its_last_best_move():
    """Even where the table has lost it."""
    search = Search()
    root = Node((quiet(1), quiet(2), quiet(9)))
    search(root, 2)
    p = TREES.game.Position(0, root)
    search.table[:] = [0] * len(search.table)
    search.search.search(p, TREES.game.key(p), search.memory, 0, 2, -32000, 32000, 0, 0, -1)
    assert search.memory.moves[0] == 2


# The order of moves.

def test_moves_come_in_the_order_in_which_they_promise_most():
    """The table's, urgent ones, killers, the counter move, success so far, and those to put off."""
    urgencies = [0, 0, 0, 0, 2, 0, 1, 0, -1]
    p = TREES.game.Position(1, Node(tuple(Node(urgent=urgent) for urgent in urgencies)))
    memory, ply, last = TREES.new_memory(), 3, 40
    memory.moves[:9] = range(9)
    memory.killers[2 * ply:2 * ply + 2] = [3, 1]
    memory.counters[last + 1] = 7
    memory.history[TREES.game.MOVE_CODES + 5] = 9
    memory.history[0] = 99              # a move of the other player's
    TREES.rank(p, memory, 0, 9, 2, ply, last)
    assert [TREES.pick(memory, i, 9) for i in range(9)] == [2, 4, 6, 3, 1, 7, 5, 0, 8]


def test_a_move_that_was_good_enough_is_remembered_and_those_before_it_are_blamed():
    memory, ply, last = TREES.new_memory(), 2, 11
    memory.moves[:4] = [8, 9, 5, 6]
    TREES.reward(memory, 0, 2, ply, 1, 4, last)
    assert memory.killers[2 * ply] == memory.counters[last + 1] == 5
    own = memory.history[TREES.game.MOVE_CODES:]
    assert own[5] > 0 > own[8] == own[9]
    assert own[6] == 0
    assert not any(memory.history[:TREES.game.MOVE_CODES])
    TREES.reward(memory, 0, 3, ply, 1, 4, last)
    TREES.reward(memory, 0, 3, ply, 1, 4, last)
    assert memory.killers[2 * ply:2 * ply + 2] == [6, 5]


def test_success_has_bounds():
    """A quiet move never becomes one that is always looked at in full."""
    memory = TREES.new_memory()
    for gain in (400, -400):
        for _ in range(5000):
            TREES.credit(memory, 7, gain)
        assert 100_000 < abs(memory.history[7]) < 1 << 18


# Quiescence.

def calm(node):
    """The value for White of a node with Black to move, after a search of one ply."""
    return Search()(Node((node, Node(result=2))), 1)


def loud(worth, *moves, **how):
    return Node(moves, worth, loud=True, **how)


def test_noisy_moves_are_played_out():
    """Black takes a die, and White takes back."""
    assert calm(Node((loud(-100), Node(worth=-700)))) == -100
    assert calm(Node((loud(-100, loud(-5)), Node(worth=-700)), worth=0)) == -5


def test_a_noisy_move_may_be_left_undone():
    assert calm(Node((loud(300), loud(200)), worth=20)) == 20


def test_the_best_of_the_noisy_moves_counts():
    assert calm(Node((loud(-30), loud(-80), loud(-50)), worth=20)) == -80


@pytest.mark.parametrize(("plies", "score"), [(1, 33), (7, 33), (8, 33), (9, 900)])
def test_noisy_moves_are_played_out_for_eight_plies(plies, score):
    """Whoever stands still is 900 behind, until the last ply."""
    node = Node(worth=33, loud=True)
    for ply in range(plies - 1, -1, -1):
        node = loud(-900 if ply % 2 else 900, node)
    assert calm(node) == score


def test_whoever_stands_well_enough_looks_at_no_noisy_moves():
    """After the first move is known to be worth 20, the second cannot be good enough."""
    bad = Node((loud(-90), loud(-80)), worth=10)
    search = Search()
    assert search(Node((Node(worth=20), bad)), 1) == 20
    assert search.memory.nodes == 3


def test_what_a_player_has_by_standing_still_bounds_what_replies_may_be_worth():
    """Black's second noisy move lets White do better than Black has already."""
    strong = loud(-10, loud(500, loud(400)), loud(600))
    search = Search()
    assert search(Node((Node((strong,), worth=5), Node(result=2))), 1) == 5
    assert search.memory.nodes == 6


def test_a_win_among_noisy_moves_is_counted_from_the_root():
    assert calm(Node((loud(0, result=2),))) == 2 - MATE
    assert calm(Node((loud(-9, loud(0, result=1)),))) == 0      # Black stands still
    assert calm(Node((loud(-9, loud(0, result=1)),), worth=0, check=True)) == MATE - 3


def test_in_check_nobody_stands_still():
    """All that a player in check may do is looked at, for two plies."""
    assert calm(Node((Node(worth=70), Node(worth=40)), worth=-900, check=True)) == 40
    answered = Node((Node(worth=-30), Node(worth=-50)), worth=900, check=True)
    assert calm(Node((answered, answered), worth=-900, check=True)) == -30


def test_checks_are_not_answered_without_end():
    node = Node(worth=77)
    for _ in range(6):
        node = Node((node,), worth=-3, check=True, loud=True)
    assert calm(node) == -3


# Mazes, full of cycles, and what was played before.

MAZES = in_mazes("search.alphabeta")
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
    """In a maze without progress, two positions of which stood on the board before the root."""
    drawn = 0
    for graph in range(1, maze.GRAPHS, 6):
        positions = maze_positions(graph)
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
            found = Search(MAZES, repetition=repetition)(p, 8, idle=24, history=history)
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


def test_what_came_before_the_last_progress_is_not_looked_at():
    """It cannot come again; here it is said to, and so as to show what is looked at."""
    root = Node((forced(1), quiet(0, 3)))
    after_it = TREES.game.key(TREES.game.Position(1, root.moves[0]))
    far = TREES.game.key(TREES.game.Position(0, Node()))
    history = [far] * 8
    history[3] = after_it
    for idle, score in ((8, 0), (5, 0), (4, MATE - 2), (0, MATE - 2)):
        assert Search(repetition=2)(root, 3, idle=idle, history=history) == score


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
    return Search(specialise("search.alphabeta", game, compiled=False))


@pytest.mark.parametrize(("game", "position", "plies"), ENDINGS)
def test_endings_have_the_values_of_brute_force(game, position, plies):
    board, search = Board(game, position), plain(game)
    truth = MATE - plies if plies > 0 else -MATE - plies
    assert value(board.rules, board._p, abs(plies)) == truth
    p = search.search.game.Position(*board._p)
    for depth in (1, abs(plies), abs(plies) + 3):
        found = search(p, depth)
        assert found == truth or abs(found) < MATED
    assert found == truth


@pytest.mark.parametrize("idle", [0, 60, 90, 95, 96, 97, 98])
def test_a_kings_walk_comes_before_the_draw_or_too_late(idle):
    """Three plies without a capture lead to the goal; one table serves for all counts."""
    search, board = plain("duell"), Board("duell", "DZe6zi1")
    search.memory.no_progress = 100
    p = search.search.game.Position(*board._p)
    truth = value(board.rules, board._p, 4, limit=100, idle=idle)
    assert (truth > MATED) == (idle < 98)
    for near in (0, idle, 97):
        assert (search(p, 4, idle=near) > MATED) == (near < 98)
    search.memory.no_progress = 0
