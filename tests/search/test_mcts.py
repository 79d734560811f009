"""Monte-Carlo tree search (search/play/mcts.py)."""
import pytest

from eckstein import Board
from eckstein.kernel.specialise import specialise

from ..helpers import after, first, random_games
from .exact import won_states
from .mazes import in_mazes

MATE_IN_1 = after("duell", None, "A1-d3", "D8-i7")      # RULES.md, section 6
BLOCKED = Board("contra", "CSa2ga3Lb3Mc5")              # after c5c6 Black must pass
KING_WALK = Board("duell", "DZe6zi1")                   # e6-e7-e8 wins


class Tree:
    """A search with its memory and tree."""

    def __init__(self, search, seed=1, nodes=100_000, **settings):
        self.search, self.memory = search, search.new_memory(seed)
        self.array = search.new_tree(nodes)
        search.attach(self.memory, self.array)
        self.memory.repetition = 3
        for name, value in settings.items():
            setattr(self.memory, name, value)

    def __call__(self, p, count):
        return self.search.search(self.search.game.Position(*p), self.memory, count)

    @property
    def lines(self):
        return self.search.root_lines(self.memory)

    @property
    def best(self):
        return self.search.best_move(self.memory)

    @property
    def result(self):
        return self.search.root_result(self.memory)


def tree(game, compiled=True, **settings):
    return Tree(specialise("search.play.mcts", game, compiled=compiled), **settings)


def test_a_win_in_one_move_is_proved_by_the_first_simulation():
    search = tree("duell")
    assert search(MATE_IN_1.state, 1000) == 1
    assert search.result == search.search.WON
    assert search.best == MATE_IN_1.parse("F1-c4")
    assert search.lines[0][2:] == (1.0, search.search.WON)


@pytest.mark.parametrize("rollout", first(1, [0, 40]))
def test_a_win_in_three_plies_is_proved(rollout):
    search = tree("contra", rollout=rollout)
    search(BLOCKED.state, 5000)
    assert search.result == search.search.WON
    assert search.best == BLOCKED.parse("c5c6")


def test_a_king_walk_is_proved_though_nothing_else_speaks_for_it():
    search = tree("duell", informed=0)
    assert search(KING_WALK.state, 5000) < 5000
    assert search.best == KING_WALK.parse("E6-E7")


def test_moves_that_lose_at_once_come_last_and_are_not_played():
    look = specialise("search.play.mate", "contra")
    memory, search, tried = look.new_memory(), tree("contra"), 0
    memory.limit = 10**6
    for board in random_games("contra", {}, range(10), plies=60):
        losing = set()
        for move in board.legal_moves:
            q = look.game.Position(*board.rules.apply(board.state, move))
            if look.mate_in(q, memory, 0, 1) >= 0:
                losing.add(move)
        if not 0 < len(losing) < len(board.legal_moves):
            continue
        search(board.state, 500)
        if search.result == search.search.OPEN:
            tried += 1
            known = {line.move for line in search.lines if line.proven == search.search.LOST}
            assert losing & known
            assert {line.move for line in search.lines[-len(known):]} == known
            assert search.best not in losing
    assert tried > 3


def test_visits_add_up_and_values_lie_between_loss_and_win():
    board = Board("contra")
    search = tree("contra")
    assert search(board.state, 2000) == 2000
    lines = search.lines
    assert sorted(line.move for line in lines) == sorted(board.legal_moves)
    assert sum(line.visits for line in lines) == 2000
    assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
    assert all(-1 < line.value < 1 and line.proven == 0 for line in lines)


def test_what_is_proved_in_mazes_is_true():
    """Wins, losses and draws: none is taken for another, though all paths go round in circles."""
    search = Tree(in_mazes("search.play.mcts"), nodes=20_000)
    maze, results = search.search.game, set()
    for graph in range(maze.GRAPHS):
        positions = [maze.Position(side, node, graph)
                     for side in range(2) for node in range(maze.NODES)]
        won = [won_states(maze, positions, attacker) for attacker in range(2)]
        for p in positions[::5]:
            if maze.outcome(p):
                continue
            search(p, 400)
            if search.result:
                results.add(search.result)
                assert search.result == (search.search.WON if (p, 0) in won[p.side]
                                         else search.search.LOST if (p, 0) in won[1 - p.side]
                                         else search.search.DRAWN)
    assert results == {search.search.WON, search.search.LOST, search.search.DRAWN}


# Draws that come from the game so far.

@pytest.mark.parametrize(("idle", "won"), [(97, True), (98, False)])
def test_a_win_must_come_before_the_draw_by_lack_of_progress(idle, won):
    search = tree("duell", no_progress=100, idle=idle)
    search(KING_WALK.state, 5000)
    assert (search.result == search.search.WON) == won


def test_a_third_occurrence_is_a_draw():
    board = after("duell", KING_WALK.position(), "E6-E7")
    search = tree("duell", length=2)
    search.memory.past[0] = search.memory.past[1] = board.key
    search(KING_WALK.state, 100)
    assert next(line for line in search.lines
                if line.move == board.peek()).proven == search.search.DRAWN


# How it runs.

@pytest.mark.parametrize(("game", "rollout"), [
    ("pur", 0), ("contra", 0), ("contra", 30), ("ecke", 30), ("duell", 0), ("duell", 10)])
def test_both_lives_agree(game, rollout):
    for board in random_games(game, {}, range(1), plies=20):
        if board.ply % 9 == 4:
            plain, fast = (tree(game, compiled, nodes=8000, rollout=rollout, no_progress=100)
                           for compiled in (False, True))
            assert plain(board.state, 60) == fast(board.state, 60)
            assert plain.lines == fast.lines
            assert plain.array == list(fast.array)


def test_one_seed_gives_one_tree_and_another_seed_another():
    lines = []
    for seed in (1, 1, 2):
        search = tree("contra", seed=seed, rollout=60)
        search(Board("contra").state, 500)
        lines.append(search.lines)
    assert lines[0] == lines[1] != lines[2]


def test_a_search_in_parts_is_the_same_search():
    whole, parts = tree("contra"), tree("contra")
    p = Board("contra").state
    whole(p, 600)
    for _ in range(3):
        parts(p, 200)
    assert whole.lines == parts.lines


def test_another_position_begins_a_new_tree():
    search = tree("contra")
    search(Board("contra").state, 300)
    search(BLOCKED.state, 1)
    assert sorted(line.move for line in search.lines) == sorted(BLOCKED.legal_moves)


def test_a_full_tree_ends_the_search():
    search = tree("duell", nodes=3000)
    assert search(Board("duell").state, 100_000) < 100_000
    assert 3000 <= search.memory.nodes < 3000 + Board("duell").rules.MAX_MOVES


@pytest.mark.parametrize("compiled", [False, True])
def test_the_signal_ends_the_search(compiled):
    search = tree("contra", compiled)
    search.memory.signals[search.search.STOP] = 1
    assert search(Board("contra").state, 1000) == 0
    assert search.best is None


def test_a_finished_game_has_no_best_move():
    over = after("contra", BLOCKED.position(), "c5c6", "--", "c6c7")
    search = tree("contra")
    assert search(over.state, 10) == 0
    assert search.result == search.search.LOST
    assert search.best is None
