"""What batches tell exactly of many positions at once is what tables and solutions tell of each."""
import random

import numpy as np
import pytest

from eckstein import Board
from eckstein.engine.batch import exact
from eckstein.engine.batch.games import BatchError, BatchGame
from eckstein.engine.tables import TableError, probe
from eckstein.engine.tables.endings import endings_of, numbering
from eckstein.kernel.options import complete
from eckstein.lab.tables.whole import solve
from eckstein.notation.positions import write_position

from ..sealed import flip

RESULTS = {"won": 1, "drawn": 0, "lost": -1}


def in_endings(game, count, seed=1):
    """Texts of positions of its first ending in which the game goes on, of either colour."""
    chance, found = random.Random(seed), []
    rules, numbers = Board(game).rules, numbering(game, ())
    while len(found) < count:
        number = chance.randrange(numbers.size(0))
        if numbers.possible(0, number):
            p = numbers.position(0, number)
            board = Board(game, write_position(rules, p))
            if not board.is_game_over():
                found.append((board.turned() if chance.random() < 0.5 else board).position())
    return found


def assert_told(told, i, value):
    assert told.known[i]
    assert (told.values[i], told.plies[i]) == (
        RESULTS[value.result], -1 if value.plies is None else value.plies)


@pytest.mark.parametrize("game", ["contra", "duell"])
@pytest.mark.parametrize("threads", [1, 3])
def test_games_in_an_ending_have_the_values_of_its_table(tables, game, threads):
    texts = in_endings(game, 60)
    batch = BatchGame(game, 60, threads=threads, autoreset="off")
    batch.reset(starts=texts)
    for _ in range(3):
        told = batch.exact()
        assert told.known.dtype == np.bool_ and told.known.all()
        assert (told.values.dtype, told.plies.dtype) == (np.int8, np.int32)
        for i in range(60):
            if batch.reason[i]:
                won = {-1: 0, batch.player[i]: 1}.get(int(batch.winner[i]), -1)
                assert (told.values[i], told.plies[i]) == (won, 0 if won else -1)
            else:
                assert_told(told, i, probe(batch.board(i)).value)
        batch.step(batch.sample())


def test_a_large_table_is_asked_number_by_number(tables, monkeypatch):
    batch = BatchGame("contra", 40, autoreset="off")
    batch.reset(starts=in_endings("contra", 40))
    whole = batch.exact()
    monkeypatch.setattr(exact, "MOST", 1000)
    for name in "known", "values", "plies":
        assert (getattr(batch.exact(), name) == getattr(whole, name)).all()


@pytest.mark.parametrize("game", ["contra", "pur"])
def test_what_nothing_knows_is_masked(game):
    told = BatchGame(game, 5).exact()
    assert not told.known.any() and not told.values.any() and (told.plies == -1).all()


