"""Whole boards: solved, checked by the rules alone, kept as Parquet with a card."""
import random
from dataclasses import replace

import msgspec
import numpy as np
import pyarrow.parquet as parquet
import pytest

from eckstein import Board
from eckstein.engine.tables import probe
from eckstein.engine.tables.endings import endings_of, numbering
from eckstein.engine.tables.solution import NOT_THERE
from eckstein.kernel.options import complete
from eckstein.lab.data.games import DataError
from eckstein.lab.data.parquet import NoParquetError
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.proving import FalseClaimError, prove
from eckstein.lab.tables import solution_file
from eckstein.lab.tables.solution_file import read_solution, write_solution
from eckstein.lab.tables.whole import TooLargeError, WrongSolutionError, check, solve
from eckstein.notation.positions import write_position

from .conftest import build_one

START = Board("contra", size="3")
ONE_EACH = Board("contra", "CWb1va3", size="3")


@pytest.fixture(scope="module")
def solution():
    return solve(START)


@pytest.fixture(scope="module")
def small():
    return solve(ONE_EACH)


def test_a_board_of_three_by_three_is_drawn_as_its_certificates_say(solution):
    assert str(solution.value(START)) == "drawn"
    for side in "white", "black":
        assert prove(START, read_claim(f"{side} never wins"), megabytes=1)


@pytest.mark.parametrize("position", ["CWb1va3", "CWa1va3", "cWb1va3"])
def test_a_win_takes_as_many_plies_as_the_search_at_full_width_says(position):
    board = Board("contra", position, size="3")
    value = solve(board).value(board)
    winner = (board.turn if value.result == "won" else board.turn.other).value
    assert value.plies and prove(board, read_claim(f"{winner} wins within {value.plies}"))
    with pytest.raises(FalseClaimError):
        prove(board, read_claim(f"{winner} wins within {value.plies - 1}"))


