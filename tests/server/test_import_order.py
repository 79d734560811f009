"""Folders of the server import one way."""
import ast
from pathlib import Path

import pytest

from eckstein import server

ROOT = Path(server.__file__).parent
ORDER = ("ops", "game", "tournaments", "work", "store", "people", "rooms", "studies", "lobby",
         "company", "bots", "arbiter", "notices", "ws", "service", "http", "app", "machine")


def imported(path):
    """What a file of the server imports from the server, as paths below it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = ["server", *package][:len(package) + 2 - node.level]
            if base[:1] == ["server"]:
                below = [*base[1:], *(node.module or "").split(".")]
                found = [part for part in below if part]
                yield from [found] if found else [[alias.name] for alias in node.names]


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(
    path.relative_to(ROOT)))
def test_a_folder_imports_from_those_below_it_alone(path):
    here = path.relative_to(ROOT).with_suffix("").parts[0]
    if here != "__init__":
        above = ORDER[ORDER.index(here) + 1:]
        assert not [found for found in imported(path) if found[0] in above]


def test_every_folder_has_its_place_in_the_order():
    folders = {path.relative_to(ROOT).with_suffix("").parts[0] for path in ROOT.rglob("*.py")}
    assert folders - {"__init__"} == set(ORDER)
