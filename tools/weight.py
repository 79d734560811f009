"""What a release will weigh, told from what is there: no package need be built for it.

    python -m tools.weight

The bytecode of each module is counted, since installing makes it.  Of rules that are not compiled
here, a game counts with its library under the usual rules, which has more in it; rare rules have
WebAssembly alone.
"""
from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_timestamp_pyc
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement

from eckstein.ahead.build import all_jobs, is_rare, stem_of

from .release import ENVIRONMENT_BOUND, ROOT

PACKAGE = ROOT / "src" / "eckstein"
LIBRARIES = PACKAGE / "libraries"
NATIVE, PORTABLE = "linux-x86_64", "wasm32"
LINKS = 5_000               # bytes of what an environment has besides packages
METADATA = 300_000          # bytes of what a wheel tells of itself, such as the list of its files


class Weight(NamedTuple):
    """How many bytes something has, and how many of them are guessed."""

    name: str
    size: int
    guessed: int = 0


def environment() -> list[Weight]:
    """What an environment with the Linux wheel and no extras has in it, without pip."""
    files = [path for path in PACKAGE.rglob("*") if path.is_file()
             and "__pycache__" not in path.parts and path.parent != LIBRARIES]
    return [*(Weight(name, sum(map(_installed, _files_of(name)))) for name in needed()),
            Weight("eckstein, without libraries", sum(map(_installed, files)) + METADATA),
            *libraries(), Weight("the environment itself", LINKS)]


def libraries() -> Iterator[Weight]:
    """The libraries of each game under each of its rules, or what stands for them."""
    for job in all_jobs():
        stem, kind = stem_of(job), f"{PORTABLE}.gz" if is_rare(job) else f"{NATIVE}.so"
        made, usual = _library(stem, kind), _library(job[0], kind)
        yield Weight(f"library of {stem}", made or usual, 0 if made else usual)


def needed(*extras: str, root: str = "eckstein") -> list[str]:
    """The distributions that a distribution needs with some extras, directly or not."""
    found, todo = set[tuple[str, str]](), [(root, extra) for extra in ("", *extras)]
    while todo:
        one, extra = todo.pop()
        for line in importlib.metadata.requires(one) or ():
            wanted = Requirement(line)
            name = re.sub(r"[-_.]+", "-", wanted.name).lower()
            if not wanted.marker or wanted.marker.evaluate({"extra": extra}):
                fresh = {(name, more) for more in ("", *wanted.extras)} - found
                found |= fresh
                todo += fresh
    return sorted({name for name, _ in found} - {root})


def _library(stem: str, kind: str) -> int:
    """The bytes of a library of a kind with its description; 0 if it is not made."""
    made = LIBRARIES / f"{stem}.{kind}"
    return made.stat().st_size + (LIBRARIES / f"{stem}.json").stat().st_size if made.exists() else 0


def _files_of(distribution: str) -> Iterator[Path]:
    for file in importlib.metadata.files(distribution) or ():
        path = Path(str(file.locate()))
        if path.is_file() and path.suffix != ".pyc":
            yield path


def _installed(path: Path) -> int:
    """The bytes of a file, and of the bytecode that installing makes of it."""
    size = path.stat().st_size
    if path.suffix != ".py":
        return size
    code: Any = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    return size + len(_code_to_timestamp_pyc(code, 0, size))


def told(weights: list[Weight]) -> str:
    """The sum of all, as a sentence."""
    total, guessed = sum(one.size for one in weights), sum(one.guessed for one in weights)
    missing = sum(one.guessed > 0 for one in weights)
    return (f"an environment with the wheel for {NATIVE} has about {total:,} bytes, and may have "
            f"{ENVIRONMENT_BOUND:,}" + (
                f"; {guessed:,} of these stand for {missing} libraries that are not compiled here"
                if missing else ""))


def main() -> None:
    """Tell what weighs how much, and all of it together."""
    found = environment()
    for one in sorted(found, key=lambda one: -one.size):
        print(f"{one.size:>12,}  {one.name}{' (guessed)' if one.guessed else ''}")
    print(told(found))


if __name__ == "__main__":
    main()