def test_it_agrees_with_the_table_of_the_ending(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    build_one("contra", "d-d", size="3")
    rules, seen = START.rules, set()
    for start in "CWb1va3", "CWa1va3", "CWa1vc3", "cWb1vb3":
        solved = solve(Board("contra", start, size="3"))
        for fields in solved.fields.tolist():
            board = Board("contra", write_position(rules, rules.Position(*fields)), size="3")
            if not board.is_game_over():
                seen.add(board.position())
                assert probe(board).value == solved.value(board)
    assert len(seen) > 100


def test_moves_have_the_values_that_tables_give_them(small, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    build_one("contra", "d-d", size="3")
    told = [{one.text: one.value for one in moves}
            for moves in (small.moves(ONE_EACH), probe(ONE_EACH).moves)]
    assert told[0] == told[1]
    assert small.moves(START) is None and small.value(START) is None


def test_every_wrong_value_is_found(small):
    check(small)
    chance = random.Random(1)
    for row in range(len(small)):
        codes = small.codes.copy()
        codes[row] = chance.choice([code for code in range(20) if code != codes[row]])
        with pytest.raises(WrongSolutionError, match=r"by the rules|not there"):
            check(replace(small, codes=codes))


def test_a_position_that_is_missing_is_found(small):
    kept = np.ones(len(small), np.bool_)
    for row in 0, len(small) // 2, len(small) - 1:
        kept[:] = True
        kept[row] = False
        with pytest.raises(WrongSolutionError, match=r"not there|not among"):
            check(replace(small, keys=small.keys[kept], fields=small.fields[kept],
                          codes=small.codes[kept]))


def test_a_key_alone_is_no_position(small):
    keys, fields = small.keys[:2], small.fields[:2]
    assert (small.codes_of(keys, fields) == small.codes[:2]).all()
    assert (small.codes_of(keys, fields[::-1]) == NOT_THERE).all()
    assert (small.codes_of(keys + 1, fields) == NOT_THERE).all()


def test_a_game_that_is_over_and_a_board_that_is_too_large_are_refused():
    with pytest.raises(ValueError, match="the game is over"):
        solve(Board("contra", "CWa3vb2", size="3"))
    with pytest.raises(TooLargeError, match="more than 1,000 positions"):
        solve(START, most=1000)


def test_the_moves_before_do_not_matter(small):
    board = Board("contra", "CWa1va3", size="3")
    board.push_text("a1b1")
    other = solve(board)
    assert str(other.value(board)) == str(solve(Board("contra", board.position(), size="3"))
                                          .value(board))


def test_other_games_can_be_solved_as_far_as_they_are_small():
    """White needs one more jump; the endings of Duell number the same positions."""
    kings = Board("duell", "DZd7za2")
    solved = solve(kings)
    ending = endings_of("duell", complete("duell", {}))[0]
    assert 0 < len(solved) <= ending.entries
    assert numbering("duell", ()).place(kings.state)[0] == 0
    assert str(solved.value(kings)) == "won in 3 plies"


# Files.

def test_a_file_is_what_was_solved(small, tmp_path):
    path = tmp_path / "small.parquet"
    card = write_solution(path, small, "a test")
    found, told = read_solution(path)
    assert told == card and (card.game, card.options) == ("contra", {"size": "3"})
    assert (card.positions, card.start, card.how) == (len(small), "CWb1va3", "a test")
    assert card.won + card.drawn + card.lost == card.positions
    assert card.value == str(small.value(ONE_EACH)) and card.longest == small.longest
    for name in "keys", "fields", "codes":
        assert (getattr(found, name) == getattr(small, name)).all()
    assert found.is_of("contra", complete("contra", {"size": "3"}))
    assert not found.is_of("contra", complete("contra", {}))
    table = parquet.read_table(path)
    assert table.column_names == ["key", "position", *START.state._fields, "result", "plies"]
    for row in table.slice(0, 20).to_pylist():
        board = Board("contra", row["position"], size="3")
        assert board.key == row["key"] and tuple(board.state) == tuple(
            row[name] for name in board.state._fields)
        value = small.value(board)
        assert (row["result"], row["plies"]) == (
            {"won": 1, "drawn": 0, "lost": -1}[value.result], value.plies)


def test_keys_of_another_version_are_made_anew(small, tmp_path):
    path = tmp_path / "a.parquet"
    order = np.argsort(small.keys * 3 % 1009, kind="stable")
    other = replace(small, keys=np.arange(len(small), dtype=np.int64), fields=small.fields[order],
                    codes=small.codes[order])
    write_solution(path, other, "a test", texts=False)
    found, _ = read_solution(path)
    for name in "keys", "fields", "codes":
        assert (getattr(found, name) == getattr(small, name)).all()


def test_texts_can_be_left_out(small, tmp_path):
    write_solution(tmp_path / "a.parquet", small, "a test", texts=False)
    assert "position" not in parquet.read_table(tmp_path / "a.parquet").column_names
    assert len(read_solution(tmp_path / "a.parquet")[0]) == len(small)


def test_what_does_not_follow_is_not_written(small, tmp_path):
    codes = small.codes.copy()
    codes[3] += 2
    with pytest.raises(WrongSolutionError):
        write_solution(tmp_path / "a.parquet", replace(small, codes=codes), "a test")
    assert list(tmp_path.iterdir()) == []


def rewritten(path, change):
    """The file with another table."""
    table = parquet.read_table(path)
    parquet.write_table(change(table), path)


def with_card(table, **fields):
    card = msgspec.json.decode(table.schema.metadata[b"eckstein"]) | fields
    return table.replace_schema_metadata({b"eckstein": msgspec.json.encode(card)})


@pytest.mark.parametrize(("change", "why"), [
    (lambda table: table.slice(1), "is damaged: its positions are not those"),
    (lambda table: table.set_column(table.column_names.index("result"), "result", [
        [1] * len(table)]), "is damaged"),
    (lambda table: table.drop_columns(["key"]), "is no sound file of a solution"),
    (lambda table: table.replace_schema_metadata(None), "it has no card"),
    (lambda table: with_card(table, kind="games"), "it is of another kind or version"),
    (lambda table: with_card(table, version=2), "it is of another kind or version"),
    (lambda table: with_card(table, game="chess"), "there is no game 'chess'"),
    (lambda table: with_card(table, rules="0" * 32), "by other rules than those of this program")])
def test_a_file_that_is_not_sound_is_refused(small, tmp_path, change, why):
    path = tmp_path / "a.parquet"
    write_solution(path, small, "a test", texts=False)
    rewritten(path, change)
    with pytest.raises(DataError, match=why):
        read_solution(path)


def test_a_file_of_something_else_is_refused(tmp_path):
    (tmp_path / "a.parquet").write_text("nothing")
    with pytest.raises(DataError, match="is no sound file of a solution"):
        read_solution(tmp_path / "a.parquet")


def test_without_pyarrow_a_sentence_names_the_extra(small, tmp_path, monkeypatch):
    def missing():
        raise NoParquetError("Parquet needs the package pyarrow")
    monkeypatch.setattr(solution_file, "pyarrow_modules", missing)
    with pytest.raises(NoParquetError):
        write_solution(tmp_path / "a.parquet", small, "a test")
