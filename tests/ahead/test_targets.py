"""Libraries for other platforms: what their files say of themselves, and AArch64's at work.

Those for Windows and macOS have never been run; their headers, their entries and what they want
from the system are read, in the long tests.
"""
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from eckstein.ahead import build, targets
from eckstein.ahead.build import default_jobs, make_all, stem_of
from eckstein.ahead.platforms import BROWSER, NAMES
from eckstein.ahead.platforms import SHARED as TOGETHER
from eckstein.engine.signature import signature
from eckstein.kernel import shared
from eckstein.kernel.binding import FOLDER, described, platform
from eckstein.kernel.described import Described
from eckstein.kernel.library import WIDE

from .programs import need_emulator

GAME = "contra"
NATIVE = [name for name in NAMES if not name.endswith("wasm32")]
NEVER_RUN = [name for name in NATIVE if not name.startswith("linux")]
# That of this machine is there.
NATIVE_HERE = [pytest.param(name, marks=[] if name == platform() else [pytest.mark.long])
               for name in NATIVE]
HEADERS = {
    "linux-x86_64": ("ELF", "X86_64"), "linux-arm64": ("ELF", "AARCH64"),
    "win32-x86_64": ("PE", "AMD64"), "darwin-arm64": ("MachO", "ARM64"),
    "darwin-x86_64": ("MachO", "X86_64")}
LOADERS_OWN = {"dyld_stub_binder"}      # what a library for macOS asks of the loader itself
RUNNER = Path(__file__).with_name("runner.c")


def made(folder, targets):
    """A folder with the libraries of a game for these platforms."""
    job = GAME, {}, "play"
    assert list(make_all([job], targets, 1, folder)) == [job]
    return folder


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    """A folder with libraries for all platforms."""
    return made(tmp_path_factory.mktemp("libraries"), NAMES)


@pytest.fixture
def library(request, target):
    """The library for a platform: its file as it was read, and the description beside it."""
    folder = FOLDER if target == platform() else request.getfixturevalue("libraries")
    found = description(folder)
    return read(folder / found.libraries[target].file), found


def read(file):
    """A library as LIEF reads it, which takes long to import."""
    import lief
    return lief.parse(str(file))


def description(folder):
    return msgspec.json.decode((folder / f"{GAME}.json").read_bytes(), type=Described)


@pytest.mark.parametrize("target", NATIVE_HERE)
def test_the_header_names_the_platform(library, target):
    file, _ = library
    kind, processor = HEADERS[target]
    header = file.header
    machine = getattr(header, "machine_type", None) or getattr(header, "machine", None) or (
        header.cpu_type)
    assert (type(file).__module__, machine.__name__) == (f"lief._lief.{kind}", processor)


@pytest.mark.parametrize("target", NATIVE_HERE)
def test_the_entries_are_there_once_for_each_processor(library, target):
    file, found = library
    symbols = {entry.symbol for entries in found.entries.values() for entry in entries}
    if target.endswith("x86_64"):
        symbols |= {WIDE + symbol for symbol in symbols} | {"has_wide"}
    exported = {function.name.removeprefix("_" if "darwin" in target else "")
                for function in file.exported_functions}
    assert symbols <= exported
    assert len(exported - symbols) <= 2


@pytest.mark.parametrize("target", NATIVE_HERE)
def test_nothing_is_asked_of_the_system(library, target):
    file, _ = library
    imported = {function.name for function in file.imported_functions}
    assert imported <= LOADERS_OWN


@pytest.mark.parametrize("job", default_jobs(), ids=stem_of)
def test_no_library_of_this_machine_asks_for_anything(job):
    """Not for C's `memset` either, which LLVM likes to call and other platforms would lack."""
    file = read(FOLDER / f"{stem_of(job)}.{platform()}.so")
    assert {function.name for function in file.imported_functions} <= LOADERS_OWN


@pytest.mark.long
@pytest.mark.parametrize("job", default_jobs(), ids=stem_of)
def test_every_library_is_made_for_where_it_has_never_been_run(job, tmp_path):
    """Which fails if LLVM asks for C there, though it does not here."""
    assert list(make_all([job], NEVER_RUN, 1, tmp_path)) == [job]


IMPORTS = 2                 # the number of a section
MEMORY, GLOBAL = 2, 3       # kinds of imports
LIMITED, SHARED = 1, 2      # flags of a memory
PAGE = 1 << 16              # what its sizes are told in


def number(data, place):
    """A number in LEB128 and the place after it."""
    value = shift = 0
    while True:
        byte, place = data[place], place + 1
        value, shift = value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value, place


def sections(data):
    """The sections of a WebAssembly module: number and contents."""
    assert data[:8] == b"\0asm\1\0\0\0"
    place = 8
    while place < len(data):
        kind = data[place]
        size, begin = number(data, place + 1)
        yield kind, data[begin:begin + size]
        place = begin + size


