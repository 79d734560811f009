"""Endings solved backwards, and what the audit says of them, against a slow solver of the tests."""
import itertools
import random
from types import SimpleNamespace

import pytest

from eckstein.contract.endings import EndingSpec
from eckstein.engine.tables import Value
from eckstein.kernel.codes import ALL_CLOSED, NOWHERE, STEP
from eckstein.kernel.specialise import specialise

from .exact import solved

RESULTS = (0, 1, 2, 3)


class Graph:
    """A game drawn by lot: its positions are numbers, and White is to move in the even ones.

    Numbers fall into two groups of a part each, which have two slices; moves lead within a slice,
    to the slice before it in the same part, and to ends outside, where somebody has won or nobody.
    """

    MAX_MOVES, MOST_PREDECESSORS, LINES, MOST_CAPTURES = 8, 64, 2, 1
    ENDINGS = (EndingSpec("", (), most_moves=4),)

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

    def progress(self, p, move, q):
        return self.slice_of(p.number) != self.slice_of(q.number) or q.number % 3 == 0

    # As numbering.

    def slice_of(self, number):
        return number // (self.size // 4)

    def predecessors(self, ending, number, line, prepared, numbers, n):
        for p, moves in self.moves.items():
            for q in moves:
                if q == number and self.slice_of(p) == self.slice_of(q):
                    numbers[n] = p
                    n += 1
        return n

    def possible(self, ending, number):
        return number not in self.gone

    def position(self, ending, number):
        return SimpleNamespace(number=number, side=number % 2)

    def place(self, p):
        return (0, p.number) if p.number < self.size else (-1, 0)

    placed = place

    # As the slow solver asks.

    def value(self, number):
        """What the end of the game is for the player to move."""
        result = self.outcome(self.position(0, number))
        if result == 3:
            return "drawn", 0
        side = self.position(0, number).side
        return ("won" if result == 1 + side else "lost"), 0

    def written_down(self):
        return {number: self.value(number) if number in self.over else
                [q if q < self.size else self.value(q) for q in self.moves[number]]
                for number in range(self.size) if number not in self.gone}


