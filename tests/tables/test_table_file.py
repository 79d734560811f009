"""The files of tables: what is written is read again, and what is not whole is refused."""
import json
import random
import re
import shutil
import struct
import threading
import zlib
from pathlib import Path

import msgspec
import pytest

from eckstein import Board
from eckstein.engine.tables import NoTableError, TableError, endings_of, find, probe
from eckstein.engine.tables import table_file as files
from eckstein.engine.tables.endings import ending_named
from eckstein.engine.tables.table_file import HEAD, Table, compressed, header_of, write
from eckstein.lab.tables import auditing, solving
from eckstein.lab.tables.auditing import check
from eckstein.lab.tables.begun import begun_path, load
from eckstein.lab.tables.building import StoppedError, build, is_built, work
from eckstein.lab.tables.solving import Group

from ..headers import all_refused_but_some, in_json

KINGS = "DZe1ze8"


def refusal(ending):
    """Why a table is refused when all of it is read."""
    with pytest.raises(TableError) as refused:
        for _ in Table(ending).codes(0):
            pass
    sentence = str(refused.value)
    assert str(ending.path) in sentence and ending.command in sentence
    return sentence


def with_header(ending, **changes):
    """Write the table with another header."""
    table = Table(ending)
    write(ending.path, msgspec.structs.replace(table.header, **changes), list(table.blocks()))


@pytest.mark.parametrize("top", [3, 254])
def test_codes_are_read_as_they_were_written(ending, top):
    chance = random.Random(top)
    codes = bytes(chance.choice((0, 1, 2, top, 0xFF)) for _ in range(ending.entries))
    write(ending.path, Table(ending).header, compressed(codes))
    table = Table(ending)
    assert [table.code(number) for number in range(ending.entries)] == [
        0xFFFF if code == 0xFF else code for code in codes]
    assert b"".join(table.codes()) == b"".join(table.codes(0)) == codes


@pytest.mark.parametrize("top", [3, 254, 255, 256, 0xFFFE])
def test_codes_of_two_bytes_are_read(ending, top):
    chance = random.Random(top)
    codes = [chance.choice((0, 1, 2, top, 0xFFFF)) for _ in range(ending.entries)]
    content = struct.pack(f"<{len(codes)}H", *codes)
    write(ending.path, Table(ending).header, compressed(content, wide=True))
    table = Table(ending)
    assert [table.code(number) for number in range(ending.entries)] == codes
    assert b"".join(table.codes(wide=True)) == content
    assert list(b"".join(table.codes())) == [min(code, 255) for code in codes]


def test_small_codes_take_one_byte():
    block, = compressed(struct.pack("<3H", 1, 254, 0xFFFF), wide=True)
    assert len(zlib.decompress(block)) == 3


def test_a_code_that_looks_like_none_takes_two_bytes():
    block, = compressed(struct.pack("<3H", 1, 255, 0xFFFF), wide=True)
    assert len(zlib.decompress(block)) == 6


@pytest.mark.parametrize("most", [0, 7, 21])
def test_a_build_whose_codes_get_two_bytes_on_the_way_makes_the_same_table(
        ending, most, monkeypatch):
    whole, widened, widen = ending.path.read_bytes(), [], solving.Group._widen
    ending.path.unlink()
    monkeypatch.setattr(ending.module("search.solve.retrograde"), "most_distance", lambda *_: most)
    monkeypatch.setattr(solving.Group, "_widen",
                        lambda group: widened.append(group._progress.distance) or widen(group))
    build(work(ending, 1), [])
    assert widened == [most]
    assert ending.path.read_bytes() == whole


@pytest.mark.parametrize("kept", [8, 12, 40, 300, 900])
def test_a_file_that_is_cut_is_refused(ending, kept):
    ending.path.write_bytes(ending.path.read_bytes()[:kept])
    assert "is truncated or has extra data" in refusal(ending)


def test_a_file_with_something_added_is_refused(ending):
    ending.path.write_bytes(ending.path.read_bytes() + b"!")
    assert "is truncated or has extra data" in refusal(ending)


def test_any_byte_that_is_changed_is_noticed(ending):
    whole = ending.path.read_bytes()
    for place in random.Random(1).sample(range(len(whole)), 200):
        ending.path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
        refusal(ending)


