"""Files of games: what was written is read, by us and by a stranger, and nothing else is."""
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein.board.score import Score
from eckstein.lab.data import check, data_file, games
from eckstein.lab.data.data_file import (
    COUNTS,
    KIND,
    Header,
    encoded,
    read_games,
    write_games,
)
from eckstein.lab.data.games import NO_VALUE, DataError, joined, score_of, value_of

from ..headers import is_read_or_refused
from ..helpers import VARIANTS
from . import reader
from .played import many, played, told

SMALL = played("contra", {}, 1, visits=True)


@settings(max_examples=20)
@given(st.sampled_from(VARIANTS), st.integers(0, 1 << 30), st.integers(1, 4), st.booleans(),
       st.booleans(), st.integers(1, 30))
def test_what_was_written_is_read_by_us_and_by_a_stranger(tmp_path_factory, variant, seed, count,
                                                          values, visits, block):
    path = tmp_path_factory.mktemp("data") / "some.games"
    given = played(*variant, seed, count, values=values, visits=visits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data_file, "BLOCK_MOVES", block)
        size = write_games(path, given, "by hand")
    data = path.read_bytes()
    assert size == len(data)
    header, theirs = reader.read(data)
    ours = read_games(path)
    assert told(ours) == theirs == told(given)
    assert (ours.game, ours.options) == (given.game, given.options)
    assert (header["game"], header["how"], header["values"]) == (given.game, "by hand", values)
    assert header["options"] == variant[1]


def test_games_without_moves_and_files_without_games_are_read(tmp_path):
    path = tmp_path / "some.games"
    for count in (0, 1):
        write_games(path, SMALL.select(np.flatnonzero(SMALL.plies >= 0)[:count]), "")
        assert len(read_games(path)) == count


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.games"
    write_games(path, SMALL, "by hand")
    return path


def test_a_file_that_is_torn_anywhere_is_refused(small):
    data = small.read_bytes()
    for length in range(len(data)):
        small.write_bytes(data[:length])
        with pytest.raises(DataError, match=re.escape(str(small)) + (
                " (is empty|is not a file of games|is truncated or has extra data)")):
            read_games(small)


def test_every_byte_that_is_changed_is_found(small):
    data = small.read_bytes()
    for at in range(len(data)):
        small.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
        with pytest.raises(DataError, match=re.escape(str(small))):
            read_games(small)


def header(**changes):
    made = Header.now("contra", SMALL.options, "", values=True, visits=True)
    return Header(**{**{name: getattr(made, name) for name in made.__struct_fields__}, **changes})


@pytest.mark.parametrize(("changes", "why"), [
    ({"game": "chess"}, "some.games: there is no game 'chess'"),
    ({"options": {"size": "9"}}, "some.games: size is one of"),
    ({"options": {"wings": True}}, "some.games: contra has no option wings"),
    ({"numbering": "0" * 16, "engine": "0.9"},
     "numbers moves otherwise than this program; Eckstein 0.9, which wrote it, can convert it")])
def test_what_a_header_cannot_say_is_refused(tmp_path, changes, why):
    path = tmp_path / "some.games"
    KIND.write(path, header(**changes), [encoded(SMALL)])
    with pytest.raises(DataError, match=why):
        read_games(path)


def test_a_later_version_is_left_as_it_is(small):
    data = small.read_bytes().replace(b"eckstein games 1\n", b"eckstein games 2\n")
    small.write_bytes(data)
    with pytest.raises(DataError, match="has version 2 of the format, but this program reads "
                                        "version 1"):
        read_games(small)


def changed(**columns):
    return encoded(replace(SMALL, **columns))


@pytest.mark.parametrize("piece", [
    b"", b"short", encoded(SMALL)[:-1], encoded(SMALL) + b"\0",
    COUNTS.pack(1 << 31, 1 << 31, 0, 0),
    COUNTS.pack(0, 0, 0, 1) + b"\xff",
    changed(results=np.full(3, 4, np.uint8)), changed(start=np.full(3, 7, np.uint32)),
    changed(random_plies=SMALL.plies + 1), changed(offsets=SMALL.offsets * 2)],
    ids=["empty", "short", "cut", "longer", "too many", "no text", "results", "starts",
         "random plies", "plies"])
