"""What a tree search adds up, and what it calls certain, is right to the last visit (mcts.py)."""
import math
from collections import Counter

import pytest

from eckstein.kernel.specialise import specialise

from .exact import MATED, value
from .mazes import in_mazes, in_trees
from .test_mcts import Tree
from .trees import Node, cycle, forced, lots, quiet

TREE = in_trees("games.tree")
SCALE = 1 << 16


def tree(**settings):
    return Tree(in_trees("search.play.mcts"), **settings)


def by_move(search):
    return {line.move: line for line in search.lines}


# What is added up.

@pytest.mark.parametrize("side", [0, 1])
def test_where_all_is_worth_the_same_a_move_has_that_value(side):
    """400 hundredths are worth half a win, at every depth, for White and against Black."""
    search, half = tree(), -0.5 if side else 0.5
    search((side, Node((quiet(400, 20), quiet(-400, 20)))), 300)
    lines = by_move(search)
    assert [lines[0].value, lines[1].value] == [half, -half]
    assert lines[side].visits > 200
    assert search.best == side
    total = sum(line.visits * line.value for line in lines.values())
    assert search.search.look_up(search.memory, search.search.TOTAL, 0) == -total * SCALE


@pytest.mark.parametrize(("worth", "expected"), [
    (0, 0.0), (400, 0.5), (-400, -0.5), (1200, 0.75), (-1200, -0.75), (44, 0.0990), (3600, 0.9)])
def test_a_worth_is_a_value_between_loss_and_win(worth, expected):
    search = tree()
    search((0, Node((quiet(worth, 9), quiet(worth, 9)))), 1)
    assert by_move(search)[0].value == pytest.approx(expected, abs=1e-3)


def bandit(worths, urgencies, explore, count):
    """How often PUCT visits moves whose values never change, as the papers have it."""
    values = [worth / (abs(worth) + 400) for worth in worths]
    hopes = [2.0 ** max(-3, min(3, urgency)) for urgency in urgencies]
    visits, total = [0] * len(worths), 0.0
    for done in range(count):
        mean = total / max(done, 1)

        def promise(i, done=done, mean=mean):
            return ((values[i] if visits[i] else mean - 0.2)
                    + explore * math.sqrt(done) * hopes[i] / sum(hopes) / (1 + visits[i]))
        best = max(range(len(worths)), key=promise)
        visits[best] += 1
        total += values[best]
    return visits


@pytest.mark.parametrize("explore", [40, 150, 400])
@pytest.mark.parametrize("count", [7, 50, 300])
@pytest.mark.parametrize("informed", [0, 1])
def test_visits_are_those_of_the_formula(explore, count, informed):
    worths, urgencies = (30, 120, 75, -200, 90), (2, 0, 1, 3, -1)
    search = tree(explore=explore, informed=informed)
    nodes = [Node((quiet(worth, 30),) * 2, worth, urgent=urgency)
             for worth, urgency in zip(worths, urgencies, strict=True)]
    search((0, Node(tuple(nodes))), count)
    lines = by_move(search)
    expected = bandit(worths, urgencies if informed else [0] * 5, explore / 100, count)
    assert sum(expected) == count
    assert [lines[move].visits for move in range(5)] == expected


