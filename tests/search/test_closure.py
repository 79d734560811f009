"""Replies after which the attacker never wins, though the search that is asked may be wrong
(search/solve/closure.py)."""
import random

import pytest

from .exact import moves_of, won_states
from .mazes import in_mazes

TIGHT = 64                  # numbers of a table in which little can be kept


class Closing:
    """A closure of one position in a maze, followed as lab/proofs/closing.py does."""

    def __init__(self, search, root, attacker, table, barred, little):
        self.proof = proof = in_mazes("search.play.proof")
        bounded = in_mazes("search.play.bounded")
        self.search, self.root, self.attacker, self.barred = search, root, attacker, barred
        self.searched, self.tabled, self.memory = (proof.new_memory(), bounded.new_memory(),
                                                   search.new_memory())
        self.searched.repetition, self.searched.trusting = 2, 1
        proof.prepare(root, self.searched, table, root.side != attacker, 0, barred)
        proof.set_root(root, self.searched)
        self.memory.little = little

    def first(self):
        if self.root.side != self.attacker:
            return [self.root]
        return [q for q in self.after(self.root) if self.runs(q)]

    def after(self, p):
        maze = self.search.game
        return [maze.apply(p, move) for move in moves_of(maze, p)]

    def runs(self, p):
        maze = self.search.game
        return maze.outcome(p) == 0 and maze.key(p) not in self.barred

    def is_closed(self, budget):
        search, memory, changes, room = self.search, self.memory, -1, ()
        while changes != memory.changes:
            changes = memory.changes
            memory.rounds += 1
            room = search.make_room(memory, room)
            rows = [search.row_of(p, memory) for p in self.first()]
            todo = list(rows)
            while todo:
                row = todo.pop()
                if search.is_behind(memory, row):
                    room, memory.budget = search.make_room(memory, room), budget
                    p = search.game.Position(*memory.rows[row:row + search.FIELDS])
                    search.follow(p, row, self.searched, self.tabled, memory, 0, 0)
                    while (row := search.taken(memory)) >= 0:
                        todo.append(row)
            if any(search.cell(memory, row + search.STATE) == search.LOST for row in rows):
                return False
        search.drop(memory)
        return True

    def lost(self):
        """The positions that were found to be lost."""
        search, memory = self.search, self.memory
        for row in range(0, memory.count * memory.row_size, memory.row_size):
            if memory.rows[row + search.STATE] == search.LOST:
                yield search.game.Position(*memory.rows[row:row + search.FIELDS])

    def replies(self):
        """The reply to each position of the set."""
        size = self.search.FIELDS + 1
        return {self.search.game.Position(*piece[i:i + size - 1]): piece[i + size - 1]
                for piece in self.search.settled(self.memory) for i in range(0, len(piece), size)}

    def check(self):
        """See that the attacker wins nowhere, and that nothing is in the set without need."""
        maze, replies, met = self.search.game, self.replies(), set()
        todo = self.first()
        while todo:
            p = todo.pop()
            if p not in met:
                met.add(p)
                q = maze.apply(p, replies[p])
                assert maze.outcome(q) != 1 + self.attacker
                if self.runs(q):
                    assert all(maze.outcome(r) != 1 + self.attacker for r in self.after(q))
                    todo += [r for r in self.after(q) if self.runs(r)]
        assert met == set(replies)


@pytest.mark.parametrize("believes", ["what is proved", "that nobody wins"])
@pytest.mark.parametrize("budget", [pytest.param(1, marks=pytest.mark.long), 1000])
def test_a_closed_set_is_found_in_mazes_wherever_there_is_one(believes, budget, monkeypatch):
    """Even if all that is not lost with the next move is thought to be safe: then each loss comes
    to light from those that follow it."""
    search = in_mazes("search.solve.closure")
    if believes == "that nobody wins":
        monkeypatch.setattr(search, "is_safe", lambda *asked: 1)
    maze, choose, told, changes = search.game, random.Random(budget), [0, 0], 0
    for graph in range(maze.GRAPHS):
        positions = [maze.Position(side, node, graph)
                     for side in range(2) for node in range(maze.NODES)]
        barred = [maze.key(p) for p in choose.sample(positions, choose.choice([0, 0, 2]))]
        for attacker in range(2):
            won = won_states(maze, positions, attacker, 0, barred)
            for root in positions:
                if maze.outcome(root) or maze.key(root) in barred or (
                        root.side == attacker and any(
                            maze.outcome(maze.apply(root, move)) == 1 + attacker
                            for move in moves_of(maze, root))):
                    continue
                closing = Closing(search, root, attacker, [0] * TIGHT, barred,
                                  choose.choice([1, 30]))
                closed = closing.is_closed(budget)
                assert closed == ((root, 0) not in won)
                if closed:
                    closing.check()
                told[closed] += 1
                changes += closing.memory.changes
    assert min(told) > 100
    assert changes > (400 if believes == "that nobody wins" else 100)


def test_replies_that_are_taken_up_are_followed_again(monkeypatch):
    """Whatever they are: wrong ones are taken back."""
    search, choose, seen = in_mazes("search.solve.closure"), random.Random(1), 0
    maze = search.game
    for graph in range(maze.GRAPHS):
        positions = [maze.Position(side, node, graph)
                     for side in range(2) for node in range(maze.NODES)]
        won = won_states(maze, positions, 0)
        for root in positions:
            if maze.outcome(root) or root.side == 0:
                continue
            closing = Closing(search, root, 0, [0] * TIGHT, [], 30)
            given = [number for p in positions if p.side == 1 and maze.outcome(p) == 0
                     for number in (*p, choose.choice(moves_of(maze, p)))]
            search.make_room(closing.memory)
            search.take_up(closing.memory, given, len(given) // (search.FIELDS + 1))
            closed = closing.is_closed(1000)
            assert closed == ((root, 0) not in won)
            if closed:
                closing.check()
                seen += closing.memory.changes > 0
    assert seen


def test_the_search_is_told_what_is_lost(monkeypatch):
    """So that it does not answer once more that all is safe before."""
    search, told = in_mazes("search.solve.closure"), 0
    last = in_mazes("search.play.proof").LAST_CODE
    monkeypatch.setattr(search, "is_safe", lambda *asked: 1)
    maze = search.game
    for graph in range(maze.GRAPHS):
        for node in range(maze.NODES):
            root = maze.Position(1, node, graph)
            if maze.outcome(root) == 0:
                closing = Closing(search, root, 0, [0] * (1 << 16), [], 30)
                closing.is_closed(1000)
                for p in closing.lost():
                    assert closing.proof.set_root(p, closing.searched) & last == 0
                    told += 1
    assert told > 100


def test_where_no_search_looks_so_far_ahead_nothing_is_lost(monkeypatch):
    search = in_mazes("search.solve.closure")
    monkeypatch.setattr(search, "is_safe", lambda *asked: search.UNKNOWN)
    maze = search.game
    root = next(root for graph in range(maze.GRAPHS) for node in range(maze.NODES)
                if maze.outcome(root := maze.Position(1, node, graph)) == 0)
    closing = Closing(search, root, 0, [0] * TIGHT, [], 30)
    room = search.make_room(closing.memory)
    row = search.row_of(root, closing.memory)
    search.follow(root, row, closing.searched, closing.tabled, closing.memory, 0, 0)
    assert closing.memory.too_far and not list(closing.lost())
    assert search.cell(closing.memory, row + search.STATE) == search.FRESH
    del room
