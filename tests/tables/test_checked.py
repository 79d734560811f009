"""A check that is stopped goes on where it was, as long as everything else is as it was."""
import contextlib
from collections import Counter

import msgspec
import pytest

from eckstein.engine.tables import TableError
from eckstein.engine.tables.endings import ending_named
from eckstein.engine.tables.table_file import Table, compressed, write
from eckstein.lab.tables import auditing
from eckstein.lab.tables import checked as module
from eckstein.lab.tables.auditing import check
from eckstein.lab.tables.checked import Checked, checked_path, is_kept
from eckstein.lab.tables.codes import Codes

from ..headers import retyped
from ..sealed import with_headers

ENOUGH = 2_000              # entries after which a check is stopped


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Threads take few entries at once, and it is often noted how far they have come."""
    monkeypatch.setattr(auditing, "CHUNK", 100)
    monkeypatch.setattr(auditing, "AT_ONCE", 2)


def stopped(ending, error=KeyboardInterrupt, jobs=2):
    """Stop a check before it comes to its end; its file."""
    seen = []

    def stop(entries):
        seen.append(entries)
        if sum(seen) > ENOUGH:
            raise error
    with pytest.raises(error):
        check(ending, [], stop, jobs=jobs)
    return checked_path(ending, range(1))


def kept_of(ending):
    """How many entries a check goes on from, which then comes to its end."""
    steps = []
    assert check(ending, [], steps.append) == ending.entries == sum(steps)
    assert not is_kept(ending)
    return steps[0] if steps[0] > auditing.CHUNK else 0


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_check_goes_on_where_it_was(ending, jobs):
    assert stopped(ending, jobs=jobs).exists()
    assert ENOUGH - 100 * 2 * jobs <= kept_of(ending) <= ENOUGH


def test_a_check_that_is_stopped_at_once_begins_anew(ending):
    def stop(entries):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        check(ending, [], stop)
    assert not is_kept(ending)
    assert kept_of(ending) == 0


def test_a_check_that_has_ended_begins_anew(ending):
    for _ in range(2):
        assert kept_of(ending) == 0


def test_what_was_seen_before_a_stop_is_counted_once(ending):
    stopped(ending)
    stopped(ending)
    assert kept_of(ending) > 0


def test_a_header_that_miscounts_is_found_after_a_stop(ending):
    stopped(ending)
    table = Table(ending)
    write(ending.path, msgspec.structs.replace(table.header, won=table.header.won + 1),
          list(table.blocks()))
    with pytest.raises(TableError, match="the header gives won"):
        check(ending, [])


def test_a_table_that_is_another_now_is_checked_anew(ending):
    stopped(ending)
    table = Table(ending)
    codes = bytearray(b"".join(table.codes(0)))
    codes[135] += 2
    write(ending.path, table.header, compressed(bytes(codes)))
    with pytest.raises(TableError, match="entry 135, "):
        check(ending, [])
    assert not is_kept(ending)


def with_counts(header, counts):
    """A header that says that so many of each code were checked."""
    return {**header, "entries": sum(counts.values()), "counts": counts}


@pytest.mark.parametrize("spoil", [
    lambda header: {**header, "rules": "0"},
    lambda header: {**header, "entries": 1 + header["entries"]},
    lambda header: with_counts(header, {"0": 10**6}),
    lambda header: with_counts(header, {"0": ENOUGH, "1": -1})],
    ids=["of other rules", "miscounted", "of more than there is", "of less than nothing"])
def test_a_file_that_is_not_right_counts_as_none(ending, spoil):
    file, header, laid_out = with_headers(stopped(ending))
    file.write_bytes(laid_out(spoil(header)))
    assert kept_of(ending) == 0


def test_a_file_that_is_damaged_counts_as_none(ending):
    file = stopped(ending)
    file.write_bytes(file.read_bytes()[:-9])
    assert kept_of(ending) == 0


def test_whatever_a_file_says_a_check_goes_on_within_its_group_or_anew(ending):
    file, told, laid_out = with_headers(stopped(ending))
    with contextlib.closing(Table(ending)) as table:
        codes = Codes.of_blocks(ending, ending.entries, table.wide, table.codes(wide=table.wide))
    found = set()
    for other in [told, *retyped(told)]:
        file.write_bytes(laid_out(other))
        checked = Checked(ending, range(1), [codes])
        assert checked.entries in range(ending.entries + 1)
        found.add(checked.entries)
    assert found == {0, told["entries"]}


def test_what_is_kept_of_one_part_outlives_the_check_of_another(ending):
    parted = ending_named("duell", {}, "Kd-K")
    first, second = (Checked(parted, range(part, part + 1), [Codes(parted, 8)]) for part in (0, 1))
    for one in (first, second):
        one.come(8, Counter({0: 8}))
        one.save()
    second.forget()
    assert [is_kept(parted, part) for part in (None, 0, 1)] == [True, True, False]
    assert Checked(parted, range(1), [Codes(parted, 8)]).counts == {0: 8}


def test_a_long_check_is_kept_without_being_stopped(ending, monkeypatch):
    monkeypatch.setattr(module, "SAVED_EVERY", -1)
    stopped(ending, MemoryError)
    assert kept_of(ending) > 0
