"""The life compiled while one works on it: everything that needs Numba.

Numba notices an edit in the file of a cached function, but not in files it imports from (numba
#1833), and copies of one file share their names in the cache.  So the cache directory is named
after all our sources and after the copy (see cache.py).  Where it cannot be written nothing is
cached; Numba's own second choice, `__pycache__`, would bring both faults back.
"""
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from . import bits, cache
from .bits import BIASES as BIASES
from .bits import CONSTANT as CONSTANT
from .bits import HALF as HALF
from .bits import LANES as LANES
from .bits import LOGIT_FINE as LOGIT_FINE
from .bits import NAT as NAT
from .bits import NOTHING as NOTHING
from .bits import TOGETHER as TOGETHER
from .bits import UNITS as UNITS
from .bits import WEIGHTS as WEIGHTS

INT = types.int64


def lookup(values: Any) -> Any:
    """A constant row of integers."""
    return np.array(list(values), np.int64)


def array(size: int) -> Any:
    """Room for integers, all 0."""
    return np.zeros(size, np.int64)


def record(**sizes: int) -> Any:
    """A NumPy record: kernels take it as one pointer."""
    fields = [(name, np.int64, size) if size else (name, np.int64) for name, size in sizes.items()]
    return np.zeros(1, np.dtype(fields)).view(np.recarray)[0]


def listed(values: Any, count: int) -> list[int]:
    """The first integers of an array, as Python's own."""
    found: list[int] = values[:count].tolist()
    return found


def clear(values: Any) -> None:
    """Set all integers of an array to 0."""
    values[:] = 0


def compiler(label: str, folders: tuple[str, ...]) -> tuple[Callable[..., Any], ...]:
    """The decorators `kernel`, `inline_kernel`, `inner` and `inline` for a copy with these folders.

    Inner kernels have no entry from Python, which saves a quarter of the time to compile them.
    Which of them are inlined is for LLVM to decide; to inline all doubles the time for Echek.
    """
    root = cache.root(folders)
    directory = str(root / label) if root else ""

    def compiled(function: Any, *, entry: bool = False, everywhere: bool = False) -> Any:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, directory
        try:
            found = _unliteral(numba.njit(
                nogil=True, cache=bool(root), error_model="numpy", forceinline=everywhere,
                no_cfunc_wrapper=True, no_cpython_wrapper=not entry)(function))
        finally:
            numba.config.CACHE_DIR = before
        found.is_entry = entry
        if root:
            _keep_if_possible(found, root)
        if not entry:
            found.__class__ = _Inner
        return found
    return (functools.partial(compiled, entry=True),
            functools.partial(compiled, entry=True, everywhere=True), compiled,
            functools.partial(compiled, everywhere=True))


def _keep_if_possible(dispatcher: Any, folder: Path) -> None:
    """Let a kernel be used also where there is no room to keep its code."""
    keep = dispatcher._cache.save_overload

    def save_overload(*compiled: Any) -> None:
        try:
            keep(*compiled)
        except OSError as error:
            cache.warn(error.strerror or str(error), folder)
    dispatcher._cache.save_overload = save_overload


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """An inner kernel, which other kernels call; a call from Python would crash the process."""

    def __call__(self, *args: Any, **kws: Any) -> Any:
        raise TypeError(f"{self.__name__} is an inner kernel, which only other kernels can call; "
                        "declare it with `kernel` to call it from Python")


def _unliteral(dispatcher: Any) -> Any:
    """Compile a kernel once, and not again for each constant that some kernel calls it with.

    Besides, a cached recursive kernel that was entered with a constant crashes the next process
    (numba #6061).
    """
    template = dispatcher.get_call_template

    def get_call_template(args, kws):
        return template(tuple(types.unliteral(arg) for arg in args),
                        {name: types.unliteral(kind) for name, kind in kws.items()})
    dispatcher.get_call_template = get_call_template
    return dispatcher


@intrinsic(target="generic")
def popcount(context, x):
    """How many bits of x are set."""
    return INT(INT), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic(target="generic")
