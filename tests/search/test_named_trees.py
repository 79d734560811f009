"""What alpha-beta looks at in full, and what it leaves out (alphabeta.py): named trees."""
import pytest

from .exact import MATE, MATED
from .mazes import in_trees
from .trees import TREES, Node, Search, forced, quiet

ORDERING = in_trees("search.play._ordering")


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
    search.search.search(p, search.memory, 0, 2, -32000, 32000, 0)
    assert search.memory.moves[0] == 2


def test_the_table_keeps_the_best_move_and_the_last_one_where_none_was_good_enough():
    root, search = Node((quiet(1), quiet(9), quiet(2))), Search()
    p = TREES.game.Position(0, root)
    search(root, 2)

    def kept():
        return TREES.probe(search.memory, TREES.game.key(p), TREES.ENTRIES) & 0xFFFFF
    assert kept() == search.line[0] == 1
    assert search(root, 2, window=(50, 60)) == 9
    assert kept() == 1


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
    first, *others = int(memory.moves[0]), *(TREES.pick(memory, i, 9) for i in range(1, 9))
    assert [first, *others] == [2, 4, 6, 3, 1, 7, 5, 0, 8]


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
            ORDERING.credit(memory, 7, gain)
        assert 100_000 < abs(memory.history[7]) < 1 << 18
