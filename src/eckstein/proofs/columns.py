"""Rows of whole numbers as bytes, column after column, which compresses far better than rows do.

Each number of a column has as many bytes as the largest one needs, the lowest first.
"""
from collections.abc import Iterator, Sequence


def pack(rows: Sequence[Sequence[int]]) -> tuple[list[int], bytes]:
    """How many bytes a number of each column has, and all columns; nothing of no rows.

    Args:
        rows: all of one length; numbers from 0.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(1, (max(column).bit_length() + 7) // 8) for column in columns]
    return widths, b"".join(number.to_bytes(width, "little") for width, column in
                            zip(widths, columns, strict=True) for number in column)


def unpack(numbers: bytes, count: int, widths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The rows again.

    Raises:
        ValueError: if there are not as many bytes as `count` rows have.
    """
    if len(numbers) != count * sum(widths):
        raise ValueError(f"{len(numbers)} bytes are no {count} rows")
    columns, at = [], 0
    for width in widths:
        columns.append([int.from_bytes(numbers[i:i + width], "little")
                        for i in range(at, at + count * width, width)])
        at += count * width
    yield from zip(*columns, strict=True)
