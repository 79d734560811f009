"""The benchmark: its positions are always the same, and its figures are what the truth says."""
import functools
import itertools
import json
import os
import shlex
import signal
from dataclasses import replace
from fractions import Fraction

import msgspec
import numpy as np
import pytest

from eckstein import WHITE, Board, names
from eckstein.cli import run
from eckstein.engine.limits import Limits
from eckstein.engine.nets import net_for
from eckstein.engine.players import make_player
from eckstein.engine.tables import find
from eckstein.kernel.options import defaults
from eckstein.lab.arena.statistics import mean_of
from eckstein.lab.benchmark import (
    PolicyError,
    by_batch,
    exploited,
    held_out,
    measure,
    nashconv,
    policies,
    strata,
    uniform,
)
from eckstein.lab.benchmark.positions import sources
from eckstein.lab.data import from_records, positions
from eckstein.lab.data.games import among
from eckstein.lab.nets.reading import positions_of
from eckstein.lab.tables.solution_file import write_solution
from eckstein.lab.tables.whole import solve
from eckstein.record import Record

from ..helpers import first
from ..nets.sample import write_sample

BOARD = "board size=3"
SMALL = "CWb1vb3"               # on 3 x 3 squares


@pytest.fixture(scope="module")
def board():
    return solve(Board("contra", size="3"))


@pytest.fixture
def perfect(tables, board):
    """The best move by what is known exactly."""
    def play(position):
        known = board.moves(position) if position.options["size"] == "3" else find(position).moves
        return known[0].move
    return play


def by_name(game, *wanted, **more):
    """Some strata of a game."""
    return [one for one in strata(game, **more) if one.name in wanted]


# Positions.

# Another digest says that other positions are asked, and that figures of before stand beside others
# no more: then VERSION in lab/benchmark/positions.py is another one.
DIGESTS = {
    ("contra", "table d-d"): "ccdeb09c97eb", ("contra", BOARD): "2b0905c8821d",
    ("contra", "board CWa1Wb1vb4 size=4"): "ae4f8e8b5bf7",
    ("contra", "claims size=5"): "72dd144bf8a6", ("contra", "claims"): "06e5a2424ed8",
    ("contra", "puzzles"): "abed562d7f2e",
    ("duell", "table K-K"): "35e31ab6e9a4", ("duell", "puzzles"): "65800f489788",
    ("pur", "puzzles"): "261c4d6862f2", ("ecke", "puzzles"): "e5057fbc846b",
    ("echek", "puzzles"): "d14a0667d337"}


def test_the_positions_are_always_the_same(tables):
    assert {(game, one.name): one.digest[:12] for game in names() for one in strata(game)
            } == DIGESTS


@pytest.mark.parametrize("game", ["contra", "duell"])
def test_fewer_positions_are_the_first_of_more(tables, game):
    for few, more in zip(strata(game, positions=20), strata(game, positions=60), strict=True):
        assert few.positions == more.positions[:20] and len(few.positions) == 20
        assert few.digest != more.digest and not few.complete


@pytest.mark.parametrize(("game", "name"), [("contra", "table d-d"), ("duell", "table K-K"),
                                            ("contra", BOARD)])
def test_some_moves_keep_the_value_and_others_do_not(tables, board, game, name):
    [stratum] = by_name(game, name, positions=60)
    assert len({one.position for one in stratum.positions}) == 60
    for one in stratum.positions:
        position = stratum.board(one.position)
        moves = board.moves(position) if name == BOARD else find(position).moves
        best = moves[0].value
        assert one.result == best.result and best.result in ("won", "drawn")
        kept = {move.text: (move.value.plies or 0) - (best.plies or 0) for move in moves
                if move.value.result == best.result}
        assert one.kept == kept and 0 < len(kept) < len(moves)


def test_both_colours_are_asked(tables):
    for one in by_name("contra", "table d-d", BOARD):
        assert {position.position[0] for position in one.positions} == {"c", "C"}


