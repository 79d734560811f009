"""What belongs to releases and planted faults, but for the tools that they run (tools/)."""
import contextlib
import io
import json
import random
import re
import tarfile
import zipfile
from pathlib import Path

import pytest
from tools import icons, release
from tools.mutants import places, survivors
from tools.mutants.survivors import Fault

LEGS = "src/eckstein/notation/moves/legs.py"
OLD = Fault(LEGS, "read", ("if a < b:",), ("if a <= b:",), ("no two are equal",))
NEW = Fault(LEGS, "read", ("return a",), ("return -a",))
STANDS = {LEGS: {"if a < b:", "return a"}}


# The list of survivors.

def test_a_list_is_read_as_it_was_written(tmp_path):
    survivors.write(tmp_path / "list.txt", "src", [NEW, OLD])
    read = survivors.read(tmp_path / "list.txt")
    assert read == [OLD, NEW]
    assert [fault.remark for fault in read] == [OLD.remark, ()]


def test_a_fault_is_read_from_a_diff_wherever_its_line_stands():
    diff = "--- mutation diff ---\n--- a/legs.py\n+++ b/legs.py\n@@ -{0},1 +{0},1 @@\n x\n" \
           "-    if a < b:\n+    if a <= b:"
    assert {survivors.fault_of(LEGS, "read", diff.format(line)) for line in (3, 70)} == {OLD}


def test_a_fault_that_is_not_noticed_is_new_once():
    first = survivors.merged([], {NEW}, set(), STANDS)
    assert (first.now, first.new) == ([NEW], [NEW])
    again = survivors.merged(first.now, {NEW}, set(), STANDS)
    assert (again.now, again.new, again.gone) == ([NEW], [], [])


def test_a_fault_that_is_noticed_now_is_gone():
    change = survivors.merged([OLD, NEW], set(), {OLD}, STANDS)
    assert (change.now, change.gone) == ([NEW], [OLD])


def test_a_fault_that_was_not_tried_stays():
    assert survivors.merged([OLD], {NEW}, set(), STANDS).now == [OLD, NEW]


def test_a_fault_whose_line_is_there_no_more_is_gone():
    assert survivors.merged([OLD], set(), set(), {LEGS: {"return a"}}).gone == [OLD]
    assert survivors.merged([OLD], set(), set(), {}).gone == [OLD]


def test_a_remark_stays():
    again = Fault(OLD.path, OLD.place, OLD.before, OLD.after)
    assert survivors.merged([OLD], {again}, set(), STANDS).now[0].remark == OLD.remark


def lists():
    """All lists that there are."""
    return sorted(places.LISTS.glob("*.txt"))


@pytest.mark.parametrize("path", lists(), ids=lambda path: path.stem)
def test_the_lists_are_written_as_the_program_writes_them(path, tmp_path):
    folder = re.search(r"planted in (\S+) that", path.read_text(encoding="utf-8"))[1]
    survivors.write(tmp_path / "list.txt", folder, survivors.read(path))
    assert (tmp_path / "list.txt").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert places.list_of(Path(folder)) == path


# Where tests are.

@pytest.mark.parametrize(("part", "tests"), [
    ("src/eckstein/search", "tests/search"),
    ("src/eckstein/games/contra.py", "tests/games/test_contra.py"),
    ("src/eckstein/notation/moves", "tests/notation/test_moves.py"),
    ("src/eckstein/notation/moves/legs.py", "tests/notation/test_moves.py"),
    ("src/eckstein/board.py", "tests/test_board.py"),
    ("src/eckstein/server/state.py", "tests/server/test_state.py"),
    ("src/eckstein/server/app.py", "tests/server")])
def test_the_tests_of_a_part(part, tests):
    assert places.tests_of(Path(part)) == Path(tests)


def test_a_part_without_tests():
    with pytest.raises(ValueError, match="name some with TESTS="):
        places.tests_of(Path("src/eckstein/places.py"))


def test_a_fingerprint_changes_with_any_source(tmp_path):
    (tmp_path / "a.py").write_text("a = 1\n")
    before = places.fingerprint(tmp_path)
    assert places.fingerprint(tmp_path) == before
    (tmp_path / "a.py").write_text("a = 2\n")
    assert places.fingerprint(tmp_path) != before


# Releases.

def packed(package, own, browsers):
    """A package with so many bytes of its own, and so many for browsers, that do not shrink."""
    sizes = {"eckstein/board.py": own, "eckstein/web/worker/eckstein.zip": browsers}
    with contextlib.ExitStack() as stack:
        if package.suffix == ".whl":
            wheel = stack.enter_context(zipfile.ZipFile(package, "w"))
            for name, size in sizes.items():
                wheel.writestr(name, random.randbytes(size))
        else:
            archive = stack.enter_context(tarfile.open(package, "w:gz"))
            for name, size in sizes.items():
                member = tarfile.TarInfo(f"eckstein-0.1.0/src/{name}")
                member.size = size
                archive.addfile(member, io.BytesIO(random.randbytes(size)))


@pytest.mark.parametrize("ending", release.BOUNDS)
def test_a_package_that_is_too_large_is_unfit(tmp_path, monkeypatch, ending):
    monkeypatch.setitem(release.BOUNDS, ending, 50_000)
    monkeypatch.setattr(release, "BROWSERS_BOUND", 90_000)
    package = tmp_path / f"eckstein{ending}"
    packed(package, 49_000, 89_000)
    release.check_size(package)
    packed(package, 51_000, 0)
    with pytest.raises(release.UnfitError, match="of its own, and may have 50,000"):
        release.check_size(package)
    packed(package, 1_000, 91_000)
    with pytest.raises(release.UnfitError, match="for browsers, and may have 90,000"):
        release.check_size(package)


def test_what_is_no_package_is_unfit(tmp_path):
    (tmp_path / "eckstein.egg").touch()
    with pytest.raises(release.UnfitError, match="neither"):
        release.check_size(tmp_path / "eckstein.egg")


def test_packages_are_tried_with_the_versions_of_the_lock_file():
    pinned = release.pinned().splitlines()
    assert any(line.startswith("msgspec==") for line in pinned)
    assert len(pinned) == len({line.partition("==")[0] for line in pinned}) > 50
    assert not [line for line in pinned if "hash" in line or "\\" in line]


def test_a_command_that_fails_is_told_with_what_it_said():
    with pytest.raises(release.UnfitError, match=r"(?s)status 3.*no such die"):
        release.done("sh", "-c", "echo no such die >&2; exit 3")


# Icons.

@pytest.mark.parametrize(("name", "pixels", "part"), icons.ICONS)
def test_icons_are_made_from_the_drawing_of_today(name, pixels, part):
    drawing = icons.DRAWING.read_text(encoding="utf-8")
    assert (icons.PUBLIC / name).read_bytes() == icons.icon(drawing, pixels, part)


def test_the_manifest_names_icons_that_are_there():
    manifest = json.loads((icons.PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    sizes = {name: f"{pixels}x{pixels}" for name, pixels, _ in icons.ICONS}
    told = {icon["src"]: icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert told == {name: sizes[name] for name in told} and len(told) == 3
