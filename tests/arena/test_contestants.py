"""Contestants: their texts, that they play legal and sensible moves, and what becomes of faults."""
import math
import sys
from pathlib import Path

import pytest

from eckstein import WHITE, Board
from eckstein.engine import async_client
from eckstein.engine.messages import EngineError
from eckstein.kernel.specialise import specialise
from eckstein.lab.arena import contestants
from eckstein.lab.arena.contestants import Outside, RulesInfractionError, contestant
from eckstein.lab.arena.pace import Pace

from ..helpers import named, random_games

ENGINE = Path(__file__).parent / "odd_engine.py"


def opened(spec, game="contra", **options):
    player = contestant(spec)
    player.open(game, Board(game, **options).options)
    player.new_game(5)
    return player


@pytest.mark.parametrize("spec", [
    "random", "greedy", "plain", "plain:depth=2", "plain:depth=2,quiesce=1", "flat",
    "flat:playouts=50", "level:5", "engine", "engine:time=0.1,threads=2,hash=1",
    "engine:nodes=100", "cmd:some program 'with arguments'"])
def test_texts(spec):
    assert contestant(spec).name == spec


@pytest.mark.parametrize(("spec", "complaint"), [
    ("nobody", "is not a contestant"), ("", "is not a contestant"),
    ("random:3", "is not a contestant"), ("level:11", "is not a contestant"),
    ("level:x", "is not a contestant"), ("cmd:", "is not a contestant"),
    ("cmd:it's", "cannot be read"), ("plain:depth", "depth is a number from 1 to 30, not ''"),
    ("plain:depth=x", "depth is a number from 1 to 30, not 'x'"),
    ("plain:depth=2,depth=3", "each once"), ("plain:speed=3", "not 'speed=3'"),
    ("flat:playouts=0", "playouts is a number from 1"),
    ("engine:time=nan", "time is a number of seconds"),
    ("engine:time=-1", "time is a number of seconds from 0.001 to 1000000, not '-1'"),
    ("engine:time=1e300", "time is a number of seconds"),
    ("engine:nodes=99999999999999999999", "nodes is a number from 1 to 1000000000000"),
    ("engine:threads=257", "threads is a number from 1 to 256"),
    ("engine:hash=65537", "hash is a number from 1 to 65536")])
def test_texts_that_say_nothing(spec, complaint):
    with pytest.raises(ValueError, match=complaint):
        contestant(spec)


@pytest.mark.parametrize(("spec", "pace", "bounds"), [
    ("engine", Pace(), (0.1, None, None, False)),
    ("engine", Pace(time=2), (2, None, None, False)),
    ("engine", Pace(clock=60), (None, None, None, True)),
    ("engine:depth=4", Pace(clock=60), (None, None, 4, False)),
    ("engine:threads=2", Pace(nodes=9), (None, 9, None, False)),
    ("cmd:x", Pace(nodes=9), (None, 9, None, False))])
def test_an_engine_has_its_own_limits_or_those_of_the_match(spec, pace, bounds):
    found = contestant(spec, pace).bounds
    assert (found.time, found.nodes, found.depth, found.clocked) == bounds


@pytest.mark.parametrize(("wrong", "complaint"), [
    ({"time": 1e300}, r"seconds for a move are a number from 0\.001 to 1000000, not 1e\+300"),
    ({"time": math.inf}, "seconds for a move"), ({"time": math.nan}, "seconds for a move"),
    ({"time": 0}, "seconds for a move"), ({"nodes": 10**20}, "nodes for a move"),
    ({"nodes": 0}, "nodes for a move"), ({"clock": math.inf}, "seconds for a game"),
    ({"clock": 1, "increment": -1}, "seconds more with each move are a number from 0 to")])
def test_a_pace_beyond_reason(wrong, complaint):
    with pytest.raises(ValueError, match=complaint):
        Pace(**wrong)


@pytest.mark.parametrize(("spec", "seconds"), [
    ("engine", 2), ("engine:time=0.5", 0.5), ("engine:depth=3", None), ("level:10", 2),
    ("level:5", None), ("cmd:x", 2), ("greedy", None), ("plain", None), ("flat", None)])
def test_whose_moves_may_take_so_long(spec, seconds):
    assert contestant(spec, Pace(time=2)).time == seconds


@pytest.mark.parametrize("spec", [
    "random", "greedy", "plain:depth=2,quiesce=1", "flat:playouts=40"])
def test_the_seed_of_a_game_decides(spec):
    player, board = opened(spec), Board("contra")
    chosen = []
    for seed in (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8):
        player.new_game(seed)
        chosen.append(player.choose(board.copy(), None))
    assert chosen[:8] == chosen[8:]
    assert set(chosen) <= set(board.legal_moves)


def minimax(search, board, depth):
    """The value that plain alpha-beta must find, by looking at everything."""
    rules, p = board.rules, board._p

    def value(p, depth, ply):
        result = rules.outcome(p)
        if result:
            return 0 if result == 3 else (search.WIN - ply) * (1 if result == 1 + p.side else -1)
        if not depth:
            return search.value(p)
        room = [0] * rules.MAX_MOVES
        end = rules.generate(p, room, 0)
        return max(-value(rules.apply(p, room[i]), depth - 1, ply + 1) for i in range(end))
    return value(p, depth, 0)


