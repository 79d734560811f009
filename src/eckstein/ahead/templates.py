"""Which searches a library has: those to play by, or all of them, to solve by as well.

What is needed to play by is told by who asks: boards, counts of moves, and the engine.  All others,
such as makers of tables and of proofs, solve.
"""
from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent
FOLDER = HOME / "search"
WHO_PLAYS = ("board.py", "counting.py", "engine")
ASKED = re.compile(r'"(search\.[a-z]\w*)"')
IMPORTED = re.compile(r"^from \.(\w*) import (.*)$", re.MULTILINE)


@functools.cache
def every() -> tuple[str, ...]:
    """All searches."""
    return tuple(sorted(f"search.{path.stem}" for path in FOLDER.glob("[a-z]*.py")))


@functools.cache
def to_play() -> tuple[str, ...]:
    """The searches that are needed to play."""
    places = [HOME / name for name in WHO_PLAYS]
    files = [file for place in places for file in (
        [place] if place.is_file() else sorted(place.glob("*.py")))]
    asked = {name for file in files for name in ASKED.findall(file.read_text(encoding="utf-8"))}
    return tuple(name for name in every() if name in asked)


def searches_for(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The searches that a library has: all under the usual rules, those to play by under others."""
    return to_play() if options else every()


def told(searches: Sequence[str]) -> tuple[str, ...]:
    """These searches as a description tells them: nothing if there are no others."""
    return () if set(searches) == set(every()) else tuple(searches)


def modules_of(searches: Iterable[str]) -> frozenset[str]:
    """The modules of the folder that some searches are made of, themselves included."""
    found, todo = set[str](), list(searches)
    while todo:
        if (name := todo.pop()) in found:
            continue
        found.add(name)
        text = (HOME / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")
        for module, names in IMPORTED.findall(text):
            todo += [f"search.{one}" for one in ([module] if module else re.findall(r"\w+", names))]
    return frozenset(found)


def is_to_play(symbol: str) -> bool:
    """Whether an entry of a library, such as "search.perft.perft.0", is needed to play."""
    place = ".".join(symbol.split(".")[:2])
    return not place.startswith("search.") or place in modules_of(to_play())
