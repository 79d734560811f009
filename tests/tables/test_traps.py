"""Positions of endings with a move that throws the result away, and what moves are called."""
import io
import random

import pytest

from eckstein import Board, names
from eckstein.cli import run
from eckstein.engine.tables import MissingTableError, NoTableError, Value, probe
from eckstein.engine.tables.traps import COUNT, HOLD, LEVELS, Verdict, ending_for, judge, traps

from ..twin import twin
from .exact import best

WITH_TABLES = ["contra", "duell"]
DEPTH = 5                   # plies that the twin looks ahead
# Won in 5 plies by c4-c5, in 11 by c4-b4; c4-d4 loses.
FORK = "CIc4ad6"


def value_of(trap):
    return Value("won", trap.plies) if trap.plies else Value("drawn")


def forced(game, state, plies):
    """The result that the twin sees within so many plies for the player to move, or None."""
    end = game.outcome(state)
    if end:
        return Value("won" if end[0] == state.turn else "drawn" if end[0] is None else "lost", 0)
    if plies == 0:
        return None
    found = best([forced(game, after, plies - 1) for after in game.moves(state).values()])
    return found and Value(*found)


@pytest.mark.parametrize("game", WITH_TABLES)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
@pytest.mark.parametrize("seed", [0, 1])
def test_each_position_has_what_is_said_and_a_move_that_throws_it_away(with_tables, game, level,
                                                                       seed):
    found = traps(game, level, seed)
    assert len(found) == len({trap.position for trap in found}) == COUNT
    wins = [trap.plies for trap in found if trap.plies]
    assert wins == sorted(wins) and len(wins) >= COUNT - 1
    for trap in found:
        known = probe(Board(game, trap.position))
        assert known.value == value_of(trap)
        assert {one.value.result for one in known.moves} > {known.value.result}
        assert not Board(game, trap.position).status()


@pytest.mark.parametrize("game", WITH_TABLES)
@pytest.mark.parametrize("seed", range(5))
def test_the_twin_sees_the_near_wins_and_no_win_after_the_moves_that_lose_them(with_tables, game,
                                                                              seed):
    slow = twin(game)
    near = [trap for trap in traps(game, 1, seed) if (trap.plies or 99) <= DEPTH]
    assert near
    for trap in near:
        state = slow.read(trap.position)
        assert forced(slow, state, DEPTH) == value_of(trap)
        known = probe(Board(game, trap.position))
        for one in known.moves:
            after = forced(slow, slow.moves(state)[one.text], DEPTH - 1)
            wins = after is not None and after.result == "lost"
            assert wins == (one.value.result == "won" and one.value.plies <= DEPTH)


def test_a_seed_gives_the_same_positions_and_another_one_others(with_tables):
    assert traps("contra", 1, 5) == traps("contra", 1, 5) != traps("contra", 1, 6)


def test_a_higher_level_asks_for_wins_that_are_farther_away(with_tables):
    farthest = [max(trap.plies or 0 for trap in traps("contra", level, 1))
                for level in range(1, LEVELS + 1)]
    assert farthest == sorted(set(farthest)) and farthest[-1] == 29


@pytest.mark.parametrize(("text", "verdict"), [
    ("c4c5", Verdict(True, 0)), ("c4b4", Verdict(True, 3)), ("c4d4", Verdict(False, 0))])
def test_a_move_keeps_the_result_or_is_slower_or_throws_it_away(with_tables, text, verdict):
    board = Board("contra", FORK)
    assert judge(probe(board), board.parse(text)) == verdict


@pytest.mark.parametrize("game", WITH_TABLES)
def test_whoever_keeps_all_wins_in_as_many_moves_as_was_said(with_tables, game):
    for trap in traps(game, 1, 3):
        board = Board(game, trap.position)
        for plies in range(trap.plies or 0, 0, -1):
            found = probe(Board(game, board.position()))
            assert found.value.plies == plies
            board.push(found.moves[0].move)
        assert board.is_game_over() == (trap.plies is not None)


@pytest.mark.parametrize("game", sorted(set(names()) - set(WITH_TABLES)))
def test_a_game_without_a_small_table_has_none(game):
    assert ending_for(game) is None
    with pytest.raises(NoTableError, match=f"no ending of {game} can have a table"):
        traps(game, 1, 0)


def test_a_table_that_is_missing_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("ECKSTEIN_TABLES", str(tmp_path))
    with pytest.raises(MissingTableError, match="eckstein tables build contra d-d"):
        traps("contra", 1, 0)


@pytest.fixture
def practise(with_tables, capsys, monkeypatch):
    """What `eckstein endings` says when these lines are typed; boards are left out."""
    def answer(*lines, words=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["endings", "contra", *words]) == 0
        return [line for line in capsys.readouterr().out.splitlines() if line
                and "|" not in line and not line.startswith("   ")]
    return answer


def perfect(trap):
    """The moves of the player who keeps all, against the longest defence."""
    board, made = Board("contra", trap.position), 0
    while not board.is_game_over() and (trap.plies or made < HOLD):
        move = probe(board).moves[0]
        yield move.text
        made += 1
        board.push(move.move)
        if not board.is_game_over():
            board = Board("contra", board.position())
            board.push(probe(board).moves[0].move)
            board = Board("contra", board.position()) if not board.is_game_over() else board


def test_in_the_terminal_a_run_is_passed_without_a_mistake(practise):
    lines = [line for trap in traps("contra", 1, 7) for line in (*perfect(trap), "")]
    made = sum(map(bool, lines))
    told = practise(*lines, words=["--seed", "7"])
    assert told[-1] == f"{made} of {made} moves kept."
    assert told.count("Kept.") == made and "The draw is held." in told


def test_in_the_terminal_a_mistake_is_refuted_and_may_be_tried_again(practise):
    trap = traps("contra", 1, 7)[0]
    known = probe(Board("contra", trap.position))
    worst = next(one.text for one in known.moves if one.value.result == "lost")
    told = practise(worst, known.moves[0].text, "quit", words=["--seed", "7"])
    assert "Thrown away: this loses." in told
    assert told.index("Thrown away: this loses.") < told.index("Kept.")
    assert "0 of 1 move kept." in told or "1 of 2 moves kept." in told


def test_in_the_terminal_a_new_run_has_new_positions(practise, monkeypatch):
    monkeypatch.setattr(random, "randrange", lambda limit: 4)
    told = practise("position", "quit")
    assert any(traps("contra", 1, 4)[0].position in line for line in told)
