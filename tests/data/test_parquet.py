"""Parquet: the same games again, by our numbers and by texts, and what others write."""
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board, names
from eckstein.lab.data import NO_VALUE, DataError, to_records
from eckstein.lab.data.parquet import NoParquetError, read_parquet, write_parquet

from ..helpers import VARIANTS
from .played import played, told

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

SMALL = played("contra", {"size": "5"}, 1, visits=True)


@settings(max_examples=15)
@given(st.sampled_from(VARIANTS), st.integers(0, 1 << 30), st.booleans(), st.booleans())
def test_parquet_tells_the_same_games(tmp_path_factory, variant, seed, values, visits):
    path = tmp_path_factory.mktemp("data") / "some.parquet"
    games = played(*variant, seed, values=values, visits=visits)
    write_parquet(path, games, "by hand")
    again, how = read_parquet(path)
    assert (told(again), again.rules, how) == (told(games), games.rules, "by hand")
    # Other programs keep neither our numbers nor our metadata.
    table = parquet.read_table(path).drop(["actions", "numbering"]).replace_schema_metadata(None)
    parquet.write_table(table, path)
    again, how = read_parquet(path)
    assert (told(again), again.rules, how) == (told(games), games.rules,
                                               "converted from some.parquet")


def test_texts_of_moves_are_those_of_boards(tmp_path):
    for game in names():
        games = played(game, {}, 3)
        write_parquet(tmp_path / "a.parquet", games, "")
        for row in parquet.read_table(tmp_path / "a.parquet").to_pylist():
            board = Board(game, row["start"])
            for text in row["moves"]:
                assert text in board.legal_texts()
                board.push_text(text)


def test_texts_can_be_left_out(tmp_path):
    write_parquet(tmp_path / "a.parquet", SMALL, "", texts=False)
    assert "moves" not in parquet.read_table(tmp_path / "a.parquet").column_names
    assert told(read_parquet(tmp_path / "a.parquet")[0]) == told(SMALL)


def plain(**changes):
    """A table of one game as another program may write it, in Python."""
    row = {"game": "contra", "result": "*", "moves": ["d1d2", "d7d6"], **changes}
    return pyarrow.table({name: [value] for name, value in row.items() if value is not ...})


def test_what_another_program_writes_is_read(tmp_path):
    path = tmp_path / "a.parquet"
    parquet.write_table(plain(values=[5, None], random_plies=1, mine="more"), path)
    games, _ = read_parquet(path)
    [one] = told(games)
    assert (one["start"], one["result"], one["random_plies"], one["values"]) == (
        Board("contra").position(), "*", 1, [5, NO_VALUE])
    assert [board.text(move) for board in to_boards(games) for move in [board.pop()]] == ["d7d6"]


def to_boards(games):
    return [record.board() for record in to_records(games)]


@pytest.mark.parametrize(("changes", "why"), [
    ({"game": ...}, "there is no column game"),
    ({"result": ...}, "there is no column result"),
    ({"moves": ...}, "there is no column moves"),
    ({"moves": ..., "actions": [1], "numbering": "0" * 16}, "actions are numbered as here"),
    ({"game": "chess"}, "there is no game 'chess'"), ({"game": 5}, "there is no game '5'"),
    ({"options": "size=9"}, "size is one of"),
    ({"result": "2-0"}, "row 1 has the result '2-0'; results are"),
    ({"moves": ["d1d2", "d1d2"]}, "row 1: there is no die on d1"),
    ({"moves": 5}, "has a column of another type"),
    ({"start": "here"}, "row 1: "),
    ({"values": [5]}, "row 1 has 1 of values, and 2 moves"),
    ({"values": [1 << 20, 0]}, "the column values has a number that is not from -32768 to 32767"),
    ({"values": [0.5, 1.0]}, "the column values has no whole numbers"),
    ({"random_plies": -1}, "the column random_plies has a number that is not from 0"),
    ({"visit_actions": [[1], []], "visit_counts": [[1], [1]]}, "have lists of other lengths"),
    ({"visit_actions": [[1]], "visit_counts": [[1], [1]]}, "row 1 has 1 of visit_actions")])
def test_a_table_that_cannot_be_is_refused(tmp_path, changes, why):
    path = tmp_path / "a.parquet"
    parquet.write_table(plain(**changes), path)
    with pytest.raises(DataError, match=rf"a\.parquet.*{why}"):
        read_parquet(path)


def test_a_table_of_two_games_is_refused(tmp_path):
    path = tmp_path / "a.parquet"
    parquet.write_table(pyarrow.concat_tables([plain(), plain(game="pur")]), path)
    with pytest.raises(DataError, match="the column game has 2 values"):
        read_parquet(path)


def test_a_torn_parquet_file_is_refused(tmp_path):
    path = tmp_path / "a.parquet"
    write_parquet(path, SMALL, "")
    data = path.read_bytes()
    for length in (4, 50, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(DataError, match="is not a sound Parquet file"):
            read_parquet(path)


def test_without_pyarrow_a_sentence_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NoParquetError, match=r"pip install 'eckstein\[learning\]'"):
        write_parquet(tmp_path / "a.parquet", SMALL, "")
    assert list(tmp_path.iterdir()) == []
