"""What belongs to releases, but for the tools that they run (tools/)."""
import functools
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import hatch_build
import pytest
from packaging.tags import sys_tags
from tools import icons, release, tables_package
from tools.extras import TRIED, with_others

# Releases.

@pytest.mark.parametrize(("name", "bound"), [
    ("eckstein-0.1.0-py3-none-any.whl", 8_000_000), ("eckstein-0.1.0.tar.gz", 12_000_000),
    ("eckstein_browser-0.1.0-py3-none-any.whl", 9_000_000)])
def test_a_package_that_is_too_large_is_unfit(tmp_path, name, bound):
    package = tmp_path / name
    package.touch()
    os.truncate(package, bound)
    release.check_size(package)
    os.truncate(package, bound + 1)
    with pytest.raises(release.UnfitError, match=f"and may have {bound:,}"):
        release.check_size(package)


@pytest.mark.parametrize("name", ["eckstein.egg", "eckstein_browser-0.1.0.tar.gz",
                                  "other-0.1.0-py3-none-any.whl"])
def test_what_is_not_released_is_unfit(tmp_path, name):
    (tmp_path / name).touch()
    with pytest.raises(release.UnfitError, match="none of the packages"):
        release.check_size(tmp_path / name)


def test_the_package_of_tables_has_those_that_the_program_has_not():
    names = [str(ending) for ending in tables_package.wanted()]
    assert {"duell Kd-K", "duell Kd-K board=9x9", "duell K-K board=9x9", "contra d-d size=3",
            "contra dd-d size=5"} <= set(names)
    assert not {"duell K-K", "contra d-d", "contra dd-d", "contra dd-d size=6"} & set(names)
    assert len(set(names)) == len(names)


def test_only_tables_that_are_missing_are_built_and_others_go(tmp_path, monkeypatch):
    there, lacking = tables_package.wanted()[:2]
    monkeypatch.setattr(tables_package, "FILES", tmp_path)
    foreign = tmp_path / "chess" / "K-K.table"
    for path in (tables_package.file_of(there), foreign):
        path.parent.mkdir(parents=True)
        path.touch()
    made = []
    monkeypatch.setattr(tables_package, "is_sound", lambda ending, path: path.exists())
    monkeypatch.setattr(tables_package, "make", lambda *words, **more: made.append((words, more)))
    tables_package.build([there, lacking], jobs=3)
    assert made == [((lacking, tables_package.file_of(lacking), 3), {"check": True})]
    assert tables_package.file_of(there).exists()
    assert not foreign.exists()
    assert (tmp_path / "LICENSE").exists()


def libraries(folder, *names):
    """A folder with the files of these names."""
    folder.mkdir()
    for name in names:
        (folder / name).write_text(name)
    return folder


GAMES = [f"{stem}.{ending}" for stem in ("pur", "pur.solve", "contra_size-6") for ending in (
    "json", "linux-x86_64.so", "win32-x86_64.dll", "wasm32.gz", "emscripten-wasm32.so")]


def test_wheels_have_the_machine_code_that_the_sources_are_without(tmp_path):
    made = libraries(tmp_path / "made", *GAMES)
    unpacked = libraries(tmp_path / "unpacked", "pur.linux-x86_64.so")
    assert release.add_machine_code(unpacked, made) == ["linux-x86_64", "win32-x86_64"]
    assert sorted(path.name for path in unpacked.iterdir()) == [
        "contra_size-6.linux-x86_64.so", "contra_size-6.win32-x86_64.dll",
        "pur.linux-x86_64.so", "pur.solve.linux-x86_64.so", "pur.solve.win32-x86_64.dll",
        "pur.win32-x86_64.dll"]


@pytest.mark.parametrize("stem", ["pur", "pur.solve", "contra_size-6"])
def test_a_game_without_machine_code_for_one_platform_is_unfit(tmp_path, stem):
    made = libraries(tmp_path / "made", *GAMES)
    (made / f"{stem}.win32-x86_64.dll").unlink()
    with pytest.raises(release.UnfitError, match=f"{stem} is not compiled for win32-x86_64"):
        release.add_machine_code(libraries(tmp_path / "unpacked"), made)


def test_rare_rules_need_machine_code_for_no_platform_but_then_for_none(tmp_path):
    made = libraries(tmp_path / "made", *GAMES)
    for library in made.glob("contra_size-6.*-x86_64.*"):
        library.unlink()
    unpacked = libraries(tmp_path / "unpacked")
    assert release.add_machine_code(unpacked, made) == ["linux-x86_64", "win32-x86_64"]
    assert not list(unpacked.glob("contra_size-6*"))