def lowest(context, x):
    """The index of the lowest set bit of x, which is not 0."""
    true = ir.Constant(ir.IntType(1), 1)
    return INT(INT), lambda context, builder, signature, args: builder.cttz(args[0], true)


@intrinsic(target="generic")
def highest(context, x):
    """The index of the highest set bit of x, which is not 0."""
    def code(context, builder, signature, args):
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)
    return INT(INT), code


@intrinsic(target="generic")
def mix(context, h, x):
    """By hand: Numba promises LLVM that signed products never overflow, so LLVM drops the mask."""
    def code(context, builder, signature, args):
        factor, mask, half = (ir.Constant(ir.IntType(64), number)
                              for number in (bits.MIXER, bits.MASK, 32))
        h = builder.and_(builder.mul(builder.xor(*args), factor), mask)
        return builder.xor(h, builder.lshr(h, half))
    return INT(INT, INT), code


@intrinsic(target="generic")
def peek(context, flags, i):
    """An atomic load: the compiler may not move it out of a loop."""
    def code(context, builder, signature, args):
        flat = make_array(signature.args[0])(context, builder, args[0])
        return builder.load_atomic(builder.gep(flat.data, [args[1]]), "monotonic", 8)
    return flags.dtype(flags, INT), code


def address(values: Any) -> int:
    """Where an array of integers lies; the caller keeps the array alive.

    As a number it fits into a record, and costs one word where an array costs seven.
    """
    return int(values.ctypes.data)


def _place(builder, args):
    pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
    return builder.gep(pointer, [args[1]])


@intrinsic(target="generic")
def load(context, values, i):
    """The integer at index i of the array at an address."""
    def code(context, builder, signature, args):
        return builder.load(_place(builder, args))
    return INT(INT, INT), code


@intrinsic(target="generic")
def store(context, values, i, value):
    """Write an integer at index i of the array at an address."""
    def code(context, builder, signature, args):
        builder.store(args[2], _place(builder, args))
        return context.get_dummy_value()
    return types.void(INT, INT, INT), code


def _narrow(bits):
    """What reads and what writes integers of so many bits, without a sign, in an array."""
    kind = ir.IntType(bits)

    def place(builder, args):
        return builder.gep(builder.inttoptr(args[0], kind.as_pointer()), [args[1]])

    def load(context, values, i):
        def code(context, builder, signature, args):
            return builder.zext(builder.load(place(builder, args)), ir.IntType(64))
        return INT(INT, INT), code

    def store(context, values, i, value):
        def code(context, builder, signature, args):
            builder.store(builder.trunc(args[2], kind), place(builder, args))
            return context.get_dummy_value()
        return types.void(INT, INT, INT), code
    return intrinsic(target="generic")(load), intrinsic(target="generic")(store)


load_byte, store_byte = _narrow(8)
load_pair, store_pair = _narrow(16)


@intrinsic(target="generic")
def clear_bytes(context, values, first, count):
    """Set bytes to 0, in blocks of eight words, then words, then bytes.

    LLVM makes a call to C's `memset` of such a loop, and our libraries have no C.  An empty piece
    of assembly behind each block, which could read any memory, keeps it from that.
    """
    def code(context, builder, signature, args):
        byte, word = ir.IntType(8), ir.IntType(64)
        place, left = builder.add(args[0], args[1]), args[2]
        for kind, stores in ((word, 8), (word, 1), (byte, 1)):
            size = stores * kind.width // 8
            times = builder.udiv(left, word(size))
            with cgutils.for_range(builder, times) as loop:
                here = builder.inttoptr(builder.add(place, builder.mul(loop.index, word(size))),
                                        kind.as_pointer())
                for number in range(stores):
                    builder.store(kind(0), builder.gep(here, [word(number)]), align=1)
                builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], True)
            done = builder.mul(times, word(size))
            place, left = builder.add(place, done), builder.sub(left, done)
        return context.get_dummy_value()
    return types.void(INT, INT, INT), code


