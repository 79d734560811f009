"""Data from records and back; what a format cannot hold is told."""
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein.lab.data import NO_VALUE, DataError, from_records, to_records
from eckstein.lab.data.converting import write
from eckstein.record import read_records, write_records

from ..helpers import VARIANTS
from .played import played, told

SMALL = played("contra", {"size": "5"}, 1, visits=True)


def without(games, *names):
    return [{name: value for name, value in game.items() if name not in names}
            for game in told(games)]


@settings(max_examples=15)
@given(st.sampled_from(VARIANTS), st.integers(0, 1 << 30))
def test_records_tell_the_same_games(variant, seed):
    # A comment has a forced end in moves, which the mover's own win has in an odd number of plies.
    games = played(*variant, seed)
    values = games.values.copy()
    values[(abs(values) > 30000) & (values % 2 == 0) & (values != NO_VALUE)] = 12
    values[values < -30000] = NO_VALUE
    games = replace(games, values=values)
    text = write_records(list(to_records(games)))
    again, lost = from_records(read_records(text))
    assert without(again, "random_plies", "values") == without(games, "random_plies", "values")
    if again.values is not None:
        assert again.values.tolist() == games.values.tolist()
    else:
        assert set(games.values.tolist()) <= {NO_VALUE}
    assert lost == []


def test_what_records_say_beside_their_moves_is_told():
    text = ('[Game "contra"]\n[White "Ada"]\n[Black ""]\n[Result "*"]\n\n'
            '1. d1-d2 $1 {well played} (1. c1-c2) 1... d7-d6 {[%clk 0:01:00] [%eval 0.35]} *\n')
    games, lost = from_records(read_records(text))
    assert lost == ["the tag White", "variations", "comments", "glyphs and marks", "clocks",
                    "the value of the last position"]
    bare, _ = from_records(read_records('[Game "contra"]\n\n1. d1-d2 d7-d6 *\n'))
    assert games.actions.tolist() == bare.actions.tolist()


def test_values_are_seen_by_the_player_to_move():
    text = ('[Game "contra"]\n\n{[%eval 0.20]} 1. d1-d2 {[%eval 0.35]} d7-d6 {[%eval #-2]} '
            '2. c1-c2 *')
    assert from_records(read_records(text))[0].values.tolist() == [20, -35, -30996]


def test_records_of_two_games_are_not_one_kind():
    records = read_records('[Game "contra"]\n\n1. d1-d2 *\n\n[Game "pur"]\n\n1. d1-d2 *\n')
    with pytest.raises(DataError, match="game 2 is one of pur, and the first game is one of "
                                        "contra"):
        from_records(records)
    with pytest.raises(DataError, match="there is no game to take over"):
        from_records([])


def test_data_that_is_wrong_makes_no_record():
    with pytest.raises(DataError, match="game 1, ply 1: the action 65000 is not legal in C"):
        list(to_records(replace(SMALL.select(np.array([1])), actions=np.full(
            int(SMALL.plies[1]), 65000, np.uint16))))


def test_a_result_that_the_rules_contradict_makes_no_record():
    games, _ = from_records(read_records(
        '[Game "contra"]\n[Position "CWd6va7"]\n\n1. d6-d7 1-0\n'))
    assert told(games)[0]["result"] == "1-0"
    with pytest.raises(DataError, match="game 1: the result is 0-1, but the game ended 1-0"):
        list(to_records(replace(games, results=np.array([2], np.uint8))))


@pytest.mark.parametrize(("target", "lost"), [
    ("games", []), ("parquet", []),
    ("record", ["visits", "which moves were made by chance", "how the games were made"]),
    ("json", ["visits", "values", "which moves were made by chance", "how the games were made"]),
    ("moves", ["visits", "values", "which moves were made by chance", "results",
               "starts and options", "how the games were made"])])
def test_what_is_lost_is_told(tmp_path, target, lost):
    if target == "parquet":
        pytest.importorskip("pyarrow")
    games = replace(SMALL, random_plies=np.minimum(SMALL.plies, 1).astype(np.uint16),
                    results=np.zeros(3, np.uint8))
    assert write(tmp_path / "out", games, "by hand", target) == lost
