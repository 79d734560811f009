"""What the parts of a server register, in a page of text for each."""
from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterable
from pathlib import Path

from ..base.sentence import Sentence
from . import parts
from .hub.events import ClusterEvent, LocalEvent, Question, Step
from .installed import PARTS
from .ops.allowances import CAPS, RATES, Cap, Rate
from .part import Part

ALL = "all"
MEETINGS = {LocalEvent: "event", ClusterEvent: "event for all servers", Step: "step",
            Question: "question"}


def described(name: str) -> str:
    """A part, or a list of all of them.

    Args:
        name: of the part, or ALL.

    Raises:
        ValueError: with a sentence, if there is no such part.
    """
    if name == ALL:
        width = max(len(part.name) for part in PARTS)
        return "\n".join(f"{part.name:{width}}  {part.about}" + "".join(
            f"; needs {', '.join(part.needs)}" for _ in part.needs[:1]) for part in PARTS)
    checked([name])
    part = next(one for one in PARTS if one.name == name)
    topics = [f"topic {topic}" for topic in part.topics]
    return "\n".join([f"{part.name}: {part.about}", *_needs(part), *_endpoints(part),
                      *_messages(part), *topics, *_rates(part), *_caps(part), *_keeps(part),
                      *_meetings(part), *_tables(part), *_files(part)])


def checked(names: Iterable[str]) -> frozenset[str]:
    """Names of parts.

    Raises:
        ValueError: with a sentence, if one is no name of a part.
    """
    known, found = [part.name for part in PARTS], frozenset(names)
    if unknown := sorted(found - {*known}):
        raise ValueError(Sentence("the server has no part {name}; its parts are {known}",
                                  name=unknown[0], known=", ".join(known)))
    return found


def _needs(part: Part) -> list[str]:
    needed_by = [one.name for one in PARTS if part.name in one.needs]
    return [f"{what} {', '.join(names)}" for what, names in (
        ("needs", part.needs), ("is needed by", needed_by)) if names]


def _endpoints(part: Part) -> list[str]:
    return [f"{one.method} {one.path}, for {one.needs}: {_first(one.does)}"
            for one in part.endpoints]


def _messages(part: Part) -> list[str]:
    return [f"message {kind.__struct_config__.tag}, for {kind.needs}: "  # type: ignore[attr-defined]
            f"{_first(kind)}" for kind in part.messages]


def _rates(part: Part) -> list[str]:
    return [_allowance("rate", name, RATES[name]) for name in part.rates]


def _caps(part: Part) -> list[str]:
    return [_allowance("cap", name, CAPS[name]) for name in part.caps]


def _keeps(part: Part) -> list[str]:
    return [f"keeps {', '.join(part.keeps)}" for _ in part.keeps[:1]]


def _allowance(kind: str, name: str, one: Rate | Cap) -> str:
    return f"{kind} {name}: for each {one.of}, {one.figure}: {one.what}"


def _meetings(part: Part) -> list[str]:
    """What other parts can hear of it, and ask it."""
    if not (_folder(part) / "events.py").exists():
        return []
    module = importlib.import_module(f"{parts.__name__}.{part.name}.events")
    return [f"{what} {kind.__name__}: {_first(kind)}" for kind in vars(module).values()
            if inspect.isclass(kind) and kind.__module__ == module.__name__
            for base, what in MEETINGS.items() if issubclass(kind, base)]


def _tables(part: Part) -> list[str]:
    """The tables of the database that its files read and write."""
    found = {alias.name for path in _folder(part).rglob("*.py")
             for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
             if isinstance(node, ast.ImportFrom) and node.module == "database.tables"
             for alias in node.names}
    return [f"tables {', '.join(sorted(found))}"] if found else []


def _files(part: Part) -> list[str]:
    folder = _folder(part)
    return [f"file {path.relative_to(folder.parent)}: {_sentence(ast.get_docstring(tree))}"
            for path in sorted(folder.rglob("*.py")) if path.name not in ("__init__.py", "part.py")
            for tree in [ast.parse(path.read_text(encoding="utf-8"))]]


def _folder(part: Part) -> Path:
    return Path(parts.__path__[0]) / part.name


def _first(documented: object) -> str:
    """The first sentence of a docstring."""
    return _sentence(inspect.getdoc(documented))


def _sentence(text: str | None) -> str:
    """The first sentence of a text."""
    return " ".join((text or "").split("\n\n")[0].split()).split(". ")[0].rstrip(".")
