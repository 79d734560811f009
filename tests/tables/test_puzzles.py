"""Puzzles are looked for in tables, where there are some."""
from eckstein import Board
from eckstein.engine.tables import probe
from eckstein.lab.puzzles.making.candidates import WON_IN, Endings


def test_tables_bring_positions_that_are_won_in_a_few_plies(tables):
    endings = Endings(Board("contra"), seed=1)
    found = list(endings.positions(0))
    values = [probe(board).value for board in found]
    assert found and {value.result for value in values} == {"won"}
    assert {value.plies for value in values} <= set(WON_IN)
    again = [board.position() for board in endings.positions(0)]
    assert again == [board.position() for board in found]


def test_a_game_without_tables_brings_none(tables):
    assert not Endings(Board("pur"), seed=1)
