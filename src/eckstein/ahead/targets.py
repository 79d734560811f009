"""The platforms that libraries are made for, and the tools that make them."""
from __future__ import annotations

import gzip
import itertools
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import llvmlite.binding as llvm

from ..kernel.library import WIDE
from ..kernel.shared import LEAST, MOST, STACK

HAS_WIDE = Path(__file__).with_name("has_wide.c")
NAME = re.compile(r"@[\w.]+")
TABLE = re.compile(r'^(@[\w.]+) = internal (constant \[\d+ x i8\] c".*")', re.M)
PREFETCH = re.compile(r"call void @llvm\.prefetch\.p0\(ptr ([^,]+), [^)]*\)")
SHARED_FROM = 1024          # bytes of a table from which on the code for all processors shares it


@dataclass(frozen=True, slots=True)
class Target:
    """A platform.

    Attributes:
        name: as kernel/binding.py calls it.
        triple: for LLVM.
        linker: the arguments for the linker.
        ending: of its files; ".gz" compresses them.
        processors: each with its features; of two, the second is chosen where it can be.
        reloc: how code finds its data.
        kernels: patterns of the entries that it has.
        without: patterns of those among them that are never called there.
    """

    name: str
    triple: str
    linker: tuple[str, ...]
    ending: str
    processors: tuple[tuple[str, str], ...] = (("", ""),)
    reloc: str = "pic"
    kernels: tuple[str, ...] = ("*",)
    without: tuple[str, ...] = ()


X86 = (("x86-64", ""), ("x86-64-v3", ""))
SHARED = ("cc", "-shared", "-nostdlib", "-s", "-target")
WASM_FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+multivalue,+simd128"
TARGETS = {target.name: target for target in (
    Target("linux-x86_64", "x86_64-unknown-linux-gnu",
           (*SHARED, "x86_64-linux-gnu.2.17"), ".so", X86),
    Target("linux-arm64", "aarch64-unknown-linux-gnu",
           (*SHARED, "aarch64-linux-gnu.2.17"), ".so"),
    Target("win32-x86_64", "x86_64-pc-windows-gnu",
           (*SHARED, "x86_64-windows-gnu"), ".dll", X86),
    Target("darwin-arm64", "arm64-apple-macosx11.0",
           (*SHARED, "aarch64-macos"), ".dylib", (("apple-m1", ""),)),
    Target("darwin-x86_64", "x86_64-apple-macosx11.0",
           (*SHARED, "x86_64-macos"), ".dylib", X86),
    # Rare rules have nothing else; uncompressed they would be an eighth of an environment.
    Target("wasm32", "wasm32-unknown-unknown", ("wasm-ld",), ".gz",
           (("", WASM_FEATURES),), "static"),
    # Python in a browser is built by Emscripten, and loads this as an extension of itself.  Levels
    # and analyses there have no tree search.
    Target("emscripten-wasm32", "wasm32-unknown-emscripten", ("wasm-ld",), ".so",
           (("", WASM_FEATURES),), without=("search.play.mcts.*",)),
    # Beside it, for the workers of a page that search together: all its memory is given to it.
    Target("shared-wasm32", "wasm32-unknown-unknown",
           ("wasm-ld", "--import-memory", "--shared-memory", f"--initial-memory={LEAST}",
            f"--max-memory={MOST}", "-z", f"stack-size={STACK}", "--export=__stack_pointer"),
           ".wasm", (("", f"{WASM_FEATURES},+atomics"),), "static",
           ("search.play.alphabeta.*", "games.*.key.*")),
)}


