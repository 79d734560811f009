"""What follows from the values of a book's leaves, and which of them are expanded next."""
import random

import pytest

from eckstein import Board
from eckstein.board.score import Score
from eckstein.engine.books.values import MATE, before, score_of
from eckstein.lab.books.graph import Graph, Node


def made(**nodes):
    """A graph of numbered positions, 1 first: the value of a leaf, or the list of what follows."""
    graph = Graph(Board("contra"), 0)
    graph.root = 1
    graph.nodes = {int(name[1:]): Node((), what) if isinstance(what, int)
                   else Node((), 0, tuple(what)) for name, what in nodes.items()}
    return graph


def values(graph):
    graph.backup()
    return {key: node.value for key, node in graph.nodes.items()}


def test_a_position_is_worth_its_best_move():
    assert values(made(p1=[2, 3], p2=-30, p3=[4], p4=-50))[1] == 30


def test_a_forced_end_is_a_ply_farther_away_with_each_move():
    found = values(made(p1=[2], p2=[3], p3=-MATE))
    assert (found[2], found[1]) == (MATE - 1, -MATE + 2)
    assert [score_of(value) for value in (found[2], found[1], 30)] == [
        Score(mate=1), Score(mate=-1), Score(30)]


def test_who_would_lose_goes_round_in_circles_for_a_draw():
    """From 1 to 2 and back; leaving is bad for either, so nobody does."""
    assert values(made(p1=[2, 3], p2=[1, 4], p3=40, p4=60)) == {1: 0, 2: 0, 3: 40, 4: 60}


def test_what_was_carried_up_before_counts_no_more():
    graph = made(p1=[2, 3], p2=[1, 4], p3=40, p4=60)
    graph.nodes[1].value, graph.nodes[2].value = 77, -77
    assert values(graph)[1] == 0


def test_who_would_win_leaves_the_circle():
    found = values(made(p1=[2, 3], p2=[1, 4], p3=-40, p4=60))
    assert (found[1], found[2]) == (40, -40)


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_long_games_that_are_drawn_in_the_end(seed):
    chance = random.Random(seed)
    graph = made(**{f"p{key}": chance.randrange(-90, 90) if key > 12
                    else chance.sample(range(1, 25), 3) for key in range(1, 25)})
    played = {key: node.value for key, node in graph.nodes.items()}
    for _ in range(60):
        played = {key: max(before(played[after]) for after in node.after) if node.after
                  else node.value for key, node in graph.nodes.items()}
    assert values(graph) == played


def test_the_leaf_after_the_best_moves_is_next():
    graph = made(p1=[2, 3], p2=-20, p3=-10)
    graph.backup()
    assert graph.frontier(9) == [2, 3]


def test_a_worse_move_is_followed_when_the_best_line_has_grown_longer_than_it_is_worse():
    """The move to 3 gives 50 away, two plies and a half."""
    short = made(p1=[2, 3], p2=[4], p4=50, p3=0)
    long = made(p1=[2, 3], p2=[4], p4=[5], p5=[6], p6=50, p3=0)
    for graph in (short, long):
        graph.backup()
    assert short.frontier(1) == [4]
    assert long.frontier(2) == [3, 6]


def test_what_is_decided_or_over_is_not_expanded():
    graph = made(p1=[2, 3, 4], p2=MATE - 3, p3=0, p4=5)
    graph.nodes[3].over = True
    graph.backup()
    assert graph.frontier(9) == [4]


def test_positions_below_count_once_however_they_are_reached():
    graph = made(p1=[2, 3], p2=[4], p3=[4, 1], p4=7)
    graph.backup()
    assert {key: entry.below for key, entry in graph.entries().items()} == {
        1: 3, 2: 1, 3: 3, 4: 0}
