"""From the kernels of one game to one closed LLVM module with a plain way in.

Every entry of the module is a function `void (ptr frame)`.  The frame is a row of 64-bit integers:
the arguments one after the other, over which the result is written.  What stands in which word is
from the description that comes with the module (`Described`).
"""
from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.registry import cpu_target
from numba.np.arrayobj import make_array, populate_array

from ..kernel.described import Argument, Described, Entry, Result, digest
from ..kernel.specialise import Wing, specialise
from .templates import searches_of

types: Any = numba_types      # most of its names are made when it is imported
WORD = ir.IntType(64)
PACKAGE = __package__.split(".")[0]


def compile_game(game: str, options: dict[str, Any], wing: Wing) -> tuple[str, Described]:
    """Compile the searches of a game under some options, those to play by or those to solve by.

    To be called in a fresh process with NUMBA_OPT=0, for optimising is left to `targets`: each
    target has instructions of its own to choose from.

    Returns:
        The LLVM text, and the description of its entries.
    """
    for search in searches_of(wing):
        specialise(search, game, life="jit", **options).warm()
    home = specialise("kernel", game, life="jit", **options).__name__.split(".")[0]
    modules = {name: module for name, module in sorted(sys.modules.items())
               if name.startswith(home + ".") and module}
    texts, wrappers, entries = [], ir.Module(name=home), dict[str, list[Entry]]()
    for module_name, module in modules.items():
        own = module_name.removeprefix(home + ".")
        for name, dispatcher in sorted(vars(module).items()):
            if not getattr(dispatcher, "is_entry", False) or (
                    dispatcher.py_func.__module__, dispatcher.__name__) != (module_name, name):
                continue        # another module's, or a second name for it
            for overload in dispatcher.overloads.values():
                symbol = f"{own}.{name}.{len(entries.get(f'{own}.{name}', ()))}"
                entry = _wrap(wrappers, symbol, overload)
                if entry is not None:
                    texts.append(_cleaned(overload.library.get_llvm_str()))
                    entries.setdefault(f"{own}.{name}", []).append(entry)
    symbols = [entry.symbol for found in entries.values() for entry in found]
    sources = _sources(modules)
    return (_linked([*texts, str(wrappers)], symbols),
            Described(game=game, options=options, wing=wing, sources=sources, entries=entries))


def _sources(modules: dict[str, Any]) -> dict[str, str]:
    """The files that the modules of a copy were made from, and their digests."""
    home = Path(sys.modules[PACKAGE].__path__[0])
    files = {Path(module.__file__) for name, module in modules.items()
             if module.__name__ == name and getattr(module, "__file__", 0)}
    return {path.relative_to(home).as_posix(): digest(path.read_bytes())
            for path in sorted(files) if path.is_relative_to(home)}


# The way in.

def _wrap(module: ir.Module, symbol: str, overload: Any) -> Entry | None:
    """An entry that takes a frame, or None for arguments that no caller outside can have."""
    context, kinds = cpu_target.target_context, overload.signature.args
    arguments = [_argument(kind) for kind in kinds]
    if any(argument is None for argument in arguments):
        return None
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [WORD.as_pointer()]), symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    frame, place, values = function.args[0], 0, []
    for kind, argument in zip(kinds, arguments, strict=True):
        assert argument is not None
        words = [builder.load(builder.gep(frame, [WORD(place + i)])) for i in range(argument.words)]
        values.append(_value(context, builder, kind, words))
        place += argument.words
    called = context.declare_function(module, overload.fndesc)
    restype = overload.signature.return_type
    _, result = context.call_conv.call_function(builder, called, restype, kinds, values)
    for i, word in enumerate(_words(context, builder, restype, result)):
        builder.store(word, builder.gep(frame, [WORD(i)]))
    builder.ret_void()
    return Entry(symbol, tuple(argument for argument in arguments if argument), _result(restype))


