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
    """The position with fields that begin at index i of an array, which is in a record or has this
    handle; p, any position, tells its type.
    """
    return type(p)(*values[i:i + len(p)])


def _keep_bits(values: Any, i: int, shift: int, mask: int, value: int) -> None:
    word = values[i] & ~(mask << shift) & (1 << 64) - 1 | value << shift
    values[i] = word - (1 << 64) if word >> 63 else word


def prefetch(values: Any, i: int) -> None:
    """Say that index i of the array with this handle will soon be asked for."""


LANES = 32                  # hidden units of a view
FULL = 255                  # an activation of 1
FINE = 16                   # bits of a product of activations and weights behind the point
UNITS = 2 * LANES // 4      # words that hold the units of both views
# Rows of a net behind those of inputs, counted from there: nothing, the biases, the weights of
# units if White is to move and if Black is, and the constant.
NOTHING, BIASES, WEIGHTS, CONSTANT = 0, 1, 2, 4
TOGETHER = 4                # pairs of changed rows that are added up at once
HALF = 1 << 15              # by which squares are lowered, to fit into 16 bits with a sign


def net_value(net: Any, inputs: Any, count: int, units: Any, place: int, first: int,
              side: int) -> int:
    """What a net says of a position, in hundredths of a die for the player to move.

    A net is rows of 2 * LANES numbers of 16 bits, of which the first half is for White's view and
    the other for Black's: those of its inputs, and five more (see NOTHING).  A view's units are the
    sum of its biases and of its halves of the rows of inputs.  They are clipped and squared, but
    for the first, which is added as it is.  The constant is HALF times the sum of all weights,
    as compiled code needs it.

    Args:
        net: the address of its rows.
        inputs: the rows that are on, from index 0 on.
        count: how many there are.
        units: a row of words in a record, in which the units are kept.
        place: where, counted in UNITS.
        first: the number of the first row behind those of inputs.
        side: who is to move, 0 White or 1 Black.
    """
    total = _row(net, first + BIASES)
    for k in range(count):
        total = [unit + more for unit, more in zip(total, _row(net, inputs[k]), strict=True)]
    return _told(net, units, place, first, side, total)


def changed_value(net: Any, inputs: Any, count: int, units: Any, before: int, place: int,
                  first: int, side: int) -> int:
    """The same for a position after another one, whose units are known.

    Args:
        inputs: pairs of rows, from index 0 on: one that goes, and one that comes, either of which
            may be NOTHING; behind the last, pairs of NOTHING up to a multiple of TOGETHER.
        count: how many pairs there are.
        before: where the units of the other position are kept.
        net, units, place, first, side: as for `net_value`.
    """
    total = [_signed(load_pair(units, 2 * LANES * before + lane)) for lane in range(2 * LANES)]
    for k in range(count):
        goes, comes = _row(net, inputs[2 * k]), _row(net, inputs[2 * k + 1])
        total = [unit - less + more for unit, less, more in zip(total, goes, comes, strict=True)]
    return _told(net, units, place, first, side, total)


def _told(net: Any, units: Any, place: int, first: int, side: int, total: list[int]) -> int:
    for lane, unit in enumerate(total):
        store_pair(units, 2 * LANES * place + lane, unit & 0xFFFF)
    squares = sum(max(0, min(FULL, unit)) ** 2 * weight for unit, weight in
                  zip(total, _row(net, first + WEIGHTS + side), strict=True))
    lead = total[0] - total[LANES]
    return (-lead if side else lead) + (squares >> FINE)


NAT = 64                    # a logit that is more by this makes a move e times as likely
LOGIT_FINE = 13             # bits of a product of units and weights behind the point of a logit


def policy_units(policy: Any, inputs: Any, count: int, bias: int, side: int, units: Any) -> None:
    """What a policy sees in a position: two views of LANES units, clipped to 0 to FULL.

    A policy is rows of 2 * LANES numbers of 16 bits: those of its inputs and the biases, each for
    White's view and for Black's, and behind them those of traits of moves.

    Args:
        policy: the address of its rows.
        inputs: the rows that are on, from index 0 on.
        count: how many there are.
        bias: the number of the row of biases.
        side: who is to move, 0 White or 1 Black.
        units: a row of words in a record; gets the mover's units and then the other's.
    """
    total = _row(policy, bias)
    for k in range(count):
        total = [unit + more for unit, more in zip(total, _row(policy, inputs[k]), strict=True)]
    for lane, unit in enumerate(total[LANES:] + total[:LANES] if side else total):
        store_pair(units, lane, max(0, min(FULL, unit)))


def policy_logit(policy: Any, row: int, units: Any) -> int:
    """What the row of a trait says of a position: LOGIT_FINE bits of it are behind the point."""
    return sum(weight * load_pair(units, lane) for lane, weight in enumerate(_row(policy, row)))


def _row(net: Any, number: int) -> list[int]:
    return [_signed(load_pair(net, 2 * LANES * number + lane)) for lane in range(2 * LANES)]


def _signed(pair: int) -> int:
    return pair - (1 << 16) * (pair >> 15)