def test_without_the_table_nothing_is_known(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    batch = BatchGame("contra", 10, autoreset="off")
    batch.reset(starts=in_endings("contra", 10))
    assert not batch.exact().known.any()


def test_a_damaged_table_is_told(ending):
    batch = BatchGame("duell", 4, autoreset="off")
    batch.reset(starts=in_endings("duell", 4))
    flip(ending.path)
    with pytest.raises(TableError, match="rebuild it with"):
        batch.exact()


def test_a_solved_board_tells_what_no_table_does():
    start = Board("contra", size="3")
    solution = solve(start)
    batch = BatchGame("contra", 200, size="3", seed=3, autoreset="off")
    seen = set()
    for _ in range(8):
        told = batch.exact(solution)
        assert told.known.all()
        for i in range(0, 200, 7):
            board = batch.board(i)
            if not batch.reason[i]:
                assert_told(told, i, solution.value(board))
                seen.add(int(told.values[i]))
        batch.step(batch.sample())
    assert seen == {-1, 0, 1}


def test_positions_of_another_board_are_not_on_a_solved_one():
    solution = solve(Board("contra", "CWb1va3", size="3"))
    told = BatchGame("contra", 3, size="3", autoreset="off").exact(solution)
    assert not told.known.any()


def test_a_solution_of_other_rules_is_refused():
    with pytest.raises(BatchError, match="the solution is of another game or of other options"):
        BatchGame("contra", 3).exact(solve(Board("contra", "CWb1va3", size="3")))


def test_under_autoreset_the_value_is_that_of_the_new_game(tables):
    texts = [text for text in in_endings("contra", 200) if probe(Board("contra", text)).value
             .plies == 1]
    batch = BatchGame("contra", 1, starts=texts[:1])
    board = batch.board(0)
    win = batch.action_of(board, probe(board).moves[0].move)
    batch.step(np.array([win]))
    assert batch.terminated[0]
    assert_told(batch.exact(), 0, probe(Board("contra", texts[0])).value)


def test_what_only_the_length_cuts_off_has_its_own_value(tables):
    text = next(text for text in in_endings("contra", 200)
                if probe(Board("contra", text)).value.plies == 9)
    batch = BatchGame("contra", 1, starts=[text], max_plies=1, autoreset="off")
    batch.step(np.array([batch.action_of(batch.board(0), probe(batch.board(0)).moves[0].move)]))
    assert batch.truncated[0]
    assert_told(batch.exact(), 0, probe(batch.board(0)).value)


# Games that begin where one wants.

@pytest.mark.parametrize("game", ["contra", "duell", "echek", "pur"])
def test_a_game_begins_in_a_position_of_its_own(game):
    ahead, texts, chance = Board(game), [], random.Random(2)
    for _ in range(6):
        texts.append(ahead.position())
        ahead.push(chance.choice(list(ahead.legal_moves)))
    batch = BatchGame(game, 8, autoreset="off", random_plies=3, seed=5)
    before = [batch.board(i).position() for i in (6, 7)]
    for _ in range(2):
        batch.step(batch.sample())
    for name in "occurrences", "idle":          # as after some moves to and fro
        batch.columns[name][:6] = 2
    batch.reset(where=[5, 4, 3, 2, 1, 0], starts=texts[::-1])
    for i, text in enumerate(texts):
        board = Board(game, text)
        assert batch.board(i).state == board.state and batch.keys()[i] == board.key
        assert (batch.plies[i], batch.reason[i], batch.winner[i], batch.rewards[i]) == (0, 0, -1, 0)
        assert {batch.move_of(board, int(one)) for one in batch.legal[i, :batch.legal_count[i]]
                } == set(board.legal_moves)
        assert batch.action_mask[i].sum() == batch.legal_count[i]
    assert len(before) == 2 and batch.plies[6] == 5
    fresh = BatchGame(game, 6, autoreset="off", observe=True)
    for i, text in enumerate(texts):
        one = BatchGame(game, 1, starts=[text], autoreset="off")
        assert (one.observations[0] == batch.observations[i]).all()
        assert (one.scalars[0] == batch.scalars[i]).all()
    assert fresh.n == 6
    batch.reset(where=[0])
    assert batch.plies[0] == 3


@pytest.mark.parametrize(("where", "starts", "why"), [
    (None, ["CWa1vb7"], "2 games cannot begin in 1 positions"),
    ([0], [], "1 games cannot begin in 0 positions"),
    ([0], ["CWa7vb3"], "no game can begin where it is over"),
    ([0], ["nothing"], "nothing")])
def test_a_start_that_cannot_be_changes_nothing(where, starts, why):
    batch = BatchGame("contra", 2, autoreset="off")
    batch.step(batch.sample())
    before = batch.snapshot()
    with pytest.raises(ValueError, match=why):
        batch.reset(seed=9, where=where, starts=starts)
    for name, column in batch.snapshot().columns.items():
        assert (column == before.columns[name]).all()


def test_keys_are_those_of_boards():
    batch = BatchGame("echek", 20, seed=4, autoreset="off")
    for _ in range(12):
        batch.step(batch.sample())
    assert batch.keys().tolist() == [batch.board(i).key for i in range(20)]


def test_endings_of_other_options_have_tables_of_their_own():
    assert endings_of("contra", complete("contra", {"size": "3"}))[0].options == (("size", "3"),)
