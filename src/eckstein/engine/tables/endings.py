"""Which endings there are, and where their tables lie."""
from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import io
import sys
import tokenize
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from ...base.errors import EcksteinError
from ...base.sealed import Refused
from ...base.sentence import Sentence
from ...base.user_paths import data_folder, tables_folders
from ...contract import Irreversible
from ...contract.conformance import members
from ...contract.endings import Endings
from ...kernel import options as option_values
from ...kernel.specialise import label, specialise

SUFFIX = ".table"
BUILDERS = ("search.solve.retrograde", "search.solve.audit")    # in one memory with tables
OF_THE_PAST = frozenset(members(Irreversible))
SMALL = 2_000_000           # entries; the package contains such tables, under the usual options
UNNAMED = 2 * 10**9         # entries; tables with more are built and checked only by name


class NoTableError(EcksteinError, ValueError):
    """There is no table for this, or it has not been built."""


class MissingTableError(NoTableError):
    """The table that would know it has not been built."""


class Ending(NamedTuple):
    """A class of positions of one game under some options.

    Attributes:
        game: its name.
        options: the game's own options that are not at their defaults, in order of their names.
        number: its index among the endings of the game.
        entries: how many numbers there are.
        name, needs, most_moves, groups, slices, lanes, tile: see `contract.endings.EndingSpec`.
    """

    game: str
    options: tuple[tuple[str, bool | str], ...]
    number: int
    entries: int
    name: str
    needs: tuple[int, ...]
    most_moves: int
    groups: tuple[int, ...]
    slices: int
    lanes: int
    tile: tuple[int, int]

    @property
    def parts(self) -> int:
        """Into how many ranges of equal length its numbers fall."""
        return sum(self.groups)

    @property
    def part_entries(self) -> int:
        """How many numbers each part has."""
        return self.entries // self.parts

    def group_of(self, part: int) -> range:
        """The parts that are solved together with one."""
        first = 0
        for count in self.groups:
            if part < first + count:
                break
            first += count
        return range(first, first + count)

    def module(self, name: str, compiled: bool = True) -> Any:
        """A module of the game's copy under these options, such as "search.solve.audit"."""
        return _module(name, self.game, self.options, compiled)

    @property
    def path(self) -> Path:
        """Where the user's table lies, or would lie."""
        return data_folder() / "tables" / self.place

    @property
    def shipped(self) -> tuple[Path, ...]:
        """Where its table may have been installed, in the order in which it is looked for.

        Such a table is used where the user has none.
        """
        return tuple(folder / self.place for folder in tables_folders())

    @property
    def place(self) -> Path:
        """Where its table lies in any folder of tables."""
        return Path(label(self.game, self.options).replace("=", "-"), f"{self.name}{SUFFIX}")

    @property
    def command(self) -> str:
        """The command that builds its table."""
        return f"eckstein tables build {self.words}"

    @property
    def words(self) -> str:
        """The arguments that name it to commands, such as "duell Kd-K -o board=9x9"."""
        return " ".join([self.game, self.name,
                         *(f"-o {word}" for word in self.options_text.split())])

    @property
    def options_text(self) -> str:
        """Its options as text, empty if all are at their defaults."""
        return option_values.write(self.game, dict(self.options))

    def __str__(self) -> str:
        return " ".join(filter(None, [self.game, self.name, self.options_text]))


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """How the header of every file about an ending begins: which ending, and by which rules."""

    game: str
    options: dict[str, bool | str]
    ending: str
    rules: str

    @classmethod
    def of(cls, ending: Ending, **more: Any) -> Self:
        """The header of a file about an ending, by the rules as they are."""
        return cls(game=ending.game, options=dict(ending.options), ending=ending.name,
                   rules=fingerprint(ending.game, ending.options), **more)

    def check(self, ending: Ending, refused: Refused, other_rules: Refused | None = None) -> None:
        """Check that a file with this header is about an ending, by the rules as they are.

        Raises:
            Exception: what `refused` makes of what is wrong; or `other_rules`, of other rules.
        """
        wanted = Origin.of(ending)
        if (self.game, self.options, self.ending) != (wanted.game, wanted.options, wanted.ending):
            has = " ".join([self.game, self.ending,
                            *(f"{name}={value}" for name, value in self.options.items())])
            raise refused(Sentence("is about {has}, not about {ending}", has=has, ending=ending))
        if self.rules != wanted.rules:
            raise (other_rules or refused)(Sentence(
                "was made by other rules than those of this program"))


