"""The rooms of the package import one way, and the page that shows them is short and true."""
import ast
import importlib.util
import re
from pathlib import Path

import pytest
from tools.page_tables import filled_in
from tools.page_tables.house import FLOORS

import eckstein

PACKAGE = Path(eckstein.__file__).parent
ROOT = Path(__file__).parent.parent
PAGE = filled_in((ROOT / "docs" / "house.md").read_text(encoding="utf-8"))
LONGEST = 2500              # words of the page with its tables, so that a newcomer reads it whole
ROOMS = [room for rooms in FLOORS.values() for room in rooms]
MADE = {"web", "libraries", "table_files"}          # built, and in no repository
# A board draws itself in notebooks, with what is drawn from boards.
UP = {("eckstein.board", "eckstein.render"),
      *(("eckstein", f"eckstein.{module}") for module in eckstein._LATER.values())}


def name_of(path):
    """The dotted name of a module."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))
         if path.relative_to(PACKAGE).parts[0] not in MADE}


def imported(name):
    """The modules of the package that one of them imports, in functions, too."""
    path = FILES[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in FILES)
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                one = f"{base}.{alias.name}"
                if one in FILES or base in FILES:
                    yield one if one in FILES else base


@pytest.fixture(scope="module")
def imports():
    """For each module the others that it imports."""
    return {name: {found for found in imported(name)
                   if found != name and (name, found) not in UP} for name in FILES}


def room(name):
    """The room that a module is in; "" for the package itself."""
    return name.split(".")[1] if "." in name else ""


def test_there_are_twenty_rooms_on_ten_floors():
    """A house of more is no longer seen at a glance."""
    assert (len(ROOMS), len(FLOORS)) == (20, 10) and "twenty rooms on ten floors" in PAGE


def test_every_module_is_in_a_room():
    assert {room(name) for name in FILES} == {"", "__main__", *ROOMS}


@pytest.mark.parametrize("here", ROOMS)
def test_a_room_imports_only_from_those_above_it(here, imports):
    above = {"", *ROOMS[:ROOMS.index(here) + 1]}
    assert {(name, found) for name in FILES if room(name) == here
            for found in imports[name] if room(found) not in above} == set()


def test_a_board_and_the_face_alone_import_what_is_above_them():
    for name, found in UP:
        assert found in set(imported(name))


def test_no_imports_go_in_circles(imports):
    left = dict(imports)
    while ends := [name for name, found in left.items() if not found & left.keys()]:
        for name in ends:
            del left[name]
    assert sorted(left) == []


def test_the_page_is_short():
    """What a file is about, its docstring says."""
    assert len(re.findall(r"\S*\w\S*", PAGE)) <= LONGEST


def test_the_dictionary_stays_short():
    """A word that needs an entry costs every reader, so a new one is better named plainly."""
    words = PAGE.partition("## Words\n")[2]
    assert 15 < len(re.findall(r"^\| [^|]+ \| [^|]+ \|$", words, re.MULTILINE)) <= 30


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w*][\w.*-]*/[\w./*-]*)`", PAGE))))
def test_what_the_page_names_is_there(path):
    places = (ROOT, PACKAGE, PACKAGE / "server", ROOT / "web")
    assert any(any(place.glob(path)) for place in places)
