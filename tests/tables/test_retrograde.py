"""Endings solved backwards, and what the audit says of them, against a slow solver of the tests."""
import random
from types import SimpleNamespace

import pytest

from eckstein.kernel import specialise
from eckstein.tables import Value

from .exact import solved

RESULTS = (0, 1, 2, 3)


class Graph:
    """A game drawn by lot: its positions are numbers, and White is to move in the even ones.

    Numbers fall into two parts of two slices; moves lead within a slice, to the slice before it in
    the same part, and to ends outside, where somebody has won or nobody.
    """

    MAX_MOVES = 8

    def __init__(self, seed, size=48):
        chance = random.Random(seed)
        self.size, self.moves, self.over, self.gone = size, {}, {}, set()
        quarter = size // 4
        for number in range(size):
            low = number // quarter * quarter
            before = low - quarter if number // quarter % 2 else low
            kind = chance.random()
            if kind < 0.05:
                self.gone.add(number)
            elif kind < 0.15:
                self.over[number] = chance.choice(RESULTS[1:])
            else:
                self.moves[number] = [
                    chance.randrange(before, low + quarter) if chance.random() < 0.9
                    else size + chance.randrange(6) for _ in range(chance.randint(1, 4))]
        for number, moves in self.moves.items():
            self.moves[number] = [q for q in moves if q not in self.gone] or [size]

    # As rules.

    def outcome(self, p):
        if p.number >= self.size:
            return p.number % 3 + 1
        return self.over.get(p.number, 0)

    def generate(self, p, moves, n):
        for i, q in enumerate(self.moves[p.number]):
            moves[n + i] = q
        return n + len(self.moves[p.number])

    def apply(self, p, move):
        return SimpleNamespace(number=move, side=move % 2)

    # As numbering.

    def possible(self, ending, number):
        return number not in self.gone

    def position(self, ending, number):
        return SimpleNamespace(number=number, side=number % 2)

    def place(self, p):
        return (0, p.number) if p.number < self.size else (-1, 0)

    # As the slow solver asks.

    def value(self, number):
        """What the end of the game is for the player to move."""
        result = self.outcome(self.position(0, number))
        if result == 3:
            return "drawn", 0
        return ("won" if result == 1 + number % 2 else "lost"), 0

    def written_down(self):
        return {number: self.value(number) if number in self.over else
                [q if q < self.size else self.value(q) for q in self.moves[number]]
                for number in range(self.size) if number not in self.gone}