def imports(section):
    """The names that a module wants from its surroundings, each with its kind."""
    count, place = number(section, 0)
    for _ in range(count):
        words = []
        for _ in range(2):
            size, begin = number(section, place)
            words.append(section[begin:begin + size].decode())
            place = begin + size
        kind, place = section[place], place + 1
        if kind == MEMORY:
            flags, place = number(section, place)
            for _ in range(1 + (flags & 1)):            # the least size, and perhaps the largest
                _, place = number(section, place)
        else:                                           # a type, and whether it changes
            place += 2
        yield words[1], kind


def module(target):
    """The WebAssembly module that was made for browsers."""
    return (FOLDER / described(GAME).libraries[target].file).read_bytes()


def test_python_in_a_browser_loads_it_as_an_extension():
    """It says what it needs in its first section, and wants nothing but room to work in."""
    (kind, first), *others = sections(module("emscripten-wasm32"))
    assert (kind, first[:9]) == (0, b"\x08dylink.0")
    assert dict(imports(dict(others)[IMPORTS])) == {
        "memory": MEMORY, "__stack_pointer": GLOBAL, "__memory_base": GLOBAL,
        "__table_base": GLOBAL}


CALL = "  call void @llvm.prefetch.p0(ptr %{name}, i32 0, i32 3, i32 1)\n"


def test_what_webassembly_cannot_prefetch_it_loads():
    text = targets._loading(CALL.format(name=".12") + CALL.format(name="entry"))
    assert re.findall(r"%(\S+) = load volatile i64, ptr %(\S+), align 8", text) == [
        ("prefetch.0", ".12"), ("prefetch.1", "entry")]
    assert "llvm.prefetch" not in text


def test_a_prefetch_that_llvm_writes_in_another_way_is_noticed():
    with pytest.raises(ValueError, match="prefetches"):
        targets._loading(CALL.format(name="a").replace("call void @", "call fastcc void @"))


def test_python_in_a_browser_has_nothing_to_solve_by():
    """It would be downloaded for nothing."""
    assert build.targets_of((GAME, {}, "play"), NAMES) == list(NAMES)
    assert build.targets_of((GAME, {}, "solve"), NAMES) == [
        name for name in NAMES if name not in (BROWSER, TOGETHER)]
    assert build.targets_of((GAME, {"size": "5"}, "play"), NAMES) == [      # a first game
        name for name in NAMES if name != TOGETHER]


def test_rare_rules_are_compiled_for_webassembly_alone():
    """Pages load none of them for workers that search together (tools/worker/archive.py)."""
    assert build.targets_of((GAME, {"size": "6"}, "play"), NAMES) == ["wasm32", BROWSER]
    assert build.targets_of((GAME, {"size": "6"}, "play"), ["linux-x86_64"]) == []
    assert b"search.solve." not in module("emscripten-wasm32")


def test_workers_of_a_page_are_given_the_memory_that_they_share():
    """It wants nothing else, and says how much it takes at first and at most."""
    contents = dict(sections(module("shared-wasm32")))
    assert dict(imports(contents[IMPORTS])) == {"memory": MEMORY}
    place = contents[IMPORTS].index(b"memory") + len("memory") + 1
    flags, place = number(contents[IMPORTS], place)
    least, place = number(contents[IMPORTS], place)
    most, _ = number(contents[IMPORTS], place)
    assert (flags, least * PAGE, most * PAGE) == (SHARED | LIMITED, shared.LEAST, shared.MOST)


@pytest.mark.long
@pytest.mark.parametrize("target", ["darwin-arm64"])
def test_a_library_for_apples_own_processors_is_signed(library, target):
    """Or it would not be loaded there."""
    assert library[0].has_code_signature


@pytest.mark.long
def test_no_path_of_the_machine_is_in_any_file(libraries):
    package = str(Path(__file__).parents[2]).encode()
    assert {*NATIVE} <= {*description(libraries).libraries}
    assert package not in (FOLDER / described(GAME).libraries[platform()].file).read_bytes()
    files = list(libraries.iterdir())
    assert {file.name for file in files} == {f"{GAME}.json", *(
        library.file for library in description(libraries).libraries.values())}
    assert not [file.name for file in files if str(libraries).encode() in file.read_bytes()
                or package in file.read_bytes()]


@pytest.mark.long
def test_the_same_sources_give_the_same_bytes(libraries):
    """As those that were made before."""
    before, again = described(GAME).libraries, description(libraries).libraries
    both = before.keys() & again.keys()
    assert TOGETHER in both
    assert {name: (FOLDER / before[name].file).read_bytes() for name in both} == {
        name: (libraries / again[name].file).read_bytes() for name in both}


@pytest.mark.long
def test_the_others_stay(libraries, tmp_path):
    for file in libraries.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    made(tmp_path, [name for name in NAMES if name != "linux-arm64"])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        file.name: file.read_bytes() for file in libraries.iterdir()}


@pytest.mark.long
@need_emulator
def test_aarch64_plays_and_thinks_as_all_others_do(libraries, tmp_path):
    runner = tmp_path / "runner"
    subprocess.run([sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-gnu.2.17",
                    str(RUNNER), "-ldl", "-o", str(runner)], check=True)
    done = subprocess.run([sys.executable, "-m", "tests.ahead.emulated", str(libraries),
                           str(runner), GAME], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [str(line) for line in signature(GAME)]
