"""Proofs and short wins are those that looking at everything finds (proof.py, mate.py)."""
import random

import pytest

from .exact import MATE, MATED, value
from .mazes import in_mazes, in_trees, with_barred
from .trees import Node, forced, lots, quiet

TREE = in_trees("games.tree")
NO_LIMIT = 10**9


class Proofs:
    """A proof-number search with a table that stays warm."""

    def __init__(self, no_progress=0):
        self.search = in_trees("search.play.proof")
        self.memory, self.table = self.search.new_memory(), self.search.new_table(1)
        self.memory.repetition, self.memory.no_progress = 3, no_progress

    def __call__(self, side, node, limit=100_000, **circumstances):
        result, self.nodes = self.search.prove(TREE.Position(side, node), self.memory, self.table,
                                               limit, **circumstances)
        return result

    @property
    def plies(self):
        return self.memory.plies

    def line(self, side, node):
        return self.search.line(TREE.Position(side, node), self.memory, self.table, 100_000)


@pytest.mark.parametrize("limit", [0, 3, 5, 8])
def test_all_is_right_in_trees(limit):
    """One table serves both players, all positions and all counts of moves without progress."""
    rows, prove, choose = lots(limit + 10, 8, ends=0.12), Proofs(limit), random.Random(limit)
    places = [(row, node) for row, nodes in enumerate(rows[:-1]) for node in nodes
              if node.result == 0]
    won = lost = 0
    for row, node in choose.sample(places, 45):
        side, idle = row % 2, choose.randrange(limit or 1)
        truth = value(TREE, TREE.Position(side, node), 8, limit=limit, idle=idle)
        assert prove(side, node, idle=idle) == (1 if truth > MATED else -1)
        won += truth > MATED
        if truth > MATED:
            assert MATE - prove.plies <= truth
            assert len(prove.line(side, node)) <= prove.plies
        assert prove(side, node, lost=True, idle=idle) == (1 if truth < -MATED else -1)
        lost += truth < -MATED
    assert won > 3
    assert lost


def test_of_proofs_that_are_known_the_shortest_counts():
    ways = forced(4), forced(2), forced(6)
    prove, root = Proofs(), Node(ways)
    for node, plies in zip(ways, (4, 2, 6), strict=True):
        assert prove(1, node, lost=True) == 1
        assert prove.plies == plies
    assert prove(0, root) == 1
    assert prove.plies == 3
    assert prove.line(0, root)[0] == 1
    assert len(prove.line(0, root)) == 3


def test_the_longest_defence_counts():
    replies = forced(3), forced(5), forced(1)
    prove, root = Proofs(), Node(replies)
    assert prove(1, root, lost=True) == 1
    assert prove.plies == 6
    assert prove.line(1, root)[0] == 1
    assert len(prove.line(1, root)) == 6


@pytest.mark.parametrize(("idle", "result"), [(0, 1), (5, 1), (6, -1), (7, -1)])
def test_a_proof_holds_while_enough_moves_without_progress_are_left(idle, result):
    """The longest defence takes five plies, four of which come before the end."""
    root = Node((Node((forced(3), forced(1))), quiet(0, 3)))
    for first in (0, idle):
        prove = Proofs(no_progress=10)
        assert prove(0, root, idle=first) == (1 if first == 0 else result)
        assert prove(0, root, idle=idle) == result


def test_progress_gives_time_again():
    """Without it, eight plies would be too long."""
    later = Node((forced(3),) * 2, forward=True)
    prove = Proofs(no_progress=5)
    assert prove(0, Node((Node((later, later)), quiet(0, 3))), idle=2) == 1
    later = Node((forced(3),) * 2)
    assert prove(0, Node((Node((later, later)), quiet(0, 3))), idle=2) == -1


def test_a_proof_that_begins_with_progress_holds_whatever_came_before():
    later = Node((forced(3),) * 2, forward=True)
    root, prove = Node((later, quiet(0, 3))), Proofs(no_progress=5)
    assert prove(0, root) == 1
    assert prove(0, root, idle=4) == 1
    assert prove.nodes == 0


def test_a_failure_for_lack_of_time_is_known_again_and_none_where_there_is_time():
    root, prove = Node((forced(4), forced(4))), Proofs(no_progress=5)
    assert prove(0, root, idle=2) == -1
    assert prove.nodes > 0
    assert prove(0, root, idle=2) == -1
    assert prove.nodes == 0
    assert prove(0, root) == 1


def test_what_was_proved_in_one_game_need_not_hold_in_another():
    """Where the only way has stood on the board twice, it is closed."""
    root, prove = Node((forced(2), quiet(0, 3))), Proofs()
    closed = [TREE.key(TREE.Position(1, root.moves[0]))] * 2
    for _ in range(2):
        assert prove(0, root) == 1
        assert prove(0, root, history=closed) == -1
        assert prove(0, root, history=[77, 77]) == 1
        assert prove(0, root, history=closed[:1]) == 1