def endings_of(game: str, options: Mapping[str, Any]) -> list[Ending]:
    """All endings of a game that can have tables, each after those that it depends on.

    Args:
        game: its name.
        options: values of any of its options, as `options.complete` gives them.
    """
    chosen = option_values.changed_rules(game, options)
    numbers = numbering(game, chosen)
    return [Ending(game, chosen, i, numbers.size(i), *spec)
            for i, spec in enumerate(numbers.ENDINGS)]


def ending_named(game: str, options: Mapping[str, Any], name: str) -> Ending:
    """The ending with this name.

    Raises:
        NoTableError: if there is none.
    """
    found = endings_of(game, options)
    for ending in found:
        if ending.name == name:
            return ending
    raise NoTableError(Sentence("{game} has no ending {name!r}; {told}", game=game, name=name,
                                told=tables_known(game, found)))


def not_built(ending: Ending) -> MissingTableError:
    """That there is no table of an ending, and what to do."""
    return MissingTableError(Sentence("the table of {ending} has not been built; build it with: "
                                      "{command}", ending=ending, command=ending.command))


def with_needed(known: list[Ending], wanted: list[Ending]) -> list[Ending]:
    """Some endings of a game and all that they depend on, each after those.

    Args:
        known: all endings of the game.
        wanted: some of them.
    """
    needed, todo = set[int](), [ending.number for ending in wanted]
    while todo:
        number = todo.pop()
        if number not in needed:
            needed.add(number)
            todo += known[number].needs
    return [ending for ending in known if ending.number in needed]


def tables_known(game: str, found: list[Ending]) -> str:
    """Which tables a game can have, as the end of a sentence."""
    if not found:
        return Sentence("no ending of {game} can have a table yet", game=game)
    return Sentence("it has tables for {endings}",
                    endings=", ".join(ending.name for ending in found))


@functools.cache
def numbering(game: str, options: tuple[tuple[str, bool | str], ...]) -> Endings:
    """The module that numbers the endings of a game, as plain Python."""
    numbers: Endings = _module("kernel", game, options, compiled=False).endings
    return numbers


@functools.cache
def fingerprint(game: str, options: tuple[tuple[str, bool | str], ...]) -> str:
    """A name for the rules and the numbering that a table is made by: a digest of their sources.

    Comments, docstrings, imports and the places of files do not count; nor does what is said of the
    past, for tables suppose that there is none.
    """
    rules = _module(f"games.{game}", game, options, compiled=False).__name__
    numbers: Any = numbering(game, options)
    names = _made_of({rules, numbers.__name__}, rules.split(".")[0])
    told = sorted(hashlib.sha256(_code_of(name).encode()).digest() for name in names)
    return hashlib.sha256(b"".join(told)).hexdigest()[:32]


def _source_of(name: str) -> str:
    return Path(str(sys.modules[name].__file__)).read_text(encoding="utf-8")


def _made_of(names: set[str], home: str) -> set[str]:
    """These modules of a copy, and what they import of its games and dice."""
    found, todo = set[str](), list(names)
    while todo:
        if (name := todo.pop()) in found or not name.startswith(
                (f"{home}.games.", f"{home}.kernel.dice")):
            continue
        found.add(name)
        package = str(sys.modules[name].__package__)
        for node in ast.walk(ast.parse(_source_of(name))):
            if isinstance(node, ast.ImportFrom) and node.level:
                place = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
                todo += [one for alias in node.names
                         if (one := f"{place}.{alias.name}") in sys.modules] or [place]
    return found


def _code_of(name: str) -> str:
    """The source of a module without what does not count, and without empty lines."""
    source = _source_of(name)
    lines = ["", *source.splitlines()]      # they are counted from 1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row] = lines[row][:column]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom) or (
                isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or (
                isinstance(node, ast.FunctionDef) and node.name in OF_THE_PAST):
            decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            first = min([node.lineno, *(one.lineno for one in decorators)])
            last = node.end_lineno or node.lineno
            lines[first:last + 1] = [""] * (last + 1 - first)
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _module(name: str, game: str, options: tuple[tuple[str, bool | str], ...],
            compiled: bool) -> Any:
    own: dict[str, Any] = dict(options)
    return specialise(name, game, compiled=compiled, beside=BUILDERS if compiled else (), **own)