def _argument(kind: Any) -> Argument | None:
    if isinstance(kind, types.Integer):
        return Argument("integer", 1)
    if isinstance(kind, types.BaseTuple):
        return Argument("position", len(kind))
    if isinstance(kind, types.Record):
        return Argument("record", 1, tuple(
            (name, kind.typeof(name).nitems if isinstance(kind.typeof(name), types.NestedArray)
             else 0) for name in kind.fields))
    if isinstance(kind, types.NestedArray) or not isinstance(kind, types.Array) or not kind.mutable:
        return None
    return Argument("array", 2)


def _value(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """A value as Numba's kernels expect it, from the words of a frame."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, words)
    if isinstance(kind, types.Record):
        return builder.inttoptr(words[0], context.get_value_type(kind))
    if isinstance(kind, types.Array):
        array = make_array(kind)(context, builder)
        data = builder.inttoptr(words[0], WORD.as_pointer())
        populate_array(array, data=data, shape=(words[1],), strides=(WORD(8),),
                       itemsize=WORD(8), meminfo=None)
        return array._getvalue()
    return words[0]


def _words(context: Any, builder: Any, kind: Any, value: Any) -> list[Any]:
    """A result as the words of a frame."""
    if isinstance(kind, types.BaseTuple):
        parts = cgutils.unpack_tuple(builder, value, len(kind))
        return [word for part, its in zip(parts, kind, strict=True)
                for word in _words(context, builder, its, part)]
    if isinstance(kind, types.Boolean):
        return [builder.zext(value, WORD)]
    return [] if kind == types.none else [value]


def _result(kind: Any) -> Result:
    if isinstance(kind, types.NamedTuple | types.NamedUniTuple):
        return len(kind)
    if isinstance(kind, types.BaseTuple):
        return tuple(_result(part) for part in kind)
    if kind == types.none:
        return "nothing"
    return "truth" if isinstance(kind, types.Boolean) else "integer"


# The text.

# How Numba lets negative indices count from the end.
WRAPPED = (r"((%\S+) = icmp slt i64 (%\S+), 0\n +(%\S+) = add i64 \3, \S+\n +%\S+ = )"
           r"select i1 \2, i64 \4, i64 \3\n")


def _cleaned(text: str) -> str:
    """What Numba has compiled, without entries from Python and without the host's target.

    Arrays inside a record have no owner, so that nothing is ever counted.  No index is negative
    (tests/ahead/test_indices.py), so none counts from the end.
    """
    lines, skipping = [], False
    for line in text.split("\n"):
        skipping = skipping or line.startswith("define") and (
            "@_ZN7cpython" in line or "@NRT_" in line)
        if not skipping:
            lines.append(line)
        elif line == "}":
            skipping = False
    text = re.sub(r"^declare.*@(NRT_\w+|Py\w+|numba_\w+)\(.*\n", "", "\n".join(lines), flags=re.M)
    for name in ("NRT_incref", "NRT_decref"):
        if f"@{name}(" in text:
            text += f"\ndefine linkonce_odr void @{name}(ptr %owner) alwaysinline {{ ret void }}\n"
    text = re.sub(r"^target (datalayout|triple).*\n", "", text, flags=re.M)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = re.sub(r"^(@\S+ = )common ", r"\1linkonce_odr ", text, flags=re.M)
    return re.sub(WRAPPED, r"\1add i64 \3, 0\n", text)


def _linked(texts: list[str], symbols: list[str]) -> str:
    """One module of all, of which nothing is seen from outside but these symbols."""
    whole = llvm.parse_assembly(texts[0])
    for text in texts[1:]:
        whole.link_in(llvm.parse_assembly(re.sub(r"^target (datalayout|triple).*\n", "", text,
                                                 flags=re.M)))
    for value in [*whole.functions, *whole.global_variables]:
        if value.is_declaration and not value.name.startswith("llvm."):
            continue
        if not value.name.startswith("llvm."):
            value.linkage = "external" if value.name in symbols else "internal"
    whole.verify()
    return str(whole)
