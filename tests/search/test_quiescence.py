"""Noisy moves are played out before a position is valued (alphabeta.py), in named trees."""
import pytest

from .exact import MATE
from .trees import TREES, Node, Search, cycle


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


def round_and_round(length, **how):
    """Noisy moves that come back to the first node; whoever stands still is 900 behind."""
    return cycle(length, lambda ply: loud(-900 if ply % 2 else 900, **how))


@pytest.mark.parametrize("length", [2, 4, 6, 8])
@pytest.mark.parametrize("idle", [0, 1, 2, 9])
def test_noisy_moves_that_come_back_are_a_draw(length, idle):
    root, history = Node((round_and_round(length), Node(result=2))), [1] * idle
    assert Search(repetition=3)(root, 1, idle=idle, history=history) == 0
    assert Search(repetition=0)(root, 1, idle=idle, history=history) != 0


def test_a_position_that_comes_back_with_the_last_noisy_move_is_a_draw():
    """After six moves with progress, two are left, there and back."""
    node = round_and_round(2)
    for ply in range(6):
        node = loud(900 if ply % 2 else -900, node, forward=True)
    assert Search(repetition=3)(Node((node, Node(result=2))), 1) == 0
    assert Search(repetition=0)(Node((node, Node(result=2))), 1) == 900


@pytest.mark.parametrize("undone", [False, True])
def test_after_progress_nothing_comes_back_unless_it_can_be_undone(undone):
    root = Node((round_and_round(2, forward=True, undone=undone), Node(result=2)))
    assert (Search(repetition=3)(root, 1) == 0) == undone


@pytest.mark.parametrize(("times", "score"), [(2, 0), (1, -70)])
def test_a_noisy_move_to_what_stood_on_the_board_twice_is_a_draw(times, score):
    """Black would take, but it would be the third time."""
    node = Node((loud(-70),), worth=60)
    root, far = Node((node, Node(result=2))), 1
    history = [far, far, TREES.game.key(TREES.game.Position(0, node.moves[0])), far] * times
    found = Search(repetition=3)(root, 1, idle=len(history), history=history)
    assert found == score


@pytest.mark.parametrize(("idle", "score"), [(7, 50), (8, 0), (9, 0)])
def test_noisy_moves_without_progress_are_counted(idle, score):
    """The tenth is a draw, with which Black, who is behind, is content."""
    node = Node((loud(400),), worth=50)
    assert Search(no_progress=10)(Node((node, Node(result=2))), 1, idle=idle) == score


def test_noisy_moves_with_progress_begin_the_count_anew():
    node = Node((loud(-70, forward=True),), worth=60)
    assert Search(no_progress=2)(Node((node, Node(result=2))), 1) == -70


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