def make(target: Target, text: str, symbols: Sequence[str], path: Path) -> None:
    """Make the library of a module for a target.

    The linker works in the file's own folder, so that no path of this machine gets into the file.

    Args:
        target: the platform.
        text: the LLVM text of a closed module.
        symbols: its entries.
        path: the file to be made.

    Raises:
        ChildProcessError: if the linker fails; with what it said.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    objects, exported = [], list[str]()
    wanted = [symbol for symbol in symbols
              if any(fnmatch(symbol, pattern) for pattern in target.kernels)
              and not any(fnmatch(symbol, pattern) for pattern in target.without)]
    text = _pruned(text, wanted)
    if target.linker[0] == "wasm-ld":
        text = _loading(text)
    for number, (processor, features) in enumerate(target.processors):
        prefix = WIDE if number else ""
        exported += [prefix + symbol for symbol in wanted]
        file = path.with_suffix(f".{number}.o")
        file.write_bytes(_object(target, text, wanted, prefix, processor, features))
        objects.append(file.name)
    if target.linker[0] == "wasm-ld":
        arguments = [*target.linker[1:], "--no-entry", "--strip-all", "-O3",
                     *(["-shared", "--experimental-pic"] if target.reloc == "pic"
                       else ["--export=__heap_base"]),
                     *(f"--export={symbol}" for symbol in exported)]
    else:
        arguments = list(target.linker[1:])
        if len(target.processors) > 1:
            arguments += ["-O2", str(HAS_WIDE)]
    command = [sys.executable, "-m", "ziglang", target.linker[0], *arguments, *objects,
               "-o", path.name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=path.parent)
    for made in objects:
        (path.parent / made).unlink()
    if done.returncode:
        raise ChildProcessError(f"linking {path.name} failed: {done.stderr.strip()}")
    if target.ending == ".gz":
        path.write_bytes(gzip.compress(path.read_bytes(), mtime=0))


def _object(target: Target, text: str, symbols: Sequence[str], prefix: str, processor: str,
            features: str) -> bytes:
    """The object file of a module for a processor, its entries named with a prefix."""
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        opt=3, cpu=processor, features=features, reloc=target.reloc, codemodel="default")
    module = llvm.parse_assembly(
        f'target datalayout = "{machine.target_data}"\ntarget triple = "{target.triple}"\n{text}')
    for function in module.functions:
        if function.name in symbols:
            function.name = prefix + function.name
    if len(target.processors) > 1:
        _share(module, first=not prefix)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_interleaving = False        # no list of moves is long
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _pruned(text: str, symbols: Sequence[str]) -> str:
    """A module with what its entries need alone, and with equal tables once."""
    first, same = dict[str, str](), dict[str, str]()
    for name, values in TABLE.findall(text):
        if first.setdefault(values, name) != name:
            same[name] = first[values]
    module = llvm.parse_assembly(re.sub(NAME, lambda found: same.get(found[0], found[0]), re.sub(
        TABLE, lambda found: "" if found[1] in same else found[0], text)))
    for function in module.functions:
        if not function.is_declaration and function.name not in symbols:
            function.linkage = "internal"
    machine = llvm.Target.from_default_triple().create_target_machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    return str(module)


def _loading(text: str) -> str:
    """A module that loads whatever it would prefetch, for WebAssembly has no such instruction.

    Raises:
        ValueError: if there is a prefetch that is not written as expected.
    """
    numbers = itertools.count()
    text = PREFETCH.sub(lambda found: f"%prefetch.{next(numbers)} = load volatile i64, "
                                      f"ptr {found[1]}, align 8", text)
    if re.search(r"call [^\n]*@llvm\.prefetch", text):
        raise ValueError("LLVM writes prefetches in a way that is not known here")
    return text


def _share(module: llvm.ModuleRef, first: bool) -> None:
    """Let the code for the first processor hold the large tables, and that for others use them."""
    tables = [value for value in module.global_variables
              if value.linkage.name == "internal" and value.is_constant
              and _size(str(value.global_value_type)) >= SHARED_FROM]
    for number, table in enumerate(tables):
        table.name = f"table.{number}"
        table.linkage = "external" if first else "available_externally"
        table.visibility = "hidden"


def _size(kind: str) -> int:
    """The bytes of an array of bytes, told by its type; 0 for anything else."""
    found = re.fullmatch(r"\[(\d+) x i8\]", kind)
    return int(found[1]) if found else 0
