"""The puzzle of a day."""
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from eckstein import names
from eckstein.lab.puzzles import load
from eckstein.lab.puzzles.daily import MOST, puzzle_of
from eckstein.lab.puzzles.order import effort_of

FIRST = date(2026, 11, 26)


def days(count):
    return [puzzle_of(FIRST + timedelta(days=number)) for number in range(count)]


def test_games_take_turns():
    games = [game for game, _ in days(10)]
    assert games[:5] == games[5:] and sorted(games[:5]) == sorted(names())


def test_no_puzzle_comes_again_for_a_year():
    assert len({(game, puzzle.id) for game, puzzle in days(366)}) == 366


@given(st.dates())
def test_every_day_has_a_puzzle_that_is_not_too_hard(day):
    game, puzzle = puzzle_of(day)
    assert puzzle in load(game) and effort_of(puzzle) <= MOST
    assert puzzle_of(day) == (game, puzzle)
