"""Entries that are packed are what they were (lab/proofs/entries.py)."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.lab.proofs.claims import FOREVER
from eckstein.lab.proofs.columns import pack, unpack
from eckstein.lab.proofs.entries import Packed, packed

NUMBERS = st.integers(0, 63).flatmap(lambda bits: st.integers(0, 1 << bits))
ENTRY = st.tuples(st.integers(0, 1000), st.sampled_from([1, 15, 255, FOREVER]), st.integers(0, 99))
ENTRIES = st.integers(1, 9).flatmap(lambda fields: st.dictionaries(
    st.tuples(*[NUMBERS] * fields), ENTRY, min_size=1, max_size=30))


@given(ENTRIES, st.data())
def test_they_are_like_a_dictionary_of_tuples(entries, data):
    fields = len(next(iter(entries)))
    found = packed(entries, fields)
    assert dict(found) == entries and len(found) == len(entries)
    assert dict(found.items()) == entries
    assert packed(found, fields) is found
    other = data.draw(st.tuples(*[st.integers(-1, 1 << 65)] * fields))
    assert found.get(other) == entries.get(other)
    assert (other in found) == (other in entries)


@given(ENTRIES)
def test_columns_are_in_the_order_of_positions_and_no_wider_than_need_be(entries):
    rows = [(*p, move, 0 if bound == FOREVER else bound, allowance)
            for p, (move, bound, allowance) in sorted(entries.items())]
    columns = [(width, list(numbers))
               for width, numbers in packed(entries, len(rows[0]) - 3).columns()]
    assert [tuple(row) for row in zip(*(numbers for _, numbers in columns), strict=True)] == rows
    for width, numbers in columns:
        assert width == 1 or max(numbers) >= 1 << 8 * (width - 1)
    body = b"".join(piece for width, numbers in columns for piece in pack(width, numbers))
    assert list(unpack(body, len(rows), [width for width, _ in columns])) == rows


def test_of_two_entries_for_one_position_the_last_one_counts():
    assert dict(Packed([1], [((5,), (1, 1, 0)), ((5,), (2, 1, 0))])) == {(5,): (2, 1, 0)}


def test_a_number_that_is_too_large_is_an_error():
    with pytest.raises(ValueError, match="format"):
        Packed([1], [((256,), (1, 1, 0))])


def test_without_entries_there_is_nothing():
    nothing = packed({}, 2)
    assert not nothing and list(nothing) == [] and (1, 2) not in nothing
    assert [(width, list(numbers)) for width, numbers in nothing.columns()] == [(1, [])] * 5


def test_columns_have_as_many_bytes_as_they_say():
    with pytest.raises(ValueError, match="5 bytes are no 2 rows"):
        unpack(bytes(5), 2, [1, 2])