@pytest.mark.parametrize(("content", "why"), [
    (b"", "is empty"), (b"hello", "is not a table"), (b"\x7fELF" + bytes(100), "is not a table")])
def test_a_foreign_file_is_refused(ending, content, why):
    ending.path.write_bytes(content)
    assert why in refusal(ending)


def test_a_table_of_another_version_is_refused(ending):
    with_header(ending, version=2)
    assert "has version 2 of the format, but this program reads version 1" in refusal(ending)


def test_a_table_of_other_rules_is_refused(ending):
    with_header(ending, rules="0" * 32)
    assert "was made by other rules than those of this program" in refusal(ending)


def test_a_table_under_the_name_of_another_is_refused(ending):
    other = ending_named("duell", {"king_captures": False}, "K-K")
    other.path.parent.mkdir(parents=True)
    shutil.copy(ending.path, other.path)
    assert "is the table of duell K-K, not of duell K-K king_captures=0" in refusal(other)


def test_a_table_with_too_few_entries_is_refused(ending):
    with_header(ending, entries=100)
    assert "does not have as many entries as the ending" in refusal(ending)


def test_a_block_of_another_length_is_refused(ending):
    write(ending.path, Table(ending).header, [zlib.compress(b"short")])
    assert "block 1 has 5 bytes for 5184 entries" in refusal(ending)


def test_a_block_that_was_compressed_by_somebody_else_is_refused(ending):
    """It can be decompressed, and its values are wrong."""
    table = Table(ending)
    begin, length, _ = table.places[0]
    other = bytearray(zlib.decompress(next(iter(table.blocks()))))
    other[1000:] = bytes(len(other) - 1000)
    forged = zlib.compress(bytes(other), 9)
    content = bytearray(ending.path.read_bytes())
    content[begin:begin + length] = forged.ljust(length, b"\0")
    ending.path.write_bytes(content)
    assert "block 1 of 1 is not what was written" in refusal(ending)


def test_a_block_that_is_not_compressed_is_refused(ending):
    write(ending.path, Table(ending).header, [b"plain"])
    assert "block 1 cannot be decompressed" in refusal(ending)


def test_a_header_that_cannot_be_read_is_refused(ending):
    text = b'{"version": 1, "game": 3}'
    ending.path.write_bytes(files.HEAD.pack(files.MAGIC, len(text), zlib.crc32(text)) + text)
    assert "has a header that cannot be read" in refusal(ending)


def test_whatever_stands_in_the_header_there_is_a_sentence(ending):
    content = ending.path.read_bytes()
    magic, length, _ = HEAD.unpack_from(content)
    text, body = content[HEAD.size:HEAD.size + length], content[HEAD.size + length:]

    def laid_out(header):
        told = in_json(header).ljust(length)
        return HEAD.pack(magic, len(told), zlib.crc32(told)) + told + body
    all_refused_but_some(ending.path, json.loads(text), laid_out,
                         lambda: list(Table(ending).codes(0)))


