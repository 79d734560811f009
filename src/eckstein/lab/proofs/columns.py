"""Rows of whole numbers as bytes, column after column, which compresses far better than rows do.

Each number of a column has as many bytes as the largest one needs, the lowest first.
"""
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

PIECE = 1 << 16             # numbers that are packed together


def width_of(largest: int) -> int:
    """How many bytes each number of a column has."""
    return max(1, (largest.bit_length() + 7) // 8)


def pack(width: int, numbers: Iterable[int]) -> Iterator[bytes]:
    """A column, in pieces.

    Args:
        width: how many bytes each number has.
        numbers: from 0.
    """
    left = iter(numbers)
    while piece := b"".join([number.to_bytes(width, "little") for number in islice(left, PIECE)]):
        yield piece


def unpack(numbers: bytes, count: int, widths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The rows again.

    Raises:
        ValueError: if there are not as many bytes as `count` rows have.
    """
    if len(numbers) != count * sum(widths):
        raise ValueError(f"{len(numbers)} bytes are no {count} rows")
    columns, at = [], 0
    for width in widths:
        columns.append(_column(numbers, at, count, width))
        at += count * width
    return zip(*columns, strict=True)


def _column(numbers: bytes, begin: int, count: int, width: int) -> Iterator[int]:
    return (int.from_bytes(numbers[i:i + width], "little")
            for i in range(begin, begin + count * width, width))