@pytest.mark.long
def test_all_critical_positions_are_complete(tables):
    [stratum] = by_name("contra", BOARD, positions=10_000)
    assert stratum.complete and len(stratum.positions) == 1624


def test_options_choose_strata(tables):
    assert [one.name for one in strata("contra", {"size": 3})] == [BOARD]
    assert [one.name for one in strata("contra", {})] == ["table d-d", "claims", "puzzles"]
    assert strata("contra", {"size": 6}) == []


def test_a_solution_is_one_more_stratum(board):
    [usual] = by_name("contra", BOARD)
    own = solve(Board("contra", SMALL, size="3"))
    found = [one for one in strata("contra", {"size": 3}, solutions=[own])
             if one.start == SMALL]
    assert [one.name for one in found] == [f"board {SMALL} size=3"] and found[0].complete
    assert usual.start == board.start
    with pytest.raises(ValueError, match="the solution is of contra, not of duell"):
        strata("duell", solutions=[own])


# Figures.

def test_a_perfect_player_loses_nothing(tables, perfect):
    found = measure("contra", perfect, only=["table d-d", BOARD], positions=60, games=30)
    assert found.not_measured == {} and found.player.endswith("play")
    for one in found.strata:
        assert (one.kept.mean, one.regret.mean, one.won.mean) == (1, 0, 1)
        assert one.kept.low < 1 == one.kept.high and one.regret.high > 0 == one.regret.low
        assert (one.positions, one.kept.count, one.won.count) == (60, 60, 30)
    assert found.strata[1].exploited == nashconv.Exploited(0, 0, 0)
    assert found.strata[0].exploited is None


def test_all_positions_of_a_board_leave_no_doubt(perfect):
    [found] = measure("contra", perfect, only=[BOARD], positions=2000, games=2000).strata
    for one in found.kept, found.won:
        assert one.low == one.mean == one.high == 1
    assert found.regret.low == found.regret.high == 0 and found.kept.count == 1624


def test_one_wrong_move_is_seen_in_each_figure(perfect):
    [stratum] = by_name("contra", BOARD, positions=10)
    wrong = next(one for one in stratum.positions if one.result == "won")

    def play(board):
        if board.position() == wrong.position:
            return next(text for text in map(board.text, board.legal_moves)
                        if text not in wrong.kept)
        return perfect(board)
    [found] = measure("contra", play, only=[BOARD], positions=10).strata
    assert found.kept.mean == pytest.approx(0.9)
    won = sum(one.result == "won" for one in stratum.positions)
    assert found.won.mean == pytest.approx(1 - 1 / won) and found.regret.mean == 0


def test_a_slower_win_is_regret_and_nothing_else(perfect):
    [stratum] = by_name("contra", BOARD, positions=50)
    slower = {one.position: max(one.kept, key=one.kept.get) for one in stratum.positions
              if one.result == "won"}
    [found] = measure("contra", lambda board: slower.get(board.position()) or perfect(board),
                      only=[BOARD], positions=50).strata
    plies = [max(one.kept.values()) for one in stratum.positions if one.result == "won"]
    assert found.kept.mean == 1 and sum(plies) > 0
    assert found.regret.mean == pytest.approx(sum(plies) / len(plies))


def test_a_win_that_comes_too_late_for_the_rules_is_not_won(tables, perfect):
    rules = {"no_progress": 4}
    [found] = measure("contra", perfect, rules, only=["table d-d no_progress=4"]).strata
    assert found.kept.mean == 1 and 0 < found.won.mean < 1
    wins = [one for one in by_name("contra", found.stratum, options=rules)[0].positions
            if one.result == "won"][:100]
    short = sum(find(Board("contra", one.position)).value.plies <= 4 for one in wins)
    assert found.won.mean >= short / 100


