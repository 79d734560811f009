"""The staircase of opponents, in Python and in the pages."""
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board, names
from eckstein.ahead.build import SMALL, default_jobs, stem_of
from eckstein.engine.stairs import FIRST_GAMES, STAIRS, Stand, after, first_step

WALKS = Path(__file__).parents[2] / "web" / "app" / "tests" / "stairs.json"
STEPS = st.integers(0, len(STAIRS) - 1)


def walk(step, points):
    """Where a player stands after each of some games."""
    stand, stands = Stand(step), []
    for won in points:
        stand = after(stand, won)
        stands.append([*stand])
    return stands


def test_the_pages_climb_as_python_does():
    """Their test reads the same file."""
    told = json.loads(WALKS.read_text(encoding="utf-8"))
    assert told["stairs"] == [stair._asdict() for stair in STAIRS]
    assert len(told["walks"]) == 3
    for one in told["walks"]:
        assert one["stands"] == walk(one["step"], one["points"])


@given(STEPS, st.lists(st.sampled_from((0, 0.5, 1))))
def test_nobody_leaves_the_staircase(step, points):
    for step_now, run in walk(step, points):
        assert 0 <= step_now < len(STAIRS) and abs(run) < STAIRS[step_now].games


def test_who_only_wins_gets_to_the_top_and_who_only_loses_to_the_bottom():
    for game in names():
        assert walk(first_step(game), [1] * 30)[-1][0] == len(STAIRS) - 1
        assert walk(first_step(game), [0] * 30)[-1][0] == 0


def test_opponents_grow():
    assert list(STAIRS) == sorted(STAIRS, key=lambda stair: (stair.level, -stair.random))

@pytest.mark.parametrize("game", names())
def test_first_games_begin_on_small_boards_or_with_few_pieces(game):
    for first in FIRST_GAMES[game]:
        board = Board(game, first.position, **first.options)
        assert first.position in (None, board.position())       # as pages compare it
        assert {**board.options, **first.options} == board.options
        assert list(board.legal_moves) and board.turn == "white" and not board.status()
        assert len(board.position()) < len(Board(game).position()) or game == "pur"


def test_those_by_rules_of_their_own_are_compiled_with_the_usual_ones():
    assert SMALL == [("contra", {"size": "5"}, "play")]
    assert set(map(stem_of, SMALL)) <= set(map(stem_of, default_jobs()))
