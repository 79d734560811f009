"""Whatever stands in the header of a file, it is read or refused with a sentence.

In the header of each format each value in turn becomes one of every type that JSON has, and is left
out; digests are those of what is there then, so that nothing else is wrong with the file.
"""
import hashlib
import json

from eckstein import Board
from eckstein.book import read_book
from eckstein.errors import EcksteinError
from eckstein.kernel import ahead, specialise
from eckstein.proofs.certificate import DIGEST, MAGIC, read, write
from eckstein.proofs.checking import check
from eckstein.proofs.claims import read_claim
from eckstein.proofs.proving import prove
from eckstein.proofs.unfinished import Found, Unfinished
from eckstein.puzzles import read_puzzles, tally

from .book.sample import write_sample
from .puzzles.sample import write as write_puzzles

VALUES = [None, True, 5, -1, 1.5, 1 << 70, "", "x", "\ud800", [], [None], ["x"], [[5]], [-1],
          [1 << 63], {}, {"x": None}, {"repetition": []}, {"x": {"y": 5}}]


def retyped(value):
    """A value, with one place in it after the other as everything else."""
    yield from VALUES
    if isinstance(value, dict):
        for name in value:
            others = {key: one for key, one in value.items() if key != name}
            yield others
            for other in retyped(value[name]):
                yield {**others, name: other}
    elif isinstance(value, list) and value:
        for other in retyped(value[0]):
            yield [other, *value[1:]]


def in_json(value):
    return json.dumps(value, separators=(",", ":")).encode()


def is_read_or_refused(reading):
    """Whether it is read; else a sentence must say what is wrong."""
    try:
        reading()
    except EcksteinError as error:
        assert str(error)
        return False
    return True


def all_refused_but_some(path, header, laid_out, reading):
    """Write the file with every header, and read it."""
    path.write_bytes(laid_out(header))
    assert is_read_or_refused(reading)
    results = []
    for other in retyped(header):
        path.write_bytes(laid_out(other))
        results.append(is_read_or_refused(reading))
    assert not all(results)


def test_certificates(tmp_path):
    path = tmp_path / "proof"
    write(path, prove(Board("contra", "CWa1vg7"), read_claim("white wins within 15"), 1))
    head, _, body = path.read_bytes()[len(MAGIC) + DIGEST:].partition(b"\n")

    def laid_out(header):
        content = in_json(header) + b"\n" + body
        return MAGIC + hashlib.sha256(content).hexdigest().encode() + b"\n" + content
    all_refused_but_some(path, json.loads(head), laid_out, lambda: check(read(path)))


def test_unfinished_proofs(tmp_path):
    path, search = tmp_path / "file", specialise("search.bounded", "contra", compiled=False,
                                                 size="3")
    kept = Unfinished(path, Board("contra", None, size="3"), read_claim("white never wins"),
                      {"memory": 1}, search, [])
    kept.save(Found(7, [[1, 2, 300]]))
    begin, _, rest = path.read_bytes()[:-32].partition(b"\n")
    head, _, body = rest.partition(b"\n")

    def laid_out(header):
        content = begin + b"\n" + in_json(header) + b"\n" + body
        return content + hashlib.sha256(content).digest()
    all_refused_but_some(path, json.loads(head), laid_out, kept.load)


def test_books(tmp_path):
    path = write_sample(tmp_path / "contra.book")
    head, _, body = path.read_bytes().partition(b"\n")
    all_refused_but_some(path, json.loads(head), lambda header: in_json(header) + b"\n" + body,
                         lambda: read_book(path))


def test_puzzles(tmp_path):
    path = write_puzzles(tmp_path / "own.jsonl")
    lines = path.read_bytes().split(b"\n")
    for place in range(2):
        def laid_out(header, place=place):
            return b"\n".join([*lines[:place], in_json(header), *lines[place + 1:]])
        all_refused_but_some(path, json.loads(lines[place]), laid_out,
                             lambda: read_puzzles(path))


def test_what_is_told_of_solved_puzzles(tmp_path, monkeypatch):
    monkeypatch.setattr(tally, "tally_file", lambda: tmp_path / "tally.json")
    tally.write_tally(tally.Tally())
    all_refused_but_some(tmp_path / "tally.json",
                         json.loads((tmp_path / "tally.json").read_bytes()), in_json,
                         tally.read_tally)


def test_descriptions_of_libraries(tmp_path, monkeypatch):
    found = next(path for path in ahead.FOLDER.glob("contra.json"))
    header = json.loads(found.read_bytes())
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    monkeypatch.setattr(ahead, "digest_of", lambda path: header["sources"].get(
        path.relative_to(ahead.HOME).as_posix(), ""))
    header["entries"] = dict(list(header.get("entries", {}).items())[:1])
    all_refused_but_some(tmp_path / "contra.json", header, in_json,
                         lambda: ahead.described("contra"))
