"""Records and arrays in a memory that workers share (kernel/shared.py), with a made-up one."""
from types import SimpleNamespace

import pytest

from eckstein.kernel import binding as ahead
from eckstein.kernel import shared
from eckstein.kernel.described import Described
from eckstein.kernel.specialise import NoCompilerError, specialise


class Words:
    """So many words of a memory, as JavaScript hands them out."""

    def __init__(self, memory, word, count):
        self._memory, self._place = memory, slice(word, word + count)

    def assign(self, buffer):
        self._memory[self._place] = list(memoryview(buffer).cast("B").cast("q"))

    def assign_to(self, buffer):
        memoryview(buffer).cast("B").cast("q")[:] = memoryview(
            shared.array("q", self._memory[self._place]))


class FakeMachine:
    """A memory without kernels."""

    def __init__(self):
        self.memory = []

    def room(self, count):
        word = len(self.memory)
        self.memory += [0] * count
        return word

    def get(self, word):
        return self.memory[word]

    def set(self, word, value):
        self.memory[word] = value

    def row(self, word, count):
        return Words(self.memory, word, count)

    def clear(self, word, count):
        self.memory[word:word + count] = [0] * count


@pytest.fixture
def binding(monkeypatch, tmp_path):
    code = tmp_path / "none.wasm"
    code.write_bytes(b"code")
    monkeypatch.setattr(shared, "missing", "")
    monkeypatch.setattr(shared, "start", lambda *_: FakeMachine())
    monkeypatch.setattr(shared, "checked_file", lambda *_: code)
    found = Described("none", {}, "play", {}, {"none": [SimpleNamespace(arguments=())]})
    return shared.SharedBinding(found, SimpleNamespace())


def test_a_record_has_its_integers_and_arrays_one_after_the_other(binding):
    record = binding.record(first=0, row=3, last=0)
    record.first, record.last = 5, -7
    record.row[1] = 1 << 62
    word = binding.address(record) // 8
    assert binding.machine().memory[word:] == [5, 0, 1 << 62, 0, -7]
    assert (record.first, list(record.row[:]), record.last) == (5, [0, 1 << 62, 0], -7)


def test_parts_of_an_array_are_read_and_written(binding):
    array = binding.array(6)
    array[:4] = [1, 2, 3, 4]
    array[-1] = 9
    assert list(array[1:]) == [2, 3, 4, 0, 9]
    assert list(array[1:6:2]) == [2, 4, 9]
    assert (array[-1], len(array)) == (9, 6)
    shared.clear(array)
    assert list(array[:]) == [0] * 6


@pytest.mark.parametrize(("place", "values"), [
    (slice(0, 2), [1, 2, 3]), (slice(4, None), [1, 2, 3]), (slice(None, None, 2), [1, 2, 3])])
def test_what_does_not_fit_is_not_written(binding, place, values):
    array = binding.array(6)
    with pytest.raises(ValueError, match="3 integers do not fit"):
        array[place] = values


def test_nothing_is_read_or_written_beyond_the_end(binding):
    array = binding.array(2)
    with pytest.raises(IndexError):
        array[2]
    with pytest.raises(IndexError):
        array[-3] = 1


def test_a_record_has_no_other_fields(binding):
    record = binding.record(first=0, row=3)
    with pytest.raises(AttributeError, match="this memory has no last"):
        _ = record.last
    with pytest.raises(AttributeError, match="row is an array"):
        record.row = 1


def test_records_are_of_one_type_if_their_fields_are_the_same(binding):
    one, other = binding.record(a=0, b=2), binding.record(a=0, b=3)
    assert type(one) is type(binding.record(a=0, b=2)) is binding.kind_of((("a", 0), ("b", 2)))
    assert type(one) is not type(other)


def test_the_memory_is_given_up_with_the_last_that_lies_in_it(binding):
    record, array = binding.record(a=0), binding.array(3)
    memory = binding.machine()
    del record
    assert binding.machine() is memory
    del array
    assert binding.machine() is not memory


def test_a_memory_that_cannot_be_had_is_refused_with_a_sentence(binding, monkeypatch):
    def fail(*_):
        raise RuntimeError("RangeError: could not allocate memory")
    monkeypatch.setattr(shared, "start", fail)
    with pytest.raises(ahead.UnusableError, match=r"none\.wasm cannot be used: RangeError"):
        binding.array(3)


def test_where_there_are_no_workers_of_a_page_the_life_is_refused():
    with pytest.raises(NoCompilerError, match="contra: there are no workers of a page here"):
        specialise("search.play.alphabeta", "contra", life="shared")