@intrinsic(target="generic")
def store_ratio(context, values, i, part, whole):
    """Write a part divided by the whole as a float of 32 bits, at an index counted in such."""
    def code(context, builder, signature, args):
        kind, exact = ir.FloatType(), ir.DoubleType()
        ratio = builder.fdiv(*(builder.sitofp(number, exact) for number in args[2:]))
        place = builder.gep(builder.inttoptr(args[0], kind.as_pointer()), [args[1]])
        builder.store(builder.fptrunc(ratio, kind), place)
        return context.get_dummy_value()
    return types.void(INT, INT, INT, INT), code


@intrinsic(target="generic")
def load_fields(context, p, values, i):
    """The position with fields that begin at index i of the array in a record or at an address; p
    tells its type.
    """
    def code(context, builder, signature, args):
        if isinstance(values, types.Array):
            flat = make_array(values)(context, builder, args[1])
            first = builder.gep(flat.data, [args[2]])
        else:
            first = _place(builder, args[1:])
        fields = [builder.load(builder.gep(first, [ir.Constant(ir.IntType(64), number)]))
                  for number in range(len(signature.args[0]))]
        return context.make_tuple(builder, signature.return_type, fields)
    return p(p, values if isinstance(values, types.Array) else INT, INT), code


@intrinsic(target="generic")
def prefetch(context, values, i):
    """The processor brings index i of the array at an address near, and does not wait for it."""
    def code(context, builder, signature, args):
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        ask = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number]))
        read, keep_near, data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(ask, [builder.bitcast(_place(builder, args), byte), read, keep_near, data])
        return context.get_dummy_value()
    return types.void(INT, INT), code


PAIR, WORD, WHOLE = ir.IntType(16), ir.IntType(64), ir.IntType(32)
BOTH = ir.VectorType(PAIR, 2 * LANES)      # the units of both views, in a few registers


def _row_of(builder, base, number):
    return builder.load(builder.gep(base, [number]), align=2)


def _summed(builder, start, count, more):
    """The vector `start`, changed by `more(vector, k)` for each k below `count`."""
    begin = builder.block
    loop, end = builder.append_basic_block("rows"), builder.append_basic_block("units")
    builder.cbranch(builder.icmp_signed(">", count, WORD(0)), loop, end)
    builder.position_at_end(loop)
    k, total = builder.phi(WORD), builder.phi(BOTH)
    following, changed = builder.add(k, WORD(1)), more(total, k)
    for value, first, after in (k, WORD(0), following), (total, start, changed):
        value.add_incoming(first, begin)
        value.add_incoming(after, loop)
    builder.cbranch(builder.icmp_signed("<", following, count), loop, end)
    builder.position_at_end(end)
    found = builder.phi(BOTH)
    found.add_incoming(start, begin)
    found.add_incoming(changed, loop)
    return found


def _told(builder, base, total, first, side):
    """What units say.

    Squares are lowered by HALF, so that they have 16 bits with a sign: processors multiply such
    and add them up by twos in one instruction.  What that takes away is the constant of the net.
    """
    unit, half = _clipped(builder, total), ir.Constant(BOTH, [-HALF] * 2 * LANES)
    square = builder.xor(builder.mul(unit, unit), half)
    weights = _row_of(builder, base, builder.add(first, builder.add(side, WORD(WEIGHTS))))
    constant = builder.load(builder.bitcast(
        builder.gep(base, [builder.add(first, WORD(CONSTANT))]), WHOLE.as_pointer()), align=4)
    squares = builder.sext(builder.add(_product(builder, square, weights), constant), WORD)
    lead = builder.sub(*(builder.sext(builder.extract_element(total, WHOLE(lane)), WORD)
                         for lane in (0, LANES)))
    lead = builder.select(builder.trunc(side, ir.IntType(1)), builder.neg(lead), lead)
    return builder.add(lead, builder.ashr(squares, WORD(bits.FINE)))


def _clipped(builder, total):
    """Units from 0 to FULL."""
    none, full = (ir.Constant(BOTH, [value] * 2 * LANES) for value in (0, bits.FULL))
    unit = builder.select(builder.icmp_signed(">", total, none), total, none)
    return builder.select(builder.icmp_signed("<", unit, full), unit, full)