def shares(stratum):
    """For each position how many moves keep its value, of how many, exactly."""
    return [Fraction(len(one.kept), len(stratum.board(one.position).legal_moves))
            for one in stratum.positions]


@pytest.mark.long
@pytest.mark.parametrize("policy", ["random", pytest.param(uniform, marks=pytest.mark.long)])
def test_a_random_player_has_the_expected_figures(tables, policy):
    found = measure("contra", policy, positions=50, games=1)
    for stratum, one in zip(strata("contra", positions=50), found.strata, strict=True):
        kept = shares(stratum)
        assert one.kept.mean == pytest.approx(float(sum(kept) / len(kept)), abs=1e-12)
        if one.regret:
            later = [Fraction(sum(each.kept.values()), len(each.kept))
                     for each in stratum.positions if each.result == "won"]
            assert one.regret.mean == pytest.approx(float(sum(later) / len(later)), abs=1e-12)


def test_bounds_hold_for_the_mean_and_grow_narrow():
    few, many = mean_of([0, 1, 1, 1] * 5), mean_of([0, 1, 1, 1] * 500)
    assert few.mean == many.mean == 0.75
    assert few.low < many.low < 0.75 < many.high < few.high
    # 1.96 standard errors of a share of 3/4 among 2,000
    error = pytest.approx(1.96 * (0.1875 / 2000) ** 0.5, abs=1e-5)
    assert many.high - many.mean == error == many.mean - many.low
    alike = mean_of([4.0] * 10, 10)
    assert alike.low == pytest.approx(4 * 0.025 ** 0.1) and 4 < alike.high < 10
    with pytest.raises(ValueError, match="no figures"):
        mean_of([])


# NashConv, held against ways of finding it that share nothing with it.

STARTS = "CWb1vb3", "CWa1Wb1vb3vc3", "cWa1Wb1vc3", "CWa1Wc1va3vc3"


@functools.cache
def solved(start):
    return solve(Board("contra", start, size="3"))