def test_the_program_on_the_page_about_tables_reads_an_entry(tables):
    page = (Path(__file__).parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
    names = {}
    exec(re.search(r"```python\n(import json.*?)```", page, re.DOTALL)[1], names)
    for game, name in (("duell", "K-K"), ("contra", "d-d")):
        table = Table(ending_named(game, {}, name))
        for number in random.Random(1).sample(range(table.header.entries), 30):
            code = names["entry"](table.path, number)
            assert (0xFFFF if code == 0xFF else code) == table.code(number)


def test_the_header_alone_tells_what_a_file_is_about(ending):
    assert header_of(ending.path).ending == "K-K"


def test_a_wrong_entry_is_found_and_named(ending):
    table = Table(ending)
    codes = bytearray(b"".join(table.codes(0)))
    codes[135] += 2
    write(ending.path, table.header, compressed(bytes(codes)))
    with pytest.raises(TableError, match=r"entry 135, D\S+, is lost in 23 in the table and lost in "
                                         "22 by the rules"):
        check(ending, [])


@pytest.mark.parametrize("name", ["won", "lost", "drawn", "impossible", "longest"])
def test_a_header_that_miscounts_is_found(ending, name):
    header = Table(ending).header
    with_header(ending, **{name: getattr(header, name) + 1})
    with pytest.raises(TableError, match=f"the header gives {name}"):
        check(ending, [])


def test_a_value_where_there_is_no_position_is_found(ending):
    table = Table(ending)
    codes = b"\0" + b"".join(table.codes(0))[1:]
    write(ending.path, table.header, compressed(codes))
    with pytest.raises(TableError, match="entry 0 has a value, but no position has this number"):
        check(ending, [])


@pytest.fixture
def small_chunks(monkeypatch):
    """Threads take few entries at once, so that several have to do with one small table."""
    monkeypatch.setattr(auditing, "CHUNK", 100)


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_is_right_passes_however_many_threads_look(ending, small_chunks, jobs):
    steps = []
    check(ending, [], steps.append, jobs=jobs)
    assert sum(steps) == ending.entries
    assert len(steps) == 52


def test_what_is_told_of_several_wrong_entries_does_not_depend_on_the_threads(ending,
                                                                              small_chunks):
    table = Table(ending)
    codes = bytearray(b"".join(table.codes(0)))
    for number in 4001, 2345, 2399:
        codes[number] += 2
    write(ending.path, table.header, compressed(bytes(codes)))
    told = set()
    for jobs in 1, 2, 3:
        with pytest.raises(TableError, match=r"entry \d+, ") as found:
            check(ending, [], jobs=jobs)
        told.add(str(found.value))
    assert len(told) == 1


def test_threads_come_to_rest_when_a_check_is_stopped(ending, small_chunks):
    def stop(entries):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        check(ending, [], stop, jobs=2)
    assert not [thread for thread in threading.enumerate() if "ThreadPool" in thread.name]


def test_a_table_that_is_missing_says_which_command_makes_it(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    with pytest.raises(NoTableError, match="eckstein tables build duell K-K -o board=9x9"):
        probe(Board("duell", "DZe1ze9", board="9x9"))
    assert find(Board("duell", "DZe1ze9", board="9x9")) is None


def test_a_damaged_table_is_not_used(ending):
    ending.path.write_bytes(b"ECKTABLE")
    with pytest.raises(TableError):
        probe(Board("duell", KINGS))
    assert find(Board("duell", KINGS)) is None


def test_how_moves_are_written_makes_no_other_table(ending):
    assert probe(Board("duell", KINGS, strict_marks=True)).ending == ending


def test_a_position_that_cannot_occur_has_no_value(ending):
    with pytest.raises(NoTableError, match="cannot occur in a game"):
        probe(Board("duell", "DZe8ze1"))


def test_moves_are_told_from_best_to_worst(ending):
    found = probe(Board("duell", "DZd4zd7"))
    ranks = [one.value.rank() for one in found.moves]
    assert ranks == sorted(ranks, reverse=True) and found.moves[0].value == found.value
    assert {one.text for one in found.moves} == set(Board("duell", "DZd4zd7").legal_texts())


def test_a_game_that_is_over_has_a_value_and_no_moves(ending):
    found = probe(Board("duell", "dZe8za5"))
    assert (found.value, found.moves) == (("lost", 0), [])


# Builds that are stopped.

def stopped(ending, after):
    """Build a table until so many steps have been reported; what is left of it then."""
    stop, left = threading.Event(), [after]

    def report(steps):
        left[0] -= steps
        if left[0] <= 0:
            stop.set()
    ending.path.unlink()
    with pytest.raises(StoppedError):
        group = Group(ending, range(1), {}, 2, False, stop, report)
        group.solve()
        group.packed(0)
    return begun_path(ending, range(1))


def test_a_build_that_is_stopped_leaves_no_table_and_says_how_far_it_came(ending):
    begun = stopped(ending, 6000)
    assert list(ending.path.parent.iterdir()) == [begun]
    assert not is_built(ending)


def test_ctrl_c_stops_a_build(ending):
    def press(_):
        raise KeyboardInterrupt
    ending.path.unlink()
    with pytest.raises(StoppedError, match="the work so far is saved"):
        build(work(ending, 1), [], press)
    assert not is_built(ending)


@pytest.mark.parametrize("after", [1, 5184, 5185, 6000, 8000, 10000, 10368, 15552])
def test_a_build_that_is_stopped_goes_on_where_it_was(ending, after):
    whole = ending.path.read_bytes()
    begun, done = stopped(ending, after), []
    build(work(ending, 1), [], done.append)
    assert done[0] >= min(after, 2 * ending.entries) - ending.entries // 10
    assert sum(done) == 3 * ending.entries
    assert ending.path.read_bytes() == whole
    assert not begun.exists()


def with_progress(content, **changed):
    """What a stopped build has left, if it had come elsewhere."""
    line, _, codes = content.partition(b"\n")
    told = json.loads(line)
    return in_json({**told, "progress": {**told["progress"], **changed}}) + b"\n" + codes


@pytest.mark.parametrize(("change", "why"), [
    (lambda content: content[:-1], "is damaged, or belongs to another table"),
    (lambda content: content + b"!", "is damaged, or belongs to another table"),
    (lambda content: content[:-1] + bytes([content[-1] ^ 1]), "is damaged"),
    (lambda content: content.replace(b'"K-K"', b'"K-Q"'), "is damaged, or belongs to another"),
    (lambda content: content.replace(b'"rules":"', b'"rules":"0'), "by other rules"),
    (lambda content: with_progress(content, slice=2), "tells of more work than there is"),
    (lambda content: with_progress(content, surveyed=10**6), "tells of more work than there is"),
    (lambda content: with_progress(content, settled=1 << 70), "tells of more work than there is"),
    (lambda content: with_progress(content, lanes=[99]), "tells of more work than there is"),
    (lambda content: with_progress(content, distance=1 << 16), "does not tell how far"),
    (lambda content: with_progress(content, latest=-1), "does not tell how far"),
    (lambda content: b"nothing", "does not tell how far a build has come"),
    (lambda content: b"", "does not tell how far a build has come")])
def test_what_a_stopped_build_has_left_is_refused_where_it_is_damaged(ending, change, why):
    path = stopped(ending, 6000)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(TableError, match=f"K-K.begun-1 .*{why}.*begin anew with: eckstein tables "
                                         "build duell K-K --force"):
        build(work(ending, 1), [])
    build(work(ending, 1, anew=True), [])
    assert is_built(ending) and not path.exists()


def test_a_stopped_build_is_read_or_refused_whatever_its_header_says(ending):
    path = stopped(ending, 6000)
    line, _, codes = path.read_bytes().partition(b"\n")
    all_refused_but_some(path, json.loads(line), lambda told: in_json(told) + b"\n" + codes,
                         lambda: load(ending, range(1)))


def test_a_long_build_saves_how_far_it_has_come(ending, monkeypatch):
    whole, saved = ending.path.read_bytes(), []
    ending.path.unlink()
    monkeypatch.setattr(solving, "SAVED_EVERY", -1)
    monkeypatch.setattr(solving.Group, "save", lambda group: saved.append(group._progress.distance))
    build(work(ending, 1), [])
    assert len(saved) > 20 and max(saved) == Table(ending).header.longest
    assert ending.path.read_bytes() == whole


def test_parts_that_are_done_are_taken_by_the_next_build(ending):
    whole = ending.path.read_bytes()
    part = ending.path.rename(ending.path.with_name("K-K.part-1"))
    rename_as_part(ending, part)
    task = work(ending, 1)
    assert task.groups == [] and task.steps == 0
    build(task, [])
    assert ending.path.read_bytes() == whole
    assert not part.exists()


def rename_as_part(ending, path):
    """Let the header of a whole table of one part say that it is that part."""
    table = Table(ending, path)
    blocks = list(table.blocks())
    write(path, msgspec.structs.replace(table.header, part=0), blocks)


def test_a_part_that_is_damaged_is_built_again(ending):
    whole = ending.path.read_bytes()
    ending.path.rename(ending.path.with_name("K-K.part-1"))
    task = work(ending, 1)
    assert task.groups == [range(1)]
    build(task, [])
    assert ending.path.read_bytes() == whole


def test_a_table_is_not_taken_for_a_part(ending):
    with pytest.raises(TableError, match="does not have as many entries"):
        Table(ending, part=0)


def test_tables_that_are_needed_come_first(ending):
    ending.path.unlink()
    known = endings_of("duell", {})
    with pytest.raises(TableError, match="the table of duell K-K is needed first"):
        build(work(known[1], 1)._replace(groups=[]), known[:1])


def test_a_full_disk_leaves_nothing_half_written(ending, monkeypatch):
    ending.path.unlink()

    def full(*_):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("eckstein.base.files.os.fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        build(work(ending, 1), [])
    assert list(ending.path.parent.iterdir()) == []
