"""Integers as sets of squares.  Compiled code has instructions for them.

Integers have 64 bits, as compiled code has them; those that stand for sets are not negative.
"""
import struct
from typing import Any

MIXER = 0x1E3779B97F4A7C15
MASK = (1 << 63) - 1


def popcount(x: int) -> int:
    """How many bits of x are set."""
    return x.bit_count()


def lowest(x: int) -> int:
    """The index of the lowest set bit of x, which is not 0."""
    return (x & -x).bit_length() - 1


def highest(x: int) -> int:
    """The index of the highest set bit of x, which is positive."""
    return x.bit_length() - 1


def mix(h: int, x: int) -> int:
    """Stir x into the hash h: 63 bits that are the same in all lives."""
    h = (h ^ x) * MIXER & MASK
    return h ^ h >> 32


def peek(flags: Any, i: int) -> Any:
    """What flags[i] holds now, though another thread may be writing it."""
    return flags[i]


def address(values: Any) -> Any:
    """A handle to an array that fits into a record; the caller keeps the array alive."""
    return values


def load(values: Any, i: int) -> Any:
    """The integer at index i of the array with this handle."""
    return values[i]


def store(values: Any, i: int, value: int) -> None:
    """Write an integer at index i of the array with this handle."""
    values[i] = value


def load_byte(values: Any, i: int) -> int:
    """The byte at index i, counted in bytes, of the array with this handle: 0 to 255."""
    return int(values[i >> 3]) >> 8 * (i & 7) & 0xFF


def store_byte(values: Any, i: int, value: int) -> None:
    """Write one byte, 0 to 255; threads may write bytes beside each other at the same time."""
    _keep_bits(values, i >> 3, 8 * (i & 7), 0xFF, value)


def clear_bytes(values: Any, first: int, count: int) -> None:
    """Set so many bytes to 0, from the index `first` on."""
    for i in range(first, first + count):
        store_byte(values, i, 0)


def load_pair(values: Any, i: int) -> int:
    """The pair of bytes at index i, counted in pairs, of the array: 0 to 65,535."""
    return int(values[i >> 2]) >> 16 * (i & 3) & 0xFFFF


def store_pair(values: Any, i: int, value: int) -> None:
    """Write one pair of bytes; threads may write pairs beside each other at the same time."""
    _keep_bits(values, i >> 2, 16 * (i & 3), 0xFFFF, value)


def store_ratio(values: Any, i: int, part: int, whole: int) -> None:
    """Write a part divided by the whole as a float of 32 bits, at index i counted in floats."""
    found, = struct.unpack("<I", struct.pack("<f", part / whole))
    _keep_bits(values, i >> 1, 32 * (i & 1), 0xFFFFFFFF, found)


def load_fields(p: Any, values: Any, i: int) -> Any:
    """The position with fields that begin at index i of the array; p, any position, tells its type.
    """
    return type(p)(*values[i:i + len(p)])


def _keep_bits(values: Any, i: int, shift: int, mask: int, value: int) -> None:
    word = values[i] & ~(mask << shift) & (1 << 64) - 1 | value << shift
    values[i] = word - (1 << 64) if word >> 63 else word


def prefetch(values: Any, i: int) -> None:
    """Say that index i of the array with this handle will soon be asked for."""


LANES = 32                  # hidden units of a net
FULL = 255                  # an activation of 1
FINE = 16                   # bits of a product of activations and weights behind the point


def net_value(net: Any, inputs: Any, count: int, most: int, bias: int) -> int:
    """What a net says of a position, in hundredths of a die for the player to move.

    A net is rows of LANES numbers of 16 bits: those of its inputs, then the biases, and the weights
    of the mover's units and of the other's.  Units are clipped and squared, but for the first,
    which is added as it is.

    Args:
        net: the address of its rows.
        inputs: the rows of the mover's view, from 0 on, and of the other's, from `most` on.
        count: how many there are for each.
        most: see there.
        bias: the number of the row of biases.
    """
    def row(number: int) -> list[int]:
        found = (load_pair(net, LANES * number + lane) for lane in range(LANES))
        return [value - (1 << 16) * (value >> 15) for value in found]

    views = [[sum(lane) for lane in zip(row(bias), *(row(inputs[first + k]) for k in range(count)),
                                        strict=True)] for first in (0, most)]
    total = sum(max(0, min(FULL, unit)) ** 2 * weight for number, view in enumerate(views)
                for unit, weight in zip(view, row(bias + 1 + number), strict=True))
    return views[0][0] - views[1][0] + (total >> FINE)
