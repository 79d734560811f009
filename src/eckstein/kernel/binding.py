"""The lives compiled ahead of time: entries of a library, called as if they were the kernels.

`Binding` is what both have in common.  `library` binds to machine code and `wasm` to WebAssembly;
they differ in where memory lies and in how a frame comes to the code.
"""
from __future__ import annotations

import ctypes
import functools
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import msgspec

from ..base.errors import EcksteinError
from ..base.sentence import Sentence
from . import bits
from .described import VERSION, WEIGHTS_FILE, Described, Entry, Layout, Library, digest, digest_of
from .memory import array_type, clear, new_array, record_type

HOME = Path(__file__).parent.parent
FOLDER = HOME / "libraries"
WASM = "wasm32"
DEFAULT = "games/_defaults/no_"     # a module that a game itself lacks
Call = Callable[[Any], None]


class UnusableError(EcksteinError):
    """Why a library cannot be used; a sentence."""


def platform() -> str:
    """This machine, as libraries are named after it."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get(
        "PROCESSOR_ARCHITECTURE", "")
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(machine.lower(), machine.lower())
    return f"{sys.platform}-{machine}"


def file_stem(label: str, wing: str = "play") -> str:
    """How the files for a label and a wing of the searches begin."""
    return label.replace("=", "-") + ("" if wing == "play" else f".{wing}")


def nowhere(stem: str) -> str:
    """See `bring`: what is not in FOLDER is nowhere."""
    return Sentence("there is no library for it")


# Puts a library and its description, given the beginning of their names, into FOLDER; returns "",
# or why it cannot.  Pages set it: they load the games under other than the usual options when they
# are asked.
bring: Callable[[str], str] = nowhere


def described(label: str, wing: str = "play") -> Described:
    """The description of the libraries for a game and options, to play by or to solve by.

    Raises:
        UnusableError: if there is none, or it is for other sources than those that are here.
    """
    if os.environ.get(WEIGHTS_FILE):
        raise UnusableError(Sentence("its library has the usual weights, and {name} names others",
                                     name=WEIGHTS_FILE))
    stem = file_stem(label, wing)
    path = FOLDER / f"{stem}.json"
    try:
        if not path.exists() and (reason := bring(stem)):
            raise UnusableError(reason)
        found = msgspec.json.decode(path.read_bytes(), type=Described)
    except (OSError, msgspec.DecodeError) as error:
        raise UnusableError(Sentence("{file} cannot be read: {error}", file=path.name,
                                     error=error)) from None
    if found.version != VERSION:
        raise UnusableError(Sentence("{file} belongs to another version of eckstein",
                                     file=path.name))
    if other := next((name for name, known in found.sources.items()
                      if digest_of(HOME / name) != known), None) or _newer(found):
        raise UnusableError(Sentence("its library was built before {file} was changed", file=other))
    return found


def _newer(found: Described) -> str | None:
    """A module of the game that is there by now, and that a library was made without."""
    games = [name.split("/")[1] for name in found.sources
             if re.fullmatch(r"games/[^_/][^/]*/__init__\.py", name)]
    missing = [name.removeprefix(DEFAULT) for name in found.sources if name.startswith(DEFAULT)]
    return next((name for game in games for module in missing
                 if (HOME / (name := f"games/{game}/{module}")).exists()), None)


def checked_file(found: Described, target: str) -> Path:
    """The file of a library, whole and as it was made.

    Raises:
        UnusableError: if it is missing or anything else than what was made.
    """
    library: Library | None = found.libraries.get(target)
    if library is None:
        raise UnusableError(Sentence("there is no library of it for {platform}", platform=target))
    path = FOLDER / Path(library.file).name
    try:
        data = path.read_bytes()
    except FileNotFoundError:       # beside machine code, wheels have no WebAssembly
        raise UnusableError(Sentence("there is no {file}", file=path.name)) from None
    except OSError as error:
        raise UnusableError(Sentence("{file} cannot be read: {error}", file=path.name,
                                     error=error.strerror or error)) from None
    if digest(data) != library.digest:
        raise UnusableError(Sentence("{file} is damaged (its {count} bytes are not what was built)",
                                     file=path.name, count=len(data)))
    return path


class Binding:
    """The ground of a copy with kernels that were compiled ahead of time.

    Args:
        found: the description.
        ground: the copy's `kernel` module; its `game` names the type of positions.
    """

    def __init__(self, found: Described, ground: ModuleType) -> None:
        self._found, self._ground = found, ground
        self.bits = ModuleType(bits.__name__)
        vars(self.bits).update({name: value for name, value in vars(bits).items()
                                if not name.startswith("__")})
        vars(self.bits)["address"] = self.address

    # What a life decides.

    def record(self, **sizes: int) -> Any:
        """A named collection of integers (size 0) and arrays."""
        return record_type(tuple(sizes.items()))()

    def array(self, size: int) -> Any:
        """Room for integers, all 0."""
        return new_array(size)

    def address(self, values: Any) -> int:
        """Where a record or an array lies, as compiled code sees it."""
        return ctypes.addressof(values)

    def kind_of(self, layout: Layout) -> type:
        """The type of records with this layout."""
        return record_type(layout)

    def call_of(self, entry: Entry) -> Call:
        """What runs an entry on a frame."""
        raise NotImplementedError

    # What all have in common.

    def furnish(self, copy: str) -> None:
        """Give a copy's `kernel` module this life."""
        ground = cast(Any, self._ground)
        ground.kernel, ground.inline_kernel = self.kernel, self.kernel
        ground.inner, ground.inline = self.inner, self.inner
        ground.array, ground.record, ground.clear = self.array, self.record, clear
        sys.modules[f"{copy}.kernel.bits"] = self.bits

    def kernel(self, function: Any) -> Any:
        """The entry of this name, or what says that there is none."""
        module = function.__module__.partition(".")[2]
        entries = self._found.entries.get(f"{module}.{function.__name__}")
        if not entries:
            return _absent(function, "was not compiled ahead of time")
        bound = [(tuple(argument.layout for argument in entry.arguments if argument.layout),
                  self.bound(function.__name__, entry, self.call_of(entry))) for entry in entries]
        found = bound[0][1] if len(bound) == 1 else _chooser(dict(bound))
        return functools.wraps(function)(found)

    @staticmethod
    def inner(function: Any) -> Any:
        """An inner kernel, which other kernels call."""
        return _absent(function, "is an inner kernel, which only other kernels can call; "
                                 "declare it with `kernel` to call it from Python")

    def bound(self, name: str, entry: Entry, call: Call) -> Callable[..., Any]:
        """A function that takes Python's arguments, puts them into a frame and calls the entry.

        It is written out as text for its arguments, as named tuples are: boards call such
        functions twice for every move.
        """
        names, words = [], []
        used: dict[str, Any] = {"address": self.address, "call": call}
        checks = []
        for i, argument in enumerate(entry.arguments):
            names.append(f"a{i}")
            words.append({"integer": f"a{i}", "position": f"*a{i}", "record": f"address(a{i})",
                          "array": f"address(a{i}), len(a{i})"}[argument.kind])
            if argument.kind == "record":
                used[f"Type{i}"] = self.kind_of(argument.layout)
                checks.append(f" if type(a{i}) is not Type{i}: raise TypeError("
                              f"'argument {i + 1} of {name} is not a memory made for it')\n")
        result, size = self._result(entry.result, 0, used)
        used["Frame"] = array_type(max(1, size, sum(one.words for one in entry.arguments)))
        code = (f"def {name}({', '.join(names)}):\n{''.join(checks)}"
                f" frame = Frame({', '.join(words)})\n call(frame)\n return {result}")
        exec(code, used)
        return cast(Callable[..., Any], used[name])

    def _result(self, result: Any, place: int, used: dict[str, Any]) -> tuple[str, int]:
        """The expression for a result that begins at a word of the frame, and where it ends."""
        if isinstance(result, int):
            used["ground"] = self._ground
            return f"ground.game.Position(*frame[{place}:{place + result}])", place + result
        if result == "nothing":
            return "None", place
        if isinstance(result, str):
            return f"frame[{place}]{' != 0' if result == 'truth' else ''}", place + 1
        parts = []
        for part in result:
            text, place = self._result(part, place, used)
            parts.append(text)
        return f"({', '.join(parts)},)", place


def _absent(function: Any, why: str) -> Any:
    @functools.wraps(function)
    def refused(*args: Any, **kws: Any) -> Any:
        raise TypeError(f"{function.__name__} {why}")
    return refused


def _chooser(bound: dict[Any, Callable[..., Any]]) -> Callable[..., Any]:
    """Of entries of one name, the one for the records at hand."""
    def chosen(*args: Any) -> Any:
        layouts = tuple(layout for arg in args if (layout := getattr(arg, "layout", None)))
        if layouts not in bound:
            raise TypeError("this memory was made for another search")
        return bound[layouts](*args)
    return chosen
