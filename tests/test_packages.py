"""What is handed out: the source archive and the wheel, with the built pages and their notices."""
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from tools.release import NATIVE, add_machine_code, check_size

import eckstein
from eckstein.base.web_files import browser_files
from eckstein.kernel.binding import FOLDER, WASM, platform

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "src" / "eckstein" / "web"
NOTICES = PAGES / "app" / "THIRD-PARTY-NOTICES.md"
OF_SERVICE_WORKER = PAGES / "app" / "SERVICE-WORKER-NOTICES.md"
BROWSER = ROOT / "src" / "eckstein_browser"
PROJECT, PROJECT_FOR_BROWSERS = (
    tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for folder in (ROOT, BROWSER))
NOTICE = re.compile(r"^## (?P<name>\S+) - \S+ \((?P<licence>[^)]+)\)\n(?P<text>.*?)(?=^## |\Z)",
                    re.MULTILINE | re.DOTALL)
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](?P<package>@[\w-]+/[\w-]+|[\w-]+)""")

pytestmark = pytest.mark.skipif(not NOTICES.exists(), reason="the pages are not built")


def built(source, kind, folder):
    """A package made of a folder of sources."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
                   cwd=source, check=True, capture_output=True, timeout=120)
    found, = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The source archive."""
    return built(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def source(archive, tmp_path_factory):
    """The unpacked source archive with machine code added, as wheels are made of it."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    found, = folder.iterdir()
    add_machine_code(found / FOLDER.relative_to(ROOT), FOLDER)
    return found


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    """The wheel that is made of the source archive, where there is neither Node nor Git."""
    return built(source, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def notices():
    """Each bundled package, by its name, with its licence and the text of it."""
    return {found["name"]: (found["licence"], found["text"])
            for file in (NOTICES, OF_SERVICE_WORKER)
            for found in NOTICE.finditer(file.read_text(encoding="utf-8"))}


def test_the_archive_and_the_wheel_are_within_their_bounds(archive, wheel):
    for package in (archive, wheel):
        check_size(package)


def pages():
    """All built files, as they lie in the package."""
    return {path.relative_to(ROOT / "src").as_posix() for path in PAGES.rglob("*")
            if path.is_file()}


def test_the_archive_holds_the_built_pages(archive):
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {f"src/{page}" for page in pages()} <= names


def test_the_archive_holds_what_tests_it(archive):
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"LICENSE", "CHANGELOG.md", "Makefile", "hatch_build.py", "requirements.lock",
            "tests/conftest.py", "web/package-lock.json", "docs/index.md"} <= names
    assert not [name for name in names if "node_modules" in name or name.startswith(".venv")]


def test_the_wheel_made_of_the_archive_holds_the_built_pages(wheel):
    with zipfile.ZipFile(wheel) as packed:
        assert pages() <= set(packed.namelist())


def is_taken(library):
    """Whether a wheel for this machine holds a file: WebAssembly is for rules without machine code.
    """
    game, kind = library.replace(".solve.", ".").replace(".batch.", ".").split(".")[:2]
    has_machine_code = any(FOLDER.glob(f"{game}.{platform()}.*"))
    return kind in ("json", platform() if has_machine_code else WASM)


