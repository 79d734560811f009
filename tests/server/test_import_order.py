"""Folders of the server import one way, and parts know of each other what they may."""
import ast
from pathlib import Path

import pytest
from tools.page_tables.house import SERVER

from eckstein import server
from eckstein.server.installed import PARTS

ROOT = Path(server.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
NEEDS = {part.name: part.needs for part in PARTS}


def imported(path):
    """What a file of the server imports from the server, as paths below it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = ["server", *package][:len(package) + 2 - node.level]
            if base[:1] == ["server"]:
                below = [*base[1:], *(part for part in (node.module or "").split(".") if part)]
                for alias in node.names:        # a module, or what is in one
                    whole = [*below, alias.name]
                    yield whole if is_module(whole) else below


def is_module(names):
    """Whether these lead to a file or a folder of the server."""
    path = ROOT.joinpath(*names)
    return path.is_dir() or path.with_suffix(".py").exists()


def is_leaf(names):
    """Whether this is what others may know of a part."""
    return names[0] == "parts" and names[2:] == ["events"]


def all_needs(part):
    """A part, those that it needs, and theirs."""
    return {part}.union(*(all_needs(one) for one in NEEDS[part]))


def name_of(path):
    """How a test of a file is called."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_folder_imports_from_those_below_it_alone(path):
    here = path.relative_to(ROOT).with_suffix("").parts[0]
    if here != "__init__":
        above = SERVER[SERVER.index(here) + 1:]
        assert not [found for found in imported(path) if found[0] in above and not is_leaf(found)]


@pytest.mark.parametrize("path", [one for one in FILES if one.parent.parent.name == "parts"],
                         ids=name_of)
def test_a_part_imports_from_those_that_it_needs_and_of_others_leaves(path):
    known = all_needs(path.parent.name)
    assert not [found for found in imported(path) if found[0] == "parts" and len(found) > 1
                and found[1] not in known and not is_leaf(found)]


@pytest.mark.parametrize("path", [one for one in FILES if one.name == "events.py"], ids=name_of)
def test_a_leaf_imports_no_part(path):
    assert not [found for found in imported(path) if found[0] == "parts" and not is_leaf(found)]


def test_every_folder_has_its_place_in_the_order():
    folders = {path.relative_to(ROOT).with_suffix("").parts[0] for path in FILES}
    assert folders - {"__init__"} == set(SERVER)