def _product(builder, one, other):
    """The sum of the products of two vectors' lanes."""
    wide = ir.VectorType(WHOLE, 2 * LANES)
    add = cgutils.get_or_insert_function(builder.module, ir.FunctionType(WHOLE, [wide]),
                                         f"llvm.vector.reduce.add.v{2 * LANES}i32")
    return builder.call(add, [builder.mul(builder.sext(one, wide), builder.sext(other, wide))])


def _units_at(context, builder, kind, units, place):
    rows = make_array(kind)(context, builder, units).data
    return builder.gep(builder.bitcast(rows, BOTH.as_pointer()), [place])


@intrinsic(target="generic")
def net_value(context, net, inputs, count, units, place, first, side):
    """See `bits`."""
    def code(context, builder, signature, args):
        base = builder.inttoptr(args[0], BOTH.as_pointer())
        rows = make_array(signature.args[1])(context, builder, args[1]).data
        _, _, count, _, place, first, side = args

        def more(total, k):
            return builder.add(total, _row_of(builder, base, builder.load(builder.gep(rows, [k]))))
        biases = _row_of(builder, base, builder.add(first, WORD(BIASES)))
        total = _summed(builder, biases, count, more)
        builder.store(total, _units_at(context, builder, signature.args[3], args[3], place),
                      align=8)
        return _told(builder, base, total, first, side)
    return INT(INT, inputs, INT, units, INT, INT, INT), code


@intrinsic(target="generic")
def changed_value(context, net, inputs, count, units, before, place, first, side):
    """See `bits`."""
    def code(context, builder, signature, args):
        base = builder.inttoptr(args[0], BOTH.as_pointer())
        rows = make_array(signature.args[1])(context, builder, args[1]).data
        _, _, count, _, before, place, first, side = args

        def more(total, k):
            first = builder.mul(k, WORD(2 * TOGETHER))
            for place in range(TOGETHER):
                goes, comes = (_row_of(builder, base, builder.load(builder.gep(
                    rows, [builder.add(first, WORD(2 * place + one))]))) for one in (0, 1))
                total = builder.add(builder.sub(total, goes), comes)
            return total
        blocks = builder.udiv(builder.add(count, WORD(TOGETHER - 1)), WORD(TOGETHER))
        kept = [_units_at(context, builder, signature.args[3], args[3], one)
                for one in (before, place)]
        total = _summed(builder, builder.load(kept[0], align=8), blocks, more)
        builder.store(total, kept[1], align=8)
        return _told(builder, base, total, first, side)
    return INT(INT, inputs, INT, units, INT, INT, INT, INT), code


@intrinsic(target="generic")
def policy_units(context, policy, inputs, count, bias, side, units):
    """See `bits`."""
    def code(context, builder, signature, args):
        base = builder.inttoptr(args[0], BOTH.as_pointer())
        rows = make_array(signature.args[1])(context, builder, args[1]).data
        _, _, count, bias, side, _ = args

        def more(total, k):
            return builder.add(total, _row_of(builder, base, builder.load(builder.gep(rows, [k]))))
        total = _clipped(builder, _summed(builder, _row_of(builder, base, bias), count, more))
        turned = builder.shuffle_vector(total, total, ir.Constant(
            ir.VectorType(WHOLE, 2 * LANES), [*range(LANES, 2 * LANES), *range(LANES)]))
        builder.store(builder.select(builder.trunc(side, ir.IntType(1)), turned, total),
                      _units_at(context, builder, signature.args[5], args[5], WORD(0)), align=8)
        return context.get_dummy_value()
    return types.void(INT, inputs, INT, INT, INT, units), code


@intrinsic(target="generic")
def policy_logit(context, policy, row, units):
    """See `bits`."""
    def code(context, builder, signature, args):
        weights = _row_of(builder, builder.inttoptr(args[0], BOTH.as_pointer()), args[1])
        seen = builder.load(_units_at(context, builder, signature.args[2], args[2], WORD(0)),
                            align=8)
        return builder.sext(_product(builder, weights, seen), WORD)
    return INT(INT, INT, units), code