def test_no_urgency_counts_more_than_eight_times():
    for urgency in (3, 9):
        search = tree()
        search((0, Node((Node((quiet(0, 9),) * 2, urgent=-urgency),
                         Node((quiet(0, 9),) * 2, urgent=urgency)))), 1)
        priors = [search.search.look_up(search.memory, in_trees("search.play._tree").PRIOR, node)
                  for node in (1, 2)]
        assert priors == [SCALE // 65, SCALE * 64 // 65]


def test_a_random_game_counts_for_whom_it_is_won():
    for side in (0, 1):
        search = tree(rollout=30)
        search((side, Node((forced(8), forced(9)))), 40)
        assert {line.value for line in search.lines} == {-1.0 if side else 1.0}


def test_a_random_game_that_is_too_long_is_a_draw():
    search = tree(rollout=5)
    search((0, Node((forced(9), forced(9)))), 2)
    assert {line.value for line in search.lines} == {0.0}


def test_all_moves_of_a_random_game_are_equally_likely():
    playout = specialise("search.play.playout", "contra", compiled=False)
    memory = playout.new_memory(3)
    counts = Counter(playout.below(memory, 5) for _ in range(5000))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert all(900 < count < 1100 for count in counts.values())


# What is certain.

@pytest.mark.parametrize("seed", range(5))
def test_in_trees_all_becomes_certain_and_is_right(seed):
    rows, search = lots(seed, 6, ends=0.15), tree()
    sure = {1: search.search.WON, 0: search.search.DRAWN, -1: search.search.LOST}
    for node in rows[0] + rows[2]:
        if node.result:
            continue
        p = TREE.Position(0, node)

        def truth(q):
            found = value(TREE, q, 6)
            return sure[(found > MATED) - (found < -MATED)]
        search(p, 5000)
        assert search.result == truth(p)
        for line in search.lines:
            q = TREE.apply(p, line.move)
            opposite = {1: 3, 2: 2, 3: 1}
            assert line.proven in (0, opposite[truth(q)])


@pytest.mark.parametrize("limit", [0, 4])
def test_what_is_certain_in_mazes_is_right_for_every_move(limit):
    search = in_mazes("search.play.mcts")
    maze, kinds = search.game, set()
    for graph in range(0, maze.GRAPHS, 12):
        for node in range(maze.NODES):
            p = maze.Position(0, node, graph)
            if maze.outcome(p):
                continue
            one = Tree(search, no_progress=limit)
            one(p, 300)
            for line in one.lines:
                if line.proven in (search.WON, search.LOST):
                    q = maze.apply(p, line.move)
                    idle = 0 if maze.progress(p, line.move, q) else 1
                    truth = value(maze, q, 24, limit=limit, idle=idle)
                    assert (truth < -MATED) == (line.proven == search.WON)
                    assert (truth > MATED) == (line.proven == search.LOST)
                    kinds.add(line.proven)
    assert kinds == {search.WON, search.LOST}


def test_a_loss_that_becomes_certain_counts_as_one_all_the_way_up():
    """Black's first reply leaves White nothing but losing moves; the third visit shows it."""
    lost = Node((Node(result=2), Node(result=2)), worth=-1200)
    search = tree()
    assert search((0, Node((Node((lost, quiet(0, 9))),))), 3) == 3
    assert search.result == search.search.LOST
    second = SCALE * 3 // 4         # what the reply is worth to Black before
    assert search.search.look_up(search.memory, search.search.TOTAL, 0) == second + SCALE


def test_what_becomes_certain_counts_for_more_than_the_visit_that_showed_it():
    """The visit shows that one reply of Black's loses; he has a draw, so it counts as one."""
    won = Node((Node(result=1), quiet(0, 9)))
    search = tree()
    search((0, Node((Node((Node(result=3), won)),))), 100)
    assert search.result == search.search.DRAWN
    assert search.search.look_up(search.memory, search.search.TOTAL, 0) == 0


def test_a_move_that_is_known_to_lose_is_no_longer_looked_at():
    trap = Node((Node(result=2), quiet(900, 9)), worth=3000)
    search = tree()
    search((0, Node((trap, quiet(0, 30)))), 200)
    lines = by_move(search)
    assert lines[0].visits == 2
    assert lines[0][2:] == (-1.0, search.search.LOST)


def test_lines_come_by_visits_and_losses_last():
    search = tree()
    search((0, Node((Node(result=2), quiet(-50, 30), quiet(200, 30), quiet(100, 30)))), 300)
    assert [line.move for line in search.lines] == [2, 3, 1, 0]
    assert search.best == 2


def test_a_loss_comes_last_however_often_it_was_looked_at():
    """It takes many visits to see that the first move loses."""
    trap = Node(result=2)
    for _ in range(5):
        trap = Node((trap,) * 3, worth=3000)
    search, p = tree(), (0, Node((trap, quiet(-300, 30))))
    search(p, 1)
    while by_move(search)[0].proven == search.search.OPEN:
        assert search(p, 1)
    visits = [line.visits for line in search.lines]
    assert visits[1] > visits[0]
    assert [line.move for line in search.lines] == [1, 0]
    assert search.best == 1


def test_a_certain_draw_is_weighed_against_what_other_moves_promise():
    drawn = Node(result=3)
    for worth, best in ((200, 1), (-200, 0)):
        search = tree()
        search((0, Node((drawn, quiet(worth, 30)))), 200)
        assert search.best == best
        assert by_move(search)[0][2:] == (0.0, search.search.DRAWN)


def test_a_move_that_turns_out_to_be_a_draw_is_one_whatever_it_promised():
    """Two visits show that Black's best reply to the first move draws."""
    promising = Node((Node(result=3), Node(result=1)), worth=3600)
    search = tree(explore=10)
    search((0, Node((promising, quiet(40, 40)))), 60)
    lines = by_move(search)
    assert lines[0][2:] == (0.0, search.search.DRAWN)
    assert lines[0].visits < 5


@pytest.mark.parametrize("length", [2, 4, 6])
def test_going_round_and_round_is_a_draw(length):
    for repetition, result in ((3, 2), (2, 2), (0, 0)):
        search = tree(repetition=repetition)
        search((0, cycle(length)), 40)
        assert search.result == result


@pytest.mark.parametrize(("repetition", "times", "proven"), [
    (3, 2, 2), (3, 1, 0), (2, 1, 2), (0, 5, 0)])
def test_a_move_to_what_stood_on_the_board_often_enough_is_a_draw(repetition, times, proven):
    again, other = quiet(0, 9), quiet(0, 9)
    search = tree(repetition=repetition, length=times + 1)
    key = TREE.key(TREE.Position(1, again))
    search.memory.past[:times + 1] = [5, *[key] * times]
    search((0, Node((again, other))), 6)
    lines = by_move(search)
    assert (lines[0].proven, lines[1].proven) == (proven, 0)


@pytest.mark.parametrize(("idle", "proven"), [(7, 0), (8, 0), (9, 2)])
def test_a_move_that_makes_the_count_full_is_a_draw(idle, proven):
    """And one with progress is not."""
    ahead = Node((quiet(0, 9),) * 2, forward=True)
    search = tree(no_progress=10, idle=idle)
    search((0, Node((quiet(0, 9), ahead))), 4)
    lines = by_move(search)
    assert lines[0].proven == proven
    assert lines[1].proven == 0
