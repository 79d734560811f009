"""What the worker loads is complete: nothing in it imports what has been left out."""
import ast
import importlib.metadata
import json
from pathlib import PurePosixPath

import pytest
from tools.worker import archive, notices, standard_library

BUILT = archive.PACKAGE.with_name("eckstein_browser") / "web" / "worker"
# What is imported only where another life is tried, engines are processes, or trees are searched.
ELSEWHERE = {("kernel/specialise.py", "kernel/wasm.py"),
             ("engine/players.py", "engine/tree_search.py"),
             ("engine/players.py", "engine/zero/player.py"),
             ("engine/players.py", "engine/zero/network_file.py"),
             ("engine/async_client.py", "engine/process.py")}

need_build = pytest.mark.skipif(not (BUILT / "worker.json").exists(),
                                reason="the worker is not built: make web")


def taken():
    """The modules of Eckstein in the archive."""
    for path in archive.PACKAGE.rglob("*.py"):
        name = path.relative_to(archive.PACKAGE).as_posix()
        if not archive.is_in(name, archive.WITHOUT):
            yield name, path


def imported(path):
    """Each import of a file, anywhere in it: how many levels up, of what, and which names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", [alias.name for alias in node.names]


def test_no_module_imports_one_that_is_left_out():
    left_out = set()
    for name, path in taken():
        for level, module, names in imported(path):
            if level:
                base = PurePosixPath(name).parents[level - 1].joinpath(*module.split("."))
                for found in (base, *(base / one for one in names)):
                    file = f"{found}.py"
                    if (archive.PACKAGE / file).exists() and archive.is_in(file, archive.WITHOUT):
                        left_out.add((name, file))
    assert left_out == ELSEWHERE


def test_nothing_imports_a_part_of_the_standard_library_that_is_left_out():
    files = [path for _, path in taken()]
    for distribution, without in archive.NEEDED.items():
        files += [file.locate() for file in importlib.metadata.files(distribution)
                  if file.suffix == ".py" and not archive.is_in("/".join(file.parts[1:]), without)]
    wanted = {one.replace(".", "/") for path in files for level, module, names in imported(path)
              if not level for one in (module, *(f"{module}.{name}" for name in names))}
    assert {"asyncio", "json", "collections/abc"} <= wanted
    assert all(standard_library.is_wanted(f"{one}.py") for one in wanted)


@pytest.mark.parametrize("member, wanted", [
    ("asyncio/tasks.py", True), ("pdb.py", False), ("unittest/case.py", False),
    ("encodings/utf_8.py", True), ("encodings/big5.py", False), ("pydoc_data/topics.py", False),
    ("xml/sax/saxutils.py", True), ("xml/dom/minidom.py", False)])
def test_of_the_standard_library_only_what_is_used_is_taken(member, wanted):
    assert standard_library.is_wanted(member) == wanted


def test_every_distribution_comes_with_its_licence():
    text = notices.text(archive.NEEDED)
    for name in (*archive.NEEDED, "Pyodide", "Python", "gifenc"):
        assert len(text.partition(f"## {name} ")[2].partition("\n## ")[0]) > 300, name


@need_build
def test_what_is_built_is_written_down():
    contents = json.loads((BUILT / "worker.json").read_text())
    for name, file in contents["files"].items():
        assert (BUILT / name).stat().st_size == file["bytes"]
    assert {"house.js", "eckstein.zip.zst", "pyodide/pyodide.asm.wasm"} <= contents["files"].keys()
