"""Sealed files of all kinds: what is whole is read, and anything else is refused in a sentence."""
import contextlib
import shutil
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from eckstein import Board
from eckstein.base.errors import EcksteinError
from eckstein.base.sealed import Kind, Sealed
from eckstein.base.sentence import Sentence
from eckstein.engine.books import book_file
from eckstein.engine.tables import table_file
from eckstein.engine.tables.endings import ending_named
from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs import certificate, checkpoint
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.proving import prove
from eckstein.lab.tables import begun, checked
from eckstein.lab.tables.codes import Codes

from .book.sample import write_sample
from .sealed import boundaries, laid_out, parts

STORED = Path(__file__).parent / "stored"
OLD = {"certificate-1.proof": "proof", "book-1.book": "book", "duell-K-K-1.table": "table"}


class Example(NamedTuple):
    """A file of a kind, how to read all of it, and what any refusal must name."""

    kind: Kind
    path: Path
    read: object
    remedy: str


def a_certificate(path):
    certificate.write(path, prove(Board("contra", "CWa1vg7"), read_claim("white wins within 15"),
                                  1))
    return Example(certificate.KIND, path, lambda: certificate.read(path), "")


def an_unfinished_proof(path):
    search = specialise("search.play.bounded", "contra", compiled=False, size="3")
    room = bytearray(100)
    kept = checkpoint.Checkpoint(path, Board("contra", size="3"), read_claim("white never wins"),
                                 {"memory": 1}, search, [room])
    kept.save(checkpoint.Findings(7, [[1, 2, 300], [4]]))
    return Example(checkpoint.KIND, path, kept.load, "or delete it to begin anew")


def a_book(path):
    write_sample(path)
    return Example(book_file.KIND, path, lambda: book_file.read_book(path, ("contra", {})),
                   "make it anew with: eckstein book make contra --force")


ENDING = ending_named("duell", {}, "K-K")


def a_table(path):
    codes = bytes(ENDING.entries)
    table_file.write(path, table_file.Header.of(
        ENDING, parts=1, entries=ENDING.entries, block=table_file.BLOCK, won=0, lost=0,
        drawn=ENDING.entries, impossible=0, longest=0, longest_number=0),
        table_file.compressed(codes))

    def read():
        with contextlib.closing(table_file.Table(ENDING, path)) as table:
            assert b"".join(table.codes()) == codes
    return Example(table_file.KIND, path, read, "rebuild it with: eckstein tables build duell K-K")


def a_begun_table(path):
    begun.save(ENDING, range(1), begun.Progress(surveyed=9), Codes(ENDING, ENDING.entries))
    path = begun.begun_path(ENDING, range(1))
    return Example(begun.KIND, path, lambda: begun.load(ENDING, range(1)),
                   "begin anew with: eckstein tables build duell K-K --force")


def a_begun_check(path):
    codes = Codes(ENDING, ENDING.entries)
    checked.Checked(ENDING, range(1), [codes]).come(9, Counter({0: 9}))
    one = checked.Checked(ENDING, range(1), [codes])
    one.come(9, Counter({0: 9}))
    one.save()
    path = checked.checked_path(ENDING, range(1))

    def read():
        """A file that cannot be used counts as none; see why."""
        try:
            if not checked.Checked(ENDING, range(1), [codes]).entries:
                assert not path.exists()
                raise checked.TableError(Sentence("{path} counts as none", path=path))
        finally:
            path.parent.mkdir(parents=True, exist_ok=True)
    return Example(checked.KIND, path, read, "")


MAKERS = [a_certificate, an_unfinished_proof, a_book, a_table, a_begun_table, a_begun_check]


@pytest.fixture(scope="module")
def contents(tmp_path_factory):
    """The bytes of an example of each kind, by its maker."""
    folder, found = tmp_path_factory.mktemp("sealed"), {}
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ECKSTEIN_DATA", str(folder))
        ENDING.path.parent.mkdir(parents=True)
        for maker in MAKERS:
            found[maker] = maker(folder / "file").path.read_bytes()
    return found


