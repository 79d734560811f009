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
from eckstein.engine.tables.endings import ending_named
from eckstein.engine.tables.table_file import Table, compressed, write
from eckstein.lab.tables import auditing, solving
from eckstein.lab.tables.auditing import check
from eckstein.lab.tables.begun import begun_path, load
from eckstein.lab.tables.building import StoppedError, build, is_built, work
from eckstein.lab.tables.solving import Group

from ..headers import all_refused_but_some
from ..sealed import flip, laid_out, parts, with_headers

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


def test_a_table_of_other_rules_is_refused(ending):
    with_header(ending, rules="0" * 32)
    assert "was made by other rules than those of this program" in refusal(ending)


def test_a_table_under_the_name_of_another_is_refused(ending):
    other = ending_named("duell", {"king_captures": False}, "K-K")
    other.path.parent.mkdir(parents=True)
    shutil.copy(ending.path, other.path)
    assert "is about duell K-K, not about duell K-K king_captures=0" in refusal(other)


def test_a_table_with_too_few_entries_is_refused(ending):
    with_header(ending, entries=100)
    assert "does not have as many entries as the ending" in refusal(ending)


def test_a_block_of_another_length_is_refused(ending):
    write(ending.path, Table(ending).header, [zlib.compress(b"short")])
    assert "block 1 has 5 bytes for 5184 entries" in refusal(ending)


def test_a_block_that_is_not_compressed_is_refused(ending):
    write(ending.path, Table(ending).header, [b"plain"])
    assert "block 1 cannot be decompressed" in refusal(ending)


def test_a_table_with_too_few_blocks_is_refused(ending):
    write(ending.path, Table(ending).header, [])
    assert "does not have as many entries as the ending" in refusal(ending)


def test_whatever_stands_in_the_header_there_is_a_sentence(ending):
    all_refused_but_some(*with_headers(ending.path), lambda: list(Table(ending).codes(0)))


def test_the_program_on_the_page_about_tables_reads_an_entry(tables):
    page = (Path(__file__).parents[2] / "docs/formats/tables.md").read_text(encoding="utf-8")
    names = {}
    exec(re.search(r"```python\n(import json.*?)```", page, re.DOTALL)[1], names)
    for game, name in (("duell", "K-K"), ("contra", "d-d")):
        table = Table(ending_named(game, {}, name))
        for number in random.Random(1).sample(range(table.header.entries), 30):
            code = names["entry"](table.path, number)
            assert (0xFFFF if code == 0xFF else code) == table.code(number)


def test_a_wrong_entry_is_found_and_named(ending):
    table = Table(ending)
    codes = bytearray(b"".join(table.codes(0)))
    codes[135] += 2
    write(ending.path, table.header, compressed(bytes(codes)))
    with pytest.raises(TableError, match=r"entry 135, D\S+, is lost in 23 plies in the table and "
                                         "lost in 22 plies by the rules"):
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
    before = threading.enumerate()      # other tests may have left some
    with pytest.raises(KeyboardInterrupt):
        check(ending, [], stop, jobs=2)
    assert not set(threading.enumerate()) - set(before)


def test_a_table_that_is_missing_says_which_command_makes_it(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    with pytest.raises(NoTableError, match="eckstein tables build duell K-K -o board=9x9"):
        probe(Board("duell", "DZe1ze9", board="9x9"))
    assert find(Board("duell", "DZe1ze9", board="9x9")) is None


def test_a_damaged_table_is_not_used(ending):
    ending.path.write_bytes(b"eckstein table 2")
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


def with_progress(**changed):
    """What a stopped build has left, if it had come elsewhere."""
    return lambda header, codes: (
        {**header, "progress": {**header["progress"], **changed}}, codes)


@pytest.mark.parametrize(("change", "why"), [
    (lambda header, codes: (header, []), "tells of more work than there is"),
    (lambda header, codes: (header, [*codes, b"!"]), "tells of more work than there is"),
    (lambda header, codes: ({**header, "part": 1}, codes), "tells of more work than there is"),
    (lambda header, codes: ({**header, "ending": "K-Q"}, codes),
     "is about duell K-Q, not about duell K-K"),
    (lambda header, codes: ({**header, "rules": "0"}, codes), "by other rules"),
    (with_progress(slice=2), "tells of more work than there is"),
    (with_progress(surveyed=10**6), "tells of more work than there is"),
    (with_progress(settled=1 << 70), "tells of more work than there is"),
    (with_progress(lanes=[99]), "tells of more work than there is"),
    (with_progress(wide=True), "tells of more work than there is")])
def test_what_a_stopped_build_has_left_is_refused_where_it_cannot_be(ending, change, why):
    path = stopped(ending, 6000)
    line, header, codes = parts(path.read_bytes())
    path.write_bytes(laid_out(line, *change(json.loads(header), codes)))
    with pytest.raises(TableError, match=f"K-K.begun-1 .*{why}.*begin anew with: eckstein tables "
                                         "build duell K-K --force"):
        build(work(ending, 1), [])
    build(work(ending, 1, anew=True), [])
    assert is_built(ending) and not path.exists()


@pytest.mark.parametrize(("change", "why"), [
    (flip, "is damaged: piece 1 of 1 is not what was written"),
    (lambda path: path.write_bytes(path.read_bytes()[:-1]), "is truncated or has extra data"),
    (lambda path: path.write_bytes(b""), "is empty")])
def test_what_a_stopped_build_has_left_and_is_damaged_is_set_aside_and_made_again(
        ending, change, why):
    whole, notes = ending.path.read_bytes(), []
    path = stopped(ending, 6000)
    change(path)
    build(work(ending, 1), [], note=notes.append)
    assert ending.path.read_bytes() == whole and not path.exists()
    note, = notes
    assert note.startswith(f"{path} {why}") and note.endswith(
        "; it is K-K.begun-1.damaged now, and is made again")
    assert path.with_name("K-K.begun-1.damaged").exists()


@pytest.mark.parametrize("change", [{"distance": 1 << 16}, {"latest": -1}])
def test_a_stopped_build_with_a_header_that_cannot_be_read_is_set_aside(ending, change):
    path, notes = stopped(ending, 6000), []
    line, header, codes = parts(path.read_bytes())
    path.write_bytes(laid_out(line, *with_progress(**change)(json.loads(header), codes)))
    build(work(ending, 1), [], note=notes.append)
    assert is_built(ending) and "has a header that cannot be read" in notes[0]


def test_a_stopped_build_is_read_or_refused_whatever_its_header_says(ending):
    path = stopped(ending, 6000)
    all_refused_but_some(*with_headers(path), lambda: load(ending, range(1)))


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