def test_a_wheel_says_what_of_others_lies_in_it():
    notices = ["# Licenses\n\n## svelte - 5.57.3 (MIT)\n\ntext\n\n## clsx - 2.1.1 (MIT)\n",
               "## msgspec 0.22.0 (BSD-3-Clause)\n## fsrs 6.3.2 (see below)\n## Not a part\n",
               "## structlog 26.1.0 (MIT OR Apache-2.0)\n"]
    told = hatch_build.bill("eckstein", "0.1.0", notices)
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    assert told["metadata"]["component"]["purl"] == "pkg:pypi/eckstein@0.1.0"
    assert [(part["name"], part["version"]) for part in told["components"]] == [
        ("clsx", "2.1.1"), ("fsrs", "6.3.2"), ("msgspec", "0.22.0"), ("structlog", "26.1.0"),
        ("svelte", "5.57.3")]
    assert told["components"][3]["licenses"] == [{"expression": "MIT OR Apache-2.0"}]
    assert "licenses" not in told["components"][1]


def test_a_wheel_without_a_bill_of_materials_is_unfit(tmp_path):
    for number, (name, text) in enumerate([
            ("eckstein.dist-info/METADATA", ""), ("eckstein.dist-info/sboms/x.json",
                                                  '{"components": []}')]):
        wheel = tmp_path / f"{number}.whl"
        with zipfile.ZipFile(wheel, "w") as packed:
            packed.writestr(name, text)
        with pytest.raises(release.UnfitError, match="no bill of materials"):
            release.check_bill(wheel)


def test_the_digests_of_packages_are_as_sha256sum_reads_them(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "DIST", tmp_path)
    (tmp_path / "one.whl").write_text("one")
    release.write_sums([tmp_path / "one.whl"])
    release.note("tried")
    release.note("and not tried")
    done = subprocess.run(["sha256sum", "--check", "--strict", release.SUMS], cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "one.whl: OK\n")
    assert (tmp_path / release.TRIED).read_text() == "* tried\n* and not tried\n"


def test_of_the_wheels_that_fit_the_one_for_this_platform_is_tried():
    here = next(sys_tags()).platform
    wheels = [Path(f"eckstein-0.1.0-py3-none-{platform}.whl") for platform in ("any", here)]
    browser = Path("eckstein_browser-0.1.0-py3-none-any.whl")
    assert release.best_for_this_machine([*wheels, browser]) == wheels[1]
    assert release.best_for_this_machine([wheels[0], browser]) == wheels[0]


def test_each_python_tries_each_wheel_that_fits_and_each_extra_by_itself():
    here = next(sys_tags()).platform
    any_, own, other = (Path(f"eckstein-0.1.0-py3-none-{platform}.whl")
                        for platform in ("any", here, "win32"))
    browser = Path("eckstein_browser-0.1.0-py3-none-any.whl")
    archive = Path("eckstein-0.1.0.tar.gz")
    todo = list(release.tries([archive, any_, own, other, browser],
                              {"3.11.7": sys.executable, "3.12.1": "/usr/bin/python3.12"}))
    for version, first in (("3.11.7", [(archive,)]), ("3.12.1", [])):
        tried = [one for one in todo if f"by Python {version} on" in one.told]
        assert [one.packages for one in tried] == [
            *first, (any_,), (own,), (own, browser),
            *((any_,) if extra == "wasm" else (own,) for extra in TRIED)]
        assert [one.told.partition("]")[0].partition("[")[2] for one in tried[-len(TRIED):]] == [
            ",".join(with_others(extra)) for extra in TRIED]
    assert len({one.told for one in todo}) == len(todo)


@pytest.fixture
def one_package(tmp_path, monkeypatch):
    """A package that was built, and nothing that was tried before."""
    monkeypatch.setattr(release, "DIST", tmp_path)
    monkeypatch.setattr(release, "KNOWN", tmp_path / "build" / "tried.json")
    package = tmp_path / "one.whl"
    package.write_text("one")
    return package


def test_what_was_tried_is_tried_again_once_its_bytes_are_others(one_package):
    done = []
    todo = [release.Try(name, (one_package,), functools.partial(done.append, name))
            for name in ("first", "second")]
    release.carry_out(todo, 1)
    release.carry_out(todo, 1)
    assert done == ["first", "second"]
    assert (one_package.parent / release.TRIED).read_text().count("* first, 20") == 2
    one_package.write_text("two")
    release.carry_out(todo, 1)
    assert done == ["first", "second"] * 2


def test_what_fails_is_told_and_tried_again_and_what_did_not_is_known(one_package, capsys):
    done = []

    def fails():
        done.append("second")
        raise release.UnfitError("no such die")
    todo = [release.Try("first", (one_package,), lambda: done.append("first")),
            release.Try("second", (one_package,), fails),
            release.Try("third", (one_package,), lambda: done.append("third"))]
    with pytest.raises(release.UnfitError, match=r"^second: no such die$"):
        release.carry_out(todo, 1)
    assert "1 of 3  first\n" in capsys.readouterr().out
    assert not (one_package.parent / release.TRIED).exists()
    with pytest.raises(release.UnfitError):
        release.carry_out(todo, 1)
    assert done.count("first") == 1 and done.count("second") == 2


def test_a_python_that_does_not_start_is_none(tmp_path, monkeypatch):
    """pyenv puts a program on the path for each version, and most of them only complain."""
    shim = tmp_path / "python3.99"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert release.find_python(99) is None
    assert release.find_python(sys.version_info.minor) == sys.executable


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