class TiledGraph(Graph):
    """A game drawn by lot in which all positions of a line move alike: to those of another line.

    Numbers fall into tiles of nine, in each of which one player is to move.  Besides, some lines
    have a move that wins, or that leads to a number of the slice before.
    """

    LINES, MAX_MOVES, MOST_CAPTURES = 6, 64, 60
    ENDINGS = (EndingSpec("", (), most_moves=60, tile=(3, 3)),)

    def __init__(self, seed, tiles=8):
        chance = random.Random(seed)
        self.size, self.gone = 9 * tiles, set(range(9)) if seed % 3 == 0 else set()
        self.over = {number: chance.choice(RESULTS[1:]) for number in range(self.size)
                     if chance.random() < 0.1 and number not in self.gone}
        self.quiet, self.captures, half = [], [], tiles // 2
        for tile, line in itertools.product(range(len(self.gone) // 9, tiles), range(6)):
            low = max(tile // half * half, len(self.gone) // 9)
            for _ in range(chance.randint(0, 2)):
                self.quiet.append((tile, line, chance.randrange(low, tile // half * half + half),
                                   chance.randrange(6)))
            if chance.random() < 0.1:
                self.captures.append((tile, line, NOWHERE, 0))
            elif tile >= half and chance.random() < 0.4:
                self.captures.append((tile, line, 0, chance.randrange(len(self.gone), 9 * half)))
        self.moves = {number: self.moves_of(number) for number in range(self.size)
                      if number not in self.gone}
        for number, moves in self.moves.items():
            if not moves:           # nobody can move, and that is a draw
                self.over[number] = 3

    @staticmethod
    def on(line):
        """The places of a line in its tile: the first, and the step to the next."""
        return (3 * line, 1) if line < 3 else (line - 3, 3)

    def moves_of(self, number):
        tile, place = divmod(number, 9)
        lines = {place // 3: place % 3, 3 + place % 3: place // 3}
        found = []
        for origin, line, target, other in self.quiet:
            if origin == tile and line in lines:
                first, step = self.on(other)
                found.append(9 * target + first + step * lines[line])
        # What is beyond the numbers is won by White or by Black, in turn.
        return found + [after if ending == 0 else self.size + 1 - tile % 2
                        for origin, line, ending, after in self.captures
                        if origin == tile and line in lines]

    def outcome(self, p):
        if p.number >= self.size:
            return 2 - (p.number - self.size) % 2
        return self.over.get(p.number, 0)

    def apply(self, p, move):
        return self.position(0, move) if move < self.size else SimpleNamespace(
            number=move, side=1 - p.side)

    def progress(self, p, move, q):
        return q.number >= self.size or self.slice_of(p.number) != self.slice_of(q.number)

    def slice_of(self, number):
        return number // (self.size // 2)

    def position(self, ending, number):
        side = number // 9 % 2 if number < self.size else number - self.size
        return SimpleNamespace(number=number, side=side)

    def predecessors(self, ending, number, line, prepared, words, n):
        for origin, its_line, target, other in self.quiet:
            if (9 * target, other) == (number, line):
                first, step = self.on(its_line)
                words[n] = 9 * origin + first + (step << STEP)
                n += 1
        return n

    def successors(self, ending, number, quiet, closed, captures):
        for origin, line, _, _ in self.quiet:
            quiet[line] += 9 * origin == number
        for place in range(9):
            if number + place in self.over:     # neither line tells it alone
                closed[place // 3], closed[3 + place % 3] = 5, ALL_CLOSED - 5
        told = [word for origin, *words in self.captures if 9 * origin == number for word in words]
        captures[:len(told)] = told
        return len(told)


def solver_of(graph, monkeypatch, codes):
    """The solver in plain Python, and a memory for it with room for these codes."""
    search = specialise("search.solve.retrograde", "contra", compiled=False)
    monkeypatch.setattr(search, "game", graph)
    monkeypatch.setattr(search, "endings", graph)
    memory = search.new_memory()
    memory.rows, memory.columns = graph.ENDINGS[0].tile
    memory.span, memory.codes = search.span_of(0), codes
    return search, memory


@pytest.mark.parametrize("widened_at", [None, 1])
@pytest.mark.parametrize("seed", range(100))
def test_every_value_is_right_where_positions_lie_in_tiles(seed, widened_at, monkeypatch):
    graph = TiledGraph(seed)
    codes, counts = codes_of(graph, monkeypatch, widened_at, parts=1)
    truth = truth_about(graph)
    assert {number: as_value(code) for number, code in enumerate(codes)
            if number not in graph.gone} == truth
    assert {number for number, code in enumerate(codes) if code == 0xFF} == graph.gone
    assert sum(counts) == graph.size


def truth_about(graph):
    """All results and distances, as the slow solver finds them, and None for a draw."""
    return {number: None if value == ("drawn", 0) else value
            for number, value in solved(graph.written_down()).items()}


def codes_of(graph, monkeypatch, widened_at=None, parts=2, slices=2):
    """All codes of a graph, found by the solver in plain Python, and the counts of the results.

    `widened_at` is the distance before which codes get two bytes.
    """
    found, counts = [], []
    for part in range(parts):
        codes = [0] * (graph.size // parts // 4 + 1)
        search, memory = solver_of(graph, monkeypatch, codes)
        memory.group_start = part * graph.size // parts
        memory.entries = graph.size // parts // slices
        for slice_number in range(slices):
            memory.start = memory.group_start + slice_number * memory.entries
            first, last, memory.latest = memory.start, memory.start + memory.entries, 0
            search.survey(memory, first, last)
            assert not memory.stray
            distance = 0
            while distance <= memory.latest:
                if distance == widened_at and not memory.wide:
                    search.widen(memory, memory.group_start,
                                 memory.group_start + graph.size // parts)
                    memory.wide = 1
                search.advance(memory, distance, first, last)
                distance += 1
            search.finish(memory, first, last)
        search.count(memory, memory.group_start, memory.group_start + graph.size // parts)
        assert not memory.far
        assert memory.settled == memory.won + memory.lost
        found += [search.code_at(memory, i) for i in range(graph.size // parts)]
        found = [0xFF if code == 0xFFFF else code for code in found]
        counts.append((memory.won, memory.lost, memory.drawn, memory.impossible))
    return found, [sum(column) for column in zip(*counts, strict=True)]


def as_value(code):
    value = Value.of_code(code)
    return None if value.plies is None else tuple(value)


@pytest.mark.parametrize("widened_at", [None, 0, 1, 2])
@pytest.mark.parametrize("seed", range(100))
def test_every_value_and_distance_is_right(seed, widened_at, monkeypatch):
    graph = Graph(seed)
    codes, counts = codes_of(graph, monkeypatch, widened_at)
    truth = truth_about(graph)
    assert {number: as_value(code) for number, code in enumerate(codes)
            if number not in graph.gone} == truth
    assert {number for number, code in enumerate(codes) if code == 0xFF} == graph.gone
    results = [value and value[0] for value in truth.values()]
    assert counts == [results.count("won"), results.count("lost"), results.count(None),
                      len(graph.gone)]


def lonely(moves, monkeypatch, **changes):
    """What the solver's memory holds after a survey of a graph with these moves and no others."""
    graph = Graph(0)
    graph.moves, graph.over = moves, {}
    graph.gone = set(range(graph.size)) - set(moves)
    for name, value in changes.items():
        setattr(graph, name, value)
    search, memory = solver_of(graph, monkeypatch, [0] * graph.size)
    memory.entries = graph.size // 4
    search.survey(memory, 0, memory.entries)
    return search, memory


def test_a_move_to_a_slice_that_is_not_solved_is_noticed(monkeypatch):
    assert lonely({0: [12]}, monkeypatch)[1].stray


def test_more_moves_than_there_may_be_are_noticed(monkeypatch):
    assert not lonely({0: [0] * 4}, monkeypatch)[1].stray
    assert lonely({0: [0] * 5}, monkeypatch)[1].stray


def test_a_distance_that_does_not_fit_is_noticed(monkeypatch):
    """Each number but 0 leads to the one before it, and who is to move in 0 has lost.

    With 2 * 122 counts, 11 codes are left: those of 4 plies fit, and those of 5 do not.
    """
    chain = {number: [number - 1] for number in range(1, 6)} | {0: []}
    search, memory = lonely(chain, monkeypatch, ENDINGS=(EndingSpec("", (), 121),), over={0: 2})
    assert search.most_distance(0, 0) == 4
    for distance in range(4):
        search.advance(memory, distance, 0, memory.entries)
        assert not memory.far
    search.advance(memory, 4, 0, memory.entries)
    assert memory.far


@pytest.mark.parametrize(("wide", "code"), [
    (0, 0), (0, 1), (0, 2), (0, 127), (0, 128), (0, 129), (0, 254), (0, 255),
    (1, 0), (1, 1), (1, 255), (1, 256), (1, 0x7FFF), (1, 0x8000), (1, 0xFFFF)])
def test_a_code_is_found_in_a_word_wherever_it_lies(wide, code):
    search = specialise("search.solve.retrograde", "contra", compiled=False)
    size, count = 1 + wide, 8 >> wide
    pattern = search.repeated(code, wide)
    assert pattern & (1 << 64) - 1 == int.from_bytes(code.to_bytes(size, "little") * count,
                                                     "little")
    for place in range(count):
        for other in (code ^ 1, code ^ 128, code ^ 255):
            content = [other] * count
            assert not search.has_nought(as_word(content, size) ^ pattern, wide)
            content[place] = code
            assert search.has_nought(as_word(content, size) ^ pattern, wide)


def as_word(codes, size):
    """A word that holds these codes of so many bytes each."""
    return int.from_bytes(b"".join(code.to_bytes(size, "little") for code in codes), "little",
                          signed=True)


def in_words(codes):
    """Codes as they lie in memory."""
    return [sum(code << 8 * i for i, code in enumerate(codes[first:first + 8]))
            for first in range(0, len(codes), 8)]


def audited(graph, codes, monkeypatch):
    """The first number that the audit finds wrong."""
    audit = specialise("search.solve.audit", "contra", compiled=False)
    monkeypatch.setattr(audit, "game", graph)
    monkeypatch.setattr(audit, "endings", graph)
    memory = audit.new_memory()
    memory.entries = len(codes)
    memory.tables[0] = in_words(codes)
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
        if 0 <= code + change < 0xFF:
            changed = codes[:number] + [code + change] + codes[number + 1:]
            assert audited(graph, changed, monkeypatch) >= 0


def test_the_audit_notices_a_position_with_another_number(monkeypatch):
    graph = Graph(3)
    codes, _ = codes_of(graph, monkeypatch)
    monkeypatch.setattr(graph, "placed", lambda p: (0, 0))
    assert audited(graph, codes, monkeypatch) in (0, 1)


def test_a_part_is_audited_alone_and_a_move_to_another_one_is_noticed(monkeypatch):
    audit = specialise("search.solve.audit", "contra", compiled=False)
    graph = Graph(5)
    codes, half = codes_of(graph, monkeypatch)[0][graph.size // 2:], graph.size // 2
    monkeypatch.setattr(audit, "game", graph)
    monkeypatch.setattr(audit, "endings", graph)
    memory = audit.new_memory()
    memory.start, memory.entries = half, half
    memory.tables[0] = in_words(codes)
    assert audit.first_wrong(memory, 0, half, graph.size) == -1
    number = next(number for number in graph.moves if number >= half)
    graph.moves[number] = [next(iter(graph.moves))]
    assert audit.derived(memory, 0, number) == audit.LEADS_NOWHERE
    assert audit.first_wrong(memory, 0, half, graph.size) == number