@pytest.fixture(params=MAKERS)
def example(request, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    ENDING.path.parent.mkdir(parents=True)
    return request.param(tmp_path / "file")


def refusal(example, content):
    """What is said of a file with other content, by whoever reads such files, and by the seal."""
    example.path.write_bytes(content)
    faults = []
    with pytest.raises(ValueError), Sealed(
            example.path, example.kind, lambda fault: faults.append(fault) or ValueError()) as file:
        for _ in file:
            pass
    with pytest.raises(EcksteinError) as told:
        example.read()
    sentence, = told.value.args
    assert isinstance(sentence, Sentence)
    assert sentence.startswith(str(example.path)) and sentence.endswith(example.remedy)
    assert faults[0] in sentence or example.kind is checked.KIND
    return faults[0]


def test_what_is_whole_is_read(example):
    example.read()
    line, header, pieces = parts(example.path.read_bytes())
    assert line == f"eckstein {example.kind.name} {example.kind.version}".encode()
    assert laid_out(line, header, pieces) == example.path.read_bytes()


def test_what_is_cut_is_refused(example):
    content = example.path.read_bytes()
    for end in boundaries(content):
        fault = refusal(example, content[:end])
        assert fault.startswith(("is truncated", "is empty", example.kind.foreign))


def test_what_goes_on_is_refused(example):
    content = example.path.read_bytes()
    for more in (b"!", bytes(16), content[-16:], content):
        assert refusal(example, content + more).startswith(("is truncated", "is damaged"))


def test_any_bit_that_is_flipped_is_noticed(example):
    content = example.path.read_bytes()
    places = {*range(0, len(content), max(1, len(content) // 60)), *boundaries(content)}
    for place in places:
        refusal(example, content[:place] + bytes([content[place] ^ 1 << place % 8])
                + content[place + 1:])


def test_what_is_foreign_is_refused(example, contents):
    others = [content for maker, content in contents.items()
              if not content.startswith(b"eckstein %s " % example.kind.name.encode())]
    assert len(others) == len(MAKERS) - 1
    for content in (b"hello\n", b"\n", b"\x7fELF" + bytes(100), b"eckstein\n", *others):
        assert refusal(example, content) == example.kind.foreign
    assert refusal(example, b"") == "is empty"


@pytest.mark.parametrize("version", [0, 9, 10 ** 8])
def test_another_version_is_named(example, version):
    _, header, pieces = parts(example.path.read_bytes())
    other = f"eckstein {example.kind.name} {version}".encode()
    for content in (laid_out(other, header, pieces), other + b"\nsomething else altogether"):
        assert refusal(example, content) == (
            f"has version {version} of the format, but this program reads version "
            f"{example.kind.version}")


@pytest.mark.parametrize("header", [b"{", b"[]", b"5", b"{}", b"\xff", b"[" * 99999])
def test_a_header_that_cannot_be_read_is_refused(example, header):
    line, _, pieces = parts(example.path.read_bytes())
    assert refusal(example, laid_out(line, header, pieces)).startswith(
        "has a header that cannot be read: ")


def test_a_file_is_written_whole_or_not_at_all(example):
    def pieces():
        yield b"some"
        raise KeyboardInterrupt
    before = example.path.read_bytes()
    with Sealed(example.path, example.kind, ValueError) as file, pytest.raises(KeyboardInterrupt):
        example.kind.write(example.path, file.header, pieces())
    assert example.path.read_bytes() == before
    assert [path.name for path in example.path.parent.iterdir() if path.suffix == ".tmp"] == []


@pytest.mark.parametrize("name", OLD)
def test_older_versions_are_read_and_refused_where_they_are_damaged(name, tmp_path):
    kind = next(kind for kind in (certificate.KIND, book_file.KIND, table_file.KIND)
                if kind.name == OLD[name])
    path = shutil.copyfile(STORED / name, tmp_path / name)
    content = path.read_bytes()

    def read():
        with Sealed(path, kind, ValueError) as file:
            return file.header, [*file]
    header, pieces = read()
    assert content.endswith(b"".join(pieces)) and len(pieces) == 1
    kind.write(path, header, pieces)
    assert read() == (header, pieces)           # the same as a file of today
    places = {*range(0, len(content), max(1, len(content) // 50)), *range(0, 100, 3),
              len(content) - 1}
    for place in places:
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        for other in (content[:place], flipped, content + content[place:]):
            path.write_bytes(other)
            with pytest.raises(ValueError, match=r"^(is|has) ") as told:
                read()
            assert isinstance(told.value.args[0], Sentence)