def test_the_wheel_holds_every_file_of_the_package(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    assert {path.relative_to(ROOT / "src").as_posix()
            for path in (ROOT / "src" / "eckstein").rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
            and (path.parent != FOLDER or is_taken(path.name))} <= names


def test_a_wheel_for_all_platforms_holds_webassembly_alone(source, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_PLATFORM", "any")
    wheel = built(source, "wheel", tmp_path)
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as packed:
        kinds = {Path(name).suffix for name in packed.namelist() if "/libraries/" in name}
    assert kinds == {".json", ".gz"}


def libraries(wheel):
    """The files of the games compiled ahead of time that a wheel has."""
    with zipfile.ZipFile(wheel) as packed:
        return {Path(name).name for name in packed.namelist() if "/libraries/" in name}


def test_a_wheel_with_libraries_is_for_one_platform(wheel):
    found = libraries(wheel)
    assert {f"contra.{platform()}.so", "contra.json"} <= found
    assert all(map(is_taken, found))
    assert not wheel.name.endswith("-any.whl")


@pytest.fixture
def other_rules(source, tmp_path):
    """Sources with a game under other than its usual options, compiled for this machine."""
    folder = shutil.copytree(source, tmp_path / "sources")
    for kind in ("json", f"{platform()}.so", f"{WASM}.gz"):
        (folder / FOLDER.relative_to(ROOT) / f"contra_x-1.{kind}").write_text("made")
    return folder


def test_a_wheel_has_no_webassembly_of_games_with_machine_code(other_rules, tmp_path):
    found = libraries(built(other_rules, "wheel", tmp_path / "wheel"))
    assert {name for name in found if "_x-1" in name} == {
        "contra_x-1.json", f"contra_x-1.{platform()}.so"}


def test_the_archive_has_webassembly_and_no_machine_code(other_rules, tmp_path):
    with tarfile.open(built(other_rules, "sdist", tmp_path / "sdist")) as packed:
        names = {Path(name).name for name in packed.getnames() if "/libraries/" in name}
    assert {name for name in names if "_x-1" in name} == {
        "contra_x-1.json", f"contra_x-1.{WASM}.gz"}
    assert {f"contra.{WASM}.gz", "contra.json"} <= names
    assert not [name for name in names if Path(name).suffix in NATIVE]


@pytest.mark.long
def test_what_a_killed_process_has_left_comes_into_no_package(source, tmp_path):
    folder = shutil.copytree(source, tmp_path / "sources")
    left = {"coming.json", "coming-next", ".0123.tmp", "tmp0123/contra.wasm32.gz",
            "tmp0123/contra.json", "contra.wasm32.wasm"}        # the last by an earlier version
    for name in left:
        path = folder / FOLDER.relative_to(ROOT) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("left")
    with tarfile.open(built(folder, "sdist", tmp_path / "sdist")) as packed:
        archived = {name.partition("/libraries/")[2] for name in packed.getnames()}
    with zipfile.ZipFile(built(folder, "wheel", tmp_path / "wheel")) as packed:
        inside = {name.partition("/libraries/")[2] for name in packed.namelist()}
    assert "contra.json" in archived & inside
    assert not left & (archived | inside)


def test_no_wheel_is_made_for_a_platform_without_libraries(source, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_PLATFORM", "amiga-68000")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        built(source, "wheel", tmp_path)
    assert b"there are no libraries for amiga-68000" in failed.value.stderr


@pytest.mark.skipif(not browser_files(), reason="Python for browsers is not built")
def test_python_for_browsers_has_a_wheel_of_its_own_that_holds_all_of_it(wheel, tmp_path):
    with zipfile.ZipFile(built(BROWSER, "wheel", tmp_path)) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert names == {f"eckstein_browser/{path.relative_to(BROWSER).as_posix()}"
                     for path in (BROWSER / "__init__.py", *(BROWSER / "web").rglob("*"))
                     if path.is_file()}
    with zipfile.ZipFile(wheel) as packed:
        assert not [name for name in packed.namelist() if "worker" in name and "/web/" in name]


def test_no_wheel_of_python_for_browsers_is_made_before_that_is_built(source, tmp_path):
    shutil.rmtree(source / "src" / "eckstein_browser" / "web", ignore_errors=True)
    with pytest.raises(subprocess.CalledProcessError) as failed:
        built(source / "src" / "eckstein_browser", "wheel", tmp_path)
    assert b"web/index.html is missing: build the pages first (make web)" in failed.value.stderr


@pytest.fixture
def tables(source, tmp_path):
    """The sources of the package of large tables, with files in the place of tables."""
    folder = shutil.copytree(source, tmp_path / "sources") / "src" / "eckstein_tables"
    for name in ("LICENSE", "duell/Kd-K.table", "contra_size-3/dd-d.table"):
        path = folder / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder


def test_the_wheel_of_large_tables_holds_them_and_nothing_else(tables, tmp_path):
    wheel = built(tables, "wheel", tmp_path / "wheel")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
        about = packed.read(f"{wheel.name.removesuffix('-py3-none-any.whl')}.dist-info/METADATA")
    assert names == {"eckstein_tables/__init__.py", "eckstein_tables/files/LICENSE",
                     "eckstein_tables/files/duell/Kd-K.table",
                     "eckstein_tables/files/contra_size-3/dd-d.table"}
    assert b"License-Expression: Apache-2.0\n" in about
    assert b"Requires-Dist" not in about


def test_the_same_tables_make_the_same_bytes(tables, tmp_path):
    first = built(tables, "wheel", tmp_path / "first")
    for path in tables.rglob("*"):
        os.utime(path, (0, 1_000_000_000))
    assert built(tables, "wheel", tmp_path / "second").read_bytes() == first.read_bytes()


def test_no_wheel_of_tables_is_made_before_they_are_built(tables, tmp_path):
    (tables / "files" / "duell" / "Kd-K.table").unlink()
    with pytest.raises(subprocess.CalledProcessError) as failed:
        built(tables, "wheel", tmp_path / "wheel")
    assert (b"files/duell/Kd-K.table is missing: build the tables first (make tables-package)"
            in failed.value.stderr)


def test_the_archive_has_no_python_for_browsers(archive):
    with tarfile.open(archive) as packed:
        names = {name.partition("/src/")[2] for name in packed.getnames()}
    assert "eckstein_browser/pyproject.toml" in names
    assert not [name for name in names if name.startswith("eckstein_browser/web")]
    assert "eckstein_tables/pyproject.toml" in names
    assert not [name for name in names if name.startswith("eckstein_tables/files")]
    assert not [name for name in names if "emscripten" in name and "/libraries/" in name]


def test_both_distributions_have_one_version_and_the_extra_requires_it():
    assert PROJECT_FOR_BROWSERS["version"] == eckstein.__version__
    assert PROJECT["optional-dependencies"]["browser"] == [
        f"{PROJECT_FOR_BROWSERS['name']}=={eckstein.__version__}"]


def test_no_package_is_made_without_the_pages(archive, tmp_path):
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    source, = tmp_path.iterdir()
    (source / "src" / "eckstein" / "web" / "board.js").unlink()
    done = subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=source,
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert "src/eckstein/web/board.js is missing: build the pages first (make web)" in done.stderr


def imported():
    """The packages of others that the sources of the pages import, tests aside."""
    sources = [path for folder in ("app/src", "board") for kind in ("*.ts", "*.svelte")
               for path in (ROOT / "web" / folder).rglob(kind) if "tests" not in path.parts]
    return {found["package"] for path in sources
            for found in IMPORT.finditer(path.read_text(encoding="utf-8"))}


def test_each_bundled_package_is_in_the_notices(notices):
    assert {"svelte", "uqr"} <= imported()
    assert imported() <= set(notices)
    assert {name for name in notices if name.startswith("workbox")}


def test_each_notice_holds_the_text_of_the_licence(notices):
    for name, (_, text) in notices.items():
        assert "Copyright" in text, name
        assert re.search("Permission (is hereby granted|to use, copy, modify)", text), name


def test_the_licence_of_the_package_names_those_of_what_is_bundled(notices):
    assert {licence for licence, _ in notices.values()} | {"Apache-2.0"} == set(
        PROJECT["license"].split(" AND "))


def test_the_wheel_says_where_all_licences_are(wheel):
    with zipfile.ZipFile(wheel) as packed:
        about = packed.read(f"eckstein-{eckstein.__version__}.dist-info/METADATA").decode()
    assert re.findall("^License-File: (.*)$", about, re.MULTILINE) == PROJECT["license-files"]


ADDRESS = "https://example.org/eckstein"
RELATIVE = re.compile(r"""\]\((?!https?://|#)|src="(?!https?://)""")


def about(package):
    """What a wheel tells of itself."""
    with zipfile.ZipFile(package) as packed:
        name, = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return packed.read(name).decode()


def test_without_an_address_the_readme_of_a_package_has_no_link_that_leads_nowhere(wheel):
    told = about(wheel)
    assert not RELATIVE.search(told)
    assert "reference counts" in told and "<img" not in told
    assert "\nProject-URL:" not in told


def test_with_an_address_all_links_and_pictures_of_the_readme_lead_there(
        source, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_REPOSITORY", f"{ADDRESS}/")
    told = about(built(source, "wheel", tmp_path))
    assert not RELATIVE.search(told)
    assert f"[reference counts]({ADDRESS}/blob/HEAD/docs/rules.md)" in told
    assert f'<img src="{ADDRESS}/raw/HEAD/docs/images/contra.gif"' in told
    assert f"\nProject-URL: Repository, {ADDRESS}\n" in told
    linked = set(re.findall(rf"{ADDRESS}/(?:blob|raw)/HEAD/([^)\"#\s]+)", told))
    assert len(linked) > 20 and all((ROOT / place).exists() for place in linked)


def test_a_package_tells_who_made_it_and_which_pythons_run_it(wheel):
    told = about(wheel)
    assert "\nAuthor: The Eckstein authors\n" in told
    assert [f"Classifier: Programming Language :: Python :: 3.{minor}" in told
            for minor in (11, 12, 13, 14)] == [True] * 4


def test_the_change_log_begins_with_this_version_or_what_comes_next():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## \[(.*?)\]", text, re.MULTILINE)
    assert first and first[1] in ("Unreleased", eckstein.__version__)
