"""What the dice of Contra say about who wins (games/contra/knowledge.py), and how it was fitted."""
import importlib.util
import random

import numpy as np
import pytest
from tools import odds as fitting

from eckstein import Board
from eckstein.games.contra.odds import WEIGHTS
from eckstein.kernel import dice

from .test_knowledge import knowledge_of, mirrored, positions


@pytest.mark.parametrize("size", sorted(WEIGHTS))
def test_odds_are_the_sum_of_the_weights_in_the_file(size):
    knowledge, _ = knowledge_of("contra", {"size": str(size)})
    moving, waiting, rows = WEIGHTS[size]
    weights = [int(number) for row in rows for number in row.split()] + [moving, waiting, 0]
    seen = set()
    for board in positions("contra", {"size": str(size)}):
        for side in range(2):
            row = fitting.row_of(tuple(board.state), side, size)
            seen |= set(row)
            assert knowledge.odds(board.state, side) == sum(weights[i] for i in row)
    assert len(seen) > 40


def test_whose_a_die_is_where_it_lies_and_how_it_lies_count():
    """White's die on b1 shows 6 with 4 to the north, Black's on d3 shows 6 with 3 to the north."""
    knowledge, _ = knowledge_of("contra", {"size": "5"})
    board = Board("contra", "CWb1vd3", size="5")
    moving, waiting, rows = WEIGHTS[5]
    table = [[int(number) for number in row.split()] for row in rows]
    own, foe = table[:25], table[25:]
    white = next(i for i, die in enumerate(dice.DICE[4:28]) if die[:2] == (6, 4))
    black = next(i for i, die in enumerate(dice.DICE[4:28]) if die[:2] == (6, 3))
    assert knowledge.odds(board.state, 0) == moving + own[1][white] + foe[13][black]
    # As Black sees the board, his die lies on b3 as White's does on b1, and White's on d5.
    assert knowledge.odds(board.state, 1) == waiting + own[11][white] + foe[23][black]


@pytest.mark.parametrize("size", sorted(WEIGHTS))
def test_odds_are_the_same_from_the_other_side_of_the_board(size):
    options = {"size": str(size)}
    knowledge, rules = knowledge_of("contra", options)
    for board in positions("contra", options):
        contents = board.rules.contents(board.state)
        turned = rules.position(mirrored(contents, size, size))
        for side in range(2):
            assert knowledge.odds(board.state, side) == knowledge.odds(turned, 1 - side)


def test_no_odds_are_known_of_a_board_without_weights():
    knowledge, _ = knowledge_of("contra")
    assert 7 not in WEIGHTS
    assert not knowledge.KNOWS_ODDS
    assert {knowledge.odds(board.state, side) for board in positions("contra", {})
            for side in range(2)} == {0}


# The fit.

def test_a_fit_finds_the_odds_by_which_results_were_drawn():
    choose = np.random.default_rng(1)
    truth = np.array([1.5, -2.0, 0.5, 0.0, 0.0])
    rows = np.column_stack([choose.integers(0, 3, (40_000, 2)), np.full((40_000, 2), 4)])
    chances = 1 / (1 + np.exp(-truth[rows].sum(axis=1)))
    weights = fitting.fit(rows, choose.random(40_000) < chances, 5)
    assert weights[4] == 0
    assert np.allclose(weights[:3], truth[:3], atol=0.06)
    assert weights[3] == pytest.approx(0)


def test_weights_are_written_as_they_are_read(tmp_path):
    path, chance = tmp_path / "weights.py", random.Random(1)
    path.write_text(fitting.FILE.read_text())
    drawn = np.array([chance.gauss(0, 3) for _ in range(fitting.count_of(3))] + [1.0, -0.5, 0.0])
    fitting.save(WEIGHTS | {3: fitting.rounded(drawn)}, path)
    spec = importlib.util.spec_from_file_location("weights", path)
    read = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(read)
    assert {size: read.WEIGHTS[size] for size in WEIGHTS} == WEIGHTS
    moving, waiting, rows = read.WEIGHTS[3]
    assert (moving, waiting) == (16, -8)
    assert [len(row.split()) for row in rows] == [24] * 18
    assert int(rows[0].split()[0]) == round(drawn[0] * 16)
    assert path.read_text().startswith(fitting.FILE.read_text().partition("WEIGHTS: dict")[0])


@pytest.mark.long
def test_positions_come_from_what_the_search_has_decided():
    rows, won = fitting.ask((4, "ad", 0, 200_000, 300, 20))
    assert len(rows) == len(won) > 100
    assert set(won) == {False, True}
    assert {len(row) for row in rows} == {10}
    assert max(map(max, rows)) <= fitting.count_of(4) + 2