def chosen(board, start, seed):
    """A move that follows from the position and a seed, and often is the best one."""
    number = hash((seed, board.key))
    moves = [one.move for one in solved(start).moves(board)]
    return moves[0] if number % 10 < seed % 11 else moves[number // 10 % len(moves)]


def reached(start, policy, side):
    """The best result against a policy without chance, by what can be reached: a win, or else a
    draw or a circle, or else a loss."""
    after, todo, ends = {}, [start], set()
    while todo:
        board = todo.pop()
        if board.position() in after:
            continue
        if (end := board.outcome()) is not None:
            after[board.position()] = []
            ends.add(0 if end.winner is None else 1 if end.winner is side else -1)
            continue
        moves = board.legal_moves if board.turn is side else [policy(board)]
        ahead = []
        for move in moves:
            text = board.copy()
            text.push(move)
            ahead.append(Board("contra", text.position(), **board.options))
        after[board.position()] = [one.position() for one in ahead]
        todo += ahead
    if 1 in ends:
        return 1
    left = dict(after)
    while leaves := [name for name, others in left.items() if not any(
            other in left for other in others)]:
        for name in leaves:
            del left[name]
    return 0 if 0 in ends or left else -1


@pytest.mark.parametrize("text", first(2, STARTS))
def test_against_a_policy_without_chance_it_is_what_can_be_reached(text):
    start, seen = Board("contra", text, size="3"), set()
    value = {"won": 1, "drawn": 0, "lost": -1}[solved(text).value(start).result]
    value = value if start.turn == "white" else -value
    for seed in range(33):
        def play(board, seed=seed):
            return chosen(board, text, seed)
        best = {side: reached(start, play, side) for side in (start.turn, start.turn.other)}
        white, black = best[WHITE], best[WHITE.other]
        seen.add(white + black)
        assert exploited(start, value, policies._OfFunction(play, lambda: None)) == (
            nashconv.Exploited(white + black, value + black, white - value))
    assert {0, 2} <= seen       # policies that cannot be beaten, and that can on either side


def test_against_a_policy_of_chance_it_is_the_expected_result():
    """By the equation of each position, in turn until all hold."""
    start = Board("contra", "CWa1Wb1vb3vc3", size="3")
    rules, whole = start.rules, solve(start)
    moves = [0] * rules.MAX_MOVES
    asked = policies._OfFunction(uniform, lambda: None)
    for side in 0, 1:
        values = dict.fromkeys(map(tuple, whole.fields.tolist()), 0.0)
        change = 1.0
        while change > 1e-14:
            change = 0.0
            for fields, old in values.items():
                p = rules.Position(*fields)
                result = rules.outcome(p)
                if result:
                    new = 0 if result == 3 else 1 if result == 1 + side else -1
                else:
                    after = [values[tuple(rules.apply(p, moves[i]))]
                             for i in range(rules.generate(p, moves, 0))]
                    new = max(after) if p.side == side else sum(after) / len(after)
                change = max(change, abs(new - old))
                values[fields] = new
        assert nashconv.best_response(start, asked, side) == pytest.approx(
            values[tuple(start.state)], abs=1e-9)


def test_a_perfect_policy_cannot_be_exploited_from_any_start(tables):
    for size, start in itertools.product("34", ("CWb1va{}", "cWa1vb{}", "CWa1Wb1va{}")):
        first = Board("contra", start.format(size), size=size)
        own = solve(first)
        value = {"won": 1, "drawn": 0, "lost": -1}[own.value(first).result]
        asked = policies._OfFunction(lambda board, own=own: own.moves(board)[0].move,
                                     lambda: None)
        assert exploited(first, value if first.turn == "white" else -value, asked) == (
            nashconv.Exploited(0, 0, 0))


def test_too_many_positions_are_said(monkeypatch):
    monkeypatch.setattr(nashconv, "MOST", 100)
    [found] = measure("contra", "random", only=[BOARD], positions=5, games=1).strata
    assert found.exploited is None
    assert found.left_out == "a best response would have to look at more than 100 positions"


# Policies.

def test_players_functions_and_batches_are_asked_alike(tables):
    greedy = make_player("plain:depth=1", Board("contra"))

    def play(board):
        greedy.new_game(0)
        return greedy.play(board, Limits()).move

    def batch_play(batch):
        assert batch.observations.any() and (batch.legal_count > 0).all()
        return np.array([batch.action_of(batch.board(i), play(batch.board(i)))
                         for i in range(batch.n)])

    def batch_chances(batch):
        mask = batch.action_mask.astype(np.float32)
        return mask / mask.sum(1, keepdims=True)
    only = {"only": ["table d-d"], "positions": 40, "games": 10}
    one, other = measure("contra", play, **only), measure("contra", by_batch(batch_play), **only)
    assert one.strata == other.strata and other.player.endswith("batch_play")
    one, other = (measure("contra", policy, **only).strata[0]
                  for policy in (uniform, by_batch(batch_chances)))
    assert other.kept.mean == pytest.approx(one.kept.mean, abs=1e-6)
    assert other.won == one.won


def test_moves_may_be_texts_and_chances_of_texts():
    def first(board):
        return board.text(board.legal_moves[0])
    told = [measure("contra", policy, only=["puzzles"], positions=30).strata[0].kept
            for policy in (first, lambda board: {first(board): 1}, lambda board:
                           {board.legal_moves[0]: 1.0, board.legal_moves[-1]: 0.0})]
    assert told[0] == told[1] == told[2]


WRONG = {
    "nothing": (lambda board: None, "the policy says None in .*, which is no legal move"),
    "no move": (lambda board: -5, "the policy says -5 in"),
    "no text": (lambda board: "z9z9", "the policy says 'z9z9' in"),
    "too little": (lambda board: {board.legal_moves[0]: 0.5}, "add up to 0.500, not to 1"),
    "none": (lambda board: {}, "add up to 0.000, not to 1"),
    "below 0": (lambda board: {board.legal_moves[0]: 2, board.legal_moves[-1]: -1},
                "a probability of -1"),
    "no number": (lambda board: {board.legal_moves[0]: float("nan")}, "a probability of nan"),
    "a list": (lambda board: [board.legal_moves[0]], r"the policy says \[\d+\] in"),
    "no chance": (lambda board: {board.legal_moves[0]: None}, "a probability of None"),
    "many chances": (lambda board: {board.legal_moves[0]: np.ones(2)}, "a probability of"),
    "twice": (lambda board: {board.legal_moves[0]: 0.5, board.text(board.legal_moves[0]): 0.5},
              "each move has one"),
    "no action": (by_batch(lambda batch: np.full(batch.n, batch.actions)), "which is not legal"),
    "one number": (by_batch(lambda batch: 3), "256 whole numbers, or probabilities as an array"),
    "rows of all lengths": (by_batch(lambda batch: [[1], [1, 2]]), "not object of the shape"),
    "balanced": (by_batch(lambda batch: np.where(batch.action_mask, 1 / batch.legal_count[:, None],
                                                 [-1, 1] * 57 + [0])),
                 "actions that are not legal"),
    "no floats": (by_batch(lambda batch: np.zeros((batch.n, batch.actions), int)),
                  "256 x 115 floats"),
    "not legal": (by_batch(lambda batch: np.full((batch.n, batch.actions), 1 / batch.actions)),
                  "actions that are not legal in .* a probability of 0.8")}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_move_is_said(name):
    policy, why = WRONG[name]
    with pytest.raises(PolicyError, match=why):
        measure("contra", policy, only=["puzzles"], positions=3)


def test_errors_of_a_function_are_its_own_and_say_where():
    def fails(asked):
        raise KeyError("mine")
    [first, *_] = by_name("contra", "puzzles", positions=3)[0].positions
    for policy, more in (fails, ""), (by_batch(fails), " and 2 other positions"):
        with pytest.raises(KeyError, match="mine") as told:
            measure("contra", policy, only=["puzzles"], positions=3)
        assert told.value.__notes__ == [f"the policy was asked about {first.position}{more}"]


IMPOSSIBLE = [
    ({"positions": 0}, ValueError, "positions must be from 1"),
    ({"positions": 1.5}, TypeError, "positions is a whole number"),
    ({"games": 0}, ValueError, "games must be from 1"),
    ({"seed": -1}, ValueError, "seed must be from 0"),
    ({"only": "puzzles"}, TypeError, "only are names of strata in a list, not 'puzzles'"),
    ({"options": "size=3"}, TypeError, "options are names with values, such as {'size': 3}, not"),
    ({"solutions": ["a.parquet"]}, TypeError, "a solution is the first of what read_solution"),
    ({"policy": 3}, TypeError, "a policy is the text of a player, a function of a board, or"),
    ({"policy": by_batch(None)}, TypeError, "a policy is the text of a player")]


@pytest.mark.parametrize(("more", "kind", "why"), IMPOSSIBLE)
def test_what_cannot_be_measured_is_said_before_it_begins(more, kind, why):
    with pytest.raises(kind, match=why):
        measure(**{"game": "contra", "policy": uniform, "only": ["puzzles"]} | more)


def test_a_player_by_chance_has_a_seed_and_no_order():
    told = [measure("contra", "greedy", only=["puzzles"], positions=count, seed=seed).strata[0]
            for count, seed in ((60, 1), (60, 1), (60, 2), (30, 1))]
    assert told[0] == told[1] and told[0].kept.mean != told[2].kept.mean
    [stratum] = by_name("contra", "puzzles", positions=60)
    board = Board("contra")
    with policies.policy_for("greedy", board, 1) as asked:
        boards = [stratum.board(one.position) for one in stratum.positions]
        assert asked.chances(boards) == asked.chances(boards[::-1])[::-1]


# The command.

@pytest.fixture
def here(tables, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(capsys, *words):
    status = run(["benchmark", *words])
    return (status, *capsys.readouterr())


def test_a_player_is_measured_and_the_file_says_the_same(here, capsys):
    words = ["contra", "--player", "greedy", "--positions", "30", "--games", "5",
             "--stratum", "table d-d", "--stratum", BOARD]
    status, out, _ = answer(capsys, *words, "--json", "a.json")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "contra: greedy" and lines[1].split("  ")[0] == "stratum"
    assert lines[2].startswith("table d-d") and lines[3].startswith(BOARD)
    told = json.loads((here / "a.json").read_text())
    assert lines[-1] == f"again: {told['command']}"
    assert told["command"] == ("eckstein benchmark contra --player greedy --stratum 'table d-d' "
                               "--stratum 'board size=3' --positions 30 --games 5")
    assert told["digest"][:12] in lines[-2] and told["benchmark"] == 1
    first, second = told["strata"]
    assert f"{first['kept']['mean']:.3f} ({first['kept']['low']:.3f}" in lines[2]
    assert first["exploited"] is None and second["exploited"]["nashconv"] in (0, 1, 2)
    again = measure("contra", "greedy", positions=30, games=5, only=["table d-d", BOARD],
                    command=told["command"])
    assert msgspec.to_builtins(again) == told


def test_the_command_that_it_tells_makes_the_same_again(here, capsys):
    words = ["contra", "--player", "plain:depth=1", "-o", "size=3", "--positions", "20", "--games",
             "5", "--seed", "7"]
    _, first, _ = answer(capsys, *words)
    command = shlex.split(first.splitlines()[-1].removeprefix("again: "))
    assert command[:2] == ["eckstein", "benchmark"]
    assert answer(capsys, *command[2:])[:2] == (0, first)


def test_strata_are_listed(here, capsys):
    status, out, err = answer(capsys, "duell", "--positions", "10")
    lines = out.splitlines()
    assert (status, err) == (0, "") and lines[1].split()[:4] == ["table", "K-K", "10", "10"]
    assert ("not measured: table Kd-K: the table of duell Kd-K has not been built; build it with: "
            "eckstein tables build duell Kd-K") in lines


def test_a_file_of_a_solution_is_one_more_board(here, capsys):
    write_solution("own.parquet", solve(Board("contra", SMALL, size="3")), "a test")
    status, out, _ = answer(capsys, "contra", "--player", "random", "--solution", "own.parquet",
                            "--stratum", f"board {SMALL} size=3")
    assert status == 0 and f"board {SMALL} size=3" in out
    assert "--solution own.parquet" in out


def test_a_net_of_other_rules_is_left_out_where_it_does_not_fit(here, capsys):
    write_sample(here / "a.net")
    status, out, _ = answer(capsys, "contra", "--player", "alphabeta:nodes=20,hash=1,net=a.net",
                            "--positions", "4", "--games", "1", "--json", "a.json")
    assert status == 0
    learnt = f"net {net_for('a.net', 'contra', defaults('contra')).name}"
    assert json.loads((here / "a.json").read_text())["learnt"] == learnt
    assert out.endswith(f"--positions 4 --games 1  # {learnt}\n")
    left = [line for line in out.splitlines() if line.startswith("not measured: ")]
    assert [line.split(":")[1].strip() for line in left] == [
        "table dd-d", BOARD, "board CWa1Wb1vb4 size=4", "claims size=5"]
    assert all("a.net" in line for line in left[1:])


BAD = [
    (["chess"], "there is no game 'chess'"),
    (["contra", "-o", "wings=1"], "contra has no option wings"),
    (["contra", "--player", "human"], "there is no player 'human' here"),
    (["contra", "--player", "greedy", "--stratum", "x"], "there is no stratum 'x'; there are table "
     "d-d, table dd-d, board size=3"),
    (["contra", "--player", "greedy", "--json", "no/a.json"], "there is no folder no"),
    (["contra", "--player", "greedy", "--positions", "0"], "0 is not in the range"),
    (["contra", "--solution", "none.parquet"], "none.parquet: No such file"),
    (["contra", "--solution", "text"], "text is no sound file of a solution"),
    (["contra", "--player", "zero:nodes=5"], "a player of this kind needs a network"),
    (["pur", "--player", "alphabeta:nodes=5,net=contra.net"], "contra.net"),
    (["pur", "-o", "repetition=5", "--player", "random"], "nothing is known exactly of pur here"),
    (["contra", "-o", "size=6", "--player", "random"], "has not been built; build it with: "
     "eckstein tables build contra d-d -o size=6")]


@pytest.mark.parametrize(("words", "why"), BAD)
def test_bad_input_is_one_sentence(here, capsys, words, why):
    (here / "text").write_text("nothing")
    write_sample(here / "contra.net")
    status, out, err = answer(capsys, *words)
    assert status == 2 and out == ""
    assert why in err and len(err.splitlines()) == 1 and err.endswith(".\n")


def test_what_is_interrupted_leaves_nothing(here, capsys, monkeypatch):
    (here / "a.json").write_text("before")
    asked = []

    def chances(self, boards):
        asked.append(len(boards))
        if len(asked) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return [{board.legal_moves[0]: 1.0} for board in boards]
    monkeypatch.setattr(policies._OfPlayer, "chances", chances)
    status, out, err = answer(capsys, "contra", "--player", "greedy", "--json", "a.json",
                              "--positions", "5")
    assert (status, out) == (130, "") and err == "stopped; nothing is kept\n"
    assert (here / "a.json").read_text() == "before"
    assert os.listdir(here) == ["a.json"]


# Left out of trainings.

def test_the_keys_that_trainings_leave_out_are_those_of_all_positions(tables):
    keys = held_out("contra")
    assert (np.diff(keys) > 0).all() and keys.dtype == np.int64
    wanted = by_name("contra", "table d-d", "claims", "puzzles")
    boards = [stratum.board(one.position) for stratum in wanted for one in stratum.positions]
    assert set(keys.tolist()) == {one.key for board in boards for one in (board, board.turned())}
    assert among(keys[:5], keys).all() and not among(keys + 1, keys)[:5].all()
    assert not among(keys, keys[:0]).any()
    assert len(held_out("contra", {"size": 6})) == 0


def game_through(position, plies=6):
    """A game of first moves that begins in a position."""
    board = Board("contra", position)
    for _ in range(plies):
        if not board.is_game_over():
            board.push(board.legal_moves[0])
    return board


def test_trainings_leave_the_positions_out(tables):
    [stratum] = by_name("contra", "table d-d")
    records = [Record.from_board(game_through(one.position)) for one in stratum.positions[:20]]
    games, _ = from_records(records)
    keys = held_out("contra")
    shown = sum(map(len, positions(games, 64, unfinished=True, openings=True)))
    kept = sum(map(len, positions(games, 64, unfinished=True, openings=True, without=keys)))
    assert shown - kept >= 20
    games = replace(games, values=np.zeros(games.moves, np.int16),
                    results=np.where(games.results, games.results, 3).astype(np.uint8))
    boards = [Board("contra", one.position) for one in stratum.positions[:20]]
    assert all(among(np.array([board.key for board in boards]), keys))
    learnt = positions_of(games)
    assert 0 < len(learnt) <= kept


def test_every_source_names_its_stratum(tables):
    for game in names():
        for source in sources(game):
            if "dd" not in source.name and "d-K" not in source.name:
                assert source.make(3).name == source.name