def test_a_block_that_cannot_be_is_refused(tmp_path, piece):
    path = tmp_path / "some.games"
    KIND.write(path, header(), [encoded(SMALL), piece])
    with pytest.raises(DataError, match=r"some\.games says what cannot be in block 2"):
        read_games(path)


@settings(max_examples=60)
@given(st.data())
def test_whatever_stands_in_a_block_is_read_or_refused(tmp_path_factory, data):
    """The checksums are right here, so nothing but the block's own sense is left to look at."""
    path = tmp_path_factory.mktemp("data") / "some.games"
    piece = bytearray(encoded(SMALL))
    for at in data.draw(st.lists(st.integers(0, len(piece) - 1), min_size=1, max_size=4)):
        piece[at] = data.draw(st.integers(0, 255))
    KIND.write(path, header(), [bytes(piece)])
    assert is_read_or_refused(lambda: check(read_games(path))) in (True, False)


def test_files_of_different_games_are_not_read_together(tmp_path):
    paths = [tmp_path / f"{size}.games" for size in (5, 6)]
    for path, size in zip(paths, ("5", "6"), strict=True):
        write_games(path, played("contra", {"size": size}, 1), "")
    with pytest.raises(DataError, match=r"6\.games holds games of contra size=6, and .*5\.games "
                                        "holds games of contra size=5"):
        read_games(*paths)
    with pytest.raises(DataError, match="there is no file of games to read"):
        read_games()


def test_what_the_format_has_no_room_for_is_refused():
    long = replace(SMALL.select(np.array([0])), offsets=np.array([0, 1 << 16]))
    with pytest.raises(DataError, match="65536 plies, and the format has room for 65535"):
        encoded(long)


def test_a_move_with_its_value_has_about_four_bytes(tmp_path):
    given = many("contra", 200)
    given = replace(given, values=np.zeros(given.moves, np.int16))
    assert 4 < write_games(tmp_path / "a.games", given, "") / given.moves < 4.3
    assert 2 < write_games(tmp_path / "a.games", replace(given, values=None),
                           "") / given.moves < 2.3


@given(st.integers(0, 1 << 30), st.lists(st.integers(0, 5), max_size=8))
@settings(max_examples=20)
def test_what_is_selected_and_joined_stays_the_same(seed, which):
    given = played("ecke", {}, seed, 6, visits=True)
    chosen = given.select(np.array(which, np.int64))
    assert told(chosen) == [told(given)[i] for i in which]
    assert told(joined([chosen, given])) == told(chosen) + told(given)


def test_columns_that_some_games_lack_are_filled():
    plain = played("contra", {}, 1, values=False)
    both = told(joined([plain, SMALL]))
    assert both[len(plain):] == told(SMALL)
    assert all(one["values"] == [NO_VALUE] * len(one["actions"]) and
               one["visits"] == [[]] * len(one["actions"]) for one in both[:len(plain)])


@given(st.one_of(st.integers(-30000, 30000).map(Score),
                 st.integers(1, 499).map(lambda n: Score(mate=n)),
                 st.integers(1, 499).map(lambda n: Score(mate=-n))))
def test_values_tell_scores(score):
    assert score_of(value_of(score)) == score


@pytest.mark.parametrize(("score", "value"), [
    (Score(mate=1), 30999), (Score(mate=-1), -30998), (Score(mate=9999), 30001),
    (Score(99999), 30000), (Score(-99999), -30000)])
def test_scores_at_the_edge_have_values(score, value):
    assert value_of(score) == value


def test_numberings_differ_by_rules_that_change_moves():
    plain, *others = (games.numbering("contra", options) for options in (
        {}, {"no_progress": 7}, {"size": "5"}, {"size": "6"}))
    assert others[0] == plain
    assert len({plain, *others}) == 3