@pytest.mark.parametrize(("game", "options"), named([(game, {}) for game in (
    "pur", "contra", "ecke", "duell", "echek")]))
def test_plain_alpha_beta_finds_what_looking_at_everything_finds(game, options):
    search = specialise("search.play.plain", game, compiled=False)
    memory = search.new_memory(0)
    for board in list(random_games(game, options, [3], 14))[::7]:
        value = search.search(board._p, memory, 0, 2, -search.INFINITE, search.INFINITE, 0)
        assert value == minimax(search, board, 2)


def test_compiled_plain_alpha_beta_agrees():
    plain, fast = (specialise("search.play.plain", "contra", compiled=life)
                   for life in (False, True))
    for board in list(random_games("contra", {}, [1, 2], 12))[::5]:
        results = []
        for search in (plain, fast):
            memory, p = search.new_memory(4), search.game.Position(*board._p)
            value = search.search(p, memory, 0, 3, -search.INFINITE, search.INFINITE, 0)
            results.append((int(value), int(memory.nodes)))
        assert results[0] == results[1]


def test_a_capture_that_is_answered_is_seen_by_playing_captures_out():
    """Taking a guarded die looks like a gain of one at depth 1, and like none with the answer."""
    search = specialise("search.play.plain", "duell", compiled=False)
    memory = search.new_memory(8)
    for board in random_games("duell", {}, [4, 5, 6], 30):
        p, calm = board._p, search.new_memory(0)
        shallow, whole = (search.search(p, room, 0, 1, -search.INFINITE, search.INFINITE, 0)
                          for room in (calm, memory))
        assert whole <= shallow
        if whole < shallow:
            break
    else:
        raise AssertionError("in all these positions nothing was ever answered")


@pytest.mark.parametrize("spec", ["greedy", "plain:depth=1", "plain:depth=3", "flat:playouts=500"])
def test_a_win_is_seen(spec):
    player, board = opened(spec), winning_board()
    move = player.choose(board.copy(), None)
    board.push(move)
    assert board.outcome().winner is WHITE


def winning_board():
    """A position of a random game in which White can win at once."""
    for seed in range(100):
        for board in random_games("contra", {}, [seed], 60):
            if board.turn is WHITE and not board.is_game_over() and any(map(wins(board),
                                                                            board.legal_moves)):
                return board.copy()
    raise AssertionError("no such position")


def wins(board):
    def test(move):
        ahead = board.copy()
        ahead.push(move)
        return ahead.outcome() is not None and ahead.outcome().winner is WHITE
    return test


def odd_engine(way):
    return f"cmd:{sys.executable} {ENGINE} {way}"


def test_an_engine_in_a_process():
    player, board = opened(odd_engine("well")), Board("contra")
    try:
        assert player.choose(board.copy(), None) == board.parse("d1d2")
        assert player.score == 12
    finally:
        player.close()


@pytest.mark.parametrize(("way", "kind", "complaint"), [
    ("dies", RuntimeError, "stopped"),
    ("deaf-later", EngineError, "did not say readyok within 0 s"),
    ("dies-once", RuntimeError, "had to be started again; it wrote last: no such die"),
    ("illegal", RulesInfractionError, "bestmove d1d9")])
def test_an_engine_that_errs(way, kind, complaint, tmp_path, monkeypatch):
    monkeypatch.setattr(async_client, "ANSWER_SECONDS", 0.2)
    monkeypatch.setenv("ODD_ENGINE", str(tmp_path / "seen"))
    player = opened(odd_engine(way))
    try:
        with pytest.raises(kind, match=complaint):
            player.choose(Board("contra"), None)
    finally:
        player.close()


def test_an_engine_that_died_between_two_games_is_started_again_and_that_is_told():
    player = opened(odd_engine("well"))
    try:
        assert player.note == ""
        player._engine._engine.kill()
        player.new_game(6)
        assert player.note == "the engine died between two games, and was started again"
        assert player.choose(Board("contra"), None) in Board("contra").legal_moves
        player.new_game(7)
        assert player.note == ""
    finally:
        player.close()


def test_an_engine_that_never_answers(monkeypatch):
    monkeypatch.setattr(contestants, "PATIENCE", 0.2)
    player = opened(odd_engine("hangs"))
    assert isinstance(player, Outside)
    with pytest.raises(RuntimeError, match="does not respond"):
        player.choose(Board("contra"), None)


def test_an_engine_without_a_limit_of_time_is_not_waited_for_without_end(monkeypatch):
    monkeypatch.setattr(contestants, "PATIENCE", 0.1)
    monkeypatch.setattr(contestants, "LONGEST_MOVE", 0.1)
    player = contestant(odd_engine("hangs"), Pace(nodes=5))
    player.open("contra", Board("contra").options)
    with pytest.raises(RuntimeError, match="does not respond"):
        player.choose(Board("contra"), None)


def test_each_game_of_a_level_has_a_seed_of_its_own():
    player, board, chosen = contestant("level:1"), Board("duell"), []
    player.open("duell", board.options)
    try:
        for seed in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6):
            player.new_game(seed)
            chosen.append(player.choose(board.copy(), None))
    finally:
        player.close()
    assert chosen[:6] == chosen[6:]
    assert len(set(chosen)) > 1


def test_an_engine_that_is_not_there():
    with pytest.raises(ValueError, match="cmd:no-such-program-anywhere: cannot start"):
        opened("cmd:no-such-program-anywhere")