def test_what_lies_beyond_the_last_ply_is_unknown_and_is_found_from_nearer_by():
    way = forced(300, moves=1)
    prove = Proofs()
    assert prove(0, way, limit=5_000) == 0
    for _ in range(100):
        way = way.moves[0]
    assert prove(0, way) == 1
    assert prove.plies == 200


def test_what_was_least_work_gives_way_in_a_full_table():
    search, table = in_trees("search.play.proof"), [0] * 8
    memory = search.new_memory()
    memory.table, memory.mask = table, 3
    keys = [number << 9 for number in range(1, 6)]
    for key, work in zip(keys, (900, 800, 3, 700, 50), strict=True):
        search.store_entry(memory, key, search.undecided(2, 3), work)
    found = [bool(search.probe(memory, key, search.ENTRIES)) for key in keys]
    assert found == [True, True, False, True, True]


# Short wins.

class Mates:
    """The search for short wins."""

    def __init__(self, search=None, options=None, idle=0, history=(), limit=NO_LIMIT):
        self.search = search or in_trees("search.play.mate")
        self.memory = self.search.new_memory()
        self.memory.limit = limit
        if options:
            self.search.set_history(self.memory, options, idle, history)

    def __call__(self, p, plies):
        return self.search.mate_in(p, self.memory, 0, plies)


def near(game, p, plies, **circumstances):
    """The plies of the shortest win, or None."""
    found = value(game, p, plies, **circumstances)
    return MATE - found if found > MATED and MATE - found <= plies else None


@pytest.mark.parametrize("limit", [0, 3, 5, 9])
def test_short_wins_are_found_and_no_others(limit):
    rows, wins = lots(limit + 10, 8, ends=0.12), set()
    for row, nodes in enumerate(rows[:-1]):
        for node in nodes:
            p, idle = TREE.Position(row % 2, node), row % (limit or 1)
            if node.result:
                continue
            mates = Mates(options={"repetition": 3, "no_progress": limit}, idle=idle)
            for plies in (1, 3, 5, 7):
                truth = near(TREE, p, plies, limit=limit, idle=idle)
                move = mates(p, plies)
                assert (move >= 0) == (truth is not None)
                if truth is not None:
                    wins.add(truth)
                    q = TREE.apply(p, move)
                    count = 0 if TREE.progress(p, move, q) else idle + 1
                    assert value(TREE, q, truth - 1, limit=limit, idle=count) == truth - 1 - MATE
    assert {1, 3} <= wins


@pytest.mark.parametrize(("repetition", "times"), [(3, 2), (3, 1), (2, 1), (0, 2)])
def test_what_stood_on_the_board_often_enough_is_no_way_to_win(repetition, times):
    search = in_mazes("search.play.mate")
    maze, changed = search.game, 0
    for p, barred in with_barred(maze):
        mates = Mates(search, {"repetition": repetition, "no_progress": 0}, 9, barred * times)
        counts = barred if repetition and times >= repetition - 1 else []
        truth = near(maze, p, 5, barred=counts)
        changed += truth != near(maze, p, 5)
        assert (mates(p, 5) >= 0) == (truth is not None)
    assert bool(changed) == bool(repetition and times >= repetition - 1)


@pytest.mark.parametrize("limit", [*range(1, 40), 60, 100, 200])
def test_whoever_gives_up_claims_nothing(limit):
    rows = lots(5, 7, ends=0.1)
    for node in rows[0]:
        p = TREE.Position(0, node)
        if node.result == 0:
            truth, move = near(TREE, p, 7), Mates(limit=limit)(p, 7)
            if move >= 0:
                assert truth is not None
                assert value(TREE, TREE.apply(p, move), 6) < -MATED
            elif move == -1:
                assert truth is None


def test_a_shorter_win_is_played_before_a_longer_one():
    assert Mates()(TREE.Position(0, Node((forced(4), forced(2), forced(6)))), 9) == 1


def test_a_draw_is_no_win_for_either():
    ends = Node((Node(result=3), Node(result=1)))
    assert Mates()(TREE.Position(0, Node((Node((ends, ends)), quiet(0, 4)))), 3) == 0
    drawn = Node((Node(result=3), forced(1)))
    assert Mates()(TREE.Position(0, Node((drawn, Node(result=3)))), 3) == -1
    assert Mates()(TREE.Position(1, Node((Node(result=1), Node(result=1)))), 1) == -1


def test_in_a_finished_game_nothing_is_to_be_won():
    over = Node((Node(result=1), Node(result=1)), result=2)
    assert Mates()(TREE.Position(0, over), 3) == -1
    prove = Proofs()
    assert prove(0, over) == -1
    assert prove(0, over, lost=True) == 1
    drawn = Node((Node(result=1), Node(result=1)), result=3)
    assert Mates()(TREE.Position(0, drawn), 3) == -1
    assert prove(0, drawn) == prove(0, drawn, lost=True) == -1
