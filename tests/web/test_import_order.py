"""Rooms of the pages import one way, as docs/house.md says, and no files go in a circle."""
import os
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
DOCS = ROOT / "docs"
SOURCE = re.compile(r".*\.(ts|svelte)$")
NOT_OURS = {"node_modules", "mutants", "tests"}
IMPORT = re.compile(r"""\b(?:from|import|import\(|new URL\()\s*(?:/\*.*?\*/\s*)?"""
                    r"""["'](\.[^"'?]*\w)["'?]""")
ENDINGS = ("", ".ts", ".svelte", ".svelte.ts")


def sources():
    """All files of the pages, as paths below `web/`, without those that configure the build."""
    for folder, below, names in os.walk(WEB):
        below[:] = sorted(set(below) - NOT_OURS)
        for name in sorted(names):
            if SOURCE.match(name) and Path(folder) != WEB:
                yield (Path(folder) / name).relative_to(WEB)


def imported(path):
    """The files of the pages that a file imports, whatever for, and in whatever way."""
    for name in IMPORT.findall((WEB / path).read_text(encoding="utf-8")):
        target = os.path.normpath(WEB / path.parent / name)
        found = [Path(target + ending) for ending in ENDINGS if Path(target + ending).is_file()]
        assert found, f"{path} imports {name}, which is not there"
        if found[0].is_relative_to(WEB) and SOURCE.match(found[0].name):
            yield found[0].relative_to(WEB)


def rooms():
    """The rooms of the table, those that all others import first."""
    page = (DOCS / "house.md").read_text(encoding="utf-8")
    table = page.split("| room of `web/` |")[1].split("\n\n")[0]
    for row in table.splitlines()[2:]:
        yield from (room.rstrip("/") for room in re.findall(r"`([^`]+)`", row.split("|")[1]))


ROOMS = list(rooms())
FILES = list(sources())


def room_of(path):
    """The number of the room that a file is in: of those around it, the smallest."""
    around = [parent.as_posix() for parent in (path, *path.parents) if parent.as_posix() in ROOMS]
    assert around, f"{path} is in no room of the table in docs/house.md"
    return ROOMS.index(around[0])


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_room_imports_from_those_above_it_in_the_table_alone(path):
    assert not [str(found) for found in imported(path) if room_of(found) > room_of(path)]


def test_no_files_import_each_other_in_a_circle():
    try:
        TopologicalSorter({path: set(imported(path)) for path in FILES}).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(map(str, circle.args[1])))


def test_each_room_of_the_table_has_files():
    assert {room_of(path) for path in FILES} == set(range(len(ROOMS)))


@pytest.mark.parametrize("page", ["house.md", "web-app.md"])
def test_files_that_the_docs_name_are_there(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    named = re.findall(r"`([\w./-]+\.(?:ts|svelte))`", text)
    assert named
    assert not [name for name in named
                if not any((base / name).exists() for base in (ROOT, WEB, WEB / "app" / "src"))]
