"""Arrays of libraries: zeroed, of their own, and of one type wherever they lie."""
import ctypes
import sys
from pathlib import Path

import pytest

from eckstein.kernel.memory import LARGE_PAGE, LINE, array_type, clear, new_array
from eckstein.kernel.specialise import specialise


@pytest.mark.parametrize("size", [1, LARGE_PAGE // 8 - 1, LARGE_PAGE // 8, LARGE_PAGE // 4 + 1])
def test_an_array_is_empty_and_keeps_what_is_written(size):
    row, other = new_array(size), new_array(size)
    assert type(row) is type(other) is array_type(size)
    assert {ctypes.addressof(one) % LINE for one in (row, other)} == {0}
    assert (len(row), row[0], row[size - 1]) == (size, 0, 0)
    row[size - 1] = -7
    assert (row[size - 1], other[size - 1]) == (-7, 0)
    clear(row)
    assert row[size - 1] == 0


def flags_at(address):
    """What the kernel of Linux says of the memory at an address."""
    inside = False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        head = line.split(maxsplit=1)[0]
        if not head.endswith(":"):
            begin, end = (int(part, 16) for part in head.split("-"))
            inside = begin <= address < end
        elif inside and head == "VmFlags:":
            return line.split()[1:]
    return []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such flags")
@pytest.mark.skipif(not Path("/sys/kernel/mm/transparent_hugepage").exists(),
                    reason="this Linux has no large pages")
@pytest.mark.parametrize("life", ["library", "wasm"])
def test_a_large_table_lies_in_large_pages(life):
    search = specialise("search.play.alphabeta", "contra", life=life)
    table = search.new_table(16)
    assert "hg" in flags_at(ctypes.addressof(table) + ctypes.sizeof(table) // 2)
