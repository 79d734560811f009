"""Rooms of the pages import one way, and no files go in a circle."""
import os
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from tools.page_tables.house import WEB as ROOMS_OF_WEB

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
DOCS = ROOT / "docs"
SOURCE = re.compile(r".*\.(ts|svelte)$")
NOT_OURS = {"node_modules", "mutants", "tests", "wire"}
TYPES = WEB / "wire" / "types"      # made from Python, and the first room of the table
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
        if target == str(TYPES):
            continue
        found = [Path(target + ending) for ending in ENDINGS if Path(target + ending).is_file()]
        assert found, f"{path} imports {name}, which is not there"
        if found[0].is_relative_to(WEB) and SOURCE.match(found[0].name):
            yield found[0].relative_to(WEB)


ROOMS = list(ROOMS_OF_WEB)
FILES = list(sources())
PAGES = Path("app/src/pages")


def room_of(path):
    """The number of the room that a file is in: of those around it, the smallest."""
    around = [parent.as_posix() for parent in (path, *path.parents) if parent.as_posix() in ROOMS]
    assert around, f"{path} is in no room (tools/page_tables/house.py)"
    return ROOMS.index(around[0])


def page_of(path):
    """The page in whose folder a file is; None outside of all pages."""
    return path.relative_to(PAGES).parts[0] if path.is_relative_to(PAGES) else None


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_room_imports_from_those_above_it_alone(path):
    assert not [str(found) for found in imported(path) if room_of(found) > room_of(path)]


@pytest.mark.parametrize("path", [path for path in FILES if page_of(path)], ids=str)
def test_a_page_imports_nothing_from_another_page(path):
    assert {page_of(found) for found in imported(path)} <= {page_of(path), None}


def test_what_only_one_page_uses_lies_in_its_folder():
    users = {path: {page_of(path)} for path in FILES if page_of(path) or path.name == "App.svelte"}
    waiting = list(users)
    while waiting:
        path = waiting.pop()
        for found in imported(path):
            if not users[path] <= users.setdefault(found, set()):
                users[found] |= users[path]
                waiting.append(found)
    apart = {path: pages for path, pages in users.items()
             if path.is_relative_to(PAGES.parent) and not page_of(path)}
    assert {path.as_posix(): pages for path, pages in apart.items()
            if len(pages) == 1 and None not in pages} == {}


def test_no_files_import_each_other_in_a_circle():
    try:
        TopologicalSorter({path: set(imported(path)) for path in FILES}).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(map(str, circle.args[1])))


def test_each_room_has_files():
    assert {"wire", *(ROOMS[room_of(path)] for path in FILES)} == set(ROOMS)


@pytest.mark.parametrize("page", ["house.md", "web-app.md"])
def test_files_that_the_docs_name_are_there(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    named = re.findall(r"`([\w./-]+\.(?:ts|svelte))`", text)
    assert named
    assert not [name for name in named if (ROOT / name).with_suffix("") != TYPES
                and not any((base / name).exists() for base in (ROOT, WEB, WEB / "app" / "src"))]
