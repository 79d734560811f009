"""Arrays of libraries: zeroed, of their own, and of one type wherever they lie."""
import pytest

from eckstein.kernel.memory import LARGE_PAGE, array_type, clear, new_array


@pytest.mark.parametrize("size", [1, LARGE_PAGE // 8 - 1, LARGE_PAGE // 8, LARGE_PAGE // 4 + 1])
def test_an_array_is_empty_and_keeps_what_is_written(size):
    row, other = new_array(size), new_array(size)
    assert type(row) is type(other) is array_type(size)
    assert (len(row), row[0], row[size - 1]) == (size, 0, 0)
    row[size - 1] = -7
    assert (row[size - 1], other[size - 1]) == (-7, 0)
    clear(row)
    assert row[size - 1] == 0
