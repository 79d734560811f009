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
    """The position with fields that begin at index i of the array at an address; p tells its type.
    """
    def code(context, builder, signature, args):
        first = _place(builder, args[1:])
        fields = [builder.load(builder.gep(first, [ir.Constant(ir.IntType(64), number)]))
                  for number in range(len(signature.args[0]))]
        return context.make_tuple(builder, signature.return_type, fields)
    return p(p, INT, INT), code


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


@intrinsic(target="generic")
def net_value(context, net, inputs, count, most, bias):
    """See `bits`: the units of a view are one vector, in a register or a few."""
    word, pair, whole = ir.IntType(64), ir.IntType(16), ir.IntType(32)
    narrow, wide = ir.VectorType(pair, bits.LANES), ir.VectorType(whole, bits.LANES)

    def code(context, builder, signature, args):
        base = builder.inttoptr(args[0], narrow.as_pointer())
        rows = make_array(signature.args[1])(context, builder, args[1]).data
        _, _, count, most, bias = args

        def row(number):
            return builder.load(builder.gep(base, [number]), align=2)

        def input_of(k):
            return row(builder.load(builder.gep(rows, [k])))

        begin, first = builder.block, row(bias)
        loop, end = builder.append_basic_block("inputs"), builder.append_basic_block("units")
        builder.cbranch(builder.icmp_signed(">", count, word(0)), loop, end)
        builder.position_at_end(loop)
        k, own, other = builder.phi(word), builder.phi(narrow), builder.phi(narrow)
        more = [builder.add(k, word(1)), builder.add(own, input_of(k)),
                builder.add(other, input_of(builder.add(k, most)))]
        for value, start, after in zip((k, own, other), (word(0), first, first), more, strict=True):
            value.add_incoming(start, begin)
            value.add_incoming(after, loop)
        builder.cbranch(builder.icmp_signed("<", more[0], count), loop, end)
        builder.position_at_end(end)
        total, linear = ir.Constant(wide, None), []
        for number, after in ((1, more[1]), (2, more[2])):
            view = builder.phi(narrow)
            view.add_incoming(first, begin)
            view.add_incoming(after, loop)
            linear.append((number, view))
        for number, view in linear:
            none, full = (ir.Constant(narrow, [value] * bits.LANES) for value in (0, bits.FULL))
            unit = builder.select(builder.icmp_signed(">", view, none), view, none)
            unit = builder.select(builder.icmp_signed("<", unit, full), unit, full)
            weights = builder.sext(row(builder.add(bias, word(number))), wide)
            unit = builder.zext(unit, wide)
            total = builder.add(total, builder.mul(builder.mul(unit, unit), weights))
        half = bits.LANES // 2
        while half:
            lanes = ir.VectorType(whole, half)
            parts = [builder.shuffle_vector(total, total, ir.Constant(
                lanes, list(range(start, start + half)))) for start in (0, half)]
            total, half = builder.add(*parts), half // 2
        total = builder.extract_element(total, whole(0))
        plain = [builder.sext(builder.extract_element(view, whole(0)), word) for _, view in linear]
        shifted = builder.ashr(builder.sext(total, word), word(bits.FINE))
        return builder.add(builder.sub(*plain), shifted)
    return INT(INT, inputs, INT, INT, INT), code