def codes_of(graph, monkeypatch, parts=2, slices=2):
    """All codes of a graph, found by the solver in plain Python."""
    search = specialise("search.retrograde", "contra", compiled=False)
    monkeypatch.setattr(search, "game", graph)
    monkeypatch.setattr(search, "endings", graph)
    found, counts = [], []
    for part in range(parts):
        memory = search.new_memory()
        memory.part_start = part * graph.size // parts
        memory.entries = graph.size // parts // slices
        codes = memory.known[0] = [0] * (graph.size // parts // 4 + 1)
        for slice_number in range(slices):
            memory.start = memory.part_start + slice_number * memory.entries
            memory.state, memory.ends = [0] * memory.entries, [0] * (memory.entries + 1)
            memory.latest = 0
            search.survey(memory, 0, memory.entries)
            assert not memory.stray
            search.gather(memory)
            memory.links = [0] * (memory.moves_within // 2 + 1)
            search.link(memory, 0, memory.entries)
            distance = 0
            while distance <= memory.latest:
                search.advance(memory, distance, 0, memory.entries)
                distance += 1
            search.encode(memory, 0, memory.entries)
        found += [codes[i // 4] >> 16 * (i % 4) & 0xFFFF for i in range(graph.size // parts)]
        counts.append((memory.won, memory.lost, memory.drawn, memory.impossible))
    return found, [sum(column) for column in zip(*counts, strict=True)]


def as_value(code):
    value = Value.of_code(code)
    return None if value.plies is None else tuple(value)


@pytest.mark.parametrize("seed", range(200))
def test_every_value_and_distance_is_right(seed, monkeypatch):
    graph = Graph(seed)
    codes, counts = codes_of(graph, monkeypatch)
    truth = {number: None if value == ("drawn", 0) else value
             for number, value in solved(graph.written_down()).items()}
    assert {number: as_value(code) for number, code in enumerate(codes)
            if number not in graph.gone} == truth
    assert {number for number, code in enumerate(codes) if code == 0xFFFF} == graph.gone
    results = [value and value[0] for value in truth.values()]
    assert counts == [results.count("won"), results.count("lost"), results.count(None),
                      len(graph.gone)]


def test_a_move_to_a_slice_that_is_not_solved_is_noticed(monkeypatch):
    search = specialise("search.retrograde", "contra", compiled=False)
    graph = Graph(0)
    graph.moves = {0: [graph.size // 4]}
    graph.over, graph.gone = {}, set(range(1, graph.size))
    monkeypatch.setattr(search, "game", graph)
    monkeypatch.setattr(search, "endings", graph)
    memory = search.new_memory()
    memory.entries = graph.size // 4
    memory.known[0] = [0] * graph.size
    memory.state, memory.ends = [0] * graph.size, [0] * graph.size
    search.survey(memory, 0, memory.entries)
    assert memory.stray


def audited(graph, codes, monkeypatch):
    """The first number that the audit finds wrong."""
    audit = specialise("search.audit", "contra", compiled=False)
    monkeypatch.setattr(audit, "game", graph)
    monkeypatch.setattr(audit, "endings", graph)
    memory = audit.new_memory()
    memory.entries = len(codes)
    memory.tables[0] = [sum(code << 16 * i for i, code in enumerate(codes[first:first + 4]))
                        for first in range(0, len(codes), 4)]
    return audit.first_wrong(memory, 0, 0, len(codes))


@pytest.mark.parametrize("seed", range(20))
def test_the_audit_passes_what_is_right(seed, monkeypatch):
    graph = Graph(seed)
    assert audited(graph, codes_of(graph, monkeypatch)[0], monkeypatch) == -1


@pytest.mark.parametrize("change", [-2, -1, 1, 2])
@pytest.mark.parametrize("seed", range(10))
def test_the_audit_finds_any_single_change(seed, change, monkeypatch):
    graph = Graph(seed)
    codes, _ = codes_of(graph, monkeypatch)
    for number, code in enumerate(codes):
        if 0 <= code + change < 0xFFFF:
            changed = codes[:number] + [code + change] + codes[number + 1:]
            assert audited(graph, changed, monkeypatch) >= 0


def test_the_audit_notices_a_position_with_another_number(monkeypatch):
    graph = Graph(3)
    codes, _ = codes_of(graph, monkeypatch)
    monkeypatch.setattr(graph, "place", lambda p: (0, 0))
    assert audited(graph, codes, monkeypatch) in (0, 1)


def test_a_part_is_audited_alone_and_a_move_to_another_one_is_noticed(monkeypatch):
    audit = specialise("search.audit", "contra", compiled=False)
    graph = Graph(5)
    codes, half = codes_of(graph, monkeypatch)[0][graph.size // 2:], graph.size // 2
    monkeypatch.setattr(audit, "game", graph)
    monkeypatch.setattr(audit, "endings", graph)
    memory = audit.new_memory()
    memory.part_start, memory.entries = half, half
    memory.tables[0] = [sum(code << 16 * i for i, code in enumerate(codes[first:first + 4]))
                        for first in range(0, half, 4)]
    assert audit.first_wrong(memory, 0, half, graph.size) == -1
    number = next(number for number in graph.moves if number >= half)
    graph.moves[number] = [next(iter(graph.moves))]
    assert audit.derived(memory, 0, number) == audit.LEADS_NOWHERE
    assert audit.first_wrong(memory, 0, half, graph.size) == number
