"""Libraries for other platforms: what their files say of themselves, and AArch64's at work.

Those for Windows and macOS have never been run; their headers, their entries and what they want
from the system are read.
"""
import subprocess
import sys
from pathlib import Path

import lief
import msgspec
import pytest

from eckstein.ahead.build import make_all
from eckstein.ahead.platforms import NAMES
from eckstein.engine.signature import signature
from eckstein.kernel import shared
from eckstein.kernel.ahead import FOLDER, described
from eckstein.kernel.described import Described
from eckstein.kernel.library import WIDE

from .programs import need_emulator

GAME = "contra"
NATIVE = [name for name in NAMES if not name.endswith("wasm32")]
HEADERS = {
    "linux-x86_64": (lief.ELF.Binary, "X86_64"), "linux-arm64": (lief.ELF.Binary, "AARCH64"),
    "win32-x86_64": (lief.PE.Binary, "AMD64"), "darwin-arm64": (lief.MachO.Binary, "ARM64"),
    "darwin-x86_64": (lief.MachO.Binary, "X86_64")}
LOADERS_OWN = {"dyld_stub_binder"}      # what a library for macOS asks of the loader itself
RUNNER = Path(__file__).with_name("runner.c")


def made(folder, targets):
    """A folder with the libraries of a game for these platforms."""
    assert list(make_all([(GAME, {})], targets, 1, folder)) == [(GAME, {})]
    return folder


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    return made(tmp_path_factory.mktemp("libraries"), NAMES)


@pytest.fixture(scope="module")
def found(libraries):
    return msgspec.json.decode((libraries / f"{GAME}.json").read_bytes(), type=Described)


def parsed(libraries, found, target):
    return lief.parse(str(libraries / found.libraries[target].file))


@pytest.mark.parametrize("target", NATIVE)
def test_the_header_names_the_platform(libraries, found, target):
    library = parsed(libraries, found, target)
    kind, processor = HEADERS[target]
    header = library.header
    machine = getattr(header, "machine_type", None) or getattr(header, "machine", None) or (
        header.cpu_type)
    assert (type(library), machine.__name__) == (kind, processor)


@pytest.mark.parametrize("target", NATIVE)
def test_the_entries_are_there_once_for_each_processor(libraries, found, target):
    symbols = {entry.symbol for entries in found.entries.values() for entry in entries}
    if target.endswith("x86_64"):
        symbols |= {WIDE + symbol for symbol in symbols} | {"has_wide"}
    exported = {function.name.removeprefix("_" if "darwin" in target else "")
                for function in parsed(libraries, found, target).exported_functions}
    assert symbols <= exported
    assert len(exported - symbols) <= 2


@pytest.mark.parametrize("target", NATIVE)
def test_nothing_is_asked_of_the_system(libraries, found, target):
    imported = {function.name for function in parsed(libraries, found, target).imported_functions}
    assert imported <= LOADERS_OWN


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


def test_python_in_a_browser_loads_it_as_an_extension(libraries, found):
    """It says what it needs in its first section, and wants nothing but room to work in."""
    data = (libraries / found.libraries["emscripten-wasm32"].file).read_bytes()
    (kind, first), *others = sections(data)
    assert (kind, first[:9]) == (0, b"\x08dylink.0")
    assert dict(imports(dict(others)[IMPORTS])) == {
        "memory": MEMORY, "__stack_pointer": GLOBAL, "__memory_base": GLOBAL,
        "__table_base": GLOBAL}


def test_workers_of_a_page_are_given_the_memory_that_they_share(libraries, found):
    """It wants nothing else, and says how much it takes at first and at most."""
    contents = dict(sections((libraries / found.libraries["shared-wasm32"].file).read_bytes()))
    assert dict(imports(contents[IMPORTS])) == {"memory": MEMORY}
    place = contents[IMPORTS].index(b"memory") + len("memory") + 1
    flags, place = number(contents[IMPORTS], place)
    least, place = number(contents[IMPORTS], place)
    most, _ = number(contents[IMPORTS], place)
    assert (flags, least * PAGE, most * PAGE) == (SHARED | LIMITED, shared.LEAST, shared.MOST)


def test_a_library_for_apples_own_processors_is_signed(libraries, found):
    """Or it would not be loaded there."""
    assert parsed(libraries, found, "darwin-arm64").has_code_signature


def test_no_path_of_the_machine_is_in_any_file(libraries):
    folder = str(libraries).encode()
    package = str(Path(__file__).parents[2]).encode()
    files = list(libraries.iterdir())
    assert len(files) == len(NAMES) + 1
    assert not [file.name for file in files
                if folder in file.read_bytes() or package in file.read_bytes()]


def test_the_same_sources_give_the_same_bytes(libraries, found):
    """As those that were made for this machine and for browsers."""
    before = described(GAME).libraries
    assert before
    assert {name: (FOLDER / library.file).read_bytes() for name, library in before.items()} == {
        name: (libraries / found.libraries[name].file).read_bytes() for name in before}


@pytest.mark.long
def test_the_others_stay(libraries, tmp_path):
    for file in libraries.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    made(tmp_path, [name for name in NAMES if name != "linux-arm64"])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        file.name: file.read_bytes() for file in libraries.iterdir()}


@need_emulator
def test_aarch64_plays_and_thinks_as_all_others_do(libraries, tmp_path):
    runner = tmp_path / "runner"
    subprocess.run([sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-gnu.2.17",
                    str(RUNNER), "-ldl", "-o", str(runner)], check=True)
    done = subprocess.run([sys.executable, "-m", "tests.ahead.emulated", str(libraries),
                           str(runner), GAME], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [str(line) for line in signature(GAME)]
